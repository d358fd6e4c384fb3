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

    Tests are taken as independent, so the squares of their half widths add up. Near 0 and 1 an
    interval reaches further towards one half than away from it; that pull falls with the
    number of answers, so the mean of k tests keeps a k-th of it. One test keeps its interval,
    and all answers right keep a width.

    Raises:
        ValueError: There is no estimate, or the levels differ.
    """
    if len({one.level for one in estimates}) != 1:
        raise ValueError("a mean needs at least one estimate, and all of one level")
    k = len(estimates)
    value = sum(one.value for one in estimates) / k
    pull = sum((one.low + one.high) / 2 - one.value for one in estimates) / k**2
    half = math.hypot(*((one.high - one.low) / 2 for one in estimates)) / k
    low, high = max(0.0, value + pull - half), min(1.0, value + pull + half)
    n = sum(one.n for one in estimates)
    clusters = sum(one.clusters for one in estimates)
    method = f"mean of {k} tests"
    return Estimate(
        value, min(low, value), max(high, value), estimates[0].level, n, clusters, method
    )
