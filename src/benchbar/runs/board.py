"""The board: where the workers of one run say which part each asks, and what its calls may cost.

It is one file in the run, ``workers/board.jsonl``, to which all add rows, each under its lock;
what is true follows from the rows alone, in their order (docs/decisions/0025).
"""

import errno
import fcntl
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import msgspec

from benchbar.errors import InputError

WORKERS = "workers"
"""The folder of a run in which its workers write, as long as one is at work."""
BOARD = "board.jsonl"
STOP = "stop"
"""While a file of this name is in that folder, no worker asks on; it says why."""


class Size(msgspec.Struct, frozen=True, tag="size"):
    """How many items are in a part: what the first worker says holds for all."""

    items: int


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """A worker asks a part from now on."""

    part: str
    worker: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Every call of a part was made."""

    part: str
    worker: str


class Money(msgspec.Struct, frozen=True, tag="money"):
    """What changes in a worker's account, in dollars.

    ``aside`` is set aside for a call, or given back (below zero), as in a ``Reserve``; ``cost`` is
    what a stored reply cost; ``calls`` is how many more calls are open now.
    """

    worker: str
    call: str
    aside: float
    cost: float = 0.0
    calls: int = 0


Row: TypeAlias = Size | Taken | Done | Money


class Board:
    """What the workers of a run have said, as far as it was read; complete while it is held."""

    def __init__(self, out: Path) -> None:
        """Open the board of the run in ``out``; the first one makes it."""
        self.folder = out / WORKERS
        self.folder.mkdir(exist_ok=True)
        self.size: int | None = None
        self.holders: defaultdict[str, list[str]] = defaultdict(list)
        """Who asked a part, by its name: the last one asks it now."""
        self.done: set[str] = set()
        self.calls: Counter[str] = Counter()
        """How many calls are open, by worker."""
        self.dollars = 0.0
        """What all have spent and set aside."""
        self._file = (self.folder / BOARD).open("ab+", buffering=0)
        self._end = 0
        self._encoder = msgspec.json.Encoder()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Read what is new, and keep all others from adding to it meanwhile."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            self._catch_up()
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def add(self, row: Row, *, sync: bool = False) -> None:
        """Add a row to a board that is held; with ``sync`` it is on the disk then."""
        line = self._encoder.encode(row) + b"\n"
        if self._file.write(line) != len(line):
            self._file.truncate(self._end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.folder / BOARD))
        if sync:
            os.fsync(self._file.fileno())
        self._end += len(line)
        self._believe(row)

    def _catch_up(self) -> None:
        """Read the rows that others added; one that has no end is of a worker that was killed."""
        self._file.seek(self._end)
        came = self._file.read()
        whole = came.rfind(b"\n") + 1
        if whole < len(came):
            self._file.truncate(self._end + whole)
        for row in rows(came[:whole], self.folder / BOARD):
            self._believe(row)
        self._end += whole

    def _believe(self, row: Row) -> None:
        match row:
            case Size():
                self.size = self.size or row.items
            case Taken():
                self.holders[row.part].append(row.worker)
            case Done():
                self.done.add(row.part)
            case Money():
                self.dollars += row.aside + row.cost
                self.calls[row.worker] += row.calls


def rows(lines: bytes, path: Path) -> list[Row]:
    """Return the rows of a board.

    Raises:
        InputError: One is none; names the file.
    """
    try:
        return msgspec.json.Decoder(Row).decode_lines(lines)
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: damaged: {error}: stop all workers and remove it") from None
