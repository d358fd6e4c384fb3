"""Pages of a transcript whose lines have no numbers: found by form feeds or by page numbers."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchbar.corpora.transcript_pages import BARE, PAGE_ROW, numbered_header
from benchbar.corpora.transcript_rows import Row

_HEAD = 3
"""So many rows may stand above the first page number if it heads its page."""
_LEAST = 3
_LONGEST = 80
"""A page has not more rows than this; numbers further apart are no page numbers."""


def with_breaks(rows: Sequence[Row]) -> list[Row] | None:
    """Return the rows with a break before each page; None where nothing parts the pages."""
    if sum(row.after_break for row in rows[1:]):
        return list(rows)
    numbers = _page_rows(rows)
    if len(numbers) < _LEAST:
        return None
    heads = numbers[0] <= _HEAD
    starts = {place if heads else place + 1 for place in numbers}
    return [
        replace(row, after_break=True) if place in starts else row for place, row in enumerate(rows)
    ]


def _page_rows(rows: Sequence[Row]) -> list[int]:
    """Return where page numbers stand that count on: as `Page n`, bare, or in a running header."""
    for shape in (PAGE_ROW, BARE):
        found = [
            (place, int(match[1]))
            for place, row in enumerate(rows)
            if (match := shape.match(row.text))
        ]
        if places := _counting(found):
            return places
    headers: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, row in enumerate(rows):
        if header := numbered_header(row.text):
            headers[header[0]].append((place, header[1]))
    return max(map(_counting, headers.values()), key=len, default=[])


def _counting(found: Sequence[tuple[int, int]]) -> list[int]:
    """Return the places of numbers that count on, if most of them do."""
    places = {place for place, _ in _chain(found)}
    return sorted(places) if len(places) >= _LEAST and 2 * len(places) > len(found) else []


def _chain(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the numbers that are one more than the one before, and the first of each run."""
    kept: list[tuple[int, int]] = []
    for before, after in pairwise(found):
        if after[1] == before[1] + 1 and after[0] - before[0] <= _LONGEST:
            kept += [before, after]
    return kept
