"""The leaderboard: models of many reports, ranked by what their intervals can tell apart."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Estimate, Grader
from benchbar.report import names
from benchbar.report.findings import short_names
from benchbar.report.results import NAME, CellResult, Results, RunResult
from benchbar.report.table import Column
from benchbar.report.tally import BltTest

_APART = "make a leaderboard of each"
_SAME = {
    "suite": ("suites", _APART),
    "version": ("versions of the suite", _APART),
    "data_digest": ("items (data digests)", _APART),
    "split": ("splits", _APART),
    "graders": ("graders", "score the runs again with one version and make the reports anew"),
}
"""What all runs of a leaderboard must share: how to name it, and how to mend a difference."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A model with its settings at one size.

    ``best`` and ``worst`` are the ranks that its interval leaves open; both are 0 where it is
    not ranked, and ``why`` says why.
    """

    model: str
    window: str
    tests: Estimate
    items: Estimate
    values: Mapping[Column, Estimate]
    best: int = 0
    worst: int = 0
    why: str = ""

    @property
    def rank(self) -> str:
        """The rank as shown: ``1``, ``2–4``, or a dash."""
        if not self.best:
            return "–"
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


@dataclass(frozen=True, slots=True)
class Board:
    """The ranking at one size: its columns, the ranked entries, best first, and the others."""

    window: str
    columns: Sequence[Column]
    ranked: Sequence[Entry]
    unranked: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class _Found:
    """A cell of some results, with the run that it belongs to."""

    run: RunResult
    result: CellResult
    label: str


def boards(files: Mapping[str, Results], grader: Grader) -> list[Board]:
    """Rank the models of some results by the mean of their tests, size by size.

    Args:
        files: Results by the name of the file that they were read from.
        grader: Whose verdicts count.

    Raises:
        InputError: The results do not belong together, or there are none.
    """
    check_alike(files)
    found = _labelled([
        (file, run, cell)
        for file, results in files.items() for run in results.runs for cell in run.cells
    ])  # fmt: skip
    windows = {test.window for one in found for test in one.result.tests if test.grader == grader}
    if not windows:
        raise InputError("nothing to rank: the results hold no test; name reports of graded runs")
    return [_board(window, found, grader) for window in sorted(windows, key=names.window_order)]


def check_alike(files: Mapping[str, Results]) -> None:
    """Make sure that figures of some results may stand side by side.

    Raises:
        InputError: A file is given twice, or two are of different suites, versions, items, splits
            or graders; names both.
    """
    seen: dict[bytes, str] = {}
    first: tuple[str, RunResult] | None = None
    for file, results in files.items():
        told = jsonl.encode(results.runs)
        if told in seen:
            raise InputError(f"{file}: holds the same results as {seen[told]}: name each once")
        seen[told] = file
        for run in results.runs:
            first = first or (file, run)
            _check_pair(first, (file, run))


def _check_pair(first: tuple[str, RunResult], second: tuple[str, RunResult]) -> None:
    for name, (what, mend) in _SAME.items():
        one, other = getattr(first[1], name), getattr(second[1], name)
        if one != other:
            who = " and ".join(dict.fromkeys((first[0], second[0])))
            raise InputError(
                f"{who}: cannot be ranked together, their {what} differ ({_short(one)} and "
                f"{_short(other)}): {mend}"
            )


def _short(value: str) -> str:
    return value[:10]


def _labelled(cells: Sequence[tuple[str, RunResult, CellResult]]) -> list[_Found]:
    """Name every cell by its model and what tells it from others of the model.

    Cells of the same settings go by their runs, or by their reports where the runs' names are the
    same, too.
    """
    by_number: dict[str, Cell] = {str(n): cell.cell for n, (_, _, cell) in enumerate(cells)}
    labels = list(names.cell_labels(by_number).values())
    alike: dict[str, list[int]] = {}
    for n, label in enumerate(labels):
        alike.setdefault(label, []).append(n)
    origin = dict.fromkeys(range(len(cells)), "")
    for places in alike.values():
        if len(places) > 1:
            of = [(file, run.name) for file, run, _ in (cells[n] for n in places)]
            origin |= dict(zip(places, (f" ({one})" for one in _apart(of)), strict=True))
    return [_Found(run, cell, labels[n] + origin[n]) for n, (_, run, cell) in enumerate(cells)]


def _apart(of: Sequence[tuple[str, str]]) -> list[str]:
    """Return what tells some (report, run) apart: runs, else reports, else both."""
    runs = [run for _, run in of]
    folders = list(dict.fromkeys(file for file, _ in of))
    ends = dict(zip(folders, _ends(folders), strict=True))
    reports = [ends[file] for file, _ in of]
    both = [f"{run}, {report}" for run, report in zip(runs, reports, strict=True)]
    return next((told for told in (runs, reports) if len({*told}) == len(of)), both)


def _ends(reports: Sequence[str]) -> list[str]:
    """Return the shortest ends of the paths of some reports that tell them apart."""
    paths = map(Path, reports)
    return short_names([path.parent if path.name == NAME else path for path in paths])


def _board(window: str, found: Sequence[_Found], grader: Grader) -> Board:
    asked: dict[BltTest, int] = {}
    for one in found:
        for test, n in _questions(one, window).items():
            asked[test] = max(n, asked.get(test, 0))
    columns = sorted(((test.corpus, test.task) for test in asked), key=names.column_order)
    entries = [entry for one in found if (entry := _entry(one, window, grader, asked)) is not None]
    ranked = [entry for entry in entries if not entry.why]
    unranked = [entry for entry in entries if entry.why]
    return Board(window, columns, list(_ranked(ranked)), sorted(unranked, key=_order))


def _questions(one: _Found, window: str) -> dict[BltTest, int]:
    """Return how many questions of each test of a size were to be asked."""
    return {
        test.test: test.planned // max(1, one.run.trials)
        for test in one.result.tests
        if test.window == window
    }


def _entry(one: _Found, window: str, grader: Grader, asked: Mapping[BltTest, int]) -> Entry | None:
    values = one.result.accuracies(window, grader)
    over = one.result.means_of(window, grader)
    if not values or over.keys() != {"tests", "items"}:
        return None
    why = "; ".join(_gaps(one, _questions(one, window), asked))
    return Entry(one.label, window, over["tests"], over["items"], values, why=why)


def _gaps(one: _Found, mine: Mapping[BltTest, int], asked: Mapping[BltTest, int]) -> Iterator[str]:
    """Yield why an entry cannot be ranked with those that were asked everything."""
    result = one.result
    if result.missing:
        yield f"{result.missing:,} of {result.planned:,} replies are missing"
    if result.failed:
        yield f"{result.failed:,} of {result.planned:,} calls failed"
    if lacking := asked.keys() - mine.keys():
        yield f"asked {len(mine)} of {len(mine) + len(lacking)} tests"
    elif any(mine[test] < n for test, n in asked.items()):
        yield "asked fewer questions than others"


def _ranked(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries, best first, with the ranks that their intervals leave open.

    Only an entry whose whole interval lies above another's is certainly before it.
    """
    for entry in sorted(entries, key=_order):
        above = sum(other.tests.low > entry.tests.high for other in entries)
        below = sum(other.tests.high < entry.tests.low for other in entries)
        yield replace(entry, best=above + 1, worst=len(entries) - below)


def _order(entry: Entry) -> tuple[float, str]:
    return -entry.tests.value, entry.model
