"""The files beside the pages: every table as CSV, as Parquet and in one workbook, in one pass.

Parquet, JSON Lines and the workbook hold text to the letter. CSV is disarmed: whoever opens it
in a spreadsheet would take some text for formulas.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from typing import TypeAlias

import msgspec
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from benchbar.jsonl import storable
from benchbar.report import columns, papers, published, results, transfer_view
from benchbar.report.columns import Cells, Holds, Table
from benchbar.report.findings import Findings, Source, reasoning
from benchbar.report.means import means
from benchbar.report.shortfall import lacking
from benchbar.report.table import in_order
from benchbar.report.visible import visible
from benchbar.report.workbook import workbook

Add: TypeAlias = Callable[[Cells], object]
"""Adds a row to a file that is being written; what it returns means nothing."""

_FORMULA = re.compile(r"\A(?=[\t\n]| *[=+\-@＝＋－＠])|(?<=[;\t\n])(?= *[=+\-@＝＋－＠])")
"""Where a spreadsheet may begin a formula: at the start of a text, or within it, for one set to
split at semicolons or tabs pays no heed to quotes."""

_ROWS_AT_ONCE = 5_000
_CHARACTERS_AT_ONCE = 16_000_000

_TYPES: dict[Holds, pa.DataType] = {
    "text": pa.string(),
    "prose": pa.string(),
    "whole": pa.int64(),
    "share": pa.float64(),
    "offset": pa.string(),
}


def write(
    folder: Path,
    sources: Sequence[Source],
    findings: Findings,
    labels: Mapping[str, str],
    *,
    raw: bool,
) -> None:
    """Write all files beside the pages of a report; verdicts pass one at a time.

    Args:
        folder: The folder of the report.
        sources: The runs.
        findings: What was counted of them.
        labels: What to call each cell.
        raw: Write text into CSV files to the letter, formulas included.
    """
    tables = folder / "tables"
    tables.mkdir()
    rows = in_order(findings.rows(), labels)
    over = means(rows)
    found = results.of(sources, rows, over, labels)
    lacks = [*_missing(sources, labels)]
    held = (*columns.WORKBOOK, *([columns.MISSING] if lacks else []))
    with workbook(folder / "tables.xlsx", held) as book:

        def put(table: Table, found: Iterable[Cells]) -> None:
            with _files(tables, table, raw=raw) as files:
                for row in found:
                    for add in files:
                        add(row)
                    book.add(table, row)

        put(columns.ACCURACY, columns.accuracy(rows, labels))
        put(columns.MEANS, columns.means(over, labels))
        put(columns.ERRORS, columns.errors(rows, labels))
        put(columns.VERDICTS, _verdicts(sources, labels))
        if lacks:
            put(columns.MISSING, lacks)
        if measured := [*transfer_view.cells(reasoning(sources), findings.amounts, labels)]:
            with _files(tables, columns.TRANSFER, raw=raw) as files:
                for one, add in product(measured, files):
                    add(one)
        for row in columns.settings(sources, found):
            book.add(columns.SETTINGS, row)
    results.write(folder / results.NAME, found)
    layout = published.layout_of(source.run.data.manifest for source in sources)
    papers.write(tables, found, layout)


def _missing(sources: Iterable[Source], labels: Mapping[str, str]) -> Iterator[Cells]:
    for source in sources:
        for one in lacking(source.run):
            cell = source.cells[one.cell]
            yield one.item, labels.get(cell, cell), cell, one.trial, one.why


def _verdicts(sources: Iterable[Source], labels: Mapping[str, str]) -> Iterator[Cells]:
    for source in sources:
        for one in source.verdicts():
            yield columns.verdict(one, source.items[one.id], labels)


@contextmanager
def _files(folder: Path, table: Table, *, raw: bool) -> Iterator[list[Add]]:
    """Open the files of a table; JSON Lines only of the verdicts, which other programs read."""
    with ExitStack() as stack:
        files = [
            csv_file(folder / f"{table.name}.csv", table.header, raw=raw),
            parquet_file(folder / f"{table.name}.parquet", table),
        ]
        if table is columns.VERDICTS:
            files.append(json_lines_file(folder / f"{table.name}.jsonl", table.header))
        yield [stack.enter_context(file) for file in files]


def guarded(cell: object) -> object:
    """Make text harmless to open in a spreadsheet; numbers pass as they are.

    Control and other invisible characters are shown as on the pages, and an apostrophe stands
    before what could be taken for a formula. Testimony often begins with a dash, so this changes
    honest text too: ``--raw-csv`` leaves all to the letter.
    """
    if not isinstance(cell, str):
        return cell
    shown = cell if cell.isprintable() and cell.isascii() else visible(cell)
    return _FORMULA.sub("'", shown)


@contextmanager
def csv_file(path: Path, header: Sequence[str], *, raw: bool) -> Iterator[Add]:
    """Open a CSV file; its text is guarded unless ``raw``."""
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        yield lambda row: writer.writerow(row if raw else map(guarded, row))


@contextmanager
def json_lines_file(path: Path, header: Sequence[str]) -> Iterator[Add]:
    """Open a file of JSON Lines: an object a row, with the names of the columns."""
    encoder = msgspec.json.Encoder()
    with path.open("wb") as file:
        yield lambda row: file.write(
            encoder.encode(dict(zip(header, map(_text, row), strict=True))) + b"\n"
        )


@contextmanager
def parquet_file(path: Path, table: Table) -> Iterator[Add]:
    """Open a typed Parquet file; rows are written in groups that bound the memory.

    The offset of an answer, a number or ``pages:lines``, is text there.
    """
    schema = pa.schema([(column.name, _TYPES[column.holds]) for column in table.columns])
    waiting: list[list[object]] = []
    size = 0

    with pq.ParquetWriter(path, schema) as writer:

        def flush() -> None:
            nonlocal size
            arrays = [
                pa.array(cells, field.type)
                for cells, field in zip(zip(*waiting, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            waiting.clear()
            size = 0

        def add(row: Cells) -> None:
            nonlocal size
            cells = [
                str(cell) if column.holds == "offset" and cell is not None else _text(cell)
                for cell, column in zip(row, table.columns, strict=True)
            ]
            waiting.append(cells)
            size += sum(len(cell) for cell in cells if isinstance(cell, str))
            if len(waiting) >= _ROWS_AT_ONCE or size >= _CHARACTERS_AT_ONCE:
                flush()

        yield add
        if waiting:
            flush()


def _text(cell: object) -> object:
    """Return what UTF-8 can hold: text with U+FFFD for half a character, other cells as is."""
    return storable(cell) if isinstance(cell, str) else cell
