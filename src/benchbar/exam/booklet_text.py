"""The text of a booklet: its pages in order, and the columns of a page one after the other.

Columns are told by places. In a PDF words have them; in a text file they are characters of a row.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]

from benchbar.corpora import pdf_text, textfiles

_ACROSS = 0.12
"""Share of the rows of a page in columns that may run across both: headings, page numbers."""
_STARTS = 0.25
"""Least share of the rows of a page in columns that have something in the right one."""
_SET_IN = 40
"""How far, in points, the rows of a column may be set in."""


class Sheet(NamedTuple):
    """The rows of a page or of one of its columns; pages count from 1, columns from 0."""

    rows: list[str]
    page: int
    column: int = 0


def sheets(path: Path) -> list[Sheet]:
    """Return what is on the pages of a file, by column.

    Raises:
        InputError: The file cannot be read; as ``textfiles.read``.
    """
    text = textfiles.read(path).text
    data = path.read_bytes()
    if b"%PDF-" not in data[:1024]:
        return list(_of_text([page.split("\n") for page in text.expandtabs().split("\f")]))
    document = pypdfium2.PdfDocument(data)
    try:
        words = [pdf_text.page_words(document[number]) for number in range(len(document))]
    finally:
        document.close()
    return list(_of_words(words))


def _usual(gutters: Sequence[float | None]) -> float | None:
    """Return where the right column mostly starts, if most pages have one."""
    found = [gutter for gutter in gutters if gutter is not None]
    return median(found) if 2 * len(found) > len(gutters) else None


def _of_words(pages: Sequence[Sequence[pdf_text.Word]]) -> Iterator[Sheet]:
    gutters = [_word_gutter(page) for page in pages]
    usual = _usual(gutters)
    for number, (page, own) in enumerate(zip(pages, gutters, strict=True), 1):
        gutter = own if own is not None else usual
        rows = _rows(page)
        if gutter is None or _crossing(rows, gutter):
            yield Sheet(pdf_text.page_text(page).split("\n"), number)
            continue
        right = [
            word
            for row in rows
            if not _crosses(row, gutter)
            for word in row
            if word.left >= gutter - 1
        ]
        left = [word for row in rows for word in row if word not in right]
        for column, words in enumerate((left, right)):
            yield Sheet(pdf_text.page_text(words).split("\n"), number, column)


def _rows(page: Sequence[pdf_text.Word]) -> list[list[pdf_text.Word]]:
    return pdf_text.rows_of(page, pdf_text.BASELINE * pdf_text.letter_width(page))


def _crosses(row: Sequence[pdf_text.Word], gutter: float) -> bool:
    """Whether a word of a row stands in the gutter."""
    letter = pdf_text.letter_width(row)
    return any(word.left < gutter - 1 and word.right + 1.5 * letter > gutter for word in row)


def _crossing(rows: Sequence[Sequence[pdf_text.Word]], gutter: float) -> bool:
    """Whether more rows run across a gutter than headings and page numbers do."""
    left = sum(row[0].left < gutter - 1 for row in rows)
    return sum(_crosses(row, gutter) for row in rows) > _ACROSS * left + 1


def _word_gutter(page: Sequence[pdf_text.Word]) -> float | None:
    """Return where the right column of a page starts, or None if it has one column.

    It is the leftmost place at which a row opens and which hardly any row runs across, if enough
    rows open there or, set in, a little to the right.
    """
    rows = _rows(page)
    left = min((word.left for word in page), default=0.0)
    width = max((word.right for word in page), default=0.0) - left
    starts = [place for row in rows for place in _openings(row)]
    least = max(4, _STARTS * len(rows))
    return min(
        (
            place
            for place in set(starts)
            if 0.35 < (place - left) / (width or 1) < 0.68
            and sum(place <= start < place + _SET_IN for start in starts) >= least
            and not _crossing(rows, place)
        ),
        default=None,
    )


def _openings(row: Sequence[pdf_text.Word]) -> Iterator[float]:
    """Yield where a row starts, and where it goes on behind more than a blank."""
    yield row[0].left
    letter = pdf_text.letter_width(row)
    for before, word in pairwise(row):
        if word.left - before.right > 2.8 * letter:
            yield word.left


def _of_text(pages: Sequence[Sequence[str]]) -> Iterator[Sheet]:
    gutters = [_text_gutter(page) for page in pages]
    usual = _usual(gutters)
    for number, (page, own) in enumerate(zip(pages, gutters, strict=True), 1):
        gutter = int(own or usual or 0)
        full = [row for row in page if row.strip()]
        if not gutter or _blocked(full, gutter) > _ACROSS * len(full) + 1:
            yield Sheet(list(page), number)
            continue
        apart = [not row[gutter - 2 : gutter].strip() for row in page]
        left = [row[:gutter] if cut else row for row, cut in zip(page, apart, strict=True)]
        right = [row[gutter:] if cut else "" for row, cut in zip(page, apart, strict=True)]
        yield Sheet([row.rstrip() for row in left], number)
        yield Sheet(right, number, 1)


def _blocked(rows: Sequence[str], place: int) -> int:
    return sum(bool(row[place - 2 : place].strip()) for row in rows)


def _text_gutter(page: Sequence[str]) -> float | None:
    """Return the character at which the right column of a page starts, if it has one."""
    full = [row for row in page if row.strip()]
    width = max(map(len, full), default=0)
    places = range(max(2, int(0.35 * width)), int(0.68 * width))
    free = [place for place in places if _blocked(full, place) <= _ACROSS * len(full) + 1]
    starts = {
        p: sum(row[p - 2 : p].isspace() and row[p] != " " for row in full if len(row) > p)
        for p in free
    }
    best = max(free, key=lambda place: starts[place], default=None)
    if best is None or starts[best] < max(4, _STARTS * len(full)):
        return None
    return best
