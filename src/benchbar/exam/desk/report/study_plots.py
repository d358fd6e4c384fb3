"""The figures of a study's results page: estimates on an axis, and how often scores were given."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from benchbar.exam.desk.gate import KAPPA
from benchbar.exam.desk.report.agreeing import RANK, Round
from benchbar.exam.desk.report.author_scores import Author
from benchbar.exam.desk.report.findings import Findings, Shares
from benchbar.exam.desk.results import GraderScore
from benchbar.exam.page_plots import cut
from benchbar.records import Estimate
from benchbar.report.plots import Axis, Plot, Point, Series, Telling, plot
from benchbar.report.visible import visible

MOST_LINES = 24
"""Lines of a figure; a longer list stands in its table alone."""

_Lines: TypeAlias = list[tuple[str, str, list[Point]]]
_GROUP, _LINE = 56, 13
"""Letters of a name that fit above a line, and before it."""
_AGREED = Series("corrected", "circle", KAPPA)
_RANKED = Series("published", "diamond", "correlation of rank orders")
_ASKED = Series("paper", "tick", "least that the study asks for (kappa)")
_PEOPLE = Series("corrected", "circle", "by people")
_MODELS = Series("published", "diamond", "by models")
_ALLOWED = Series("paper", "tick", "allowed in calibration")
_COEFFICIENT = Axis(0, 1, ((0, "0"), (0.25, ".25"), (0.5, ".5"), (0.75, ".75"), (1, "1")), "of 1")
_POINTS = Axis(
    -2, 2, ((-2, "-2"), (-1, "-1"), (0, "as the others"), (1, "+1"), (2, "+2")), "in points"
)
_SCORE = Axis(1, 6, tuple((float(n), str(n)) for n in range(1, 7)), "of 1 to 6")


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram, in pixels, with its score and count."""

    label: str
    x: float
    y: float
    height: float
    count: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each score was given, as bars."""

    name: str
    title: str
    what: str
    bars: tuple[Bar, ...]

    @property
    def step(self) -> int:
        """From one bar to the next, in pixels; many stand closer."""
        return _step(len(self.bars))

    @property
    def width(self) -> int:
        """Of a bar, in pixels."""
        return self.step - _BETWEEN

    @property
    def total(self) -> int:
        """How many scores there are."""
        return sum(bar.count for bar in self.bars)


_SET = "set by the study"
BAR_ROOM, _BETWEEN = 96, 8
_STEP, _CLOSE, _MANY = 34, 19, 11
"""Pixels between bars, and between those of a histogram of more than so many."""


def two_digits(estimate: Estimate, *, digits: int = 2) -> str:
    """Return a coefficient with its interval; without digits it stands beside one that is drawn."""
    return _told(estimate, ".2f", drawn=not digits)


def in_points(estimate: Estimate, *, digits: int = 2) -> str:
    """Return a distance in points, as ``two_digits``."""
    return _told(estimate, "+.2f", drawn=not digits)


def of_six(estimate: Estimate, *, digits: int = 2) -> str:
    """Return a score, as ``two_digits``."""
    return _told(estimate, ".2f", drawn=not digits)


def _told(estimate: Estimate, form: str, *, drawn: bool) -> str:
    value, low, high = (
        format(round(one, 2) + 0.0, form) for one in (estimate.value, estimate.low, estimate.high)
    )
    if drawn or estimate.method == _SET:
        return value
    return f"{value} [{low}, {high}]" if low != high else f"{value} [no spread to go by]"


def all_of(found: Findings) -> Mapping[str, list[Plot | Counts]]:
    """Return the figures by the section in which they stand."""
    drawn = {
        "agreement": _agreement(found.rounds, found.study.options.kappa),
        "bias": _bias(found.by_grader, found.study.options.bias),
        "authors": _authors(one.author for one in found.outcomes),
    }
    figures: dict[str, list[Plot | Counts]] = {
        name: [one] if one else [] for name, one in drawn.items()
    }
    return figures | {"scores": list(_scores(found))}


def _agreement(rounds: Iterable[Round], asked: float) -> Plot | None:
    """Draw each grader's agreement with the others in the last round of each question."""
    lines: list[tuple[str, str, list[Point]]] = []
    for one in {found.question: found for found in rounds}.values():
        for gate in one.gates:
            figures = {figure.name: figure.found for figure in gate.figures}
            points: list[Point] = [
                (series, estimate, "")
                for series, name in ((_AGREED, KAPPA), (_RANKED, RANK))
                if (estimate := figures.get(name))
            ]
            points.append((_ASKED, _bare(asked), ""))
            lines.append((f"{one.question}, round {one.number}", gate.grader, points))
    return _drawn("agreement", "Agreement in calibration", "Each grader with the others", lines,
                  two_digits, _COEFFICIENT)  # fmt: skip


