"""Time stamps before or behind the words of a line: known by their form and column, taken off."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchbar.corpora.transcript_rows import STAMP, Row, spaced

_END_STAMP = re.compile(rf"( +|^)({STAMP})$")
_START_STAMP = re.compile(rf"({STAMP})(?: +|$)")
_STAMP_TAIL = 24
"""Stamps are shorter than this, so only so much of a row's end is searched."""


def without_stamps(rows: Sequence[Row]) -> list[Row]:
    """Take time stamps off both ends of the numbered words, where the file has such stamps."""
    told = [row for row in rows if row.number is not None and row.words]
    ends = _stamps([(row, _END_STAMP.search(row.words[-_STAMP_TAIL:])) for row in told])
    starts = _stamps([(row, _START_STAMP.match(row.words)) for row in told])
    return [row if row.number is None else _bared(row, starts, ends) for row in rows]


@dataclass(frozen=True, slots=True)
class _Stamps:
    """The time stamps of a file: their form, and where rows end that have one.

    `apart` says that two blanks set them apart; then a time after one blank is a stamp only
    where the stamps stand ("at 9:20" is testimony).
    """

    shape: str
    apart: bool
    row_end: int

    def holds(self, row: Row, found: re.Match[str]) -> bool:
        """Whether a time at the end of a row is one of them."""
        if _shape(found[found.lastindex or 0]) != self.shape:
            return False
        return not self.apart or _is_apart(found) or abs(len(row.text) - self.row_end) <= 1


def _stamps(found: Sequence[tuple[Row, re.Match[str] | None]]) -> _Stamps | None:
    """Return the stamps at one end of the lines, or None where times are too few to be stamps.

    A stamp set apart by two blanks is one if a tenth of the lines have it; a time that follows
    the words after one blank might be testimony, so it takes half of them.
    """
    stamps = [(row, match) for row, match in found if match]
    apart = [(row, match) for row, match in stamps if _is_apart(match)]
    are_apart = len(apart) >= 3 and 10 * len(apart) >= len(found)
    if not stamps or (not are_apart and 2 * len(stamps) < len(found)):
        return None
    usual = apart if are_apart else stamps
    shapes = Counter(_shape(match[match.lastindex or 0]) for _, match in usual)
    ends = Counter(len(row.text) for row, _ in usual)
    return _Stamps(shapes.most_common(1)[0][0], are_apart, ends.most_common(1)[0][0])


def _is_apart(stamp: re.Match[str]) -> bool:
    return stamp[0].startswith("  ") or stamp[0].endswith("  ")


def _shape(stamp: str) -> str:
    return re.sub(r"\d+", "9", stamp)


def _bared(row: Row, starts: _Stamps | None, ends: _Stamps | None) -> Row:
    words = row.words
    if ends and (found := _END_STAMP.search(words[-_STAMP_TAIL:])) and ends.holds(row, found):
        words = words[: len(words) - len(found[0])]
    if starts and (found := _START_STAMP.match(words)) and starts.holds(row, found):
        words = words[found.end() :]
    return replace(row, words=spaced(words))
