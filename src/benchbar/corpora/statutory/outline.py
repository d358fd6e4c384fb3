"""The outline of a section: its parts as a tree, and their labels."""

from collections.abc import Iterator

from benchbar import cite

DEEPEST = len(cite.LEVELS) - 1


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
