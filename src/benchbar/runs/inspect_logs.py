"""Logs of Inspect as replies: what a task of ours was answered when Inspect asked it by itself."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, EvalSample, read_eval_log, read_eval_log_samples
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Cell, Item, Reply
from benchbar.runs import faults, plan
from benchbar.runs.replies import reply_in, spent
from benchbar.suites.data import Data

_SETTINGS = (
    "temperature", "top_p", "max_tokens", "seed", "reasoning_effort", "reasoning_tokens",
)  # fmt: skip
_UNREAD = {"events", "store", "attachments", "events_data", "timelines"}


def read(
    paths: Sequence[Path], data: Data, items: Mapping[str, Item], provider: str
) -> tuple[dict[str, Cell], list[Reply]]:
    """Return the cells of some logs by key, and the replies in them; samples pass one by one.

    An epoch is a trial. Samples that failed are failed replies; those that were stopped, or were
    marked as invalid, are left out.

    Args:
        paths: The logs.
        data: The items that they answer.
        items: The same by id.
        provider: Stands before the models' names.

    Raises:
        InputError: A log cannot be read, asked an item that is not there, or in other words, or
            asked one twice; names log and item.
    """
    cells: dict[str, Cell] = {}
    replies: dict[tuple[str, str, int], Reply] = {}
    asked: dict[tuple[str, str], tuple[str, Path]] = {}
    for path in paths:
        for cell, sample in _samples(path, provider):
            name = str(sample.id)
            if name not in items:
                raise InputError(
                    f"{path}: no item {name!r} in {data.folder}: name the DATA folder that the "
                    "task was made of"
                )
            reply = _reply(sample, cell.key)
            key = reply.id, reply.cell, reply.trial
            if key in replies:
                raise InputError(
                    f"{path}: {name} was answered already in epoch {sample.epoch} of the same "
                    "model and settings: make a run of each evaluation"
                )
            cells[cell.key] = cell
            replies[key] = reply
            asked[name, cell.variant] = _digest(sample.input), path
    _check_words(asked, data)
    return cells, list(replies.values())


def _samples(path: Path, provider: str) -> Iterator[tuple[Cell, EvalSample]]:
    try:
        log = read_eval_log(str(path), header_only=True)
        found = read_eval_log_samples(str(path), all_samples_required=False, exclude_fields=_UNREAD)
        for sample in found:
            if _counts(sample):
                yield _cell(log, sample, provider), sample
    except Exception as error:  # noqa: BLE001 (whatever goes wrong inside)
        raise InputError(
            f"{path}: is no log of Inspect, or not a whole one ({faults.describe(error)}): copy it "
            "again, or name another"
        ) from None


def _counts(sample: EvalSample) -> bool:
    """Say whether a sample was asked to its end and is held to be valid."""
    stopped = sample.error is not None and sample.error.message.startswith("CancelledError")
    return sample.invalidation is None and not stopped


def _cell(log: EvalLog, sample: EvalSample, provider: str) -> Cell:
    """Return the model and settings of an evaluation; the system message is in the sample."""
    config = log.eval.model_generate_config.merge(log.plan.config)
    settings: dict[str, Any] = {name: getattr(config, name) for name in _SETTINGS}
    before = [message.text for message in sample.messages if message.role == "system"]
    return Cell(
        f"{provider}/{log.eval.model}",
        variant=str((log.eval.metadata or {}).get("variant", "default")),
        system_message="\n\n".join(before) or config.system_message,
        **settings,
    )


def _reply(sample: EvalSample, cell: str) -> Reply:
    reply = replace(
        reply_in(sample.messages, sample.output, str(sample.id), sample.epoch), cell=cell
    )
    if sample.error is not None:
        told = faults.one_line(sample.error.message)
        reply = replace(reply, stop_reason="failed", error=told)
    for usage in sample.model_usage.values():
        return spent(reply, usage)
    return reply


def _digest(prompt: object) -> str:
    return hashlib.sha256(str(prompt).encode(errors="replace")).hexdigest()


def _check_words(asked: Mapping[tuple[str, str], tuple[str, Path]], data: Data) -> None:
    """Refuse replies to other words than the items of a folder have.

    Raises:
        InputError: There are some; names log and item.
    """
    variants: dict[str, list[str]] = {}
    for name, variant in asked:
        variants.setdefault(name, []).append(variant)
    for document, items in data.pairs(lambda item: item.id in variants):
        for item in items:
            for variant in variants[item.id]:
                digest, path = asked[item.id, variant]
                if _digest(plan.turns(item, document, variant)[0]) != digest:
                    raise InputError(
                        f"{path}: asked {item.id} in other words than it has in {data.folder}: "
                        "name the DATA folder that the task was made of, or build it with the "
                        "same --seed and --split"
                    )
