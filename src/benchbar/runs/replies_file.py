"""The replies file: replies made elsewhere, one JSON object a line, as people write it for us."""

import shlex
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Reply, StopReason
from benchbar.runs import Say, folder
from benchbar.runs.folder import Key


class Row(msgspec.Struct, frozen=True):
    """One line of a replies file.

    ``id`` names the item, ``reply`` is what the model answered. ``cell`` names the model and its
    settings as you like, ``trial`` counts repeated replies to an item from 1. ``stop_reason``
    says why the reply ended, as the provider calls it (see below). Other fields are not read;
    their names are told once.
    """

    id: str
    reply: str
    cell: str | None = None
    trial: int | None = None
    stop_reason: str | None = None


STOP_REASONS: dict[str, StopReason] = {
    "stop": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "eos_token": "stop",
    "complete": "stop",
    "length": "max_tokens",
    "max_tokens": "max_tokens",
    "model_length": "model_length",
    "content_filter": "content_filter",
    "safety": "content_filter",
    "refusal": "refused",
    "refused": "refused",
    "failed": "failed",
    "error": "failed",
    "unknown": "unknown",
}
"""What a row may give as its stop reason, as providers call it, and what we call it; capitals do
not matter. Another is refused: it could mean that the reply was cut short."""

_FORM = '{"id": ITEM, "reply": TEXT}, with "cell", "trial" and "stop_reason" if you like'
_MOST_NAMED = 10


def read(
    paths: Sequence[Path], data: Path, items: Collection[str], say: Say = lambda _: None
) -> list[Reply]:
    """Return the replies of some files, in their order, cells and trials as they come.

    Args:
        paths: The files.
        data: The DATA folder that they answer, for messages.
        items: The ids of its items.
        say: Told which fields were not read.

    Raises:
        InputError: A file is missing or a run's own, or a row is no reply, names an unknown item
            or stop reason, or comes twice; names file and row.
    """
    rows: dict[Key, str] = {}
    unread: dict[str, None] = {}
    replies = []
    for path in paths:
        _check(path)
        for number, given in jsonl.numbered(path, dict[str, Any], form=_FORM):
            where = f"{path}:{number}"
            reply = _reply(where, given, data, items)
            if first := rows.get(folder.key(reply)):
                before = f"row {first.rpartition(':')[2]}" if len(paths) == 1 else first
                raise InputError(
                    f"{where}: same id, cell and trial as {before}: number repeated replies "
                    'with "trial": 1, 2 ...'
                )
            rows[folder.key(reply)] = where
            unread |= dict.fromkeys(given.keys() - set(Row.__struct_fields__))
            replies.append(reply)
    if unread:
        say(_not_read(sorted(unread)))
    return replies


def _check(path: Path) -> None:
    if not path.exists():
        raise InputError(f"{path}: no such file: name the file that holds the replies")
    run = path.resolve().parent
    if path.name.startswith(folder.REPLIES) and (run / folder.STUDY).is_file():
        raise InputError(
            f"{path}: holds the replies of the run {path.parent}, which 'benchbar score "
            f"{shlex.quote(str(path.parent))}' grades"
        )


def _reply(where: str, given: dict[str, Any], data: Path, items: Collection[str]) -> Reply:
    try:
        row = msgspec.convert(given, Row)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {error}: write each row as {_FORM}") from None
    if row.id not in items:
        raise InputError(
            f"{where}: no item {row.id!r} in {data}: correct the id, or name the DATA "
            "folder that the item belongs to"
        )
    if row.trial is not None and row.trial < 1:
        raise InputError(f"{where}: trial {row.trial}: number trials 1, 2 ...")
    stop = (row.stop_reason or "stop").lower()
    if stop not in STOP_REASONS:
        raise InputError(
            f"{where}: stop_reason {row.stop_reason!r}: write one of {', '.join(STOP_REASONS)}"
        )
    return Reply(
        id=row.id,
        cell=row.cell or "",
        trial=1 if row.trial is None else row.trial,
        turns=(row.reply,),
        stop_reason=STOP_REASONS[stop],
    )


def _not_read(names: Sequence[str]) -> str:
    """Name the fields that were passed over, with the one that may have been meant."""
    told = []
    for name in names[:_MOST_NAMED]:
        meant = get_close_matches(name.lower(), Row.__struct_fields__, n=1, cutoff=0.75)
        told.append(f"{name!r}" + (f" (is {meant[0]!r} meant?)" if meant else ""))
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"fields not read: {', '.join(told)}{more}"
