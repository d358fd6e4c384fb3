"""Replies of a batch brought back into the run that it was exported from.

Reads the output and error files of OpenAI's Batch API and of vLLM's ``run-batch``, which have the
same form: the request's name, and a response or an error.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Reply, StopReason
from benchbar.runs import faults, folder, grading
from benchbar.runs.exports.requests import reply_key
from benchbar.runs.folder import Key, Outcome, Run
from benchbar.runs.prices import Offer


class BatchResponse(msgspec.Struct, frozen=True):
    """What the server answered to one request; the body is a completion, or says what failed."""

    status_code: int = 200
    body: Any = None


class BatchRow(msgspec.Struct, frozen=True):
    """One row of a batch's output; other fields are passed over."""

    custom_id: str
    response: BatchResponse | None = None
    error: Any = None
    body: Any = None


class _Details(msgspec.Struct, frozen=True):
    reasoning_tokens: int | None = None


class _PromptDetails(msgspec.Struct, frozen=True):
    cached_tokens: int | None = None


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens: int | None = None
    completion_tokens_details: _Details | None = None


class _Message(msgspec.Struct, frozen=True):
    content: Any = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Completion(msgspec.Struct, frozen=True):
    """The part of a chat completion that we keep."""

    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None


_FORM = (
    'the service gave it: {"custom_id": REQUEST, "response": ...}; replies by item, {"id": ITEM, '
    "\"reply\": TEXT}, come in with 'benchbar import RUN FILE --data DATA'"
)
_STOP: dict[str, StopReason] = {
    "stop": "stop",
    "length": "max_tokens",
    "content_filter": "content_filter",
}
_TOO_LONG = ("context_length_exceeded", "string_above_max_length")
_TOO_LONG_SAID = ("maximum context length", "longer than the maximum model length")
_FILTERED = ("content_filter", "content_policy_violation")


def import_batch(run: Path, files: Sequence[Path]) -> Outcome:
    """Store the replies of batch files in their run and grade them; all files, or none.

    Of several rows for one request the last counts, but a failure never takes the place of a
    reply. Requests that failed are kept as failed replies, which ``run --resume`` asks again.

    Raises:
        InputError: A row is no output of a batch, or of another run's; names file and row.
    """
    opened = folder.open_run(run)
    with folder.locked(run):
        if (run / folder.REPLIES).is_file():
            jsonl.Appender(run / folder.REPLIES).close()
        stored = {folder.key(reply): reply for reply in opened.replies()}
        came = _read(opened, files)
        new = [reply for name, reply in came.items() if _counts(reply, stored.get(name))]
        if new:
            (run / folder.VERDICTS).unlink(missing_ok=True)
            jsonl.write(run / folder.REPLIES, chain(_raw(run), new))
        return grading.score(run, asked=len(new))


def _raw(run: Path) -> Iterator[msgspec.Raw]:
    """Yield the stored rows as they stand."""
    path = run / folder.REPLIES
    if path.is_file():
        yield from jsonl.read(path, msgspec.Raw)


def _read(run: Run, files: Sequence[Path]) -> dict[Key, Reply]:
    came: dict[Key, Reply] = {}
    for path in files:
        for number, row in jsonl.numbered(path, BatchRow, form=_FORM):
            where = f"{path}:{number}"
            name = reply_key(row.custom_id)
            if name is None or not run.asks(name):
                raise InputError(
                    f"{where}: {run.folder} asked no request {row.custom_id!r}: name the run that "
                    "the batch was exported from"
                )
            if row.response is None and row.body is not None:
                raise InputError(
                    f"{where}: is a request, not a reply: name the output file of the batch"
                )
            reply = reply_of(name, row, run.study.offers.get(name[1], Offer()))
            if _counts(reply, came.get(name)):
                came[name] = reply
    return came


def _counts(reply: Reply, before: Reply | None) -> bool:
    """Say whether a reply takes the place of the one before."""
    if before is None:
        return True
    lost = reply.stop_reason == "failed" and before.stop_reason != "failed"
    return reply != before and not lost


def reply_of(name: Key, row: BatchRow, offer: Offer) -> Reply:
    """Return the reply that a row holds, or that stands for the failure that it tells of."""
    item, cell, trial = name
    response = row.response
    if row.error or response is None or response.status_code != 200:
        return _failure(name, row)
    try:
        completion = msgspec.convert(response.body, _Completion)
    except msgspec.ValidationError as error:
        told = f"not a chat completion: {error}"
        return Reply(item, cell, trial, stop_reason="failed", error=told[: faults.LONGEST])
    usage = completion.usage or _Usage()
    details = usage.completion_tokens_details or _Details()
    cost = _cost(usage, offer)
    if not completion.choices:
        told = faults.describe(faults.NoChoiceError())
        return Reply(item, cell, trial, stop_reason="failed", cost=cost, error=told)
    message, stop = _said(completion.choices[0])
    return Reply(
        id=item,
        cell=cell,
        trial=trial,
        turns=(_text(message),),
        reasoning=message.reasoning_content or message.reasoning or "",
        stop_reason=stop,
        tokens_in=usage.prompt_tokens,
        tokens_out=usage.completion_tokens,
        tokens_reasoning=details.reasoning_tokens,
        cost=cost,
    )


def _cost(usage: _Usage, offer: Offer) -> float | None:
    """Return what a request would have cost outside of a batch, in dollars; None if unknown."""
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    details = usage.prompt_tokens_details or _PromptDetails()
    cached = min(details.cached_tokens or 0, usage.prompt_tokens)
    return offer.cost(usage.prompt_tokens - cached, usage.completion_tokens, cached=cached)


def _said(choice: _Choice) -> tuple[_Message, StopReason]:
    if choice.message.refusal:
        return choice.message, "refused"
    return choice.message, _STOP.get(choice.finish_reason or "stop", "unknown")


def _text(message: _Message) -> str:
    """Return the answer: text, or the text among parts; else the words of a refusal."""
    content = message.content
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        content = "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) and content else message.refusal or ""


def _failure(name: Key, row: BatchRow) -> Reply:
    """Return the reply for a request that failed; one that can never succeed is not asked again."""
    item, cell, trial = name
    code, told = _error(row)
    stop: StopReason = "failed"
    if code in _TOO_LONG or any(said in told for said in _TOO_LONG_SAID):
        stop = "model_length"
    elif code in _FILTERED:
        stop = "content_filter"
    error = faults.scrub(f"{code}: {told}" if code else told)[: faults.LONGEST]
    return Reply(item, cell, trial, stop_reason=stop, error=error)


def _error(row: BatchRow) -> tuple[str, str]:
    """Return the code and the first line of what failed, wherever the server put it."""
    status = f"status {row.response.status_code}" if row.response else "no response"
    for place in (row.error, row.response.body if row.response else None):
        inner = place.get("error", place) if isinstance(place, dict) else place
        if isinstance(inner, str) and inner.strip():
            return "", inner.strip().splitlines()[0]
        if isinstance(inner, dict) and (inner.get("message") or inner.get("code")):
            lines = str(inner.get("message") or status).strip().splitlines()
            return str(inner.get("code") or ""), lines[0] if lines else status
    return "", status
