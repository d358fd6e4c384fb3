"""What a judge of pairs prefers: an order from its wins, and its leanings to place and to length.

A pair is shown in both orders. What a judge prefers whatever the order is merit, or what it takes
for merit; what follows the order is position bias (Zheng et al. 2023, arXiv 2306.05685).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchbar.records import Estimate
from benchbar.stats.clusters import clustered
from benchbar.stats.proportions import wilson

PRIOR = 0.5
"""Wins and defeats that each is given beforehand against one of middling strength."""
METHOD = "pairs as units"
_MOST_STEPS = 10_000
_CLOSE = 1e-9
_LEAST_FOR_SLOPE = 3


class Both(NamedTuple):
    """How often each of a pair, A and B, was preferred, in either order, and how long they are.

    Attributes:
        a_first: Times that A was preferred where A came first.
        b_second: Times that B was preferred there.
        b_first: Times that B was preferred where B came first.
        a_second: Times that A was preferred there.
        a_length: Characters of A.
        b_length: Characters of B.
    """

    a_first: int
    b_second: int
    b_first: int
    a_second: int
    a_length: int = 0
    b_length: int = 0

    @property
    def preferences(self) -> int:
        """How often one of the two was preferred, in either order."""
        return self.a_first + self.b_second + self.b_first + self.a_second

    @property
    def shown(self) -> bool:
        """Whether there is a preference in both orders."""
        return self.a_first + self.b_second > 0 and self.b_first + self.a_second > 0


def strengths(wins: ArrayLike, *, prior: float = PRIOR) -> NDArray[np.float64]:
    """Return how strong each is by its wins over others (Bradley and Terry 1952, Biometrika 39).

    A beats B with the chance a / (a + b). The likelihood is climbed by minorization and
    maximization (Hunter 2004, Annals of Statistics 32). Without ``prior`` it has no highest point
    where somebody wins or loses throughout; with it, it always has one.

    Args:
        wins: Shape (n, n): how often the one of the row was preferred to that of the column.
        prior: Wins and defeats beforehand, more than 0.

    Returns:
        Shape (n,): logarithms; 0 is the strength of whom all were measured against beforehand.
    """
    table = np.asarray(wins, dtype=np.float64)
    games, won = table + table.T, table.sum(axis=1) + prior
    found = np.ones(len(table))
    for _ in range(_MOST_STEPS):
        met = (games / (found[:, None] + found[None, :])).sum(axis=1)
        new = won / (met + 2 * prior / (found + 1))
        if np.abs(np.log(new) - np.log(found)).max(initial=0) < _CLOSE:
            break
        found = new
    return np.asarray(np.log(found))


def first_preferred(pairs: Sequence[Both]) -> Estimate | None:
    """Return how often the first of two is preferred, over pairs shown in both orders.

    Half is no bias, whatever the merits; pairs are the units of chance. The interval is on the
    wide side where most pairs have one preference of each kind. None without pairs.
    """
    both = [one for one in pairs if one.shown]
    if not both:
        return None
    return _over_pairs([one.a_first + one.b_first for one in both], both)


def orders_agree(pairs: Sequence[Both]) -> Estimate | None:
    """Return the share of pairs in which both orders prefer the same one; a tie is no agreement.

    A judge that tosses coins agrees with itself in half of them. None without pairs.
    """
    both = [one for one in pairs if one.shown]
    if not both:
        return None
    same = [(o.a_first - o.b_second) * (o.a_second - o.b_first) > 0 for o in both]
    return wilson(sum(same), len(same))


def longer_preferred(pairs: Sequence[Both]) -> Estimate | None:
    """Return how often the longer of two is preferred, over pairs shown in both orders.

    Half would be a judge who does not care, if long essays are no better; so compare what readers
    give whom one trusts. None without pairs of different lengths.
    """
    both = [one for one in pairs if one.shown and one.a_length != one.b_length]
    if not both:
        return None
    longer = [
        one.a_first + one.a_second if one.a_length > one.b_length else one.b_first + one.b_second
        for one in both
    ]
    return _over_pairs(longer, both)


def _over_pairs(counts: Sequence[int], pairs: Sequence[Both]) -> Estimate:
    found = clustered(counts, [one.preferences for one in pairs])
    return msgspec.structs.replace(found, method=METHOD)


def per_doubling(
    values: ArrayLike,
    lengths: ArrayLike,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 2_000,
) -> Estimate | None:
    """Return by how much values rise when a length doubles: a slope on its logarithm.

    Args:
        values: Shape (n,), such as a judge's scores less those of others.
        lengths: Shape (n,), each more than 0.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Bootstrap draws.

    Returns:
        None for fewer than three, or if all are equally long.
    """
    y, x = np.asarray(values, dtype=np.float64), np.log2(np.asarray(lengths, dtype=np.float64))
    n = len(y)
    if n < _LEAST_FOR_SLOPE or np.ptp(x) < _CLOSE:
        return None
    drawn = rng.multinomial(n, np.full(n, 1 / n), size=resamples)
    found = _slopes(x, y, np.vstack([np.ones(n), drawn]))
    value, others = float(found[0]), found[1:][np.isfinite(found[1:])]
    low, high = np.quantile(others, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(
        value,
        min(float(low), value),
        max(float(high), value),
        level,
        n,
        n,
        "bootstrap over essays",
    )


def _slopes(
    x: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return a slope for each row of weights, NaN where it is undefined."""
    n = weights.sum(axis=1)
    middle, height = weights @ x / n, weights @ y / n
    spread = weights @ x**2 / n - middle**2
    with np.errstate(invalid="ignore", divide="ignore"):
        slopes = (weights @ (x * y) / n - middle * height) / spread
    return np.where(spread > _CLOSE, slopes, math.nan)
