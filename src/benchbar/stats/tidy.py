"""A tidy CSV file as columns: one row an answer, the names of the columns in the first row."""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchbar.errors import InputError

_ZIP, _UTF16 = b"PK\x03\x04", (b"\xff\xfe", b"\xfe\xff")
_LONGEST_CELL = 2**27
_OTHERS = {";": "semicolons", "\t": "tabs", "|": "bars"}


def read(path: Path) -> dict[str, list[str]]:
    """Return the columns of a file by name, every cell as text without blanks around it.

    Excel's mark at the start of UTF-8 files is left out, and so are empty rows at the end.

    Raises:
        InputError: It is no CSV of commas in UTF-8, a name is missing or given twice, or a row
            has more or fewer cells than there are names; says which, rows counted as a
            spreadsheet counts them.
    """
    rows = _rows(path)
    names = [name.strip() for name in next(rows, [])]
    _check_names(path, names)
    columns: list[list[str]] = [[] for _ in names]
    adders = [column.append for column in columns]
    seen: dict[str, str] = {}
    empty = 0
    for number, row in enumerate(rows, start=2):
        if not any(row):
            empty = empty or number
            continue
        if empty:
            raise InputError(f"{path}: row {empty} is empty: take it out")
        if len(row) != len(names):
            raise InputError(
                f"{path}: row {number} has {len(row)} cells, but there are {len(names)} columns: "
                "put cells with commas or quotes in quotes"
            )
        for add, cell in zip(adders, row, strict=True):
            add(seen.setdefault(cell, cell.strip()))
    if not columns[0]:
        raise InputError(f"{path}: there is no row below the names of the columns")
    return dict(zip(names, columns, strict=True))


def _rows(path: Path) -> Iterator[list[str]]:
    content = path.read_bytes()
    if content.startswith(_ZIP):
        raise InputError(f"{path}: is an Excel workbook or archive: save it as 'CSV UTF-8'")
    if content.startswith(_UTF16) or b"\0" in content[:1000]:
        raise InputError(f"{path}: is not UTF-8 text: save it as 'CSV UTF-8'")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content[: error.start].count(b"\n") + 1
        raise InputError(f"{path}: line {row} is not UTF-8: save it as 'CSV UTF-8'") from None
    before = csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        yield from reader
    except csv.Error as error:
        raise InputError(f"{path}: line {reader.line_num}: {error}: not a CSV file") from None
    finally:
        csv.field_size_limit(before)


def _check_names(path: Path, names: Sequence[str]) -> None:
    if not any(names):
        raise InputError(f"{path}: the first row must name the columns")
    for mark, called in _OTHERS.items():
        if len(names) == 1 and mark in names[0]:
            raise InputError(
                f"{path}: columns are separated by {called}: save it with commas, as 'CSV UTF-8'"
            )
    if names[0].startswith("sep="):
        raise InputError(f"{path}: the first row is {names[0]!r}: take it out, use commas")
    for place, name in enumerate(names, start=1):
        if not name:
            raise InputError(f"{path}: row 1: column {place} has no name")
        if name in names[: place - 1]:
            raise InputError(f"{path}: row 1: two columns are named {name!r}")
