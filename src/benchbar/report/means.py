"""Means over the tests of a size: of tests, each counting alike, and of items, pooled."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchbar.records import Estimate
from benchbar.report.tally import Row, Tally
from benchbar.stats.proportions import mean_of

Of: TypeAlias = Literal["tests", "items"]


@dataclass(frozen=True, slots=True)
class Mean:
    """One mean over ``tests`` tests of a size; ``of`` says what counts alike in it."""

    cell: str
    window: str
    grader: str
    of: Of
    tests: int
    estimate: Estimate


def means(rows: Iterable[Row]) -> list[Mean]:
    """Return for each cell, size and grader the mean of its tests, then that of its items.

    The mean of items takes all replies as those of one test; answers about one text are one
    cluster, whichever test asked them.
    """
    found = []
    lines: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        lines.setdefault((row.cell, row.test.window, row.grader), []).append(row)
    for line, kept in lines.items():
        tests = mean_of([row.accuracy for row in kept])
        items = Tally.together(row.tally for row in kept).share("correct")
        found.append(Mean(*line, "tests", len(kept), tests))
        found.append(Mean(*line, "items", len(kept), items))
    return found
