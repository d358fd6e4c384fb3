"""The parts of a run: all of it for one process, or what a worker takes that no other asks."""

import time
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Protocol, TypeAlias

from benchbar.errors import InputError
from benchbar.records import Cell, Document, Item
from benchbar.runs.board import STOP, Board, Done, Size, Taken
from benchbar.runs.folder import Key, Run
from benchbar.runs.presence import Presence
from benchbar.runs.taking_in import replies_name

MOST_CALLS = 500
"""So many calls are in a part at most: a worker that dies leaves no more for others to take over,
and its open calls to be asked again."""
_ROUNDS = 20
_PARTS = 64
"""A part has twenty times as many calls as may be open at a time, so that few wait for its end, but
no more than a 64th of the run, so that small ones are shared out, too."""
WAIT_SECONDS = 1.0
"""How often a worker looks whether parts that others have taken are done, or free again."""

Pairs: TypeAlias = Iterable[tuple[Document, list[Item]]]


class EndedError(Exception):
    """Something ended a session early; the text says what, and that it stopped."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some items in one cell; ``stored`` are replies that came since the session began."""

    cell: Cell
    pairs: Pairs
    stored: Set[Key] = frozenset()


class Share(Protocol):
    """What one session asks of a run."""

    def parts(self) -> Iterator[Part]:
        """Yield part after part; that the next one is wanted means that the last one is done."""

    def check(self) -> None:
        """Raise ``EndedError`` if all were told to stop."""

    def stop_all(self, why: str) -> None:
        """Tell all others to stop."""


class Alone:
    """All of a run, for one process."""

    def __init__(self, opened: Run) -> None:
        self._run = opened

    def parts(self) -> Iterator[Part]:
        """Yield the cells, each with all items."""
        return (Part(cell, self._run.pairs()) for cell in self._run.study.cells)

    def check(self) -> None:
        """Go on: nobody else is there."""

    def stop_all(self, why: str) -> None:
        """Tell nobody."""


class Shared:
    """What one of several workers asks: parts that nobody has taken, or whose worker is gone."""

    def __init__(self, opened: Run, board: Board, presence: Presence) -> None:
        """Agree with the others on what a part is.

        Raises:
            InputError: Another version of benchbar is at work, which cuts the run otherwise.
        """
        self._run = opened
        self._board, self._presence = board, presence
        self._stop = board.folder / STOP
        self._size = items_of_a_part(opened)
        with board.held():
            if board.size is None:
                board.add(Size(self._size))
        if board.size != self._size:
            raise InputError(
                f"{opened.folder}: workers of another version of benchbar are asking it: join them "
                "with that one, or when they are done"
            )
        blocks = range(-(-len(opened.item_ids) // self._size))
        self._names = [_name(cell, n) for cell in opened.study.cells for n in blocks]

    def parts(self) -> Iterator[Part]:
        """Yield parts until all are done, by whomever."""
        while self._await_free():
            for cell in self._run.study.cells:
                yield from self._free_of(cell)

    def check(self) -> None:
        """Stop when another worker, or the user, says so.

        Raises:
            EndedError: It is so.
        """
        if self._stop.is_file():
            why = self._stop.read_text(errors="replace").strip()
            raise EndedError(f"all workers {why}" if why else "all workers were stopped")

    def stop_all(self, why: str) -> None:
        """Tell all others to stop, and why; the first one who says so is heard."""
        try:
            with self._stop.open("x") as file:
                file.write(why)
        except FileExistsError:
            return

    def _free_of(self, cell: Cell) -> Iterator[Part]:
        numbered = _numbered(self._run.pairs(), self._size)
        for number, rows in groupby(numbered, itemgetter(0)):
            name = _name(cell, number)
            self.check()
            if self._take(name):
                pairs = ((document, [item]) for _, document, item in rows)
                yield Part(cell, pairs, self._left_by_others(name))
                with self._board.held():
                    self._board.add(Done(name, self._presence.worker))

    def _take(self, part: str) -> bool:
        """Take a part if it is free; what the board said last is looked at before it is held."""
        if not self._is_free(part):
            return False
        with self._board.held():
            if free := self._is_free(part):
                self._board.add(Taken(part, self._presence.worker))
        return free

    def _is_free(self, part: str) -> bool:
        holders = self._board.holders.get(part)
        return part not in self._board.done and not (holders and self._presence.alive(holders[-1]))

    def _left_by_others(self, part: str) -> Set[Key]:
        """Return the replies to a part that workers have stored who had it before."""
        found: set[Key] = set()
        for worker in self._board.holders[part][:-1]:
            path = self._board.folder / replies_name(worker)
            found |= set(self._run.stored_in(path))
        return found

    def _await_free(self) -> bool:
        """Wait until a part is free; say whether one is left."""
        while True:
            self.check()
            with self._board.held():
                left = [name for name in self._names if name not in self._board.done]
            if not left:
                return False
            if any(map(self._is_free, left)):
                return True
            time.sleep(WAIT_SECONDS)


def items_of_a_part(opened: Run) -> int:
    """Return how many items are in a part of a run: the same for all its workers."""
    study = opened.study
    calls = len(opened.item_ids) * len(study.cells) * study.trials
    open_at_once = study.max_connections
    size = min(MOST_CALLS, _ROUNDS * open_at_once, max(open_at_once, -(-calls // _PARTS)))
    return max(1, size // study.trials)


def _name(cell: Cell, number: int) -> str:
    return f"{cell.key}-{number}"


def _numbered(pairs: Pairs, size: int) -> Iterator[tuple[int, Document, Item]]:
    """Yield the number of the part, the document and the item of each item in order."""
    seen = 0
    for document, items in pairs:
        for item in items:
            yield seen // size, document, item
            seen += 1
