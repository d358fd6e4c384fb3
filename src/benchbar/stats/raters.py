"""How far graders agree on the same essays: ranks, scores, bias, with intervals over essays.

Essays are the units of chance: an interval says how far a figure would move with other essays of
this kind, graded by the same graders. What a figure comes to in a resample is reckoned from how
often each essay was drawn, for all resamples at once.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import t

from benchbar.records import Estimate
from benchbar.stats.proportions import wilson

Marks: TypeAlias = NDArray[np.float64]
"""Shape (essays, graders): a score each, none missing."""
Weights: TypeAlias = NDArray[np.float64]
"""Shape (resamples, essays): how often each essay was drawn."""
Figure: TypeAlias = Callable[[Marks, Weights], NDArray[np.float64]]
"""Returns a figure for each resample, NaN where it is undefined."""

METHOD = "bootstrap over essays"
ALIKE = "Wilson on essays"
"""How an interval is made where all graders agree throughout, so that resamples do not differ."""


@dataclass(frozen=True, slots=True)
class Pair:
    """How far two graders agree; None is undefined, as where one gives the same score throughout.

    Attributes:
        graders: Their places among the columns.
        spearman: Rank correlation, ties sharing their mean rank.
        kendall: Rank correlation by pairs of essays, tau-b.
        kappa: Quadratic weighted kappa (Cohen 1968): agreement in scores beyond chance.
        exact: Share of essays with the same score.
        adjacent: Share of essays whose scores differ by one point or less.
    """

    graders: tuple[int, int]
    spearman: Estimate | None
    kendall: Estimate | None
    kappa: Estimate | None
    exact: Estimate
    adjacent: Estimate


@dataclass(frozen=True, slots=True)
class Together:
    """How far all graders agree (Shrout and Fleiss 1979, Psychological Bulletin 86).

    Attributes:
        single: ICC(2,1): how far the score of one grader can be relied on, graders at random.
        mean: ICC(2,k): the same of the mean score of all of them.
        bias: For each grader, how far its scores lie above the mean of all, in points (t interval).
    """

    single: Estimate | None
    mean: Estimate | None
    bias: tuple[Estimate, ...]


def pairs(
    marks: ArrayLike, *, rng: np.random.Generator, level: float = 0.95, resamples: int = 2_000
) -> tuple[Pair, ...]:
    """Compare each grader with each other.

    Args:
        marks: Shape (essays, graders), no score missing.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Bootstrap draws of essays.

    Raises:
        ValueError: Fewer than two essays or graders, or a score is missing.
    """
    table = _table(marks)
    weights = _weights(len(table), resamples, rng)

    def pair(a: int, b: int) -> Pair:
        two = table[:, [a, b]]
        apart = np.abs(two[:, 0] - two[:, 1])
        spearman, kendall, kappa = (
            _estimate(figure, two, weights, level) for figure in (_spearman, _kendall, _kappa)
        )
        exact, adjacent = (
            wilson(int((apart <= most).sum()), len(two), level=level) for most in (0, 1)
        )
        return Pair((a, b), spearman, kendall, kappa, exact, adjacent)

    return tuple(pair(a, b) for a, b in combinations(range(table.shape[1]), 2))


def together(
    marks: ArrayLike, *, rng: np.random.Generator, level: float = 0.95, resamples: int = 2_000
) -> Together:
    """Say how far all graders agree. Arguments and errors are those of ``pairs``."""
    table = _table(marks)
    weights = _weights(len(table), resamples, rng)
    above = table - table.mean(axis=1, keepdims=True)
    return Together(
        single=_estimate(_icc_single, table, weights, level),
        mean=_estimate(_icc_mean, table, weights, level),
        bias=tuple(_mean(column, level) for column in above.T),
    )


def _table(marks: ArrayLike) -> Marks:
    table = np.asarray(marks, dtype=np.float64)
    if table.ndim != 2 or min(table.shape) < 2:
        raise ValueError("agreement needs two essays or more, and two graders or more")
    if not np.isfinite(table).all():
        raise ValueError("a score is missing")
    return table


def _weights(essays: int, resamples: int, rng: np.random.Generator) -> Weights:
    """Draw resamples of essays; the first row is the sample itself."""
    drawn = rng.multinomial(essays, np.full(essays, 1 / essays), size=resamples)
    return np.vstack([np.ones(essays), drawn])


def _estimate(figure: Figure, table: Marks, weights: Weights, level: float) -> Estimate | None:
    """Return a figure with its interval; None if it is undefined.

    Where graders agree throughout, resamples do not differ. If up to a share q of other essays
    were scored by chance alone, the figure would be 1 - q: so low goes Wilson's limit on the share
    of essays on which they agree.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        found = figure(table, weights)
    value, drawn = float(found[0]), found[1:][np.isfinite(found[1:])]
    if not math.isfinite(value) or not len(drawn):
        return None
    n = len(table)
    if np.ptp(drawn) < 1e-9 and value > 1 - 1e-9:
        return Estimate(1.0, wilson(n, n, level=level).low, 1.0, level, n, n, ALIKE)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, min(float(low), value), max(float(high), value), level, n, n, METHOD)


