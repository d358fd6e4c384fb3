"""The page of a learning curve: ``benchbar tune curve RUN ... --out DIR`` writes it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchbar.records import Estimate
from benchbar.report import names
from benchbar.report.beside_page import write_results
from benchbar.report.binders import title_of
from benchbar.report.columns import Cells
from benchbar.report.drawing import environment
from benchbar.report.numbers import percent
from benchbar.report.plots import folded
from benchbar.report.sheets import csv_file
from benchbar.suites.whole import PAGE, making
from benchbar.tune.learning import LearningCurve, Stage
from benchbar.tune.learning_view import ALL, LEGEND, as_json, minutes, said_of, sentence

MARK = "tables/curve.csv"
"""What tells the page of a learning curve from other web pages."""

FIGURE = "figures/curve.svg"
"""All panels in one file."""

_HEADER = (
    "run", "model", "rows", "cpu_seconds", "window", "corpus", "task",
    "accuracy", "low", "high", "level", "n", "texts", "interval",
)  # fmt: skip

_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 500, 12, 232
"""Pixels: where the axes of a panel begin and end."""
_WIDTH, _HEIGHT = 520, 282
_TITLE, _GAP, _BESIDE = 18, 34, 2
"""Pixels for a line of a title and between panels of the file, and how many stand in a row."""
_STEPS = (1, 2, 5)
_TICKS = 5


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line, in pixels, and what is printed beside it."""

    at: float
    said: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The accuracy at a number of rows, and its limits, in pixels, and what it says."""

    x: float
    y: float
    low: float
    high: float
    said: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A test: its marks from left to right, on axes that all panels share."""

    name: str
    title: str
    marks: tuple[Mark, ...]
    across: tuple[Tick, ...]

    @property
    def summary(self) -> str:
        """All that the panel shows, in words."""
        return "; ".join(mark.said for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a panel stands in the file of all, in pixels, below its title."""

    panel: Panel
    title: Sequence[str]
    x: float
    y: float


UP = tuple(
    Tick(round(_BOTTOM + (_TOP - _BOTTOM) * share, 1), said)
    for share, said in ((0, "0"), (0.25, "25"), (0.5, "50"), (0.75, "75"), (1, "100%"))
)
"""Lines of percent, in every panel."""


def write(found: LearningCurve, out: Path, *, force: bool = False) -> Path:
    """Write the page of a learning curve into a folder, whole or not at all; return the page.

    The folder holds ``index.html``, ``figures/curve.svg``, ``tables/curve.csv`` and
    ``results.json``, and needs no network.

    Args:
        found: The curve.
        out: The folder to make.
        force: Replace the page that is there already.

    Raises:
        InputError: The folder exists and ``force`` is not given, or it is something else.
    """
    with making(
        out, mark=MARK, what="page of a learning curve", force=force, made_of=PAGE
    ) as folder:
        (folder / "tables").mkdir()
        with csv_file(folder / MARK, _HEADER, raw=False) as add:
            for cells in rows(found):
                add(cells)
        write_results(folder, _told(found))
        templates = environment("benchbar.tune")
        panels = list(panels_of(found))
        placed, width, height = _together(panels)
        said = {
            "curve": found,
            "panels": panels,
            "up": UP,
            "placed": placed,
            "size": (width, height),
            "edges": {"left": _LEFT, "right": _RIGHT, "top": _TOP, "bottom": _BOTTOM},
            "panel_size": (_WIDTH, _HEIGHT),
            "figure": FIGURE,
            "table": MARK,
            "sentence": sentence(found),
            "models": [(stage, minutes(stage), said_of(stage.overall)) for stage in found.stages],
            "by_test": [
                (title_of(test), [said_of(stage.tests.get(test)) for stage in found.stages])
                for test in found.tests
            ],
            "legend": LEGEND,
            "glossary": _glossary(found),
        }
        (folder / "figures").mkdir()
        figure = templates.get_template("learning-figure.svg.j2").render(said)
        (folder / FIGURE).write_text(figure, encoding="utf-8")
        with (folder / "index.html").open("w", encoding="utf-8") as file:
            file.writelines(templates.get_template("learning.html.j2").generate(said))
    return out / "index.html"


def _told(found: LearningCurve) -> dict[str, object]:
    return {
        "base": found.base,
        "grader": found.grader,
        "notes": found.notes,
        "runs": as_json(found),
    }


def rows(found: LearningCurve) -> Iterator[Cells]:
    """Yield every accuracy as a row of the table beside the page; shares are in [0, 1].

    The mean of all tests, where there are several, is of the task ``all tests``.
    """
    for stage in found.stages:
        for test, estimate in stage.tests.items():
            yield *_whose(stage), test.window, test.corpus, test.task, *_figures(estimate)
        if stage.overall and len(found.tests) > 1:
            yield *_whose(stage), "", "", ALL, *_figures(stage.overall)


def _whose(stage: Stage) -> Cells:
    return stage.run, stage.model, stage.rows, stage.cpu_seconds


def _figures(found: Estimate) -> Cells:
    return found.value, found.low, found.high, found.level, found.n, found.clusters, found.method


def panels_of(found: LearningCurve) -> Iterator[Panel]:
    """Yield a panel for all tests together, where there are several, and one for each test."""
    across = ticks(found.stages[-1].rows)
    if len(found.tests) > 1:
        overall = [(stage, stage.overall) for stage in found.stages]
        yield _panel("all", f"{ALL.capitalize()}, each counting alike", overall, across)
    for number, test in enumerate(found.tests, 1):
        values = [(stage, stage.tests.get(test)) for stage in found.stages]
        yield _panel(f"test-{number}", title_of(test), values, across)


def ticks(most: int) -> tuple[int, ...]:
    """Return round numbers of rows from 0 up, the last of them no fewer than ``most``."""
    width = max(most, 1) / _TICKS
    tens = 10 ** max(0, math.floor(math.log10(width)))
    step = next((by * tens for by in _STEPS if by * tens >= width), 10 * tens)
    return tuple(step * n for n in range(math.ceil(max(most, 1) / step) + 1))


def _panel(
    name: str,
    title: str,
    values: Sequence[tuple[Stage, Estimate | None]],
    across: Sequence[int],
) -> Panel:
    def x(rows: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * rows / across[-1], 1)

    def y(share: float) -> float:
        return round(_BOTTOM + (_TOP - _BOTTOM) * share, 1)

    marks = tuple(
        Mark(
            x(stage.rows),
            y(found.value),
            y(found.low),
            y(found.high),
            f"{stage.rows:,} rows ({stage.run}): {percent(found)} %",
        )
        for stage, found in values
        if found
    )
    return Panel(name, title, marks, tuple(Tick(x(one), f"{one:,}") for one in across))


def _together(panels: Sequence[Panel]) -> tuple[list[Placed], float, float]:
    """Place panels side by side and below each other; return width and height, too."""
    placed: list[Placed] = []
    y = 0.0
    for start in range(0, len(panels), _BESIDE):
        line = panels[start : start + _BESIDE]
        titles = [folded(panel.title) for panel in line]
        y += _TITLE * max(map(len, titles)) + 6
        for place, (panel, title) in enumerate(zip(line, titles, strict=True)):
            placed.append(Placed(panel, title, place * (_WIDTH + _GAP), y))
        y += _HEIGHT + _GAP
    beside = min(len(panels), _BESIDE)
    return placed, beside * (_WIDTH + _GAP) - _GAP, y - _GAP


def _glossary(found: LearningCurve) -> dict[str, str]:
    tasks = dict.fromkeys(names.task(test.task) for test in found.tests)
    words = (*tasks, f"{found.grader} grader", "interval", "text")
    return {word: names.GLOSSARY[word] for word in words if word in names.GLOSSARY}
