"""Rows of a transcript file: split the text and find the line numbers.

Where the numbers stand is learnt from the file as a whole: no column is fixed in advance.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

STAMP = r"\d{1,2}:\d{2}(?:[:.]\d{2}){0,2}(?: ?[AP]M)?"
"""A time of day as reporters' machines print it: 08:36:42, 01:22, 9:05:11.07, 10:15 AM."""

_ROW_END = re.compile(r"\r\n|\n|\r")
_NUMBER = re.compile(rf"( *)(?:{STAMP} +)?(\d{{1,2}}):?(?= |$)")
_ONLY_STAMP = re.compile(rf" *{STAMP}$")
_LONG_GAP = re.compile(r" {5,}")
_HEADER_WIDTH = 160
"""So much of a row is compared when rows are said to have the same words."""
_TWO_PAGES = re.compile(
    r" *page:? +\d+(?: {3,}| *\| *)(?:\S.*)?page:? +\d+ *(?: page:? +\d+)?$", re.I
)
_SHEETS = 2
"""So many rows like `Page 5      Page 6` are no accident."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file that is not blank, and the line number found on it, if any.

    `column` is where the line number ends, counted from 0; `misread` is the line number as it
    stands in the file where it had to be mended.
    """

    row: int
    text: str
    after_break: bool
    number: int | None = None
    column: int = 0
    words: str = ""
    misread: str = ""

    @property
    def only_stamp(self) -> bool:
        """Whether nothing but a time of day stands here."""
        return self.number is None and bool(_ONLY_STAMP.match(self.text))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A row that starts with a small number: perhaps a line number, perhaps "12 jurors".

    `bare` says that nothing follows it, `again` that its words come again after another number.
    """

    index: int
    number: int
    start: int
    end: int
    bare: bool
    again: bool = False

    def near(self, other: "_Candidate | None") -> bool:
        """Whether both stand in one column, flush left or flush right."""
        return other is not None and (
            abs(self.start - other.start) <= 1 or abs(self.end - other.end) <= 1
        )


def split_rows(text: str) -> list[Row]:
    """Return the rows that are not blank; a form feed ends a row and marks the next one."""
    rows: list[Row] = []
    broken = False
    for number, line in enumerate(_ROW_END.split(text), start=1):
        for place, piece in enumerate(line.split("\f")):
            broken = broken or place > 0
            plain = piece.replace("\t", "    ").replace("\xa0", " ").rstrip()
            if plain:
                rows.append(Row(number, plain, broken, words=spaced(plain)))
                broken = False
    return rows


def number_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with their line numbers and words, time stamps included.

    All stay without number if too few rows count on.
    """
    candidates = _candidates(rows)
    numbers = _line_numbers(candidates)
    if not _enough(list(numbers.values()), len(rows)):
        return list(rows)
    numbered = list(rows)
    for candidate in candidates:
        if candidate.index in numbers:
            row = rows[candidate.index]
            numbered[candidate.index] = with_number(row, candidate.number, candidate.end)
    return numbered


def with_number(row: Row, number: int, end: int, misread: str = "") -> Row:
    """Return a row with the line number that ends at ``end``, and the words behind it."""
    words = row.text[end:].removeprefix(":").strip()
    return replace(row, number=number, column=end, words=words, misread=misread)


def tallest(numbers: Sequence[int]) -> int:
    """Return the lines of a full page: the highest number over half as common as any."""
    counts = Counter(numbers)
    most = max(counts.values())
    return max(n for n, count in counts.items() if 2 * count > most)


def is_condensed(rows: Sequence[Row]) -> bool:
    """Return whether several pages stand side by side on a sheet.

    Either most line numbers come again on their row, in a column of their own, or rows name
    several pages.
    """
    numbered = [row for row in rows if row.number is not None]
    columns = Counter(place for row in numbered if (place := _again(row)) is not None)
    most = max((sum(columns[n + d] for d in (-1, 0, 1)) for n in columns), default=0)
    if len(numbered) >= 5 and 2 * most >= len(numbered):
        return True
    return sum(bool(_TWO_PAGES.match(row.text)) for row in rows) >= _SHEETS