def _mean(values: NDArray[np.float64], level: float) -> Estimate:
    n = len(values)
    value, error = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)
    half = float(t.ppf((1 + level) / 2, n - 1)) * error
    return Estimate(value, value - half, value + half, level, n, n, "t over essays")


def _correlation(
    a: NDArray[np.float64], b: NDArray[np.float64], weights: Weights
) -> NDArray[np.float64]:
    """Return weighted correlations; ``a`` and ``b`` have a row for each resample."""
    n = weights.sum(axis=1)
    a = a - ((weights * a).sum(axis=1) / n)[:, None]
    b = b - ((weights * b).sum(axis=1) / n)[:, None]
    covariance = (weights * a * b).sum(axis=1)
    scale = np.sqrt((weights * a**2).sum(axis=1) * (weights * b**2).sum(axis=1))
    return np.where(scale > 0, covariance / scale, np.nan)


def _spearman(two: Marks, weights: Weights) -> NDArray[np.float64]:
    ranks = []
    for column in two.T:
        below = (column[None, :] < column[:, None]).astype(float)
        same = (column[None, :] == column[:, None]).astype(float)
        ranks.append(weights @ below.T + (weights @ same.T + 1) / 2)
    return _correlation(ranks[0], ranks[1], weights)


def _kendall(two: Marks, weights: Weights) -> NDArray[np.float64]:
    signs = [np.sign(column[:, None] - column[None, :]) for column in two.T]

    def pairs_of(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(((weights @ matrix) * weights).sum(axis=1))

    scale = np.sqrt(pairs_of(np.abs(signs[0])) * pairs_of(np.abs(signs[1])))
    return np.where(scale > 0, pairs_of(signs[0] * signs[1]) / scale, np.nan)


def _kappa(two: Marks, weights: Weights) -> NDArray[np.float64]:
    """One less the mean squared difference, over that of scores paired at random."""
    a, b = two.T
    n = weights.sum(axis=1)
    observed = weights @ (a - b) ** 2 / n
    chance = weights @ (a**2 + b**2) / n - 2 * (weights @ a) * (weights @ b) / n**2
    return np.where(chance > 1e-12, 1 - observed / chance, np.nan)


def _squares(table: Marks, weights: Weights) -> tuple[NDArray[np.float64], ...]:
    """Return mean squares between essays, between graders, and of what is left."""
    k = table.shape[1]
    n = weights.sum(axis=1)
    columns = weights @ table / n[:, None]
    grand = columns.mean(axis=1)
    rows = table.mean(axis=1)
    between = k * ((weights * (rows[None, :] - grand[:, None]) ** 2).sum(axis=1))
    graders = n * ((columns - grand[:, None]) ** 2).sum(axis=1)
    whole = weights @ (table**2).sum(axis=1) - n * k * grand**2
    left = np.maximum(whole - between - graders, 0)
    return between / (n - 1), graders / (k - 1), left / ((n - 1) * (k - 1)), n


def _icc_single(table: Marks, weights: Weights) -> NDArray[np.float64]:
    between, graders, left, n = _squares(table, weights)
    k = table.shape[1]
    scale = between + (k - 1) * left + k * (graders - left) / n
    return np.where(scale > 1e-12, (between - left) / scale, np.nan)


def _icc_mean(table: Marks, weights: Weights) -> NDArray[np.float64]:
    between, graders, left, n = _squares(table, weights)
    scale = between + (graders - left) / n
    return np.where(scale > 1e-12, (between - left) / scale, np.nan)
