"""The figures as numbers: where each mark, bar and grid line goes. Templates draw them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.buckets import OFFSETS
from benchbar.report.numbers import percent
from benchbar.report.published import WRONG_LINES
from benchbar.report.table import Column, Headline

LEFT, WIDTH, ROW = 132, 280, 34
"""Pixels: where the axis starts, its length, and the height of a row."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One estimate on the axis, in pixels; ``kind`` is corrected, published or paper."""

    kind: str
    x: float
    low: float
    high: float
    title: str


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One test of a plot; ``group`` is the title of the corpus where a new one begins."""

    y: int
    group: str
    title: str
    value: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """The accuracy of one model at one size, test by test."""

    name: str
    title: str
    summary: str
    height: int
    rows: tuple[PlotRow, ...]


def _x(share: float) -> float:
    return round(LEFT + WIDTH * share, 1)


def _mark(kind: str, label: str, estimate: Estimate) -> Mark:
    title = f"{label}: {percent(estimate)} %"
    return Mark(kind, _x(estimate.value), _x(estimate.low), _x(estimate.high), title)


def accuracy_plots(table: Headline) -> list[Plot]:
    """Arrange one plot for each model and size, GPT-4's published figures as a tick."""
    ours: dict[tuple[str, str], dict[str, Mapping[Column, Estimate]]] = {}
    titles = {}
    for entry in table.entries:
        if not entry.paper:
            key = (entry.cell, entry.window)
            ours.setdefault(key, {})[entry.grader] = entry.values
            titles[key] = f"{entry.model}, {entry.window}"
    paper = {
        entry.window: entry.values
        for entry in table.entries
        if entry.paper and entry.model == "GPT-4"
    }
    return [
        _plot(f"plot-{number}", titles[key], table, graders | {"paper": paper.get(key[1], {})})
        for number, (key, graders) in enumerate(ours.items(), 1)
    ]


_LABELS = {
    "corrected": "corrected grader", "published": "published grader", "paper": "GPT-4, published",
}  # fmt: skip


def _plot(
    name: str, title: str, table: Headline, series: Mapping[str, Mapping[Column, Estimate]]
) -> Plot:
    rows: list[PlotRow] = []
    said = []
    y, corpus = 22, ""
    for column in table.columns:
        if not any(column in series.get(kind, {}) for kind in ("corrected", "published")):
            continue
        group = names.corpus(column[0]) if column[0] != corpus else ""
        corpus = column[0]
        y += 24 if group else 0
        marks = tuple(
            _mark(kind, label, series[kind][column])
            for kind, label in _LABELS.items()
            if column in series.get(kind, {})
        )
        lead = next(series[kind][column] for kind in _LABELS if column in series.get(kind, {}))
        rows.append(PlotRow(y, group, names.task(column[1]), percent(lead, digits=0), marks))
        said.append(f"{names.corpus(corpus)}, {names.task(column[1])}: {percent(lead)}")
        y += ROW
    return Plot(name, title, "; ".join(said), y + 30, tuple(rows))


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: pixels from the top, count and label."""

    label: str
    x: float
    y: float
    height: float
    count: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """Where the wrong lines of one model lie in one task."""

    name: str
    title: str
    bars: tuple[Bar, ...]
    total: int
    paper: bool = False


BAR_WIDTH, BAR_ROOM = 36, 110


def histogram(name: str, title: str, counts: Mapping[str, int], *, paper: bool) -> Histogram:
    """Arrange counts by place as bars of at most ``BAR_ROOM`` pixels."""
    most = max(1, *(counts.get(place, 0) for place in OFFSETS))
    bars = []
    for place, label in enumerate(OFFSETS):
        count = counts.get(label, 0)
        height = round(BAR_ROOM * count / most, 1)
        x = 8 + place * (BAR_WIDTH + 8) + (12 if place > 4 else 0)
        bars.append(Bar(label, x, round(BAR_ROOM - height, 1), height, count))
    return Histogram(name, title, tuple(bars), sum(counts.values()), paper)


def histograms(
    offsets: Mapping[tuple[str, str], Counter[str]], labels: Mapping[str, str]
) -> list[Histogram]:
    """Arrange one histogram for each task and model, GPT-4's published one after each task's."""
    found = []
    for task in dict.fromkeys(task for task, _ in offsets):
        for (of_task, cell), counts in offsets.items():
            if of_task == task:
                title = f"{names.task(task)}: {labels.get(cell, cell)}"
                found.append((title, counts, False))
        if task in WRONG_LINES:
            published = Counter(dict(zip(OFFSETS, WRONG_LINES[task], strict=True)))
            found.append((f"{names.task(task)}: GPT-4, published", published, True))
    return [
        histogram(f"histogram-{number}", title, counts, paper=paper)
        for number, (title, counts, paper) in enumerate(found, 1)
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


def kind_bars(rows: Iterable[tuple[str, str, str, int, Estimate]]) -> list[KindBar]:
    """Arrange (test, outcome, kind, count, share) as bars that share one scale."""
    kept = list(rows)
    most = max((count for *_, count, _ in kept), default=1)
    return [
        KindBar(test, outcome, kind, count, percent(share), round(100 * count / most, 1))
        for test, outcome, kind, count, share in kept
    ]
