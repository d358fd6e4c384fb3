"""Line numbers that text recognition misread, mended where their neighbours prove them."""

import re
from collections.abc import Sequence

from benchbar.corpora.transcript_rows import Row, tallest, with_number

_TOKEN = re.compile(r" *([0-9A-Za-z|!\[\]]{1,2})[.:,]?(?= |$)")
_LOOKS = str.maketrans("lIi|![]OoDQSsBZzgqGbTt", "1111111000055822996677")
"""What letters and signs stand for when a machine takes a digit for them."""


def mended(rows: Sequence[Row]) -> list[Row]:
    """Give rows the line numbers that stand on them misread: ``l7`` for 17, ``2O`` for 20.

    A row gets a number only if it opens with something that looks like the number that is due
    after the one before, in the column of the numbers around it; a wrong digit (18 between 15
    and 17) only if the next number agrees too. ``Row.misread`` keeps what stood there.
    """
    out = list(rows)
    numbers = [row.number for row in rows if row.number is not None]
    height = tallest(numbers) if numbers else 0
    last: Row | None = None
    following = _following(rows)
    for place, row in enumerate(rows):
        if row.number is None:
            out[place] = _mended(row, last, following[place], height)
        last = out[place] if out[place].number is not None else last
    return out


def _following(rows: Sequence[Row]) -> list[Row | None]:
    """Return for each row the next one with a number."""
    found: list[Row | None] = []
    after: Row | None = None
    for row in reversed(rows):
        found.append(after)
        after = row if row.number is not None else after
    return found[::-1]


def _mended(row: Row, last: Row | None, after: Row | None, height: int) -> Row:
    found = _TOKEN.match(row.text)
    near = [other.column for other in (last, after) if other is not None]
    if not found or not any(abs(column - found.end(1)) <= 1 for column in near):
        return row
    mark, end = found[1], found.end(1)
    due = last.number + 1 if last and last.number is not None else 1
    exact = after is not None and after.number == due + 1
    if mark.isdigit() and int(mark) != due:
        return with_number(row, due, end, mark) if exact and 1 < due <= height else row
    looks = mark.translate(_LOOKS)
    if due > 1 and looks == str(due) and _goes_on(due, after):
        read = "" if mark == looks else mark
        return with_number(row, due, end, read) if read or due <= height else row
    first = looks == "1" and mark != "1" and after is not None and after.number == 2
    return with_number(row, 1, end, mark) if first and (due == 1 or due > height) else row


def _goes_on(turn: int, after: Row | None) -> bool:
    """Whether the next number found leaves room for this one: it is higher, or on a new page."""
    return after is None or after.number is None or after.number > turn or after.number < turn - 1
