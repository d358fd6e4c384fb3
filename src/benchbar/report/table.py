"""The headline table in the form of the paper's Table 2, before it is drawn anywhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from benchbar.records import Estimate
from benchbar.report import names, published
from benchbar.report.tally import BltTest, Row
from benchbar.stats.proportions import mean_of

Column = tuple[str, str]
"""A column of the table: (corpus, task)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: a model at a size by one grader; ``paper`` marks a published one."""

    model: str
    window: str
    grader: str
    values: Mapping[Column, Estimate]
    mean: Estimate
    cell: str = ""
    paper: bool = False


@dataclass(frozen=True, slots=True)
class Headline:
    """Columns grouped by corpus, our entries, and the published ones."""

    columns: tuple[Column, ...]
    entries: tuple[Entry, ...]

    @property
    def groups(self) -> list[tuple[str, list[Column]]]:
        """The columns by the title of their corpus."""
        return [
            (names.corpus(corpus), list(columns))
            for corpus, columns in groupby(self.columns, key=lambda column: column[0])
        ]

    def within(self, columns: Iterable[Column]) -> list[Entry]:
        """Return the entries that have a figure in some of the columns."""
        wanted = set(columns)
        return [entry for entry in self.entries if wanted & entry.values.keys()]


def test_order(test: BltTest) -> tuple[object, ...]:
    """Return where a test stands in every table: by size, then in the order of the columns."""
    return (*names.window_order(test.window), *names.column_order((test.corpus, test.task)))


def in_order(rows: Iterable[Row], cells: Iterable[str] = ()) -> list[Row]:
    """Return rows by cell, in the order of ``cells`` or of first appearance, then by test."""
    rows = list(rows)
    order = list(dict.fromkeys((*cells, *(row.cell for row in rows))))
    return sorted(rows, key=lambda row: (order.index(row.cell), *test_order(row.test)))


def headline(
    rows: Sequence[Row],
    labels: Mapping[str, str],
    layout: published.Layout = published.STANDARD,
) -> Headline:
    """Arrange rows as models by tests, with the published figures of the same sizes below.

    The mean is that of the tests shown in its line, each test counting alike.

    Args:
        rows: From ``tally``.
        labels: What to call each cell; a cell without a label goes by its key.
        layout: How testimony was shown: beside it stand published figures of the same.
    """
    columns = sorted({(row.test.corpus, row.test.task) for row in rows}, key=names.column_order)
    windows = {row.test.window for row in rows}
    ours = _entries(rows, labels)
    theirs = (
        _published(row, columns, layout) for row in published.beside(windows, columns, layout)
    )
    return Headline(tuple(columns), (*ours, *theirs))


def _entries(rows: Iterable[Row], labels: Mapping[str, str]) -> list[Entry]:
    values: dict[tuple[str, str, str], dict[Column, Estimate]] = {}
    for row in rows:
        key = (row.cell, row.test.window, row.grader)
        values.setdefault(key, {})[row.test.corpus, row.test.task] = row.accuracy
    cells = list(dict.fromkeys(cell for cell, _, _ in values))
    ordered = sorted(
        values, key=lambda key: (cells.index(key[0]), names.window_order(key[1]), key[2])
    )
    return [
        Entry(
            labels.get(cell, cell) or "replies",
            window,
            grader,
            values[cell, window, grader],
            mean_of(list(values[cell, window, grader].values())),
            cell,
        )
        for cell, window, grader in ordered
    ]


def _published(
    row: published.Published, columns: Iterable[Column], layout: published.Layout
) -> Entry:
    found = {column: row.estimate(*column, layout) for column in columns}
    values = {column: estimate for column, estimate in found.items() if estimate}
    mean = mean_of(list(values.values()))
    return Entry(row.model, row.window, "published", values, mean, paper=True)