def _again(row: Row) -> int | None:
    """Return the column where a row's number ends a second time, if it does, set well apart."""
    found = re.search(rf" {{2}}{row.number}(?= |$)", row.text[row.column : 400])
    return row.column + found.end() if found else None


def _candidates(rows: Sequence[Row]) -> list[_Candidate]:
    found = [(i, match) for i, row in enumerate(rows) if (match := _NUMBER.match(row.text))]
    words = [rows[i].text[match.end() : match.end() + _HEADER_WIDTH] for i, match in found]
    numbers: dict[str, set[str]] = {}
    for (_, match), after in zip(found, words, strict=True):
        numbers.setdefault(after, set()).add(match[2])
    return [
        _Candidate(i, int(match[2]), *match.span(2), not after, len(numbers[after]) > 1)
        for (i, match), after in zip(found, words, strict=True)
    ]


def _line_numbers(candidates: Sequence[_Candidate]) -> dict[int, int]:
    """Map row indices to line numbers: candidates that count on from the one before."""
    if not candidates:
        return {}
    height = tallest([candidate.number for candidate in candidates])
    usual = _usual(candidates)
    chosen: dict[int, int] = {}
    last: _Candidate | None = None
    for place, candidate in enumerate(candidates):
        window = candidates[place + 1 : place + 4]
        fits = candidate.near(usual) or candidate.near(last)
        if _counts_on(candidate, last, window, fits=fits, height=height):
            chosen[candidate.index] = candidate.number
            last = candidate
    return chosen


def _usual(candidates: Sequence[_Candidate]) -> _Candidate:
    """Return a stand-in for the column where most numbers that count on stand."""
    steady = [b for a, b in pairwise(candidates) if b.number == a.number + 1] or list(candidates)
    starts, ends = Counter(c.start for c in steady), Counter(c.end for c in steady)
    (start, by_start), (end, by_end) = starts.most_common(1)[0], ends.most_common(1)[0]
    far = -9
    if by_start > by_end:
        return _Candidate(-1, 0, start, far, bare=False)
    return _Candidate(-1, 0, far, end, bare=False)


def _counts_on(
    candidate: _Candidate,
    last: _Candidate | None,
    window: Sequence[_Candidate],
    *,
    fits: bool,
    height: int,
) -> bool:
    """Decide whether a number is a line number, given the one before and the few to come."""
    number = candidate.number
    turn = last.number + 1 if last else 1
    after = next((other.number for other in window if other.near(candidate)), None)
    edge = after == 1 or (after is None and number > 1)
    if edge and candidate.bare and number == height + 1:
        return False  # a page number below a full page
    if edge and (candidate.bare or candidate.again) and (number == 1 or number != turn):
        return False  # a page number at the head or foot of a page, perhaps within a header
    if not fits:  # a page that has moved sideways, unless the old column goes on
        moved = number in (1, turn) and after == number + 1
        return moved and not any(other.number == turn and other.near(last) for other in window)
    if number == turn:
        return True
    if after == turn:
        return False  # the true number is still to come, this one is part of the words
    if number == 1 or after == number + 1:
        return True
    return turn < number <= height and after in (None, 1)


def _enough(numbers: Sequence[int], rows: int) -> bool:
    """Whether so many rows count on that the file must be numbered by lines."""
    steps = 1 + sum(b == a + 1 for a, b in pairwise(numbers))
    return bool(numbers) and (2 * steps >= rows or (steps >= 5 and 10 * steps >= rows))


def spaced(words: str) -> str:
    """Trim words and shorten long runs of blanks, which only ever served the layout."""
    return _LONG_GAP.sub("    ", words.strip())
