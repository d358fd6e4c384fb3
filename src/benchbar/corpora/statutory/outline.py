"""The outline of a section: its parts as a tree, their labels, and references among them."""

import re
from collections.abc import Callable, Iterator, Sequence

from benchbar import cite
from benchbar.corpora.statutory.drafter import END, REF

DEEPEST = len(cite.LEVELS) - 1
_REF = re.compile(f"{REF}([^{END}]*){END}")


class Part:
    """One part of a section: heading, text, parts below, then a proviso and flush text.

    Parts are made first and labelled last, so they are the one thing here that changes.
    """

    __slots__ = ("above", "flush", "heading", "key", "label", "level", "parts", "proviso", "text")

    def __init__(self, text: str, heading: str = "", key: str = "") -> None:
        """Make a part without parts of its own; `key` names the kind of provision it is."""
        self.heading = heading
        self.text = text
        self.key = key
        self.parts: list[Part] = []
        self.flush: list[str] = []
        self.proviso: list[str] = []
        self.label = ""
        self.level = -1
        self.above: Part | None = None

    def walk(self) -> "Iterator[Part]":
        """Yield this part and all parts below it, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def words(self) -> str:
        """Return all words of the part, and of its parts, in their order."""
        words = [self.heading, self.text, *(part.words() for part in self.parts)]
        return "\n".join([*words, *self.proviso, *self.flush])

    def size(self) -> float:
        """Return about how many GPT-4 tokens the part has as printed, its parts included."""
        total = 3.2 + 0.9 * max(self.level, 0) + 0.222 * (len(self.text) + len(self.heading))
        for text in (*self.flush, *self.proviso):
            total += 2 + 0.222 * len(text)
        for part in self.parts:
            total += part.size() + 0.6
        return total

    def depth(self) -> int:
        """Return how many levels of parts there are below this one."""
        return 1 + max(part.depth() for part in self.parts) if self.parts else 0


def number(section: Part, first: int) -> None:
    """Label all parts of a section whose own parts stand at level `first`."""

    def below(part: Part, level: int) -> None:
        part.level = level - 1
        for n, inner in enumerate(part.parts, 1):
            inner.above = part
            inner.label = cite.label(level, n)
            below(inner, level + 1)

    below(section, first)
    section.level = -1


def settle(section: Part, elsewhere: Callable[[str], str], *, tail: str) -> None:
    """Fill in the references of all texts.

    Args:
        section: A section whose parts are numbered.
        elsewhere: What to say where the section has no part of the kind referred to.
        tail: What drafters of the style put behind a reference to another subsection.
    """
    keyed: dict[str, list[Part]] = {}
    for part in section.walk():
        if part.key:
            keyed.setdefault(part.key, []).append(part)

    def fill(part: Part, text: str) -> str:
        def found(mark: re.Match[str]) -> str:
            name = mark[1].removeprefix("^")
            words = _named(part, name, keyed, elsewhere, tail)
            return words[:1].upper() + words[1:] if name != mark[1] else words

        return _REF.sub(found, text)

    for part in section.walk():
        if REF in part.text:
            part.text = fill(part, part.text)
        if REF in part.heading:
            part.heading = fill(part, part.heading)
        part.flush = [fill(part, text) if REF in text else text for text in part.flush]
        part.proviso = [fill(part, text) if REF in text else text for text in part.proviso]


def _named(
    part: Part,
    name: str,
    keyed: dict[str, list[Part]],
    elsewhere: Callable[[str], str],
    tail: str,
) -> str:
    """Return how `part` refers to what `name` stands for."""
    kind, _, key = name.partition("_")
    if kind == "this":
        return _this(_ancestor(part, int(key)) if key else part)
    if kind in ("prev", "first", "next"):
        found = _sibling(part, kind)
        return reference(part, found, tail) if found else _this(part)
    if kind == "ref":
        for found in keyed.get(key, ()):
            if found not in _line(part):
                return reference(part, found, tail)
    return elsewhere(key or kind)


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
