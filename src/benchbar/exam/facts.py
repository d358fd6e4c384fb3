"""Tables of numbers: those that ship, each with its source, and those that a user brings."""

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from benchbar.errors import InputError

Points = Sequence[tuple[float, float]]
"""Pairs (x, y), x rising and y never falling."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a number comes from: never printed without it.

    ``status`` says how good it is: exact (stated in the source), derived (computed from exact
    values), secondary (repeated by a third party), and so on.
    """

    date: str
    status: str
    source: str


def shipped(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the package, such as ``passing_scores``."""
    text = (files("benchbar.exam") / "data" / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def origin(row: dict[str, str]) -> Origin:
    """Return the origin of a row of a shipped table."""
    return Origin(row["date"], row["status"], row["source"])


@dataclass(frozen=True, slots=True)
class OwnRow:
    """A row of a user's table, which knows its place for messages."""

    place: str
    cells: dict[str, str]

    def number(self, column: str, low: float, high: float) -> float:
        """Return the number in a column.

        Raises:
            InputError: It is no number, or not between ``low`` and ``high``.
        """
        text = self.cells[column]
        try:
            found = float(text)
        except ValueError:
            raise InputError(f"{self.place}: {column} is {text!r}: write a number") from None
        return within(found, low, high, f"{self.place}: {column}")


def own_rows(path: Path, columns: Sequence[str]) -> list[OwnRow]:
    """Read a user's CSV with a header; semicolons and tabs, as spreadsheets write them, will do.

    Raises:
        InputError: Not UTF-8 text, a column is missing, a row is short or long, or there is none.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text: save it as CSV UTF-8") from None
    rows = list(_own_rows(path, lines, columns))
    if not rows:
        raise InputError(f"{path}: no rows: write a header {','.join(columns)} and rows below it")
    return rows


def _own_rows(path: Path, lines: Sequence[str], columns: Sequence[str]) -> Iterator[OwnRow]:
    separator = max(",;\t", key=(lines[0] if lines else "").count)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        for column in columns:
            if column not in header:
                needed = ",".join(columns)
                raise InputError(f"{path}: no column {column!r}: the first line must be {needed}")
        for cells in reader:
            place = f"{path}:{reader.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise InputError(
                    f"{place}: cells {len(cells)}, columns {len(header)}: mend the row"
                )
            yield OwnRow(place, {n: c.strip() for n, c in zip(header, cells, strict=True)})
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num}: not CSV ({error})") from None


def rising(rows: Sequence[OwnRow], points: Points, x: str, y: str) -> Points:
    """Return the points of a user's table in the order of x.

    Raises:
        InputError: An x stands twice, or y falls where x rises.
    """
    ordered = sorted(zip(points, rows, strict=True), key=lambda pair: pair[0])
    for ((x0, y0), _), ((x1, y1), row) in pairwise(ordered):
        if x0 == x1:
            raise InputError(f"{row.place}: {x} {x1:g} stands twice: keep one of the rows")
        if y1 < y0:
            raise InputError(
                f"{row.place}: {y} falls from {y0:g} to {y1:g} where {x} rises: mend the table"
            )
    return [point for point, _ in ordered]


def interpolate(points: Points, x: float) -> float | None:
    """Return y at x by straight lines between points, which rise as they do; None outside."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 <= x <= x1:
            share = (x - x0) / (x1 - x0)
            return min(max(y0 + (y1 - y0) * share, y0), y1)
    return None


def kept(value: float, low: float, high: float) -> float:
    """Return a number, or the end of its scale that it lies beyond."""
    return min(max(value, low), high)


def within(value: float, low: float, high: float, what: str) -> float:
    """Return a number that the user gave.

    Raises:
        InputError: It is not between ``low`` and ``high``, or not finite.
    """
    if not (math.isfinite(value) and low <= value <= high):
        raise InputError(f"{what} is {value:g}: it must be between {low:g} and {high:g}")
    return value
