"""CSV as people and spreadsheets write it: rows of cells, and what was damaged on the way."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchbar.errors import InputError

_DELIMITERS = ",;\t"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_OTHERS = (
    (b"PK\x03\x04", "a workbook: save it as 'CSV UTF-8'"),
    (b"\xd0\xcf\x11\xe0", "an old workbook: save it as 'CSV UTF-8'"),
    (b"%PDF-", "a PDF: make a file of questions of it with 'benchbar exam convert'"),
    (b"\x1f\x8b", "packed: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "packed: unpack it first"),
)
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DATE = re.compile(
    rf"\d{{1,2}}-{_MONTH}(?:-\d{{2,4}})?|{_MONTH}-\d{{2,4}}|\d{{4}}-\d\d-\d\d 00:00:00",
    re.IGNORECASE,
)
_FAULT = re.compile(r"#(?:NAME\?|REF!|VALUE!|DIV/0!|N/A|NUM!|NULL!|#+)")
_MOJIBAKE = re.compile(r"â€[\x80-\x9d™œ“”˜¦¢]|Ã[\x80-\xbf]|Â[\xa0-\xbf]")
"""UTF-8 that was read as Windows-1252: an apostrophe, an accent, a section sign."""
_GUARD = re.compile(r"'(?='*[=+\-@])")
_FORMULA = re.compile(r"'*[=+\-@]")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells with their numbers as a spreadsheet shows them, and what was odd."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()


def decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file in UTF-8, or UTF-16 with its mark, and notes; line ends are LF.

    Raises:
        InputError: The file is of another kind or encoding; names the row and the character.
    """
    other = next((what for start, what in _OTHERS if data.startswith(start)), None)
    if other:
        raise InputError(f"{name}: this is {other}")
    wide = data.startswith(_WIDE)
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        row, place = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        near = re.split(r"[\r\n,;\t]", before[-24:].decode("ascii", "ignore"))[-1].strip("\"' ")
        behind = f", behind {near!r}," if near else ""
        raise InputError(
            f"{name}:{row}: byte {place} of the line{behind} is not {error.encoding.upper()}: "
            "save the file as 'CSV UTF-8', or as UTF-8 text"
        ) from None
    if "\0" in text:
        raise InputError(f"{name}: this is no text: save the questions as 'CSV UTF-8'")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, ("The file is UTF-16, and was read as such.",) if wide else ()


def table(text: str, name: str, known: Iterable[str]) -> Table:
    """Return the rows of a CSV text whose cells are parted by commas, semicolons or tabs.

    Args:
        text: The text of the file.
        name: The file, for messages.
        known: Names of columns, by which the mark between the cells is found.

    Raises:
        InputError: A quotation mark is never closed, or stands inside of a cell.
    """
    head, _, rest = text.partition("\n")
    told = re.fullmatch(r'"?sep=(.)"?[,;\t]*', head.strip("\ufeff "), re.IGNORECASE)
    skipped = 1 if told else 0
    mark = told[1] if told else _delimiter(head, frozenset(known))
    notes = () if mark == "," else (f"Cells are parted by {_NAMES.get(mark, repr(mark))}.",)
    return Table(tuple(_rows(rest if told else text, mark, skipped, name)), notes)


_NAMES = {";": "semicolons", "\t": "tabs"}


def _rows(text: str, mark: str, skipped: int, name: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    row = skipped
    try:
        for row, cells in enumerate(reader, 1 + skipped):
            if any(cell.strip() for cell in cells):
                yield row, tuple(cell.strip() for cell in cells)
    except csv.Error as error:
        where = f"{name}:{row + 1}: line {reader.line_num + skipped}"
        if "limit" in str(error) or "end of data" in str(error):
            raise InputError(f"{where}: a quotation mark opens a cell and is not closed") from None
        raise InputError(
            f'{where}: a quotation mark stands inside a quoted cell: write it twice ("")'
        ) from None


def _delimiter(head: str, known: frozenset[str]) -> str:
    """Return the mark that parts a header into most known names, else a comma."""

    def found(mark: str) -> int:
        return len(known.intersection(column_names(next(csv.reader([head], delimiter=mark), []))))

    return max(_DELIMITERS, key=found)


def column_names(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the names in a header, in lower case with underscores."""
    return tuple(re.sub(r"[\s-]+", "_", cell.strip(" '\"").lower()) for cell in cells)


def damage(cell: str) -> str | None:
    """Say what a spreadsheet or a wrong encoding has done to a cell, or None."""
    if _DATE.fullmatch(cell):
        return (
            f"{cell!r} looks like text that a spreadsheet turned into a date: "
            "format the column as text and type it again (a date is written out: May 3)"
        )
    if _FAULT.fullmatch(cell):
        return f"{cell!r} is an error of a spreadsheet: put in the text itself"
    found = "\ufffd" if "\ufffd" in cell else _MOJIBAKE.search(cell)
    if found:
        bad = found if isinstance(found, str) else found[0]
        return f"{bad!r} stands for a character that was lost in a wrong encoding: export as UTF-8"
    return None


def curly(cells: Sequence[str]) -> bool:
    """Whether curly quotation marks were used to hold a cell together, which they do not."""
    return any(cell[:1] in "“„«" and not re.search("[”»]", cell) for cell in cells if cell) or any(
        cell[-1:] == "”" and "“" not in cell for cell in cells
    )


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that keeps it from being a formula."""
    return _GUARD.sub("", cell, count=1) if _GUARD.match(cell) else cell


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def csv_bytes(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a CSV file as spreadsheets read it: UTF-8 with its mark, no cell a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return codecs.BOM_UTF8 + out.getvalue().encode("utf-8")
