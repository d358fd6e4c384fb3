"""The CSV files of a report; formulas in them are disarmed, invisible characters shown."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchbar.report.findings import Source
from benchbar.report.tally import Row
from benchbar.report.visible import visible

_TRIGGERS = tuple("=+-@\t\r\n＝＋－＠")

ACCURACY = (
    "model", "cell", "corpus", "task", "window", "grader", "n", "correct", "wrong",
    "not_an_answer", "accuracy", "low", "high", "level", "clusters", "method",
)  # fmt: skip
ERRORS = (
    "model", "cell", "corpus", "task", "window", "grader", "outcome", "kind", "count", "share",
    "low", "high",
)  # fmt: skip
VERDICTS = (
    "id", "model", "cell", "trial", "corpus", "task", "window", "grader", "outcome", "error",
    "relative_error", "rule", "answer", "gold",
)  # fmt: skip


def guarded(cell: object) -> object:
    """Make text harmless to open in a spreadsheet; numbers pass as they are.

    Control and other invisible characters are shown as on the pages, and an apostrophe stands
    before what would be taken for a formula. Testimony often begins with a dash, so this changes
    honest text too: ``--raw-csv`` leaves all to the letter.
    """
    if not isinstance(cell, str):
        return cell
    shown = visible(cell)
    return f"'{shown}" if cell.startswith(_TRIGGERS) or shown.startswith(_TRIGGERS) else shown


def write(
    path: Path, header: Sequence[str], rows: Iterable[Sequence[object]], *, raw: bool
) -> None:
    """Write one CSV file, row by row."""
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for row in rows:
            writer.writerow(row if raw else [guarded(cell) for cell in row])


def accuracy(rows: Iterable[Row], labels: Mapping[str, str]) -> Iterator[Sequence[object]]:
    """Yield the rows of ``accuracy.csv``: shares in [0, 1]."""
    for row in rows:
        found = row.accuracy
        yield (
            labels.get(row.cell, row.cell), row.cell, *row.test, row.grader, row.tally.n,
            row.tally.count("correct"), row.tally.count("wrong"),
            row.tally.count("not_an_answer"), found.value, found.low, found.high, found.level,
            found.clusters, found.method,
        )  # fmt: skip


def errors(rows: Iterable[Row], labels: Mapping[str, str]) -> Iterator[Sequence[object]]:
    """Yield the rows of ``errors.csv``: kinds of wrong answers and of no answers."""
    for row in rows:
        for outcome in ("wrong", "not_an_answer"):
            for kind, count in row.tally.kinds(outcome).items():
                found = row.tally.share(outcome, kind)
                yield (
                    labels.get(row.cell, row.cell), row.cell, *row.test, row.grader, outcome,
                    kind, count, found.value, found.low, found.high,
                )  # fmt: skip


def verdicts(sources: Iterable[Source], labels: Mapping[str, str]) -> Iterator[Sequence[object]]:
    """Yield the rows of ``verdicts.csv``: every verdict on every reply."""
    for source in sources:
        for one in source.verdicts():
            item = source.items[one.id]
            yield (
                one.id, labels.get(one.cell, one.cell), one.cell, one.trial, item.corpus,
                item.task, item.window, one.grader, one.outcome, one.error, one.relative_error,
                one.rule, one.answer, item.gold,
            )  # fmt: skip
