"""Accuracy as a proportion: its exact and score intervals, and the mean of several tests."""

import math
from collections.abc import Sequence
from typing import Literal

from scipy.stats import binomtest

from benchbar.records import Estimate

_Method = Literal["wilson", "exact"]


def wilson(successes: int, n: int, *, level: float = 0.95) -> Estimate:
    """Estimate a proportion with the Wilson score interval, the default for one test.

    It holds its coverage near the edges, where benchmarks live: 100 of 100 gives [0.963, 1],
    never [1, 1] (Wilson 1927; Brown, Cai and DasGupta 2001).

    Args:
        successes: How many of the ``n`` independent answers are right.
        n: Number of answers, at least 1.
        level: Coverage, in (0, 1).

    Raises:
        ValueError: ``n`` is 0, or ``successes`` is not in 0..n.
    """
    return _proportion(successes, n, level, "wilson", "Wilson")


def clopper_pearson(successes: int, n: int, *, level: float = 0.95) -> Estimate:
    """Estimate a proportion with the exact interval, for claims of the form "at least x%".

    Its coverage is never below ``level`` whatever the truth, at the price of some width
    (Clopper and Pearson 1934). Arguments and errors are those of ``wilson``.
    """
    return _proportion(successes, n, level, "exact", "Clopper-Pearson")


def _proportion(successes: int, n: int, level: float, method: _Method, name: str) -> Estimate:
    if n < 1:
        raise ValueError("a proportion needs at least one answer")
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} right answers of {n} cannot be")
    found = binomtest(successes, n).proportion_ci(confidence_level=level, method=method)
    value = successes / n
    # Rounding in the last binary digit must not put the value outside its own interval.
    low, high = min(float(found.low), value), max(float(found.high), value)
    return Estimate(value, max(0.0, low), min(1.0, high), level, n, n, name)


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """Estimate the mean of several tests, each counting alike whatever its size.

    The interval recovers each test's variance from its own limits (the MOVER of Zou and Donner
    2008), so it stays in [0, 1] and has a width even when every answer is right. Tests are
    taken as independent.

    Raises:
        ValueError: There is no estimate, or the levels differ.
    """
    if len({one.level for one in estimates}) != 1:
        raise ValueError("a mean needs at least one estimate, and all of one level")
    k = len(estimates)
    value = sum(one.value for one in estimates) / k
    below = math.hypot(*(one.value - one.low for one in estimates)) / k
    above = math.hypot(*(one.high - one.value for one in estimates)) / k
    n = sum(one.n for one in estimates)
    clusters = sum(one.clusters for one in estimates)
    method = f"mean of {k} tests"
    return Estimate(value, value - below, value + above, estimates[0].level, n, clusters, method)
