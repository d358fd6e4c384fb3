"""How a model is called through Inspect AI: its client, its settings, and how long it waits."""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from inspect_ai.model import BatchConfig, GenerateConfig, Model, get_model
from inspect_ai.util import AdaptiveConcurrency

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import faults
from benchbar.runs.budget import Purse
from benchbar.runs.masking import mask
from benchbar.runs.prices import Offer

RETRIES = 4
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 300.0
COOLDOWN_SECONDS = 1.0
"""Rate limits lower the number of open calls by a fifth, at most this often; Inspect's 15 s are so
slow that calls use up their retries first."""
BATCHES = BatchConfig(size=1_000)
"""How calls are gathered: what is left over is sent after 15 seconds."""

_OWN_RETRIES = ("openai", "openai-api", "anthropic", "groq", "deepseek", "openrouter")
"""Providers whose client retries by itself: told not to, since retries would multiply."""

attempt: ContextVar[tuple[str, float]] = ContextVar("attempt", default=("", 0.0))
"""The call that is being tried, and what its turn can cost at most."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the calls of a cell cost, out of which purse, and who is told of each failed try.

    ``notice`` is told the kind of the failure (``faults.kind``), even if the call is tried again.
    """

    offer: Offer
    purse: Purse
    notice: Callable[[str], None]


def open_client(cell: Cell, terms: Terms | None = None) -> Model:
    """Return a fresh client for a cell.

    Raises:
        InputError: No such provider, or its package, address or key is missing.
    """
    provider = cell.model.split("/")[0]
    options: dict[str, Any] = {"max_retries": 0} if provider in _OWN_RETRIES else {}
    if (
        provider == "openai-api"
        and cell.base_url
        and not os.environ.get(faults.key_variable(cell.model))
    ):
        options["api_key"] = "none-needed"
    try:
        model = get_model(cell.model, base_url=cell.base_url, memoize=False, **options)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
        raise InputError(faults.unusable(cell, error)) from None
    mask(model.api)
    setattr(model.api, "retry_wait", lambda: _patience(model, terms))  # noqa: B010 (a method)
    return model


def _patience(model: Model, terms: Terms | None) -> Callable[[Any], float]:
    """Return how long to wait before the next try: as the server asks, else longer each time.

    A try that may have been billed without a reply is not repeated beyond the budget, and not
    where there are no terms.
    """

    def wait_seconds(state: Any) -> float:  # noqa: ANN401 (of a library that we do not import)
        error = state.outcome.exception()
        if terms is None and faults.may_be_billed(error):
            raise error
        if terms is not None:
            call, worst = attempt.get()
            if faults.may_be_billed(error) and not terms.purse.lose(call, worst):
                raise error
            terms.notice(faults.kind(error))
        decision = model.api.should_retry(error)
        asked = getattr(decision, "retry_after", None)
        grown = FIRST_WAIT_SECONDS * 2 ** (state.attempt_number - 1)
        # Calls that were refused together must not all come back together.
        wait = (asked or grown) * random.uniform(1, 1.5)
        return float(min(wait, LONGEST_WAIT_SECONDS))

    return wait_seconds


def settings(cell: Cell, connections: int, attempt_seconds: int) -> GenerateConfig:
    """Return the settings of a cell as Inspect takes them, tries and open calls among them."""
    return GenerateConfig.model_validate(
        {
            "temperature": cell.temperature,
            "top_p": cell.top_p,
            "max_tokens": cell.max_tokens,
            "seed": cell.seed,
            "reasoning_effort": cell.reasoning_effort,
            "reasoning_tokens": cell.reasoning_tokens,
            "adaptive_connections": AdaptiveConcurrency(
                min=1, start=connections, max=connections, cooldown_seconds=COOLDOWN_SECONDS
            ),
            "max_retries": RETRIES,
            "attempt_timeout": attempt_seconds,
            "timeout": 2 * attempt_seconds,
        }
    )


def in_batches(config: GenerateConfig, calls: int) -> GenerateConfig:
    """Return the settings for batches: all calls wait at once, as long as the provider takes."""
    from benchbar.runs import batch_rows  # brings OpenAI's client with it

    batch_rows.keep_others()
    return config.model_copy(
        update={
            "batch": BATCHES,
            "max_connections": calls,
            "attempt_timeout": None,
            "timeout": None,
        }
    )


def spare_clients(model: str) -> None:
    """Keep Inspect from importing the clients of OpenAI and Anthropic, a second or two each.

    Seen with 0.3.285: it does so for every sample, whoever is asked.
    """
    provider = model.split("/")[0]
    with suppress(ImportError):
        module: Any = import_module("inspect_ai.model._assistant_internal")  # no public place
        module._HAS_OPENAI = provider != "benchbar" and find_spec("openai") is not None
        theirs = provider in ("benchbar", "openai", "openai-api")
        module._HAS_ANTHROPIC = not theirs and find_spec("anthropic") is not None
