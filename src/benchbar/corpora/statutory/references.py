"""References within a section: how one part of it speaks of another, once all are numbered."""

import re
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from benchbar import cite
from benchbar.corpora.statutory.drafter import END, REF
from benchbar.corpora.statutory.outline import Part

_REF = re.compile(f"{REF}([^{END}]*){END}")
_APART = frozenset(("definitions", "repealed"))
"""Provisions to which others do not refer at will."""


T = TypeVar("T")


class Pick(Protocol):
    """Returns one of some items."""

    def __call__(self, items: Sequence[T], /) -> T:
        """Return one of the items."""


def settle(
    section: Part,
    elsewhere: Callable[[str], str],
    *,
    tail: str,
    pick: Pick,
) -> None:
    """Fill in the references of all texts.

    Args:
        section: A section whose parts are numbered.
        elsewhere: What to say where the section has no part of the kind referred to.
        tail: What drafters of the style put behind a reference to another subsection.
        pick: Chooses among the parts to which a text may refer, and among ways to say it.
    """
    guide = _Guide(section, elsewhere, tail, pick)
    for part in section.walk():
        part.text = guide.filled(part, part.text)
        part.heading = guide.filled(part, part.heading)
        part.flush = [guide.filled(part, text) for text in part.flush]
        part.proviso = [guide.filled(part, text) for text in part.proviso]


class _Guide:
    """Knows what each reference of a section can be to."""

    def __init__(
        self,
        section: Part,
        elsewhere: Callable[[str], str],
        tail: str,
        pick: Pick,
    ) -> None:
        self._elsewhere, self._tail, self._pick = elsewhere, tail, pick
        self._keyed: dict[str, list[Part]] = {}
        self._provisions: list[Part] = []
        for part in section.walk():
            if part.key:
                self._keyed.setdefault(part.key, []).append(part)
            if part.key not in _APART and (part.above is section or part.key):
                self._provisions.append(part)

    def filled(self, part: Part, text: str) -> str:
        """Return a text of a part with its references filled in."""
        if REF not in text:
            return text
        named: list[Part] = []

        def found(mark: re.Match[str]) -> str:
            name = mark[1].removeprefix("^")
            words = self._named(part, name, named)
            return words[:1].upper() + words[1:] if name != mark[1] else words

        return _REF.sub(found, text)

    def _named(self, part: Part, name: str, named: list[Part]) -> str:
        """Return how `part` refers to what `name` stands for.

        `some` is any provision but those that its text has `named` already; `bare` the same,
        without what the style puts behind it.
        """
        kind, _, key = name.partition("_")
        line = _line(part)
        found: Part | None = None
        if kind == "this":
            return _this(_ancestor(part, int(key)) if key else part)
        if kind in ("prev", "first", "next"):
            found = _sibling(part, kind)
            if found is None:
                return _this(part)
        elif kind == "ref":
            found = next((one for one in self._keyed.get(key, ()) if one not in line), None)
        elif kind in ("some", "bare"):
            free = [one for one in self._provisions if one not in line and one not in named]
            if free:
                found = self._pick(free)
                named.append(found)
        if found is None:
            return self._elsewhere(key or kind)
        tail = "" if kind == "bare" else self._pick((self._tail, ""))
        return reference(part, found, tail)


def _ancestor(part: Part, up: int) -> Part:
    for _ in range(up):
        part = part.above or part
    return part


def _sibling(part: Part, kind: str) -> Part | None:
    """Return a part beside this one, or beside the nearest above it that has any."""
    while part.above is not None:
        row = part.above.parts
        at = row.index(part)
        if kind == "next" and at + 1 < len(row):
            return row[at + 1]
        if kind != "next" and at > 0:
            return row[0 if kind == "first" else at - 1]
        part = part.above
    return None


def _this(part: Part) -> str:
    return f"this {cite.LEVELS[part.level]}" if part.level >= 0 else "this section"


def _line(part: Part) -> list[Part]:
    """Return the part and all above it, from the top, without the section."""
    line: list[Part] = []
    at: Part | None = part
    while at is not None and at.level >= 0:
        line.append(at)
        at = at.above
    return line[::-1]


def reference(here: Part, there: Part, tail: str = "") -> str:
    """Return how a drafter refers from one part to another, e.g. `paragraph (2)(A)`."""
    own, other = _line(here), _line(there)
    if not other:
        return "this section"
    shared = 0
    while shared < min(len(own), len(other)) and own[shared] is other[shared]:
        shared += 1
    if shared == len(other):
        return _this(there)
    named: Sequence[Part] = other[shared:]
    labels = "".join(f"({one.label})" for one in named)
    words = f"{cite.LEVELS[named[0].level]} {labels}"
    return words + tail if named[0].level == 0 else words
