"""The budget of a run, which is never passed, however many calls are open.

What a call may cost is set aside before it is sent; what it did not cost comes back when its reply
is there. What is set aside is also on the disk, in ``reserved.jsonl``: of a run that was killed,
nobody knows whether the open calls were billed, and they count as if they were
(docs/decisions/0011).
"""

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import anyio

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Reply
from benchbar.runs import sizes
from benchbar.runs.folder import REPLIES
from benchbar.runs.plan import Study
from benchbar.runs.prices import Offer
from benchbar.runs.reserves import PREFLIGHT, RESERVED, Reserve

_MORE = " --budget MORE"

_ROUNDING = 1e-9
"""Less than this is an error of rounding."""
_ONE_WORD = sizes.Length(turns=(20,), gold=1)

R = TypeVar("R")


class SpentError(Exception):
    """The next call could pass the budget; the text says so.

    ``more`` is what going on takes besides, in flags.
    """

    def __init__(self, told: str, more: str) -> None:
        super().__init__(told)
        self.more = more


class Purse:
    """What a run may spend, has spent, and has set aside for open calls, in dollars.

    Without a limit nothing is kept: a purse then only adds up. Of what is spent, nobody knows of
    the part ``lost`` whether it was billed: the replies to those calls never came.
    """

    def __init__(self, folder: Path, limit: float | None, spent: float, lost: float = 0.0) -> None:
        self.limit = limit
        self.spent = spent
        self.lost = lost
        self._open = 0.0
        self._calls = 0
        self._closed = self._more = ""
        self._changed: anyio.Event | None = None
        self._file = jsonl.Appender(folder / RESERVED) if limit is not None else None

    def __enter__(self) -> "Purse":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def committed(self) -> float:
        """What is spent, and what the calls that are open may cost."""
        return self.spent + self._open

    @property
    def total(self) -> float:
        """What the run has cost, or may have."""
        return self.spent

    @property
    def bill(self) -> str:
        """What is spent, in words."""
        unknown = self.lost + self._open
        more = f", up to {dollars(unknown)} more for calls whose reply never came"
        return f"{dollars(self.spent - self.lost)} billed" + (more if unknown > _ROUNDING else "")

    async def take(self, call: str, usd: float) -> None:
        """Set aside what a call can cost at most; waits for open calls if that makes room.

        Raises:
            SpentError: It does not fit though no call is open, or an earlier one did not fit or
                cost more than it could. (What is sent while a run ends is billed and lost.)
        """
        while self._closed or not self._set_aside(call, usd, calls=1):
            if not self._calls and not (self._awaits_others() and not self._closed):
                self._closed = self._closed or (
                    f"the next call may cost {dollars(usd)} and would pass the budget of "
                    f"{dollars(self.limit or 0.0)}"
                )
                self._more = self._more or _MORE
                raise SpentError(self._closed, self._more)
            await self._change()
        self._calls += 1
        self._open += usd

    def lose(self, call: str, usd: float) -> bool:
        """Count a try as billed, whose reply never came; say whether another one may be made."""
        if not self._set_aside(call, usd):
            return False
        self.spent += usd
        self.lost += usd
        return True

    def settle(self, call: str, usd: float, *, cost: float, lost: float) -> None:
        """Close a call for which ``usd`` was set aside.

        Args:
            call: The item.
            usd: What was set aside.
            cost: What its stored reply says that it cost.
            lost: What it may have cost besides, of which no reply tells.
        """
        self._calls -= 1
        self._open = self._open - usd if self._calls else 0.0
        self.spent += cost + lost
        self.lost += lost
        self._note(call, lost - usd, cost=cost, calls=-1)
        if self.limit is not None and cost + lost > usd + _ROUNDING:
            self._closed = (
                f"{call} cost {dollars(cost + lost)}, though it should cost {dollars(usd)} at "
                "most: the model does not keep to --max-tokens, or needs a greater margin in the "
                "file of --prices"
            )
            self._more = " --prices FILE" + (_MORE if self.spent > self.limit else "")
        if self._changed is not None:
            self._changed.set()
            self._changed = None

    def pay(self, call: str, usd: float) -> None:
        """Count what no stored reply tells of."""
        self.spent += usd
        self._note(call, usd)

    async def _change(self) -> None:
        """Wait until a call is closed."""
        self._changed = self._changed or anyio.Event()
        await self._changed.wait()

    def _awaits_others(self) -> bool:
        """Say whether anybody else has calls open, which may make room."""
        return False

    def _set_aside(self, call: str, usd: float, *, calls: int = 0) -> bool:
        """Note that so much is set aside, for so many new calls, if the limit allows it."""
        if self.limit is not None and self.limit - self.spent - self._open < usd:
            return False
        self._note(call, usd, calls=calls)
        return True

    def _note(self, call: str, usd: float, *, cost: float = 0.0, calls: int = 0) -> None:  # noqa: ARG002 (of several workers)
        if self._file is not None and usd:
            self._file.add(Reserve(call, usd))


