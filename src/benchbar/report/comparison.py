"""What is said when runs are compared: the records, and the judgment in words. Pure data."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchbar.records import Estimate, Grader
from benchbar.report.numbers import plural
from benchbar.report.tally import BltTest
from benchbar.stats.adjust import Adjustment
from benchbar.stats.agreement import Agreement

Level: TypeAlias = Literal["all", "family", "window", "test"]

ALPHA = 0.05
"""A difference is shown if its adjusted p is at most this, and its interval leaves out zero."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a comparison: a cell of a run, or one trial of it.

    ``letter`` stands for it in tables. ``cell`` is the name that reports use for the cell.
    """

    letter: str
    label: str
    run: str
    cell: str
    trials: int
    trial: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The items that one line is about; ``test`` is given where they are one test."""

    level: Level
    title: str
    test: BltTest | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """Two contestants on one part: the second against the first.

    ``difference`` is second less first, in shares of 1. ``texts`` counts the depositions,
    sections or documents that the items were cut from, which are its clusters. In a corpus where
    they are too few to stand for others, a finer unit is taken, and ``only_texts`` says of how
    many texts alone the interval speaks (else 0). ``gained`` are the ids of the items on which
    the second was right where the first was not, or right in more trials; ``lost`` the other way
    round. ``both`` counts the items that both always had right, ``neither`` those that neither
    ever had. ``adjusted`` allows for all ``family_size`` comparisons of this level.
    """

    part: Part
    n: int
    first: Estimate
    second: Estimate
    difference: Estimate
    p: float
    adjusted: float
    family_size: int
    method: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    both: int
    neither: int
    texts: int
    only_texts: int = 0

    @property
    def shown(self) -> bool:
        """Whether a difference was shown."""
        apart = self.difference.low > 0 or self.difference.high < 0
        return apart and self.adjusted <= ALPHA


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contestants on the items that both answered.

    ``left_out`` are the ids of the items that at least one of them lacks a reply to, which
    count for neither; ``lacks`` counts them for the first and the second.
    """

    first: Contestant
    second: Contestant
    results: tuple[Result, ...]
    left_out: tuple[str, ...] = ()
    lacks: tuple[int, int] = (0, 0)

    def of(self, level: Level) -> list[Result]:
        """Return the results of one level."""
        return [result for result in self.results if result.part.level == level]

    @property
    def overall(self) -> Result:
        """The result on all items together, each counting alike."""
        return self.of("all")[0]

    @property
    def verdict(self) -> tuple[str, ...]:
        """The judgment in words: overall, then by family of tasks."""
        families = self.of("family")
        whole = [self.overall] if len(families) > 1 else []
        return tuple(self._sentences([*whole, *families]))

    @property
    def short(self) -> tuple[str, str]:
        """What the two are called in sentences: without the model where it is the same."""
        (model, _, ours), (other, _, theirs) = (
            side.label.partition(", ") for side in (self.first, self.second)
        )
        same = model == other and ours and theirs
        return (ours, theirs) if same else (self.first.label, self.second.label)

    @property
    def omission(self) -> str:
        """What was left out of both sides, and why; empty if nothing was."""
        if not self.left_out:
            return ""
        named = ", ".join(self.left_out[:3]) + (" ..." if len(self.left_out) > 3 else "")
        one, other = (
            f"{name} lacks replies to {number:,}"
            for name, number in zip(self.short, self.lacks, strict=True)
        )
        left = plural(len(self.left_out), "item")
        return f"{left} left out of both sides: {one}, {other} ({named})"

    def _sentences(self, results: list[Result]) -> Iterator[str]:
        first, second = self.short
        for winner, loser, sign in ((second, first, 1), (first, second, -1)):
            won = [_won(one, sign) for one in results if one.shown and _sign(one) == sign]
            if won:
                yield f"{winner} is better than {loser} {_listed(won)}."
        for one in results:
            if not one.shown:
                yield self._not_shown(one)
        if few := self.overall.only_texts:
            yield (
                f"Some corpora have too few texts ({few} in all) to stand for others of their "
                "kind: there this speaks of those texts alone."
            )

    def _not_shown(self, result: Result) -> str:
        none = f"No difference was shown {_where(result.part)} ({plural(result.n, 'item')})"
        low, high = result.difference.low, result.difference.high
        first, second = self.short
        if low > 0 or high < 0:
            leader, most = (second, high) if low > 0 else (first, -low)
            return (
                f"{none}: {leader} may be better by up to "
                f"{_points(most)}, but chance could do as much ({_chance(result)})."
            )
        if _points(-low) == _points(high):
            return f"{none}, and one of up to {_points(high)} either way could have been missed."
        return (
            f"{none}, and one could have been missed: {first} may be better by up to "
            f"{_points(-low)}, {second} by up to {_points(high)}."
        )


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How far the trials of one contestant agree."""

    contestant: Contestant
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that ``benchbar compare`` prints, for a terminal or a page.

    ``notes`` are lines that a reader must see before any figure.
    """

    grader: Grader
    adjustment: Adjustment
    contestants: tuple[Contestant, ...]
    pairs: tuple[Pair, ...]
    steadiness: tuple[Steadiness, ...] = ()
    notes: tuple[str, ...] = ()


def p_value(p: float) -> str:
    """Return a p value as people print it: three digits, never 0."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def points(estimate: Estimate) -> str:
    """Return a difference in points with its interval, e.g. ``-7.6 [-9.3, -5.9]``.

    A limit beside zero keeps its sign when it is rounded: ``+0.0`` lies above zero.
    """
    value, low, high = (_signed(x) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} [{low}, {high}]"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}" if share else "0.0"


def _chance(result: Result) -> str:
    said = f"p {p_value(result.p)}"
    if result.adjusted == result.p:
        return said
    number = plural(result.family_size, "comparison")
    return f"{said}, or {p_value(result.adjusted)} when {number} are allowed for"


def _sign(result: Result) -> int:
    return 1 if result.difference.low > 0 else -1


def _won(result: Result, sign: int) -> str:
    ends = sorted((sign * result.difference.low, sign * result.difference.high))
    low, high = _outward(100 * ends[0], 100 * ends[1])
    points = "point" if high == "1" else "points"
    reach = f"{low} to {high} points" if low != "0" else f"up to {high} {points}"
    return f"{_where(result.part)} by {reach}"


def _outward(low: float, high: float) -> tuple[str, str]:
    """Return the ends of an interval as people say them, rounded so that it holds no less."""
    fine = 1 if low >= 1 else 10
    return f"{math.floor(low * fine) / fine:g}", f"{math.ceil(high * fine) / fine:g}"


def _where(part: Part) -> str:
    return "over all items together" if part.level == "all" else f"on {part.title}"


def _points(share: float) -> str:
    number = _number(100 * share)
    return f"{number} point" if number == "1" else f"{number} points"


def _number(points: float) -> str:
    """Return points as people say them: whole, but below one to the tenth, and never none."""
    return f"{points:.0f}" if points >= 0.95 else f"{max(points, 0.1):.1f}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
