"""The files of a leaderboard: a page in the look of a report, and a table."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchbar.records import Estimate, Grader
from benchbar.report import names
from benchbar.report.columns import Cells
from benchbar.report.drawing import environment
from benchbar.report.leaderboard import Board, Entry
from benchbar.report.results import Results
from benchbar.report.sheets import csv_file
from benchbar.suites.whole import PAGE, making

MARK = "leaderboard.csv"
"""What tells a leaderboard from another web page."""

_HEADER = (
    "window", "rank_best", "rank_worst", "model", "measure", "accuracy", "low", "high", "n",
    "method", "not_ranked_because",
)  # fmt: skip


def write(
    out: Path,
    ranked: Sequence[Board],
    files: Mapping[str, Results],
    grader: Grader,
    *,
    force: bool = False,
) -> Path:
    """Write a leaderboard into a folder, whole or not at all; return its page.

    Raises:
        InputError: The folder exists and ``force`` is not given, or it is something else.
    """
    with making(out, mark=MARK, what="leaderboard", force=force, made_of=PAGE) as folder:
        with csv_file(folder / MARK, _HEADER, raw=False) as add:
            for row in _rows(ranked):
                add(row)
        template = environment().get_template("leaderboard.html.j2")
        said = _said(ranked, files, grader)
        with (folder / "index.html").open("w", encoding="utf-8") as file:
            file.writelines(template.generate(said))
    return out / "index.html"


def _said(
    ranked: Sequence[Board], files: Mapping[str, Results], grader: Grader
) -> dict[str, object]:
    runs = [run for results in files.values() for run in results.runs]
    models = [cell.cell.model for run in runs for cell in run.cells]
    return {
        "boards": [(board, list(_groups(board))) for board in ranked],
        "grader": grader,
        "run": runs[0],
        "reports": len(files),
        "built_in": names.built_in(models),
        "glossary": {word: names.GLOSSARY[word] for word in (f"{grader} grader", "interval")},
    }


def _groups(board: Board) -> Iterator[tuple[str, list[str]]]:
    """Yield the tasks of each corpus, under its title."""
    for corpus in dict.fromkeys(corpus for corpus, _ in board.columns):
        tasks = [names.task(task) for of, task in board.columns if of == corpus]
        yield names.corpus(corpus), tasks


def _rows(ranked: Sequence[Board]) -> Iterator[Cells]:
    for board in ranked:
        for entry in (*board.ranked, *board.unranked):
            for measure, found in _measures(entry):
                yield (
                    board.window, entry.best or None, entry.worst or None, entry.model, measure,
                    found.value, found.low, found.high, found.n, found.method, entry.why,
                )  # fmt: skip


def _measures(entry: Entry) -> Iterator[tuple[str, Estimate]]:
    yield "mean of tests", entry.tests
    yield "mean of items", entry.items
    for (corpus, task), found in entry.values.items():
        yield f"{corpus} {task}", found


def as_json(ranked: Sequence[Board]) -> list[dict[str, object]]:
    """Return the rankings as JSON: an object for each size; shares in [0, 1]."""
    return [
        {
            "window": board.window,
            "ranked": [_entry(entry) for entry in board.ranked],
            "not_ranked": [_entry(entry) for entry in board.unranked],
        }
        for board in ranked
    ]


def _entry(entry: Entry) -> dict[str, object]:
    place: dict[str, object] = {"best_rank": entry.best, "worst_rank": entry.worst}
    return {
        "model": entry.model,
        **(place if entry.best else {"because": entry.why}),
        "mean_of_tests": entry.tests,
        "mean_of_items": entry.items,
        "tests": [
            {"corpus": corpus, "task": task, "accuracy": found}
            for (corpus, task), found in entry.values.items()
        ],
    }
