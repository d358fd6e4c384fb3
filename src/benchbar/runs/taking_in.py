"""Taking in what the workers of a run have left: their replies and accounts become the run's.

It happens when nobody is at work in the run, under its lock, and may be killed at any moment: what
was begun is begun anew from a note of how things stood, and the folder of the workers goes away in
one step when all is stored.
"""

import math
import os
import shutil
from contextlib import suppress
from pathlib import Path

import msgspec

from benchbar import jsonl
from benchbar.runs.board import BOARD, WORKERS, Money, Row, Taken, rows
from benchbar.runs.reserves import PREFLIGHT, RESERVED, Reserve

_REPLIES = ".replies.jsonl"
_BEGUN = "begun.json"
_OVER = "workers.partial"
_BY_WORKERS = "workers"


class _Sizes(msgspec.Struct, frozen=True):
    """How long the run's own files were, in bytes, before anything was added."""

    replies: int
    reserved: int


def replies_name(worker: str) -> str:
    """Return the name of the file in which a worker stores its replies."""
    return worker + _REPLIES


def replies_of(out: Path) -> list[Path]:
    """Return the files in which workers have stored replies of a run, in order."""
    return sorted((out / WORKERS).glob("*" + _REPLIES))


def take_in(out: Path, replies: Path) -> None:
    """Add what workers left to the run's own files, and remove it there.

    Args:
        out: The run, held for writing.
        replies: Its file of replies.
    """
    shutil.rmtree(out / _OVER, ignore_errors=True)
    workers = out / WORKERS
    if not workers.is_dir():
        return
    reserved = out / RESERVED
    _go_back(workers / _BEGUN, replies, reserved)
    board = _read(workers / BOARD)
    # A file server may answer from memory what is in a folder, but not what the board says.
    told = {workers / replies_name(row.worker) for row in board if isinstance(row, Taken)}
    if came := sorted(told.union(replies_of(out))):
        _append(replies, came)
    if aside := _aside(board):
        with jsonl.Appender(reserved) as appender:
            for row in aside:
                appender.add(row)
    workers.rename(out / _OVER)
    shutil.rmtree(out / _OVER, ignore_errors=True)


def _go_back(begun: Path, replies: Path, reserved: Path) -> None:
    """Undo what a killed attempt has added; note how long the files are without it."""
    own = (replies, reserved)
    if begun.is_file():
        before = msgspec.json.decode(begun.read_bytes(), type=_Sizes)
        for path, size in zip(own, (before.replies, before.reserved), strict=True):
            if path.is_file():
                os.truncate(path, size)
        return
    for path in own:
        if path.is_file():
            jsonl.Appender(path).close()
    sizes = [path.stat().st_size if path.is_file() else 0 for path in own]
    with jsonl.replacing(begun) as file:
        file.write(msgspec.json.encode(_Sizes(*sizes)))


def _append(replies: Path, came: list[Path]) -> None:
    """Add the rows of some files as they stand; one that is torn at its end is left out."""
    with replies.open("ab") as file:
        for path in came:
            with suppress(FileNotFoundError), path.open("rb") as lines:
                for line in lines:
                    if line.endswith(b"\n"):
                        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def _read(board: Path) -> list[Row]:
    """Return the rows of a board; one that is torn at its end is left out."""
    content = board.read_bytes() if board.is_file() else b""
    return rows(content[: content.rfind(b"\n") + 1], board)


def _aside(board: list[Row]) -> list[Reserve]:
    """Return what workers set aside and never gave back."""
    money = [row for row in board if isinstance(row, Money)]
    first = math.fsum(row.aside for row in money if row.call == PREFLIGHT)
    others = math.fsum(row.aside for row in money if row.call != PREFLIGHT)
    found = (Reserve(PREFLIGHT, first), Reserve(_BY_WORKERS, others))
    return [row for row in found if row.usd > 0]
