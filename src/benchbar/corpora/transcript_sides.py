"""Line numbers that do not stand left of their words, put there: right of them, or above them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchbar.corpora.transcript_dress import numbered
from benchbar.corpora.transcript_pages import PAGE_ROW
from benchbar.corpora.transcript_rows import Row

_BARE = re.compile(r" *(\d{1,2})[.:]?$")
_AT_RIGHT = re.compile(r"(?:(.*\S) {2,}| *)(\d{1,2})$")
_STARTS = re.compile(r" *\d{1,2}(?: |$)")
_NUMBER_NEAR = re.compile(r"(?:\S+ +)?\d{1,2} .*\S$|.* \d{1,2}(?: +\S+)?$")
_MANY = 0.3
"""A share of rows that is no accident."""


def with_numbers_left(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with line numbers at their left, wherever the file has them."""
    return _from_above(rows) or _from_right(rows) or list(rows)


def seem_numbered(rows: Sequence[Row]) -> bool:
    """Whether so many rows have a small number near an end that they may be line numbers."""
    found = sum(bool(_NUMBER_NEAR.match(row.text.strip())) for row in rows)
    return found > 2 and found > 2 * _MANY * len(rows)


def _from_above(rows: Sequence[Row]) -> list[Row] | None:
    """Join each number that has a row of its own with the row below, if numbers come like that."""
    bare = {
        place: int(match[1]) for place, row in enumerate(rows) if (match := _BARE.match(row.text))
    }
    alone = {place for place in bare if place + 1 not in bare and _is_text(rows, place + 1)}
    steps = sum(
        after == before + 2 and bare[after] == bare[before] + 1 and before in alone
        for before, after in pairwise(sorted(bare))
    )
    if steps < max(3, _MANY * len(rows)):
        return None
    joined = (
        replace(numbered(rows[place + 1], bare[place], rows[place + 1].text), after_break=broken)
        if place in alone
        else rows[place]
        for place, broken in ((place, rows[place].after_break) for place in range(len(rows)))
        if place - 1 not in alone
    )
    return list(joined)


def _is_text(rows: Sequence[Row], place: int) -> bool:
    if place == len(rows) or rows[place].after_break:
        return False
    return not PAGE_ROW.match(rows[place].text)


def _from_right(rows: Sequence[Row]) -> list[Row] | None:
    """Move numbers to the left that stand in one column at the right and count on."""
    found = {place: match for place, row in enumerate(rows) if (match := _AT_RIGHT.match(row.text))}
    others = (row for place, row in enumerate(rows) if place not in found)
    if sum(bool(_STARTS.match(row.text)) for row in others) > _MANY * len(rows):
        return None
    ends = Counter(match.end() for match in found.values())
    column = ends.most_common(1)[0][0] if ends else 0
    there = {place: match for place, match in found.items() if abs(match.end() - column) <= 1}
    numbers = [int(match[2]) for match in there.values()]
    steps = sum(after == before + 1 for before, after in pairwise(numbers))
    if steps < max(3, _MANY * len(rows)) or 2 * steps < len(numbers):
        return None
    return [
        numbered(row, int(there[place][2]), there[place][1] or "") if place in there else row
        for place, row in enumerate(rows)
    ]
