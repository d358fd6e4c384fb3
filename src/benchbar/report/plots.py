"""The figures as numbers: where each mark, bar and grid line goes. Templates draw them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Protocol, TypeAlias

from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.buckets import OFFSETS, Bucket
from benchbar.report.numbers import percent
from benchbar.report.published import WRONG_LINES
from benchbar.report.table import Column, Entry, Headline
from benchbar.report.visible import visible

MOST_AT_LENGTH = 3
"""How many models have figures and lists of their own on a page; of more, tables stand for them."""

_LETTERS = 54
"""How many letters of a legend stand on one line of a figure in a file of its own."""

Links: TypeAlias = Mapping[tuple[str, str, str, str], str]
"""Where the replies are of each corpus, task, window and cell."""

LEFT, WIDTH, RIGHT = 132, 280, 520
"""Pixels: where the axis starts, its length, and the width of the figure."""

_STEP, _PAD, _GROUP = 11, 12, 24
"""Pixels: between the marks of a row, around them, and for the title of a group."""

MOST_SERIES = 8
"""How many models one figure holds: so many can be told apart by colour and shape."""

_SHAPES = ("circle", "diamond", "square", "triangle")


@dataclass(frozen=True, slots=True)
class Axis:
    """What stands from left to right in a figure.

    Attributes:
        low: Value at the left end; what lies beyond an end is drawn at it.
        high: Value at the right end.
        ticks: Values with a grid line, and what is printed below it.
        of: What the numbers are, in words.
        unit: What follows a number.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    of: str
    unit: str = ""

    def x(self, value: float) -> float:
        """Return where a value lies, in pixels."""
        share = (value - self.low) / (self.high - self.low)
        return round(LEFT + WIDTH * min(max(share, 0.0), 1.0), 1)


PERCENT = Axis(
    0, 1, ((0, "0"), (0.25, "25"), (0.5, "50"), (0.75, "75"), (1, "100%")), "percent", " %"
)


@dataclass(frozen=True, slots=True)
class Series:
    """What the marks of one colour and shape stand for; ``kind`` names it in the style sheet."""

    kind: str
    shape: str
    label: str


CORRECTED = Series("corrected", "circle", "corrected grader")
PUBLISHED = Series("published", "diamond", "published grader")
PAPER = Series("paper", "tick", "GPT-4, as published")


@dataclass(frozen=True, slots=True)
class Mark:
    """One estimate on the axis, in pixels, what it says, and where the replies behind it are."""

    series: Series
    x: float
    y: float
    low: float
    high: float
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One line of a plot; ``group`` is a title where a new group begins."""

    y: float
    middle: float
    group: str
    title: str
    value: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """Estimates with their intervals, line by line, on one axis."""

    name: str
    title: str
    what: str
    height: float
    rows: tuple[PlotRow, ...]
    series: tuple[Series, ...]
    axis: Axis = PERCENT

    @property
    def summary(self) -> str:
        """All that the plot shows, in words."""
        return "; ".join(mark.title for row in self.rows for mark in row.marks)


def folded(text: str) -> list[str]:
    """Return a text in lines that fit into a figure; what cannot be seen is shown first."""
    return wrap(visible(text), _LETTERS) or [""]


Point: TypeAlias = tuple[Series, Estimate, str]
"""What a mark is made of: its series, the estimate, and where the replies behind it are."""


class Telling(Protocol):
    """Puts an estimate into words, with so many digits after the point."""

    def __call__(self, estimate: Estimate, *, digits: int = 1) -> str:
        """Return the words."""


def plot(
    name: str,
    title: str,
    what: str,
    lines: Iterable[tuple[str, str, Sequence[Point]]],
    told: Telling = percent,
    axis: Axis = PERCENT,
) -> Plot:
    """Arrange lines of (group, title, points), a line's points one below the other.

    A tick is drawn over the whole line. The value of a line with one model is printed beside it.

    Args:
        name: Of the figure's file.
        title: What is shown.
        what: What the axis means.
        lines: The lines.
        told: How an estimate is printed.
        axis: What stands from left to right.
    """
    rows: list[PlotRow] = []
    series: dict[Series, None] = {}
    y, last = 14.0, ""
    for group, line, points in lines:
        new = group if group != last else ""
        last = group
        y += _GROUP if new else 0
        drawn = [point for point in points if point[0].shape != "tick"]
        height = _STEP * max(1, len(drawn)) + _PAD
        marks = []
        for place, (one, estimate, href) in enumerate(
            [*drawn, *(p for p in points if p not in drawn)]
        ):
            series.setdefault(one)
            at = y + _PAD / 2 + _STEP * (place + 0.5) if one.shape != "tick" else y + height / 2
            whose = ", ".join(filter(None, (group, line)))
            said = f"{whose}, {one.label}: {told(estimate)}{axis.unit}"
            x, low, high = map(axis.x, (estimate.value, estimate.low, estimate.high))
            marks.append(Mark(one, x, at, low, high, said, href))
        alone = not any(one.kind.startswith("s") for one, *_ in drawn) or len(drawn) == 1
        value = told(points[0][1], digits=0) if alone and drawn else ""
        rows.append(PlotRow(y, y + height / 2, new, line, value, tuple(marks)))
        y += height
    return Plot(name, title, what, y + 26, tuple(rows), tuple(series), axis)


def models(labels: Mapping[str, str]) -> dict[str, Series]:
    """Give each cell a colour and a shape."""
    return {
        cell: Series(f"s{n % MOST_SERIES}", _SHAPES[n % len(_SHAPES)], label)
        for n, (cell, label) in enumerate(labels.items())
    }


def accuracy_plots(table: Headline, links: Links) -> list[Plot]:
    """Arrange one plot for each model and size, GPT-4's published figures as a tick."""
    ours: dict[tuple[str, str], dict[str, Entry]] = {}
    for entry in table.entries:
        if not entry.paper:
            ours.setdefault((entry.cell, entry.window), {})[entry.grader] = entry
    paper = {
        entry.window: entry.values
        for entry in table.entries
        if entry.paper and entry.model == "GPT-4"
    }
    found = []
    for number, ((cell, window), graders) in enumerate(ours.items(), 1):
        values: list[tuple[Series, Mapping[Column, Estimate], bool]] = [
            (one, graders[one.kind].values, True)
            for one in (CORRECTED, PUBLISHED)
            if one.kind in graders
        ]
        values.append((PAPER, paper.get(window, {}), False))
        lines = [
            (names.corpus(column[0]), names.task(column[1]), [
                (one, estimates[column], links.get((*column, window, cell), "") if link else "")
                for one, estimates, link in values
                if column in estimates
            ])
            for column in table.columns
            if any(column in estimates for _, estimates, link in values if link)
        ]  # fmt: skip
        model = next(iter(graders.values())).model
        found.append(plot(f"accuracy-{number}", f"{model}, {window}", "Accuracy by test", lines))
    return found