def spent(folder: Path) -> float:
    """Return what a run has cost, in dollars, as far as is known.

    The sum of all replies ever stored, and of what was set aside and never given back.
    """
    costs = [reply.cost or 0.0 for reply in _rows(folder / REPLIES, Reply)]
    aside = [row.usd for row in _rows(folder / RESERVED, Reserve)]
    return math.fsum(costs) + max(0.0, math.fsum(aside))


def lost(folder: Path) -> float:
    """Return how much of what is spent is for calls whose reply never came, in dollars."""
    aside = (row.usd for row in _rows(folder / RESERVED, Reserve) if row.id != PREFLIGHT)
    return max(0.0, math.fsum(aside))


def open_purse(folder: Path, limit: float | None) -> Purse:
    """Return the purse of a run for one process, with what the run has cost so far."""
    return Purse(folder, limit, spent(folder), lost(folder))


def check(study: Study, *, spent: float, cells: Iterable[Cell] | None = None) -> None:
    """Make sure that a budget can be kept, and allows to try the models out.

    Args:
        study: What is asked.
        spent: What that has cost before, in dollars.
        cells: Those that are still to be asked; None: all.

    Raises:
        InputError: A price is unknown, nothing limits a reply, or the budget is too small.
    """
    limit = study.budget
    if limit is None:
        return
    words: dict[tuple[str, str | None], float] = {}
    for cell in study.cells if cells is None else cells:
        offer = study.offers.get(cell.key, Offer())
        if not offer.priced:
            raise InputError(
                f"--budget: nobody knows what {cell.model} costs: give its price with --prices "
                f'FILE, in which stands ["{cell.model}"] and below it in = and out =, US dollars '
                "for a million tokens"
            )
        word = of_one_word(cell, offer)
        if word is None:
            raise InputError(
                f"--budget: nothing limits how long a reply of {cell.model} is, nor what it "
                "costs: set --max-tokens"
            )
        words[cell.model, cell.base_url] = word
        first = math.fsum(words.values())
        if spent + first > limit and not offer.free:
            before = f"{dollars(spent)} are spent, and " if spent else ""
            several = len(words) > 1
            whom = f"each of {len(words)} models" if several else cell.model
            raise InputError(
                f"--budget {limit:g}: {before}one call of {whom} may cost {dollars(first)}: "
                "give more" + ("" if cell.max_tokens else ", or limit the replies by --max-tokens")
            )


def of_one_word(cell: Cell, offer: Offer) -> float | None:
    """Return the most that the call can cost which tries a model out."""
    worst = sizes.worst(_ONE_WORD, cell, offer)
    return None if worst is None else sum(worst)


def dollars(usd: float) -> str:
    """Return an amount to read: cents, and more digits where cents say nothing."""
    return f"${usd:,.2f}" if usd >= 1 or not usd else f"${usd:.2g}" if usd < 0.01 else f"${usd:.3f}"


def _rows(path: Path, record: type[R]) -> Iterator[R]:
    if path.is_file():
        jsonl.Appender(path).close()
        yield from jsonl.read(path, record)
