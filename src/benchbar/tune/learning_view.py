"""Accuracy against rows learnt, as the terminal shows it, and as JSON."""

import textwrap
from collections.abc import Iterator, Sequence

import msgspec
from rich.text import Text

from benchbar.records import Estimate
from benchbar.report.binders import title_of
from benchbar.report.numbers import percent, plural
from benchbar.report.tally import BltTest
from benchbar.report.visible import visible
from benchbar.tune.learning import LearningCurve, Stage

NONE = "–"
ALL = "all tests"
"""What the mean of the tests is called, each counting alike."""
LEGEND = (
    "Rows learnt: one that came twice counts twice. CPU minutes: processor time of the training, "
    "on the machine that did it. In brackets: 95% intervals. Where two overlap widely, no "
    "difference is shown between these models; 'benchbar tune report' compares two of them item by "
    "item."
)
_CELL, _NAME, _GAP = 14, 20, 2


def said_of(estimate: Estimate | None, *, digits: int = 1) -> str:
    """Return an accuracy in percent with its interval; a dash if there is none."""
    return NONE if estimate is None else percent(estimate, digits=digits)


def minutes(stage: Stage) -> str:
    """Return the minutes of processor time of a training; a dash if they are not known."""
    return NONE if stage.cpu_seconds is None else f"{stage.cpu_seconds / 60:,.1f}"


def sentence(found: LearningCurve) -> str:
    """Say how far learning went, from the first stage to the last; nothing if an end is missing."""
    first, last = found.stages[0], found.stages[-1]
    if len(found.tests) == 1:
        what = f"Accuracy on {title_of(found.tests[0])}"
        ends = [stage.tests.get(found.tests[0]) for stage in (first, last)]
    else:
        what = f"Mean accuracy of the {plural(len(found.tests), 'test')}"
        ends = [first.overall, last.overall]
    if None in ends:
        return ""
    before, after = (
        f"{value}% {rest}" for value, _, rest in (said_of(e).partition(" ") for e in ends)
    )
    began = "untuned" if first.rows == 0 else f"after {plural(first.rows, 'row')}"
    spent = "" if last.cpu_seconds is None else f" ({minutes(last)} CPU minutes)"
    return f"{what}: {before} {began}, {after} after {plural(last.rows, 'row')}{spent}."


def view(found: LearningCurve, *, width: int = 100) -> Iterator[Text]:
    """Yield what was learnt: the models, then their accuracy.

    Args:
        found: The curve.
        width: Of the terminal; tests that do not fit it side by side are stacked.
    """
    out = Text("How much is enough", style="bold", no_wrap=True)
    out.append(f", by the {found.grader} grader\n", "not bold")
    if said := sentence(found):
        out.append(_filled(visible(said), width), "not bold")
    for note in found.notes:
        out.append(_filled(visible(note), width), "not bold")
    yield out
    yield _models(found, width)
    yield _side_by_side(found, width) or _stacked(found)
    yield Text(_filled(LEGEND, width), "dim")


def _models(found: LearningCurve, width: int) -> Text:
    """Return which model stands behind each number of rows, and which run asked it."""
    rows = [(f"{one.rows:,}", minutes(one), visible(one.run)) for one in found.stages]
    head = ("rows", "CPU min", "run")
    right, middle, name = (max(map(len, column)) for column in zip(head, *rows, strict=True))

    def line(cells: Sequence[str], model: str) -> str:
        told = f"{cells[0]:>{right}}  {cells[1]:>{middle}}  {cells[2]}"
        beside = f"{told:<{right + middle + name + 2 * _GAP}}  {model}"
        below = f"{told}\n{' ' * (right + middle + 2 * _GAP)}{model}"
        return (beside if len(beside) <= width else below) + "\n"

    out = Text(line(head, "model"), "dim", no_wrap=True)
    for cells, stage in zip(rows, found.stages, strict=True):
        out.append(line(cells, visible(stage.model)), "not dim")
    return out


Column = tuple[str, list[Estimate | None]]


def _columns(found: LearningCurve) -> list[Column]:
    """Return the accuracy of every stage: of all tests, where there are several, then of each."""
    tests: list[Column] = [
        (visible(title_of(test)), [stage.tests.get(test) for stage in found.stages])
        for test in found.tests
    ]
    if len(tests) == 1:
        return tests
    return [(ALL, [stage.overall for stage in found.stages]), *tests]


def _lines(found: LearningCurve) -> tuple[str, list[str]]:
    """Return what begins each line, below its heading: the rows, and the run's name."""
    rows = [f"{one.rows:,}" for one in found.stages]
    runs = [_cut(visible(one.run)) for one in found.stages]
    right, left = max(map(len, ("rows", *rows))), max(map(len, ("run", *runs)))
    told = [f"{one:>{right}}  {run:<{left}}  " for one, run in zip(rows, runs, strict=True)]
    return f"{'rows':>{right}}  {'run':<{left}}  ", told


def _cut(name: str) -> str:
    """Return the end of a name, which tells runs apart, if it is long."""
    return name if len(name) <= _NAME else f"…{name[1 - _NAME :]}"


def _side_by_side(found: LearningCurve, width: int) -> Text | None:
    """Return a line for each stage with a column for each test; None if that is too wide."""
    columns = _columns(found)
    begin, lines = _lines(found)
    heads = [textwrap.wrap(title, _CELL) for title, _ in columns]
    if len(begin) + len(columns) * (_CELL + _GAP) - _GAP > width:
        return None
    tall = max(map(len, heads))
    out = Text("Accuracy in percent, with 95% intervals\n", style="bold", no_wrap=True)
    for n in range(tall):
        cells = (["", *[""] * tall, *head][len(head) + n + 1] for head in heads)
        out.append(_line(begin if n == tall - 1 else " " * len(begin), cells), "not bold dim")
    for n, start in enumerate(lines):
        cells = (said_of(values[n], digits=0) for _, values in columns)
        out.append(_line(start, cells), "not bold")
    return out


def _line(start: str, cells: Iterator[str]) -> str:
    return (start + (" " * _GAP).join(f"{cell:<{_CELL}}" for cell in cells)).rstrip() + "\n"


def _stacked(found: LearningCurve) -> Text:
    """Return the accuracy of every stage, test below test."""
    begin, lines = _lines(found)
    out = Text("Accuracy in percent, with 95% intervals\n", style="bold", no_wrap=True)
    out.append(f"{begin.rstrip()}\n", "not bold dim")
    for title, values in _columns(found):
        out.append(f"{title}\n", "not bold dim")
        for start, value in zip(lines, values, strict=True):
            out.append(f"{start}{said_of(value)}\n", "not bold")
    return out


def _filled(text: str, width: int) -> str:
    return textwrap.fill(text, min(width, 100), break_on_hyphens=False) + "\n"


def as_json(found: LearningCurve) -> list[dict[str, object]]:
    """Return the stages for ``--json``; shares are in [0, 1]."""
    return [
        {
            "run": stage.run,
            "model": stage.model,
            "rows": stage.rows,
            "cpu_seconds": stage.cpu_seconds,
            "tests": [_test(test, estimate) for test, estimate in stage.tests.items()],
            "overall": stage.overall,
        }
        for stage in found.stages
    ]


def _test(test: BltTest, estimate: Estimate) -> dict[str, object]:
    return test._asdict() | msgspec.structs.asdict(estimate)
