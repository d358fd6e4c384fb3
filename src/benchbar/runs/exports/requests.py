"""One request of a batch: its name, which finds the way back, and its body."""

from collections.abc import Iterator
from typing import Any

import msgspec

from benchbar.records import Cell
from benchbar.runs.exports.base import prompts
from benchbar.runs.folder import Key
from benchbar.runs.plan import Study
from benchbar.suites.data import Data

URL = "/v1/chat/completions"
SETTINGS = (
    "variant",
    "system_message",
    "temperature",
    "top_p",
    "max_tokens",
    "seed",
    "reasoning_effort",
    "base_url",
)
"""The settings of a cell that the chat protocol has; the address is for asking what is missing."""

_MARK = "|"


class Request(msgspec.Struct, frozen=True):
    """A row of a batch file; OpenAI's Batch API and vLLM's ``run-batch`` have the same form."""

    custom_id: str
    method: str
    url: str
    body: dict[str, Any]


def custom_id(item: str, cell: str, trial: int) -> str:
    """Return the name of a request, unique in a run."""
    return f"{item}{_MARK}{cell}{_MARK}{trial}"


def reply_key(name: str) -> Key | None:
    """Return which reply a request's name stands for; None if it is no name of ours."""
    match name.rsplit(_MARK, 2):
        case [item, cell, trial] if item and trial.isascii() and trial.isdecimal():
            return item, cell, int(trial)
    return None


def requests(
    study: Study, data: Data, cell: Cell, *, model: str, limit_name: str
) -> Iterator[Request]:
    """Yield every request of a cell.

    Args:
        study: What is asked, and how often.
        data: The items.
        cell: The settings; those left to the provider are left out.
        model: The name that the server knows the model by.
        limit_name: What the server calls the most tokens of a reply.
    """
    settings = {
        "temperature": cell.temperature,
        "top_p": cell.top_p,
        limit_name: cell.max_tokens,
        "seed": cell.seed,
        "reasoning_effort": cell.reasoning_effort,
    }
    given = {name: value for name, value in settings.items() if value is not None}
    before = (
        [{"role": "system", "content": cell.system_message}]
        if cell.system_message is not None
        else []
    )
    for prompt in prompts(study, data, cell.variant):
        messages = [*before, {"role": "user", "content": prompt.text}]
        for trial in range(1, study.trials + 1):
            yield Request(
                custom_id=custom_id(prompt.item.id, cell.key, trial),
                method="POST",
                url=URL,
                body={"model": model, "messages": messages, **given},
            )
