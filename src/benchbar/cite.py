"""The citation: parse it, print it, compare it. Nothing else in the package does."""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

LEVELS = (
    "subsection",
    "paragraph",
    "subparagraph",
    "clause",
    "subclause",
    "item",
    "subitem",
    "subsubitem",
)
"""Names of the levels below the section, from the top."""

_ROMANS = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"))
_ROMAN_FORM = re.compile(r"(?=[ivxlc])c{0,3}(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
DIVISIONS = (
    "part",
    "chapter",
    "title",
    "article",
    "annex",
    "appendix",
    "schedule",
    "exhibit",
    "attachment",
    "addendum",
    "recital",
)
"""Names of what stands above the section in contracts, rules and their annexes."""

_LABELS = r"((?:\([0-9A-Za-z.–-]+\))*)"
_DIVISION = rf"(?:{'|'.join(DIVISIONS)}) [0-9A-Z][\w.–-]*"
_DIVISIONS = rf"{_DIVISION}(?:, {_DIVISION})*"
_STATUTE = re.compile(rf"(?:({_DIVISIONS}), )?section ([0-9][\w.–-]*|[A-Z]+){_LABELS}")
_DIVIDED = re.compile(rf"({_DIVISIONS}){_LABELS}")
_RECORD = re.compile(r"line (\d+)(?: of page (\d+))?|(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class StatuteCite:
    """A place in a statute: ``section 152(f)(1)(A)``; ``path`` holds the labels, bare.

    Where sections are numbered anew within articles or annexes, the ``division`` stands in
    front: ``article II, section 3(b)``. A division that is not cut into sections has no section
    number: ``annex A(1)``.
    """

    section: str
    path: tuple[str, ...] = ()
    division: str = ""

    def __str__(self) -> str:
        number = f"section {self.section}" if self.section else ""
        front = ", ".join(part for part in (self.division, number) if part)
        return front + "".join(f"({label})" for label in self.path)

    @property
    def parent(self) -> "StatuteCite | None":
        """The cite one level up, or None for a section."""
        return replace(self, path=self.path[:-1]) if self.path else None


@dataclass(frozen=True, slots=True)
class RecordCite:
    """A place in a transcript: ``line 3 of page 69``, or ``line 10`` where there are no pages."""

    page: int | None
    line: int

    def __str__(self) -> str:
        return f"line {self.line}" if self.page is None else f"line {self.line} of page {self.page}"

    @property
    def short(self) -> str:
        """The form lawyers write, ``69:3``; the bare line number where there are no pages."""
        return str(self.line) if self.page is None else f"{self.page}:{self.line}"


Cite: TypeAlias = StatuteCite | RecordCite


def parse(text: str) -> Cite:
    """Read a cite back from its printed form (``str(cite)``, or the short ``69:3``).

    Raises:
        ValueError: The text is no cite in one of these forms.
    """
    if match := _STATUTE.fullmatch(text):
        return StatuteCite(match[2], _path(match[3]), match[1] or "")
    if match := _DIVIDED.fullmatch(text):
        return StatuteCite("", _path(match[2]), match[1])
    if match := _RECORD.fullmatch(text):
        if match[3]:
            return RecordCite(int(match[3]), int(match[4]))
        return RecordCite(int(match[2]) if match[2] else None, int(match[1]))
    raise ValueError(f"not a cite: {text!r}")


def _path(labels: str) -> tuple[str, ...]:
    return tuple(labels[1:-1].split(")(")) if labels else ()


@cache
def label(level: int, n: int) -> str:
    """Return the ``n``-th label (from 1) of a level (0 for subsections).

    Letters are repeated after z: aa, bb ... (26 U.S.C. has subsections of this form).
    """
    match level:
        case 0:
            return _letters(n, 1)
        case 1:
            return str(n)
        case 2:
            return _letters(n, 1).upper()
        case 3:
            return roman(n)
        case 4:
            return roman(n).upper()
        case 5:
            return _letters(n, 2)
        case 6:
            return _letters(n, 2).upper()
        case 7:
            return _letters(n, 3)
    raise ValueError(f"a statute has no level {level} below the section")


def _letters(n: int, least: int) -> str:
    """Return a, b ... z, then each letter once more: aa, bb ...; items start at two letters."""
    rounds, place = divmod(n - 1, 26)
    return chr(ord("a") + place) * (least + rounds)


def roman(n: int) -> str:
    """Return a small roman numeral for 1 to 399."""
    out = []
    for value, letters in _ROMANS:
        times, n = divmod(n, value)
        out.append(letters * times)
    return "".join(out) + "i" * n


def fits(text: str, level: int) -> bool:
    """Say whether a bare label has the form that its level has: (i) may be a letter or a roman."""
    match level:
        case 0:
            return text.isascii() and text.isalpha() and text.islower() and len(set(text)) == 1
        case 1:
            return text[:1].isdigit()
        case 2:
            return text.isascii() and text.isalpha() and text.isupper() and len(set(text)) == 1
        case 3:
            return _ROMAN_FORM.fullmatch(text) is not None
        case 4:
            return text.isupper() and _ROMAN_FORM.fullmatch(text.lower()) is not None
        case 5 | 6 | 7:
            case_fits = text.isupper() if level == 6 else text.islower()
            return case_fits and len(text) >= (3 if level == 7 else 2) and len(set(text)) == 1
    return False
