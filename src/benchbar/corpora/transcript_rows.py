"""Rows of a transcript file: split the text, find the line numbers and take off time stamps.

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
_END_STAMP = re.compile(rf"( +|^)({STAMP})$")
_START_STAMP = re.compile(rf"({STAMP})(?: +|$)")
_LONG_GAP = re.compile(r" {5,}")
_HEADER_WIDTH = 160
"""So much of a row is compared when rows are said to have the same words."""
_STAMP_TAIL = 24
"""Stamps are shorter than this, so only so much of a row's end is searched."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file that is not blank, and the line number found on it, if any.

    `column` is where the line number ends, counted from 0.
    """

    row: int
    text: str
    after_break: bool
    number: int | None = None
    column: int = 0
    words: str = ""

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
                rows.append(Row(number, plain, broken, words=_spaced(plain)))
                broken = False
    return rows


def number_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with their line numbers and words; all unnumbered if none are found."""
    candidates = _candidates(rows)
    numbers = _line_numbers(candidates)
    if not _enough(list(numbers.values()), len(rows)):
        return list(rows)
    numbered = list(rows)
    for candidate in candidates:
        if candidate.index in numbers:
            row = rows[candidate.index]
            words = row.text[candidate.end :].removeprefix(":").strip()
            numbered[candidate.index] = replace(
                row, number=candidate.number, column=candidate.end, words=words
            )
    return _without_stamps(numbered)


def tallest(numbers: Sequence[int]) -> int:
    """Return the lines of a full page: the highest number over half as common as any."""
    counts = Counter(numbers)
    most = max(counts.values())
    return max(n for n, count in counts.items() if 2 * count > most)


def is_condensed(rows: Sequence[Row]) -> bool:
    """Return whether several pages stand side by side: most numbers come twice on their row."""
    numbered = [row for row in rows if row.number is not None]
    twice = sum(str(row.number) in row.words[:400].split() for row in numbered)
    return len(numbered) >= 5 and 2 * twice >= len(numbered)


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


def _without_stamps(rows: Sequence[Row]) -> list[Row]:
    """Take time stamps off both ends of the numbered words, where the file has such stamps."""
    told = [row.words for row in rows if row.number is not None and row.words]
    ends = _stamp_shape([_END_STAMP.search(words[-_STAMP_TAIL:]) for words in told])
    starts = _stamp_shape([_START_STAMP.match(words) for words in told])
    return [
        row if row.number is None else replace(row, words=_spaced(_bared(row.words, starts, ends)))
        for row in rows
    ]


def _stamp_shape(found: Sequence[re.Match[str] | None]) -> str | None:
    """Return the usual form of the stamps, or None where they are too few to be stamps.

    A stamp set apart by two blanks is one if a tenth of the lines have it; a time that follows
    the words after one blank might be testimony ("at 9:20"), so it takes half of them.
    """
    stamps = [match for match in found if match]
    apart = sum(match[0].startswith("  ") or match[0].endswith("  ") for match in stamps)
    if not (len(stamps) >= 3 and 10 * apart >= len(found)) and 2 * len(stamps) < len(found):
        return None
    shapes = Counter(_shape(match[match.lastindex or 0]) for match in stamps)
    return shapes.most_common(1)[0][0] if shapes else None


def _shape(stamp: str) -> str:
    return re.sub(r"\d+", "9", stamp)


def _bared(words: str, starts: str | None, ends: str | None) -> str:
    if ends and (found := _END_STAMP.search(words[-_STAMP_TAIL:])) and _shape(found[2]) == ends:
        words = words[: len(words) - len(found[0])]
    if starts and (found := _START_STAMP.match(words)) and _shape(found[1]) == starts:
        words = words[found.end() :]
    return words.strip()


def _spaced(words: str) -> str:
    """Trim words and shorten long runs of blanks, which only ever served the layout."""
    return _LONG_GAP.sub("    ", words.strip())
