"""A reply cut into sentences, and the claims in it covered, so that only its own words are read."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from benchbar.scoring.language import ABBREVIATION

COVER = "\ue000"
"""Stands for each character of a claim when the words around claims are read."""

NEAR = 80
"""Characters around a claim that are read."""

CLAUSE = 240
"""Characters before a claim that may say whose answer it is."""

_BREAK = re.compile(
    rf"\n+|(?:[.!?]|\.\.\.)[\"')\]]{{0,3}}\s+(?=[\"'(\[]{{0,2}}[A-Z0-9§{COVER}])|;\s+"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A candidate answer: what it says, and where in the reply it stands."""

    value: str
    start: int
    end: int


class Prose:
    """A reply cut into sentences."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        for match in _BREAK.finditer(text):
            before = text[max(0, match.start() - 12) : match.start()]
            if match[0][0] == "." and ABBREVIATION.search(before):
                continue
            self.starts.append(match.end())

    def sentence(self, at: int) -> int:
        """Return the number of the sentence that holds an offset."""
        return bisect_right(self.starts, at) - 1

    def span(self, number: int) -> tuple[int, int]:
        """Return where a sentence starts and ends."""
        after = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.starts[number], after

    def heading(self, start: int) -> int:
        """Return where the line before ``start`` begins if it ends in a colon, else ``start``."""
        front = self.text[max(0, start - 2 * NEAR) : start]
        if front[-1:].isspace() and front.rstrip().endswith(":"):
            return start - len(front) + front.rstrip().rfind("\n") + 1
        return start

    def bounds(self, claim: Claim) -> tuple[int, int]:
        """Return where the sentence or sentences that a claim stands in start and end."""
        start, end = self.span(self.sentence(claim.start))
        return start, max(end, claim.end)


def covered(text: str, claims: Sequence[Claim]) -> Prose:
    """Return a reply whose claims are covered, so that no word in them is read as prose."""
    pieces, at = [], 0
    for claim in sorted(claims, key=lambda one: one.start):
        if claim.end > at:
            start = max(at, claim.start)
            pieces += [text[at:start], COVER * (claim.end - start)]
            at = claim.end
    return Prose("".join(pieces) + text[at:])