def _bias(graders: Iterable[GraderScore], allowed: float) -> Plot | None:
    lines: list[tuple[str, str, list[Point]]] = [
        (one.question, one.grader, [
            (_PEOPLE if one.kind == "human" else _MODELS, one.above, ""),
            (_ALLOWED, _bare(allowed), ""), (_ALLOWED, _bare(-allowed), ""),
        ])
        for one in sorted(graders, key=lambda one: one.question)
        if one.above
    ]  # fmt: skip
    return _drawn("bias", "Bias in live grading", "How far a grader lies above the other readers",
                  lines, in_points, _POINTS)  # fmt: skip


def _authors(authors: Iterable[Author]) -> Plot | None:
    lines: list[tuple[str, str, list[Point]]] = [
        (one.author, "", [
            (_PEOPLE if one.readers == "people" else _MODELS, one.raw.interval, "")
        ])
        for one in authors
        if one.raw and one.raw.interval
    ]  # fmt: skip
    return _drawn("authors", "Written part by author", "Weighted raw score", lines, of_six, _SCORE)


def _drawn(
    name: str,
    title: str,
    what: str,
    lines: _Lines,
    told: Telling,
    axis: Axis,
) -> Plot | None:
    if not 0 < len(lines) <= MOST_LINES:
        return None
    return plot(name, title, what, _fitted(lines), told, axis)


def _fitted(lines: _Lines) -> _Lines:
    """Shorten names to their room; where one is too long to stand before its line, all go above."""
    if all(cut(line, _LINE) == visible(line) for _, line, _ in lines):
        return [(cut(group, _GROUP), line, points) for group, line, points in lines]
    return [(cut(f"{line}: {group}", _GROUP), "", points) for group, line, points in lines]


def _bare(value: float) -> Estimate:
    """Return a threshold, which is set and not estimated."""
    return Estimate(value, value, value, 0.95, 0, 0, _SET)


def _scores(found: Findings) -> Iterator[Counts]:
    titles = {one.question: one.title for one in found.materials}
    for number, one in enumerate((one for one in found.scores if not one.whose), 1):
        what = f"scores of essays, by {one.readers}"
        yield _counts(f"scores-{number}", f"{one.question}: {titles[one.question]}", what, one)


def _step(bars: int) -> int:
    return _STEP if bars <= _MANY else _CLOSE


def _counts(name: str, title: str, what: str, shares: Shares) -> Counts:
    wide = next(wide for wide in (1, 0.5, 0.25) if not any(n % wide for n in shares.counts))
    scores = [1 + n * wide for n in range(round(5 / wide) + 1)]
    most = max(1, *shares.counts.values())
    bars = []
    for place, score in enumerate(scores):
        count = shares.counts.get(score, 0)
        height = round(BAR_ROOM * count / most, 1)
        x = 8 + place * _step(len(scores))
        bars.append(Bar(f"{score:g}", x, round(BAR_ROOM - height, 1), height, count))
    return Counts(name, title, what, tuple(bars))
