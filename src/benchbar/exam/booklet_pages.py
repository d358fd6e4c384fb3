"""The pages of a printed booklet: headers, footers and page numbers are set aside."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from benchbar.exam.booklet_text import Sheet


class Line(NamedTuple):
    """A line of text and the sheet that it stands on, from 1."""

    text: str
    page: int


class Pages(NamedTuple):
    """The lines of a booklet in reading order, and what was set aside, with how often."""

    lines: list[Line]
    aside: Counter[str]


STARTS = re.compile(
    r"\s*(?:\d{1,3}[.)]|\(?[A-Ea-e][.)])(?:\s+\S|$)|\s*Questions?\s+\d", re.IGNORECASE
)
"""How the lines begin that are never a header or footer."""
_EDGE = 2
"""Lines at the top and at the bottom of a page that may be a header or footer."""
_NUMBER = re.compile(
    r"[-–—|\s]*(?:page\s*)?(\d{1,4})(?:\s*(?:of|/)\s*\d{1,4})?[-–—|\s]*", re.IGNORECASE
)
_PHRASE = re.compile(
    r"[\W_]*(?:go on to the next page|turn (?:to )?the (?:next )?page|stop"
    r"|(?:this page (?:is )?)?intentionally left blank|end of (?:the |this )?\w+"
    r"|do not turn (?:to )?the (?:next )?page until told to do so)[\W_]*",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(r"[-–—]\s*\d+\s*[-–—]|page", re.IGNORECASE)
_CAPITALS = re.compile(r"[ .→>-]*\bGO ON TO THE NEXT PAGE\b[ .→>-]*")
_COPYRIGHT = re.compile(r"\s*(?:©|copyright\b)", re.IGNORECASE)
_FULL_STOP = re.compile(r"[.?!:][\"'”’)]*$")
_LIGATURE = re.compile("[\ufb00-\ufb06]")


def pages(sheets: Sequence[Sheet]) -> Pages:
    """Return the lines of a booklet without its furniture.

    Where a text file does not part its pages, page numbers in a row of their own do.
    """
    sheets = sheets if len(sheets) > 1 else _by_numbers(sheets[0].rows)
    running = {
        column: _running([sheet.rows for sheet in sheets if sheet.column == column])
        for column in {sheet.column for sheet in sheets}
    }
    aside: Counter[str] = Counter()
    lines: list[Line] = []
    for sheet in sheets:
        kept = _without_furniture(sheet.rows, running[sheet.column], aside)
        rows = [Line(_plain(row), sheet.page) for row in _stripped(kept)]
        if lines and rows and _paragraph_ended(lines, rows[0].text):
            lines.append(Line("", sheet.page))
        lines += rows
    return Pages(_single_spaced(lines), +aside)


def _plain(row: str) -> str:
    """Return a row with its ligatures taken apart."""
    return _LIGATURE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), row).rstrip()


def _by_numbers(rows: Sequence[str]) -> list[Sheet]:
    """Part rows behind page numbers: those that count upwards by one, or are marked as such."""
    found = [(place, int(hit[1])) for place, row in enumerate(rows) if (hit := _paged(row))]
    numbers = {number for _, number in found}
    ends = [
        place for place, n in found if {n - 1, n + 1} & numbers or _PLAIN_NUMBER.search(rows[place])
    ]
    cuts = [0, *(place + 1 for place in ends), len(rows)]
    parts = [list(rows[a:b]) for a, b in pairwise(cuts) if b > a]
    return [Sheet(part, number) for number, part in enumerate(parts, 1)]


def _paged(row: str) -> re.Match[str] | None:
    return _NUMBER.fullmatch(_CAPITALS.sub(" ", row)) if row.strip() else None


def _mask(row: str) -> str:
    return re.sub(r"\d+", "#", " ".join(row.split()))


def _edges(sheet: Sequence[str]) -> dict[int, int]:
    """Return the places of the first and last lines of a page, with how far in each is."""
    full = [place for place, row in enumerate(sheet) if row.strip()]
    ends = [*enumerate(full[:_EDGE]), *enumerate(full[: -_EDGE - 1 : -1])]
    return {place: depth for depth, place in reversed(ends)}


def _running(sheets: Sequence[Sequence[str]]) -> set[str]:
    """Return the lines, but for their numbers, that stand at the edges of enough pages.

    Left and right pages may have their own. A line of the text can stand at the edge of two pages
    by chance: the farther in, the fewer the pages and the more it looks like prose, the more of
    them must have it.
    """
    counts = Counter(
        (depth, mask)
        for sheet in sheets
        for depth, mask in {(n, _mask(sheet[place])) for place, n in _edges(sheet).items()}
    )
    return {mask for (n, mask), count in counts.items() if count >= _least(n, mask, len(sheets))}


def _least(depth: int, mask: str, sheets: int) -> float:
    doubtful = mask[:1].islower() or (depth > 0 and sheets < 6)
    return max(2, (0.75 if doubtful else 0.4) * sheets)


def _without_furniture(sheet: Sequence[str], running: set[str], aside: Counter[str]) -> list[str]:
    """Return the rows of a page without what belongs to the page and not to the text."""
    edges = _edges(sheet)
    kept = []
    for place, row in enumerate(sheet):
        rest = _CAPITALS.sub("   ", row)
        if _PHRASE.fullmatch(row) or (rest != row and (not rest.strip() or _paged(row))):
            aside[_mask(row)] += 1
        elif place in edges and rest.strip() and _belongs_to_page(rest, running):
            aside["page number" if _NUMBER.fullmatch(rest) else _mask(rest)] += 1
        else:
            aside["go on to the next page"] += rest != row
            kept.append(rest)
    return kept


def _belongs_to_page(row: str, running: set[str]) -> bool:
    if _NUMBER.fullmatch(row) or _COPYRIGHT.match(row):
        return True
    return _mask(row) in running and not STARTS.match(row)


def _paragraph_ended(above: Sequence[Line], below: str) -> bool:
    """Whether a paragraph ends with a page or column: in a full stop, short of the margin."""
    last = above[-1]
    width = max(len(line.text) for line in above if line.page == last.page)
    opens = below.lstrip()[:1]
    return (
        bool(_FULL_STOP.search(last.text))
        and len(last.text) < 0.85 * width
        and (not opens.islower())
    )


def _stripped(rows: Sequence[str]) -> Sequence[str]:
    """Return rows without blank ones at both ends."""
    full = [place for place, row in enumerate(rows) if row.strip()]
    return rows[full[0] : full[-1] + 1] if full else []


def _single_spaced(lines: Iterable[Line]) -> list[Line]:
    """Return lines without the blank ones of double spacing; two blanks stay one."""
    rows = list(lines)
    blank = [not row.text.strip() for row in rows]
    full = blank.count(False)
    alone = sum(
        1 for n in range(1, len(rows) - 1) if blank[n] and not blank[n - 1] and not blank[n + 1]
    )
    if alone < 0.75 * full:
        return rows
    return [row for n, row in enumerate(rows) if not blank[n] or (n and blank[n - 1])]
