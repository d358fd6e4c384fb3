"""Which of the places named in a reply are its answer: asserted, rejected, quoted, beside it.

A *claim* is a candidate answer with its place in the reply. This file knows English prose and
nothing of cites or lines: it reads what stands around a claim, decides whether the reply stands
behind it, and picks the last answer to which the reply commits itself.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from benchbar.scoring.language import (
    ABBREVIATION,
    ANSWERS,
    CORRECTS,
    EXPLAINS,
    HEDGES,
    JOINS,
    LOCATES,
    REJECTED_AFTER,
    REJECTED_BEFORE,
    REJECTED_LATER,
    SIDE_AFTER,
    SIDE_BEFORE,
    WITHDRAWS,
)

Standing: TypeAlias = Literal["asserted", "rejected", "side"]

_BREAK = re.compile(r"\n+|[.!?][\"')\]]{0,3}\s+(?=[\"'(\[]{0,2}[A-Z0-9§])|;\s+")
_NEAR = 80
MOST_CLAIMS = 400
"""Claims that are weighed, from the end of the reply: the last committed answer counts."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A candidate answer: what it says, and where in the reply it stands."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The claims a reply commits itself to (no, one or several values) and why."""

    claims: tuple[Claim, ...]
    rule: str
    hedged: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """The distinct values in the order of the reply."""
        return tuple(dict.fromkeys(claim.value for claim in self.claims))


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
        front = self.text[max(0, start - 2 * _NEAR) : start]
        if front[-1:].isspace() and front.rstrip().endswith(":"):
            return start - len(front) + front.rstrip().rfind("\n") + 1
        return start

    def bounds(self, claim: Claim) -> tuple[int, int]:
        """Return where the sentence or sentences that a claim stands in start and end."""
        start, end = self.span(self.sentence(claim.start))
        return start, max(end, claim.end)


def standing(prose: Prose, claims: Sequence[Claim]) -> list[Standing]:
    """Say of each claim whether the reply asserts it, rejects it or mentions it beside."""
    found: list[Standing] = []
    for place, claim in enumerate(claims):
        start, end = prose.bounds(claim)
        earlier = claims[place - 1].end if place else 0
        later = claims[place + 1].start if place + 1 < len(claims) else end
        before = prose.text[max(prose.heading(start), earlier, claim.start - _NEAR) : claim.start]
        after = prose.text[claim.end : max(claim.end, min(end, later, claim.end + _NEAR))]
        joined = place > 0 and earlier >= start and JOINS.fullmatch(before) is not None
        kind = _standing(before, after)
        if joined and (kind == "rejected" or found[-1] != "asserted"):
            kind = _spread(found, claims, prose, kind)
        found.append(kind)
    return found


def _standing(before: str, after: str) -> Standing:
    """Say how a claim stands by the words right before and after it."""
    if (
        REJECTED_BEFORE.search(before)
        or REJECTED_AFTER.match(after)
        or REJECTED_LATER.search(after)
    ):
        return "rejected"
    return "side" if SIDE_BEFORE.search(before) or SIDE_AFTER.match(after) else "asserted"


def _spread(
    found: list[Standing], claims: Sequence[Claim], prose: Prose, kind: Standing
) -> Standing:
    """Make the members of a list stand alike: what is said of one end is said of all."""
    if kind != "rejected":
        return found[-1]
    for place in range(len(found) - 1, -1, -1):
        found[place] = kind
        between = prose.text[claims[place - 1].end : claims[place].start] if place else "."
        if len(between) > _NEAR or JOINS.fullmatch(between) is None:
            break
    return kind


def decide(prose: Prose, claims: Sequence[Claim]) -> Decision:
    """Return the answer to which a reply commits itself last.

    Sentences that announce an answer, correct one, or hold nothing else are the strongest;
    then those that say where something is; then any other. Of the strongest kind present the
    last sentence counts, with those just before it if they form one list with it.
    """
    claims = claims[-MOST_CLAIMS:]
    kinds = standing(prose, claims)
    live = [claim for claim, kind in zip(claims, kinds, strict=True) if kind == "asserted"]
    rule = "asserted"
    if not live and "rejected" not in kinds:
        live, rule = list(claims), "mentioned-only"
    if not live:
        return Decision((), "all-rejected" if claims else "nothing-named")
    by_sentence: dict[int, list[Claim]] = {}
    for claim in live:
        by_sentence.setdefault(prose.sentence(claim.start), []).append(claim)
    ranks = {number: _rank(prose, number, held) for number, held in by_sentence.items()}
    best = max(ranks.values())
    numbers = [number for number, rank in ranks.items() if rank == best]
    chosen = _last_group(prose, numbers, every=best <= 0)
    if _withdrawn(prose, chosen[-1], set(by_sentence)):
        return Decision((), "withdrawn")
    later = [number for number in by_sentence if number > chosen[-1]]
    hedges = [number for number in later if _hedges(prose, number, by_sentence[number])]
    held = [claim for number in sorted({*chosen, *hedges}) for claim in by_sentence[number]]
    name = (
        ("explained", "last-mentioned", "located", "last-committed")[best + 1]
        if len(claims) > 1
        else rule
    )
    return Decision(tuple(held), name, bool(hedges) or _has_or(prose, held))


def _rank(prose: Prose, number: int, held: list[Claim]) -> int:
    """Return how firmly a sentence commits itself to the claims in it: 2, 1, 0 or -1."""
    start, end = prose.span(number)
    sentence = _outside(prose.text, start, end, held)
    if EXPLAINS.match(sentence):
        return -1
    if ANSWERS.search(sentence) or CORRECTS.search(sentence):
        return 2
    if _stand_alone(prose.text, held) or _LIST_MARK.fullmatch(sentence.replace("#", "")):
        return 2
    return 1 if LOCATES.search(sentence) else 0


def _outside(text: str, start: int, end: int, held: list[Claim]) -> str:
    """Return the words of a sentence that are not part of its claims."""
    pieces, at = [], start
    for claim in held:
        pieces.append(text[at : claim.start])
        at = max(at, claim.end)
    pieces.append(text[at : max(at, end)])
    return " # ".join(pieces)[:600]


_LIST_MARK = re.compile(r"\s*(?:\(?\d{1,2}[.)]\s)?[^\w]*")


def _stand_alone(text: str, held: list[Claim]) -> bool:
    """Say whether claims are all that stands on their lines, one by one or as a list."""
    at = 0
    for claim in held:
        if claim.start < at:
            continue
        start = text.rfind("\n", 0, claim.start) + 1
        at = text.find("\n", claim.end)
        at = len(text) if at < 0 else at
        rest = _outside(text, start, at, [one for one in held if start <= one.start < at])
        if len(held) > 1:
            rest = JOINS.sub(" ", rest)
        if _LIST_MARK.fullmatch(rest.replace("#", "")) is None:
            return False
    return True


def _last_group(prose: Prose, numbers: list[int], *, every: bool) -> list[int]:
    """Return the last sentence, with those before it that make one list with it."""
    if every:
        corrected = [n for n in numbers if CORRECTS.search(prose.text[slice(*prose.span(n))])]
        return numbers[numbers.index(corrected[-1]) :] if corrected else numbers
    group = [numbers[-1]]
    for number in reversed(numbers[:-1]):
        if _opens_anew(prose, number, group[0]):
            break
        group.insert(0, number)
    return group


def _opens_anew(prose: Prose, earlier: int, later: int) -> bool:
    """Say whether a later answer replaces an earlier one instead of joining it in a list.

    It does if it is announced or corrects, or if more than a short heading lies between.
    """
    _, stop = prose.span(earlier)
    start, end = prose.span(later)
    opening = prose.text[stop : min(end, start + 200)]
    if start - stop > _NEAR or later - earlier > 2:
        return True
    return ANSWERS.search(opening) is not None or CORRECTS.search(opening) is not None


def _withdrawn(prose: Prose, last: int, named: set[int]) -> bool:
    """Say whether the sentence after an answer takes it back without giving another."""
    following = last + 1
    if following >= len(prose.starts) or following in named:
        return False
    start, end = prose.span(following)
    return WITHDRAWS.match(prose.text[start : min(end, start + 200)]) is not None


def _hedges(prose: Prose, number: int, held: list[Claim]) -> bool:
    """Say whether a sentence offers its claims as another possible answer."""
    words = _outside(prose.text, *prose.span(number), held)
    return HEDGES.search(words) is not None


def _has_or(prose: Prose, held: list[Claim]) -> bool:
    """Say whether two of the claims are joined by "or"."""
    between = (prose.text[one.end : two.start] for one, two in pairwise(held))
    return any(len(words) < _NEAR and HEDGES.search(words) for words in between)
