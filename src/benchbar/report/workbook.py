"""The workbook: the tables as sheets with real numbers, text to the letter, and no formula.

Nothing that a model wrote is ever taken for a formula or a link: every text goes into a string
cell, marked so that it stays text when somebody edits it. Excel holds 32,767 characters a cell
and 1,048,576 rows a sheet: longer text is cut with a note, more rows go on in a further sheet.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from xlsxwriter import Workbook as Book  # type: ignore[import-untyped]
from xlsxwriter.exceptions import FileCreateError  # type: ignore[import-untyped]
from xlsxwriter.format import Format  # type: ignore[import-untyped]

from benchbar.report.columns import MEANINGS, Cells, Holds, Table

LONGEST = 32_767
"""Characters that Excel holds in a cell, counted as UTF-16 does."""

MOST_ROWS = 1_048_576
"""Rows that Excel holds in a sheet, the header included."""

_KEPT = 32_000
"""Characters kept of a text that is longer; the note needs room."""

_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_FORMS: dict[Holds, dict[str, object]] = {
    "text": {"quote_prefix": True, "valign": "top"},
    "whole": {"num_format": "#,##0", "valign": "top"},
    "share": {"num_format": "0.0%", "valign": "top"},
    "offset": {"num_format": "0", "valign": "top", "align": "right"},
    "prose": {"quote_prefix": True, "valign": "top", "text_wrap": True},
}
_HEADER = {"bold": True, "bottom": 1, "quote_prefix": True}
_SAFE = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "use_zip64": True,
}
_MADE = datetime(2000, 1, 1)
"""Stands as the date of making, so that a report is the same each time it is made."""

_NOTES = (
    "Shares are numbers from 0 to 1, shown as percent. Each interval holds the true share on "
    "questions of this sort with the confidence of its level.",
    "Text stands to the letter, but for characters that a workbook cannot hold: those are shown "
    "as ‹U+0000›, and a line end of two characters is one.",
)


class Workbook:
    """A workbook being written, row by row."""

    def __init__(self, book: Book, tables: Sequence[Table], most_rows: int) -> None:
        forms: dict[str, Format] = {holds: book.add_format(form) for holds, form in _FORMS.items()}
        forms["header"] = book.add_format(_HEADER)
        self._tables = tables
        self._sheets = {table.name: _Sheet(book, table, forms, most_rows) for table in tables}

    def add(self, table: Table, row: Cells) -> None:
        """Add a row to the sheet of a table."""
        self._sheets[table.name].add(row)

    def finish(self) -> None:
        """Say what each column means and what did not fit, and let the reader choose rows."""
        for table in self._tables:
            for column in table.columns:
                self.add(MEANINGS, (table.name, column.name, column.meaning))
        for note in (*_NOTES, *self._not_fitting()):
            self.add(MEANINGS, ("all", "note", note))
        for sheet in self._sheets.values():
            sheet.filter()

    def _not_fitting(self) -> Iterator[str]:
        for name, sheet in self._sheets.items():
            if sheet.cut:
                yield (
                    f"Excel holds {LONGEST:,} characters a cell. Longer texts in {name}, cut here "
                    f"with a note at their end: {sheet.cut:,}. They are whole in {name}.parquet."
                )
            if sheet.parts > 1:
                yield (
                    f"Excel holds {MOST_ROWS:,} rows a sheet: {name} goes on, {sheet.parts} sheets "
                    "in all."
                )


@contextmanager
def workbook(
    path: Path, tables: Sequence[Table], *, most_rows: int = MOST_ROWS
) -> Iterator[Workbook]:
    """Open a workbook with a sheet for each table; it is written when the block ends well.

    ``MEANINGS`` is one of the tables, and is filled here. Rows wait on the disk beside the
    workbook, so that memory holds one row of each sheet.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".rows-") as waiting:
        book = Book(str(path), {**_SAFE, "tmpdir": waiting})
        book.set_properties({"created": _MADE})
        found = Workbook(book, tables, most_rows)
        yield found
        found.finish()
        try:
            book.close()
        except FileCreateError as error:
            raise error.args[0] from None


class _Sheet:
    """The sheet of a table, and those in which it goes on."""

    def __init__(
        self, book: Book, table: Table, forms: Mapping[str, Format], most_rows: int
    ) -> None:
        self.cut = 0
        self.parts = 0
        self._row = 0
        self._book = book
        self._table = table
        self._forms = forms
        self._most_rows = most_rows
        self._turn()

    def add(self, row: Cells) -> None:
        """Add a row."""
        if self._row == self._most_rows - 1:
            self.filter()
            self._turn()
        self._row += 1
        for number, (cell, column) in enumerate(zip(row, self._table.columns, strict=True)):
            form = self._forms[column.holds]
            if isinstance(cell, str):
                self._part.write_string(self._row, number, self._fitted(cell), form)
            elif cell is not None:
                self._part.write_number(self._row, number, cell, form)

    def filter(self) -> None:
        """Let the reader choose rows by the header."""
        self._part.autofilter(0, 0, max(self._row, 1), len(self._table.columns) - 1)

    def _turn(self) -> None:
        """Begin the next sheet: widths, and a header that stays in sight."""
        self.parts += 1
        number = f" ({self.parts})" if self.parts > 1 else ""
        self._part = self._book.add_worksheet(self._table.name.capitalize() + number)
        self._row = 0
        for place, column in enumerate(self._table.columns):
            self._part.set_column(place, place, column.width)
            self._part.write_string(0, place, column.name, self._forms["header"])
        self._part.freeze_panes(1, 0)

    def _fitted(self, text: str) -> str:
        """Return text as a cell can hold it."""
        if 2 * len(text) <= LONGEST and text.isprintable():
            return text
        shown = _NOT_XML.sub(_shown, text.replace("\r\n", "\n"))
        if 2 * len(shown) <= LONGEST:
            return shown
        units = shown.encode("utf-16-le")
        if len(units) <= 2 * LONGEST:
            return shown
        self.cut += 1
        kept = units[: 2 * _KEPT].decode("utf-16-le", errors="ignore")
        return f"{kept} [cut here: {len(kept):,} of {len(text):,} characters]"


def _shown(found: re.Match[str]) -> str:
    return f"‹U+{ord(found[0]):04X}›"
