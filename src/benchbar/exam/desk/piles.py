"""Codes, orders and piles: drawn from the study's secret seed, so that they tell nothing.

A code has the same length and alphabet for every essay and grader, and depends on the essay only
through a hash with the secret; so neither its place, its length nor its origin can be read off it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from benchbar.seeds import rng_for

T = TypeVar("T")

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters and digits that look alike."""
LENGTH = 8
"""Of a code: one in 30 ** 8."""


class Dealt(NamedTuple):
    """An essay in a pile, and what it is there for."""

    essay: str
    use: str


def code(seed: str, *about: str | int, taken: Iterable[str] = ()) -> str:
    """Return a code for what ``about`` names, other than those taken."""
    rng, gone = rng_for(seed, "code", *about), set(taken)
    while True:
        found = "".join(rng.choices(ALPHABET, k=LENGTH))
        if found not in gone:
            return found


def shuffled(seed: str, things: Iterable[T], *about: str | int) -> list[T]:
    """Return things in an order drawn for what ``about`` names; first sort what has no order."""
    order = list(things)
    rng_for(seed, "order", *about).shuffle(order)
    return order


def shared_out(
    seed: str,
    essays: Sequence[str],
    graders: Sequence[int],
    share: float,
    *about: str | int,
    barred: Mapping[str, Collection[int]] | None = None,
) -> dict[int, list[Dealt]]:
    """Deal essays among graders evenly, and a share of them to a second one as well.

    Which are read twice is drawn from each pile in turn: with two graders, whose second readings
    are each other's first ones, piles would else be as uneven as chance has it. Each has two
    different readers. An essay that nobody may have is left out.

    Args:
        seed: The study's.
        essays: What to deal.
        graders: To whom; at least one.
        share: Of the essays that are to be read twice, 0 to 1.
        about: What names this deal.
        barred: Who may not have an essay, having it in his pile already.
    """
    order = shuffled(seed, sorted(essays), "deal", *about)
    seats = shuffled(seed, sorted(graders), "seats", *about)
    piles: dict[int, list[Dealt]] = {grader: [] for grader in seats}
    had = {essay: set((barred or {}).get(essay, ())) for essay in order}

    def give(essay: str, use: str) -> None:
        free = [grader for grader in seats if grader not in had[essay]]
        if free:
            grader = min(free, key=lambda one: len(piles[one]))
            piles[grader].append(Dealt(essay, use))
            had[essay].add(grader)

    for essay in order:
        give(essay, "live")
    drawn = (shuffled(seed, piles[grader], "twice", grader, *about) for grader in seats)
    by_turns = [one.essay for row in zip_longest(*drawn) for one in row if one]
    once = [essay for essay in by_turns if len(had[essay]) < 2]
    for essay in once[: round(share * len(order))]:
        give(essay, "second")
    return piles


def with_checks(
    seed: str, pile: Sequence[Dealt], checks: Sequence[str], every: int, *about: str | int
) -> list[Dealt]:
    """Put a pile into its order, with an essay of calibration in each block of ``every``.

    Where in its block it stands is drawn, so that nobody can count it out; a shorter last block
    has one too, if it is the only one. Each essay is used once.

    Args:
        seed: The study's.
        pile: What was dealt.
        checks: Essays of calibration that the grader has marked and not yet met again.
        every: Length of a block, without the check.
        about: What names this pile.
    """
    order = shuffled(seed, sorted(pile), "pile", *about)
    left = shuffled(seed, sorted(checks), "checks", *about)
    found: list[Dealt] = []
    for n, start in enumerate(range(0, len(order), every)):
        block = order[start : start + every]
        if left and (len(block) == every or n == 0):
            at = rng_for(seed, "check", n, *about).randrange(len(block) + 1)
            block.insert(at, Dealt(left.pop(), "drift"))
        found += block
    return found


def between(places: Mapping[str, float], seed: str, *about: str | int) -> float:
    """Return a place for one essay more, drawn among those that a grader has yet to read."""
    order = sorted(places.values())
    if not order:
        return 0.0
    at = rng_for(seed, "between", *about).randrange(len(order))
    before = order[at - 1] if at else order[0] - 1
    return (before + order[at]) / 2
