"""The mean of measured numbers, such as words of a reply, with its interval on new questions."""

from collections.abc import Hashable, Sequence

import numpy as np
from scipy.stats import t

from benchbar.records import Estimate


def mean(values: Sequence[float], clusters: Sequence[Hashable], *, level: float = 0.95) -> Estimate:
    """Estimate a mean, with whole clusters as the units of chance.

    Numbers about one question or document are not independent (Miller 2024, arXiv 2411.00640): the
    variance is that of the clusters' sums of residuals, and the limits are Student's with one
    degree of freedom less than there are clusters. A few skewed numbers make it too narrow.

    Args:
        values: At least two numbers.
        clusters: What each belongs to; at least two different.
        level: Coverage, in (0, 1).

    Raises:
        ValueError: There are fewer than two clusters, so no interval exists.
    """
    numbers = np.asarray(values, dtype=float)
    places: dict[Hashable, int] = {}
    codes = [places.setdefault(cluster, len(places)) for cluster in clusters]
    k, n = len(places), len(numbers)
    if k < 2:
        raise ValueError("a mean has no interval with fewer than two clusters")
    value = float(numbers.mean())
    sums = np.bincount(codes, weights=numbers - value, minlength=k)
    error = float(np.sqrt(k / (k - 1) * (sums @ sums))) / n
    half = float(t.ppf((1 + level) / 2, k - 1)) * error
    return Estimate(value, value - half, value + half, level, n, k, "t on clusters")
