"""Pages of a transcript: find the page numbers, the headers and footers, and cut the rows.

Rows without a line number that stand between two pages make a *seam*. Page numbers, headers and
footers are only looked for in seams, so that words of testimony are never taken for them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from benchbar.corpora.transcript_rows import Row

PAGE_ROW = re.compile(r"[-–— ]*page:? +0*(\d{1,6})(?: +of +\d+)?:?[-–— ]*$", re.IGNORECASE)
BARE = re.compile(r"[-–— ]*0*(\d{1,6})[-–— ]*$")
"""Rows that are a page number and no more."""
_AT_END = re.compile(r"(.*\S) +(?:page +)?0*(\d{1,6})$", re.IGNORECASE)
_AT_START = re.compile(r"(?:page +)?0*(\d{1,6}) +(\S.*)$", re.IGNORECASE)
_BATES = re.compile(r"(?:[A-Z][A-Z0-9&]*[A-Z&][-_. ]{0,3}){1,4}\d{5,9}$")
"""The stamp of a document production: ABC000123, SMITH-000045, ACME LLC 0000012."""
_EXAMINATION = re.compile(r"\b(?:re-?)?(?:direct|cross)\b|\bexamination\b|\bvoir dire\b", re.I)
_HEADER_WIDTH = 160
"""Longer rows are never headers or footers."""
_REACH = 3
"""How many rows from the edge of a page a header or footer that comes again may stand."""


Furniture = Literal["page header", "page footer"]


@dataclass(slots=True)
class Page:
    """The rows of one page, in order; `furniture` says by place which are header or footer.

    `misread` says what stood for the page number where that had to be mended, "" for nothing.
    """

    number: int | None = None
    rows: list[Row] = field(default_factory=list)
    furniture: dict[int, Furniture] = field(default_factory=dict)
    misread: str | None = None

    @property
    def first_line(self) -> int | None:
        """The first line number."""
        return next((row.number for row in self.rows if row.number is not None), None)

    @property
    def last_line(self) -> int | None:
        """The last line number so far."""
        return next((row.number for row in reversed(self.rows) if row.number is not None), None)


@dataclass(frozen=True, slots=True)
class _Marks:
    """What the seams of the whole file say, by index of the row."""

    page_numbers: dict[int, int]
    headings: frozenset[int]
    furniture: frozenset[int]
    numbers_close_pages: bool


def cut_pages(rows: Sequence[Row]) -> list[Page]:
    """Cut numbered rows into pages at form feeds, page numbers and restarts of the lines."""
    marks = _marks(rows)
    pages = [Page()]
    closed = False
    for index, row in enumerate(rows):
        if pages[-1].rows and _starts_page(index, row, pages[-1], marks, closed):
            pages.append(Page())
            closed = False
        page = pages[-1]
        page.rows.append(row)
        if index in marks.page_numbers:
            page.number = marks.page_numbers[index]
            closed = marks.numbers_close_pages
        if index in marks.furniture:
            footer = page.last_line is not None or closed
            page.furniture[len(page.rows) - 1] = "page footer" if footer else "page header"
    return pages


def mend_page_numbers(pages: Sequence[Page]) -> None:
    """Give a page the number between its neighbours' if its own is missing or does not fit."""
    for before, page, after in zip(pages, pages[1:], pages[2:], strict=False):
        if before.number is None or after.number != before.number + 2:
            continue
        if page.number != before.number + 1:
            page.misread = "" if page.number is None else str(page.number)
            page.number = before.number + 1


def _starts_page(index: int, row: Row, page: Page, marks: _Marks, closed: bool) -> bool:
    if row.after_break:
        return True
    if row.number is not None:
        return closed or row.number <= (page.last_line or 0)
    if closed:
        return index not in marks.furniture or index in marks.headings
    if marks.numbers_close_pages or index not in marks.headings:
        return False
    has_number = page.number is not None and index in marks.page_numbers
    return page.last_line is not None or has_number


def _marks(rows: Sequence[Row]) -> _Marks:
    seams = list(_seams(rows))
    edges = [i for seam in seams for i in _near_edge(rows, seam)]
    repeated = _repeated(rows, edges)
    numbering = repeated - _unchanging(rows, edges)
    page_numbers: dict[int, int] = {}
    for seam in seams:
        page_numbers |= _page_numbers(rows, seam, numbering)
    near = set(edges)
    headings = {i for i in near if _is_heading(rows[i])} | set(page_numbers)
    stamps = {i for seam in seams for i in seam if _BATES.match(rows[i].text.strip())}
    furniture = {i for i in near if _wording(rows[i].text) in repeated} | headings | stamps
    for seam in seams:
        furniture |= _joined(rows, seam, furniture)
    return _Marks(
        page_numbers,
        frozenset(headings),
        frozenset(furniture),
        _numbers_close_pages(rows, seams, page_numbers),
    )


def _seams(rows: Sequence[Row]) -> Iterator[range]:
    """Yield the runs of unnumbered rows where one page may end and the next begin."""
    begin = 0
    before: int | None = None
    for index in range(len(rows) + 1):
        number = rows[index].number if index < len(rows) else None
        if index < len(rows) and number is None:
            continue
        run = range(begin, index)
        inside = before is not None and number == before + 1
        if run and (not inside or _divides(rows, run)):
            yield run
        begin, before = index + 1, number


