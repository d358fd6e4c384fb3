"""The lettered choices below a stem: where they open, in one line or several, and where D ends."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from benchbar.exam.booklet_pages import Line

_MARK = re.compile(r"\s*(\(?)([A-Ea-e])([.)])(?:\s+|$)")
_WITHIN = re.compile(r"\s+(?=\(?[B-Eb-e][.)]\s+\S)")
_WIDE = re.compile(r"\S\s{2,}\(?[B-Eb-e][.)]\s")
CLOSED = re.compile(r"[.?!:;][\"'”’)\]]*$")


class UnreadableError(Exception):
    """Why a question could not be read."""


class Mark(NamedTuple):
    """A line that opens with a letter: its place, the letter, and how it is written."""

    place: int
    letter: str
    form: str
    behind: int


def marked(line: str, place: int) -> Mark | None:
    """Return the mark with which a line opens, such as ``(A)``, ``A.`` or ``a)``."""
    found = _MARK.match(line)
    if not found:
        return None
    form = f"{found[1]}{'a' if found[2].islower() else 'A'}{found[3]}"
    return Mark(place, found[2].upper(), form, found.end())


def run(rows: Sequence[str]) -> list[Mark]:
    """Return the last four marks of one form that are A to D, opened by A and closed by D.

    Marks behind the end of a sentence are tried first: where a row ends with "State" and the next
    begins with "A.", no choice opens.
    """
    marks = [mark for place, row in enumerate(rows) if (mark := marked(row, place))]
    apart = [mark for mark in marks if _opens(rows, mark.place)]
    return _last_run(apart) or _last_run(marks)


def lettered(rows: Sequence[str], form: str) -> set[str]:
    """Return the letters, written in a form, with which lines open behind the end of a sentence."""
    marks = (marked(row, place) for place, row in enumerate(rows))
    return {
        mark.letter for mark in marks if mark and mark.form == form and _opens(rows, mark.place)
    }


def _opens(rows: Sequence[str], place: int) -> bool:
    """Whether a row stands behind the end of a sentence, a blank row, or nothing."""
    before = rows[place - 1].strip() if place else ""
    return not before or bool(CLOSED.search(before))


def _last_run(marks: Sequence[Mark]) -> list[Mark]:
    best: list[Mark] = []
    for form in {mark.form for mark in marks}:
        same = [mark for mark in marks if mark.form == form]
        for start in range(len(same) - 3):
            four = same[start : start + 4]
            letters = "".join(mark.letter for mark in four)
            twice = start and same[start - 1].letter == "A"
            if letters in ("ABCD", "ACBD") and not twice:
                best = max(best, four, key=lambda found: found[0].place if found else -1)
    return best


def split(lines: Sequence[Line]) -> list[str]:
    """Return rows with one choice each, where several stand in one line."""
    rows: list[str] = []
    for line in lines:
        parts = _WITHIN.split(line.text) if marked(line.text, 0) else []
        marks = [mark for part in parts if (mark := marked(part, 0))]
        alike = len({mark.form for mark in marks}) == 1
        whole = "".join(mark.letter for mark in marks) == "ABCD"
        rows += parts if alike and (whole or _WIDE.search(line.text)) else [line.text]
    return rows


def ended(rows: Sequence[str], letter: str) -> tuple[Sequence[str], str]:
    """Return the rows of a choice, closed by a blank row, and what stands behind them.

    Raises:
        UnreadableError: It is not clear whether what follows belongs to the choice.
    """
    said = ""
    for place, row in enumerate(rows):
        rest = " ".join(" ".join(rows[place:]).split())
        mark = marked(rest if not row.strip() else row, 0)
        if place and mark and (mark.letter == "E" or _opens(rows, place)):
            raise UnreadableError("more lettered lines follow its choices A to D")
        if not row.strip() and said and rest:
            if CLOSED.search(said):
                return rows[:place], rest
            if not rest[0].islower():
                raise UnreadableError(f"choice {letter} may end before or after {rest[:40]!r}")
        said = row.strip() or said
    return rows, ""
