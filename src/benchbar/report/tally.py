"""From verdicts to counts and estimates: every number of every report is made here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from benchbar.errors import InputError
from benchbar.records import Estimate, Item, Outcome, Verdict
from benchbar.report.texts import texts
from benchbar.stats.clusters import clustered
from benchbar.stats.proportions import wilson


class BltTest(NamedTuple):
    """One test: a task on a corpus at a size."""

    corpus: str
    task: str
    window: str


class Tally:
    """How often each outcome and kind came up, by the text that was asked about."""

    __slots__ = ("_asked", "_found", "_shares")

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._found: dict[tuple[Outcome, str], Counter[str]] = {}
        self._shares: dict[tuple[Outcome, str], Estimate] = {}

    def add(self, verdict: Verdict, text: str) -> None:
        """Count one verdict; answers about what was cut from one text are one cluster."""
        kind = "" if verdict.outcome == "correct" else verdict.error or "unnamed"
        self._shares.clear()
        self._asked[text] += 1
        self._found.setdefault((verdict.outcome, kind), Counter())[text] += 1

    @property
    def n(self) -> int:
        """All verdicts; the three outcomes add up to it."""
        return self._asked.total()

    def count(self, outcome: Outcome) -> int:
        """How many verdicts have an outcome."""
        return sum(self.kinds(outcome).values())

    def kinds(self, outcome: Outcome) -> dict[str, int]:
        """Counts of the kinds of wrong answers, or of no answers, the most frequent first."""
        counts = {kind: by.total() for (found, kind), by in self._found.items() if found == outcome}
        return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))

    def share(self, outcome: Outcome, kind: str = "") -> Estimate:
        """Estimate the share of an outcome and kind among all verdicts.

        Wilson where every answer is about a text of its own, else with texts as the units of
        chance.
        """
        if (outcome, kind) not in self._shares:
            self._shares[outcome, kind] = self._share(outcome, kind)
        return self._shares[outcome, kind]

    def _share(self, outcome: Outcome, kind: str) -> Estimate:
        by = self._found.get((outcome, kind), Counter())
        if len(self._asked) == self.n:
            return wilson(by.total(), self.n)
        counts = [by[text] for text in self._asked]
        return clustered(counts, list(self._asked.values()))

    @classmethod
    def together(cls, tallies: "Iterable[Tally]") -> "Tally":
        """Return one tally of all that some others counted."""
        whole = cls()
        for one in tallies:
            whole._asked.update(one._asked)
            for found, by in one._found.items():
                whole._found.setdefault(found, Counter()).update(by)
        return whole


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one test in one cell, by one grader."""

    test: BltTest
    cell: str
    grader: str
    tally: Tally
    accuracy: Estimate


@dataclass(frozen=True, slots=True)
class Judged:
    """One reply's two verdicts, with its item and the text that it was cut from."""

    item: Item
    published: Verdict
    corrected: Verdict
    text: str

    @property
    def test(self) -> BltTest:
        """The test that the item belongs to."""
        return which_test(self.item)

    @property
    def differs(self) -> bool:
        """Whether the graders differ in the outcome, or in the kind of an error."""
        one, other = self.published, self.corrected
        return (one.outcome, one.error) != (other.outcome, other.error)

    @property
    def disputed(self) -> bool:
        """Whether one grader says right and the other does not."""
        return (self.published.outcome == "correct") != (self.corrected.outcome == "correct")


def which_test(item: Item) -> BltTest:
    """Return the test that an item belongs to."""
    return BltTest(item.corpus, item.task, item.window)


def tally(verdicts: Iterable[Verdict], items: Mapping[str, Item]) -> list[Row]:
    """Count verdicts by test, cell and grader, in the order of first appearance.

    Args:
        verdicts: Of one run, in any order.
        items: The items by id.

    Raises:
        InputError: A verdict is about an item that is not there.
    """
    counted: dict[tuple[BltTest, str, str], Tally] = {}
    cut_from = dict(zip(items, texts(list(items.values())), strict=True))
    for verdict in verdicts:
        item = item_of(verdict, items)
        key = (which_test(item), verdict.cell, verdict.grader)
        counted.setdefault(key, Tally()).add(verdict, cut_from[item.id])
    return rows_of(counted)


def rows_of(counted: Mapping[tuple[BltTest, str, str], Tally]) -> list[Row]:
    """Estimate the accuracy of each test, cell and grader."""
    return [
        Row(test, cell, grader, found, found.share("correct"))
        for (test, cell, grader), found in counted.items()
    ]


def item_of(verdict: Verdict, items: Mapping[str, Item]) -> Item:
    """Return the item that a verdict is about.

    Raises:
        InputError: It is not among the items.
    """
    try:
        return items[verdict.id]
    except KeyError:
        raise InputError(
            f"{verdict.id}: there is a verdict but no such item, so verdicts and items do not "
            "belong together: grade the replies anew with 'benchbar score RUN'"
        ) from None


def pairs(verdicts: Iterable[Verdict], items: Mapping[str, Item]) -> Iterator[Judged]:
    """Yield each reply's two verdicts together; memory holds only those still waiting.

    Raises:
        InputError: A reply has the verdict of one grader only, or its item is not there.
    """
    waiting: dict[tuple[str, str, int], Verdict] = {}
    cut_from = dict(zip(items, texts(list(items.values())), strict=True))
    for verdict in verdicts:
        key = (verdict.id, verdict.cell, verdict.trial)
        other = waiting.pop(key, None)
        if other is None:
            waiting[key] = verdict
        elif other.grader == verdict.grader:
            raise InputError(f"{verdict.id}: judged twice by one grader; run 'benchbar score RUN'")
        else:
            both = {one.grader: one for one in (other, verdict)}
            item = item_of(verdict, items)
            yield Judged(item, both["published"], both["corrected"], cut_from[item.id])
    if waiting:
        lonely = next(iter(waiting))[0]
        raise InputError(f"{lonely}: judged by one grader only; run 'benchbar score RUN'")


def as_json(rows: Iterable[Row]) -> list[dict[str, object]]:
    """Return rows in the shape of ``benchbar score --json``.

    Accuracy and limits are shares in [0, 1]; ``errors`` holds the kinds of wrong answers and
    adds up to ``wrong``, ``kinds`` those of no answers and adds up to ``not_an_answer``. The cell
    is named where there are several.
    """
    kept = list(rows)
    several = len({row.cell for row in kept}) > 1
    return [({"cell": row.cell} if several else {}) | _as_json(row) for row in kept]


def _as_json(row: Row) -> dict[str, object]:
    return {
        **row.test._asdict(),
        "grader": row.grader,
        "n": row.tally.n,
        "correct": row.tally.count("correct"),
        "wrong": row.tally.count("wrong"),
        "not_an_answer": row.tally.count("not_an_answer"),
        "accuracy": row.accuracy.value,
        "low": row.accuracy.low,
        "high": row.accuracy.high,
        "errors": row.tally.kinds("wrong"),
        "kinds": row.tally.kinds("not_an_answer"),
    }