def _divides(rows: Sequence[Row], run: range) -> bool:
    return any(PAGE_ROW.match(rows[i].text) for i in run) or any(
        rows[i].after_break for i in range(run.start, run.stop + 1) if i < len(rows)
    )


def _edges(rows: Sequence[Row], seam: range) -> Iterator[range]:
    """Yield the parts of a seam near the edge of a page, cut at form feeds."""
    starts = [seam.start, *(i for i in seam if rows[i].after_break and i > seam.start), seam.stop]
    for start, stop in pairwise(starts):
        if stop - start <= 2 * _REACH:
            yield range(start, stop)
        else:
            yield from (range(start, start + _REACH), range(stop - _REACH, stop))


def _repeated(rows: Sequence[Row], near: Sequence[int]) -> frozenset[str]:
    """Return the wordings of furniture: those at the edge of more than one page.

    Where no line has a number, words of testimony stand at the edges too ("A.  Yes."), so it
    takes half of the pages.
    """
    wordings = Counter(_wording(rows[i].text) for i in near)
    pages = 1 + sum(row.after_break for row in rows[1:])
    least = 2 if any(row.number is not None for row in rows) else max(2, pages / 2)
    return frozenset(wording for wording, count in wordings.items() if wording and count >= least)


def _unchanging(rows: Sequence[Row], near: Sequence[int]) -> frozenset[str]:
    """Return the wordings whose number is always the same: a telephone's, not the page's."""
    numbers: dict[str, set[str]] = {}
    for text in (rows[i].text.strip() for i in near):
        numbers.setdefault(_wording(text), set()).add(text)
    return frozenset(wording for wording, texts in numbers.items() if len(texts) == 1)


def _near_edge(rows: Sequence[Row], seam: range) -> set[int]:
    parts = (*_edges(rows, seam), *_around_page_rows(rows, seam))
    return {i for part in parts for i in part}


def _around_page_rows(rows: Sequence[Row], seam: range) -> Iterator[range]:
    """Yield what stands about each "Page 12" row inside a long seam, such as a word index."""
    for i in seam:
        if i - seam.start >= _REACH and seam.stop - i > _REACH and PAGE_ROW.match(rows[i].text):
            yield range(i - 1, i + _REACH)


def numbered_header(text: str) -> tuple[str, int] | None:
    """Return the words of a row and the number at its end or start, if it may be a header."""
    text = text.strip()
    if len(text) > _HEADER_WIDTH:
        return None
    for shape, words, number in ((_AT_END, 1, 2), (_AT_START, 2, 1)):
        found = shape.match(text)
        if found and any(character.isalpha() for character in found[words]):
            return found[words].strip(), int(found[number])
    return None


def _wording(text: str) -> str:
    """Return a row's words without the page number beside them; "" if too long for furniture."""
    header = numbered_header(text)
    return header[0] if header else text.strip() * (len(text.strip()) <= _HEADER_WIDTH)


def _is_heading(row: Row) -> bool:
    """Whether a row of a seam heads a page: `Kusaw - direct`, with or without page number."""
    return (
        len(row.text) <= _HEADER_WIDTH
        and bool(_EXAMINATION.search(row.text))
        and bool(re.search(r" [-–—/] ?| {2,}", row.text.strip()))
    )


def _page_numbers(rows: Sequence[Row], seam: range, numbering: frozenset[str]) -> dict[int, int]:
    """Return the page numbers of a seam: `Page n` rows, else bare numbers, else in headers."""
    called = {i: int(m[1]) for i in seam if (m := PAGE_ROW.match(rows[i].text))}
    if called:
        return called
    found: dict[int, int] = {}
    for edge in _edges(rows, seam):
        bare = [(i, int(m[1])) for i in edge if (m := BARE.match(rows[i].text))]
        beside = [(i, n) for i in edge if (n := _beside_header(rows[i], numbering)) is not None]
        found |= dict((bare or beside)[:1])
    return found


def _beside_header(row: Row, numbering: frozenset[str]) -> int | None:
    header = numbered_header(row.text)
    if header is None or _BATES.match(row.text.strip()):
        return None
    return header[1] if _is_heading(row) or header[0] in numbering else None


def _joined(rows: Sequence[Row], seam: range, furniture: set[int]) -> set[int]:
    """Return the rows of a short seam that stand directly above or below furniture."""
    if len(seam) > 2 * _REACH:
        return set()
    joined = furniture & set(seam)
    for step, order in ((1, seam), (-1, reversed(seam))):
        for i in order:
            if i - step in joined and abs(rows[i].row - rows[i - step].row) == 1:
                joined.add(i)
    return joined


def _numbers_close_pages(
    rows: Sequence[Row], seams: Sequence[range], page_numbers: dict[int, int]
) -> bool:
    """Return whether page numbers stand below their lines: form feeds and the ends of file tell."""
    votes = 0
    for seam in seams:
        for i in (i for i in seam if i in page_numbers):
            above = any(rows[j].after_break for j in range(seam.start, i + 1))
            below = any(rows[j].after_break for j in range(i + 1, min(seam.stop + 1, len(rows))))
            if seam.start == 0 or (above and not below):
                votes -= 1
            elif seam.stop == len(rows) or (below and not above):
                votes += 1
            if seam.stop == len(rows):
                break
    return votes > 0
