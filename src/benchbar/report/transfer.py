"""What is measured of the tests that are reasoned out, beside right and wrong.

Of applies-to how first replies reason (``benchbar.tasks.stepwise``), of the amounts of SARA how far
they are off.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from benchbar.records import Estimate, Item, Reply, Verdict
from benchbar.report.tally import BltTest, which_test
from benchbar.scoring import tolerance
from benchbar.stats.averages import mean
from benchbar.stats.clusters import clustered
from benchbar.stats.proportions import wilson
from benchbar.tasks import applies_to, sara, stepwise

Key = tuple[BltTest, str]
"""A test and the name of a cell."""


@dataclass(slots=True)
class Reasoning:
    """The first replies to one test in one cell, by the document that was asked about."""

    seen: list[tuple[str, stepwise.Signs]] = field(default_factory=list)
    silent: int = 0

    def add(self, item: Item, reply: Reply) -> None:
        """Count one reply; without words in its first turn it shows nothing either way."""
        text = reply.turns[0] if reply.turns else ""
        if text.strip():
            self.seen.append((item.document, stepwise.signs(text)))
        else:
            self.silent += 1

    @property
    def words(self) -> Estimate | None:
        """The mean of their words; None if there are too few to say how sure it is."""
        return _mean([(text, signs.words) for text, signs in self.seen])

    @property
    def first(self) -> Estimate | None:
        """The share with "first"."""
        return _share([(text, signs.first) for text, signs in self.seen])

    @property
    def goes_on(self) -> Estimate | None:
        """The share with "first" and then another step."""
        return _share([(text, signs.goes_on) for text, signs in self.seen])

    @property
    def goes_on_of_first(self) -> Estimate | None:
        """The same, of those with "first"."""
        return _share([(text, signs.goes_on) for text, signs in self.seen if signs.first])


@dataclass(slots=True)
class Amounts:
    """The replies to questions of how much in one cell, by the corrected grader.

    ``off`` holds what was named as a share of the right amount, by text; it lacks the replies that
    name no one amount (``unnamed``), and those to which nothing is right, of which there is no
    share (``of_nothing``).
    """

    n: int = 0
    exact: list[tuple[str, bool]] = field(default_factory=list)
    near: list[tuple[str, bool]] = field(default_factory=list)
    off: list[tuple[str, float]] = field(default_factory=list)
    unnamed: int = 0
    of_nothing: int = 0

    def add(self, item: Item, verdict: Verdict, text: str) -> None:
        """Count one verdict."""
        self.n += 1
        exact = verdict.outcome == "correct" and verdict.rule == tolerance.EXACT
        self.exact.append((text, exact))
        self.near.append((text, verdict.outcome == "correct"))
        gold = float(tolerance.dollars(item.gold))
        off = 0 if exact else verdict.relative_error
        if not isinstance(off, int):
            self.unnamed += 1
        elif not gold:
            self.of_nothing += 1
        else:
            self.off.append((text, abs(off) / abs(gold)))

    @property
    def share_exact(self) -> Estimate | None:
        """The share of exact replies."""
        return _share(self.exact)

    @property
    def share_near(self) -> Estimate | None:
        """The share of those within the tolerance, exact ones among them."""
        return _share(self.near)

    @property
    def relative_error(self) -> Estimate | None:
        """The mean of how far off amounts are, as a share of the right one."""
        return _mean(self.off)


def asks_how_much(item: Item) -> bool:
    """Say whether an item's right answer is an amount."""
    return item.task == sara.NAME and item.gold not in sara.ANSWERS


def is_reasoned(item: Item) -> bool:
    """Say whether an item is first reasoned about, and then answered."""
    return item.task == applies_to.NAME


def reasoning_of(
    replies: Iterable[Reply], items: Mapping[str, Item], cells: Mapping[str, str]
) -> dict[Key, Reasoning]:
    """Read the signs of reasoning in the replies of a run.

    Args:
        replies: Of the run.
        items: Its items by id.
        cells: The names of its cells by their keys.
    """
    found: dict[Key, Reasoning] = {}
    for reply in replies:
        item = items.get(reply.id)
        if item is not None and is_reasoned(item):
            key = (which_test(item), cells.get(reply.cell, reply.cell))
            found.setdefault(key, Reasoning()).add(item, reply)
    return found


def _share(flags: list[tuple[str, bool]]) -> Estimate | None:
    by: dict[str, list[bool]] = {}
    for text, flag in flags:
        by.setdefault(text, []).append(flag)
    if len(by) == len(flags):
        return wilson(sum(flag for _, flag in flags), len(flags)) if flags else None
    return clustered([sum(one) for one in by.values()], [len(one) for one in by.values()])


def _mean(numbers: list[tuple[str, float]]) -> Estimate | None:
    """Return the mean of numbers of which none is negative, by text."""
    if len({text for text, _ in numbers}) < 2:
        return None
    found = mean([number for _, number in numbers], [text for text, _ in numbers])
    return replace(found, low=max(0.0, found.low))
