"""Line numbers in odd dress, made plain: 1), [1], 1 |, 69:18, at both ends, on wrapped lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from benchbar.corpora.transcript_rows import Row, spaced

_DRESSED = re.compile(r" *[\[(]?(\d{1,2})(?:\)|\]|\. ?\.*| ?\||\\\.)(?: +|(?<=\.\.)|$)(.*)")
_WITH_PAGE = re.compile(r" *0*(\d{1,6})[:.,]0*(\d{1,2})(?:[ :]+|$)(.*)")
_TWICE = re.compile(r"( *(\d{1,2}) +.*\S) {2,}\2$")
_MOST = 0.6
"""A share of rows that has one form because the file has it."""
_WRAPPED = 0.2
_HIGHEST = 36
"""No page has more lines; minutes go on to 59."""


def undressed(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with each line number bare at the left, whatever dress most of them have."""
    return _paged(rows) or _bared(rows) or _once(rows) or list(rows)


def unwrapped(rows: Sequence[Row]) -> list[Row]:
    """Join the second halves of wrapped lines to the first, where a file has many such lines.

    Args:
        rows: With their line numbers.
    """
    halves = {place for place in range(1, len(rows) - 1) if _is_half(rows, place)}
    if len(halves) <= _WRAPPED * len(rows):
        return list(rows)
    out: list[Row] = []
    for place, row in enumerate(rows):
        if place in halves:
            out[-1] = replace(out[-1], words=spaced(f"{out[-1].words} {row.words}"))
        else:
            out.append(row)
    return out


def _is_half(rows: Sequence[Row], place: int) -> bool:
    """Whether a row without number stands alone between two lines that follow each other."""
    before, row, after = rows[place - 1 : place + 2]
    if row.number is not None or before.number is None or not before.words:
        return False
    return after.number == before.number + 1 and not row.after_break and not after.after_break


def _bared(rows: Sequence[Row]) -> list[Row] | None:
    found = [_DRESSED.match(row.text) for row in rows]
    numbers = [int(match[1]) for match in found if match]
    steps = sum(after == before + 1 for before, after in pairwise(numbers))
    if steps < max(3, _MOST * len(rows)):
        return None
    return [
        numbered(row, int(match[1]), match[2]) if match else row
        for row, match in zip(rows, found, strict=True)
    ]


def _paged(rows: Sequence[Row]) -> list[Row] | None:
    """Read 69:18 before each line; a row is put in where a page begins, which says its number."""
    found = [_WITH_PAGE.match(row.text) for row in rows]
    cites = [(int(match[1]), int(match[2])) for match in found if match]
    steps = sum(
        after in ((page, line + 1), (page + 1, 1)) for (page, line), after in pairwise(cites)
    )
    if steps < max(3, _MOST * len(rows)) or max(line for _, line in cites) > _HIGHEST:
        return None
    return list(_with_pages(rows, found))


def _with_pages(rows: Sequence[Row], found: Sequence[re.Match[str] | None]) -> Iterator[Row]:
    last = ""
    for row, match in zip(rows, found, strict=True):
        if match is None:
            yield row
            continue
        if match[1] != last:
            heading = f"Page {match[1]}"
            yield replace(row, text=heading, words=heading, after_break=True)
        last = match[1]
        yield numbered(replace(row, after_break=False), int(match[2]), match[3])


def _once(rows: Sequence[Row]) -> list[Row] | None:
    """Take off line numbers at the right that stand at the left as well."""
    found = [_TWICE.match(row.text) for row in rows]
    if sum(match is not None for match in found) < max(3, _MOST * len(rows)):
        return None
    return [
        replace(row, text=match[1], words=spaced(match[1])) if match else row
        for row, match in zip(rows, found, strict=True)
    ]


def numbered(row: Row, number: int, words: str) -> Row:
    """Return a row that begins with a line number and goes on with words."""
    text = f"{number:>2}  {words.strip()}".rstrip()
    return replace(row, text=text, words=spaced(text))
