"""Sheaves: a statute section bound together with others, so that a document fills its size.

A long section alone would leave a model little to search in; so other sections stand around it,
in random order, none with the number of another (BLT, arXiv 2311.09693).
"""

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchbar.corpora.statutes import Statutes
from benchbar.records import Document, Line

_BETWEEN = "\n\n"
_LEAST_ROOM = 40
_MISSES = 5


class Shelf:
    """The sections of a corpus that one split may use, ready to be drawn by weight.

    The weight of a section is the square of its tokens, so that the many short sections do not
    drown the few long ones.
    """

    def __init__(self, statutes: Statutes, rows: Sequence[int]) -> None:
        self.statutes = statutes
        tokens = np.asarray(statutes.tokens, dtype=np.int64)[list(rows)]
        order = np.argsort(tokens, kind="stable")
        self._rows = np.asarray(rows)[order]
        self._tokens: npt.NDArray[np.int64] = tokens[order]
        self._weights = np.cumsum(self._tokens.astype(np.float64) ** 2)

    def draw(self, rng: random.Random, least: int, most: int) -> int | None:
        """Return the row of a section of ``least`` to ``most`` tokens; None if there is none."""
        low = int(np.searchsorted(self._tokens, least, "left"))
        high = int(np.searchsorted(self._tokens, most, "right"))
        if low >= high:
            return None
        below = float(self._weights[low - 1]) if low else 0.0
        point = below + rng.random() * (float(self._weights[high - 1]) - below)
        place = int(np.searchsorted(self._weights[low:high], point, "right")) + low
        return int(self._rows[min(place, high - 1)])

    def rows(self, least: int, most: int) -> list[int]:
        """Return the rows of all sections of ``least`` to ``most`` tokens."""
        fitting = (self._tokens >= least) & (self._tokens <= most)
        return [int(row) for row in self._rows[fitting]]

    def fill(self, rng: random.Random, row: int, room: int) -> list[int]:
        """Return a section's row and those of others that fit beside it, in random order.

        Args:
            rng: Source of the draw.
            row: The section that must be there.
            room: Most tokens of all sections together.
        """
        chosen, numbers = [row], {self.statutes.sections[row]}
        left = room - int(self.statutes.tokens[row])
        misses = 0
        while left >= _LEAST_ROOM and misses < max(_MISSES, len(chosen)):
            other = self.draw(rng, 1, left)
            if other is None:
                break
            if self.statutes.sections[other] in numbers:
                misses += 1
                continue
            chosen.append(other)
            numbers.add(self.statutes.sections[other])
            left -= int(self.statutes.tokens[other])
        rng.shuffle(chosen)
        return chosen

    def stretch(self, rng: random.Random, row: int, room: int) -> list[int]:
        """Return a section's row and those next to it in the same law that fit, in their order.

        Args:
            rng: Source of the draw: which side grows.
            row: The section that must be there.
            room: Most tokens of all sections together.
        """
        low = high = row
        left = room - int(self.statutes.tokens[row])
        sides = [-1, 1]
        while sides:
            side = rng.choice(sides)
            other = low - 1 if side < 0 else high + 1
            fits = 0 <= other < len(self.statutes) and int(self.statutes.tokens[other]) <= left
            if not fits or self.statutes.titles[other] != self.statutes.titles[row]:
                sides.remove(side)
                continue
            left -= int(self.statutes.tokens[other])
            low, high = min(low, other), max(high, other)
        return list(range(low, high + 1))


def bind(sections: Sequence[Document], of: Document, *, name: str) -> Document:
    """Return one document of several sections, an empty line between them.

    Args:
        sections: The sections in order.
        of: The one that is asked about; number, title and source are its own.
        name: The document's id.
    """
    lines: list[Line] = []
    start = 0
    for section in sections:
        lines += [line.moved(start) for line in section.lines] if start else section.lines
        start += len(section.text) + len(_BETWEEN)
    return Document(
        id=name,
        kind="statute",
        text=_BETWEEN.join(section.text for section in sections),
        lines=tuple(lines),
        source=of.id,
        title=of.title,
        section=of.section,
    )
