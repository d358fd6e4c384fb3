"""Essays in pairs: which are compared, what a reply prefers, and the rank order of all that.

Every pair is shown in both orders, so that a leaning to the first of two cancels out.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from benchbar.records import Reply
from benchbar.scoring.normal import without_reasoning
from benchbar.seeds import rng_for
from benchbar.stats.judging import strengths

Side: TypeAlias = Literal["first", "second"]

RINGS = 3
"""How many drawn rings the pairs lie on: each essay meets its two neighbours of each, so about six
others. Of 30 essays, a judge that never errs then puts the order right to a rank correlation of
0.94 (1 run in 10 below 0.91); with two rings, 0.90 (0.86), and the gate at 0.8 would hold the
design against the grader."""

_BETTER = re.compile(r"""\bbetter["'”*`]*\s*[:=]\s*["'“*`]*(first|second)\b""", re.IGNORECASE)
_ALIKE = 9
"""Decimals of a strength that count."""


class Shown(NamedTuple):
    """Two essays in the order in which they were shown, and how often each was preferred."""

    first: str
    second: str
    first_won: int
    second_won: int


def drawn(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs to be shown, each in both orders.

    All pairs of few essays, else those of ``RINGS`` drawn rings: every essay is in about as many,
    and each hangs together with each other. What is drawn depends on the codes alone.
    """
    order = sorted(codes)
    rng = rng_for("pairs", *order)
    found: set[tuple[str, str]] = set()
    for _ in range(RINGS):
        ring = rng.sample(order, len(order))
        found |= {
            (min(two), max(two))
            for two in zip(ring, [*ring[1:], *ring[:1]], strict=True)
            if two[0] != two[1]
        }
    return [pair for a, b in sorted(found) for pair in ((a, b), (b, a))]


def read(reply: Reply) -> Side | None:
    """Return which of two essays a reply prefers: its last word on it; never raises."""
    if reply.stop_reason not in ("stop", "max_tokens"):
        return None
    text, inside = without_reasoning(reply.text)
    said = [] if inside else _BETTER.findall(text)
    if not said:
        return None
    return "first" if said[-1].casefold() == "first" else "second"


def count(preferred: Mapping[tuple[str, str], Sequence[Side | None]]) -> list[Shown]:
    """Count what the trials of each pair preferred."""
    return [
        Shown(*pair, sum(one == "first" for one in said), sum(one == "second" for one in said))
        for pair, said in sorted(preferred.items())
    ]


def unmet(codes: Iterable[str], shown: Iterable[Shown]) -> list[str]:
    """Return the essays that no reply preferred or put second: nothing is known of their rank."""
    met = {code for one in shown if one.first_won + one.second_won for code in one[:2]}
    return sorted(set(codes) - met)


def ranked(codes: Iterable[str], shown: Iterable[Shown]) -> list[str]:
    """Return the codes in rank order, best first: by strength, and as drawn where that is alike."""
    order = sorted(codes)
    place = {code: n for n, code in enumerate(order)}
    wins = np.zeros((len(order), len(order)))
    for one in shown:
        wins[place[one.first], place[one.second]] += one.first_won
        wins[place[one.second], place[one.first]] += one.second_won
    strong = strengths(wins).round(_ALIKE)
    luck = {code: n for n, code in enumerate(rng_for("ties", *order).sample(order, len(order)))}
    return sorted(order, key=lambda code: (-strong[place[code]], luck[code]))