def comparison_plots(table: Headline, labels: Mapping[str, str], links: Links) -> list[Plot]:
    """Arrange the models side by side, test by test, a plot for each size; none for one model."""
    ours = [entry for entry in table.entries if not entry.paper and entry.grader == "corrected"]
    found: list[Plot] = []
    series = models(labels)
    for window in dict.fromkeys(entry.window for entry in ours):
        entries = [entry for entry in ours if entry.window == window]
        figures = -(-len(entries) // MOST_SERIES)
        each = -(-len(entries) // figures)
        for start in range(0, len(entries), each):
            part = entries[start : start + each]
            if len(entries) > 1:
                lines = [
                    (names.corpus(column[0]), names.task(column[1]), [
                        (series[one.cell], one.values[column],
                         links.get((*column, window, one.cell), ""))
                        for one in part
                        if column in one.values
                    ])
                    for column in table.columns
                ]  # fmt: skip
                kept = [line for line in lines if line[2]]
                name = f"models-{len(found) + 1}"
                found.append(plot(name, f"The models side by side, {window}",
                                  "Accuracy by test, corrected grader", kept))  # fmt: skip
    return found


def bucket_plot(
    name: str,
    title: str,
    what: str,
    rows: Iterable[tuple[Bucket, Sequence[tuple[str, Estimate, str]]]],
    series: Mapping[str, Series],
) -> Plot:
    """Arrange the groups of a breakdown, each with the estimate and address of some cells."""
    lines = [
        ("", bucket.title, [(series[cell], estimate, href) for cell, estimate, href in found])
        for bucket, found in rows
    ]
    return plot(name, title, what, lines)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: pixels from the top, count, label, and where its replies are."""

    label: str
    x: float
    y: float
    height: float
    count: int
    href: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """Where the wrong lines of one model lie in one task."""

    name: str
    title: str
    bars: tuple[Bar, ...]
    total: int
    paper: bool = False


BAR_WIDTH, BAR_ROOM = 36, 110


def histogram(
    name: str, title: str, counts: Mapping[str, int], hrefs: Mapping[str, str], *, paper: bool
) -> Histogram:
    """Arrange counts by place as bars of at most ``BAR_ROOM`` pixels."""
    most = max(1, *(counts.get(place, 0) for place in OFFSETS))
    bars = []
    for place, label in enumerate(OFFSETS):
        count = counts.get(label, 0)
        height = round(BAR_ROOM * count / most, 1)
        x = 8 + place * (BAR_WIDTH + 8) + (12 if place > 4 else 0)
        bars.append(Bar(label, x, round(BAR_ROOM - height, 1), height, count, hrefs.get(label, "")))
    return Histogram(name, title, tuple(bars), sum(counts.values()), paper)


def histograms(
    offsets: Mapping[tuple[str, str], Counter[str]],
    labels: Mapping[str, str],
    hrefs: Mapping[tuple[str, str], Mapping[str, str]],
) -> list[Histogram]:
    """Arrange one histogram for each task and model, GPT-4's published one after each task's."""
    found: list[tuple[str, Counter[str], Mapping[str, str], bool]] = []
    for task in dict.fromkeys(task for task, _ in offsets):
        for (of_task, cell), counts in offsets.items():
            if of_task == task:
                title = f"{names.task(task)}: {labels.get(cell, cell)}"
                found.append((title, counts, hrefs.get((task, cell), {}), False))
        if task in WRONG_LINES:
            published = Counter(dict(zip(OFFSETS, WRONG_LINES[task], strict=True)))
            found.append((f"{names.task(task)}: GPT-4, published", published, {}, True))
    return [
        histogram(f"histogram-{number}", title, counts, links, paper=paper)
        for number, (title, counts, links, paper) in enumerate(found, 1)
    ]


@dataclass(frozen=True, slots=True)
class KindBar:
    """One kind of error or of no answer: a horizontal bar, in percent of the longest."""

    test: str
    outcome: str
    kind: str
    count: int
    interval: str
    width: float
    href: str


def kind_bars(rows: Iterable[tuple[str, str, str, int, Estimate, str]]) -> list[KindBar]:
    """Arrange (test, outcome, kind, count, share, address) as bars that share one scale."""
    kept = list(rows)
    most = max((count for _, _, _, count, _, _ in kept), default=1)
    return [
        KindBar(test, outcome, kind, count, percent(share), round(100 * count / most, 1), href)
        for test, outcome, kind, count, share, href in kept
    ]
