"""Two accuracies on the same items: their difference, its interval, and the chance of it.

Differences are second minus first, in shares of 1.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import binomtest, norm, t

from benchbar.parallel.base import Executor
from benchbar.records import Estimate
from benchbar.stats.bootstrap import resampled

_LEAST = 1e-12
"""Below this a p out of the Fourier transform is noise."""

_RARE = 10
"""With differences in fewer clusters the bootstrap sees too little to draw from."""

_OFF = 1e-9
"""Where the error vanishes at the difference seen, the limit is the other root, beyond it."""


def score_difference(gained: int, lost: int, n: int, *, level: float = 0.95) -> Estimate:
    """Estimate the difference of two accuracies on distinct items, each answered once by both.

    The score interval of Tango (1998, Statistics in Medicine 17:891-908), to pairs what Wilson's
    is to one proportion: two models that agree on 100 of 100 items differ by 0 [-3.7, 3.7]
    points, never by 0 [0, 0].

    Args:
        gained: Items that only the second answered correctly.
        lost: Items that only the first answered correctly.
        n: All items, at least 1.
        level: Coverage, in (0, 1).

    Raises:
        ValueError: The counts cannot be.
    """
    if n < 1 or min(gained, lost) < 0 or gained + lost > n:
        raise ValueError(f"{gained} items gained and {lost} lost of {n} cannot be")
    z = float(norm.ppf((1 + level) / 2))
    value = (gained - lost) / n
    high = _score_limit(gained, lost, n, z)
    low = -_score_limit(lost, gained, n, z)
    return Estimate(value, min(low, value), max(high, value), level, n, n, "score of pairs")


def _score_limit(gained: int, lost: int, n: int, z: float) -> float:
    """Return the difference above the one seen that lies ``z`` standard errors from it."""
    value = (gained - lost) / n

    def beyond(difference: float) -> float:
        return (difference - value) * n - z * _score_error(gained, lost, n, difference)

    return 1.0 if beyond(1.0) <= 0 else float(brentq(beyond, value + _OFF, 1.0))


def _score_error(gained: int, lost: int, n: int, difference: float) -> float:
    """Return the standard error of ``gained - lost`` if the true difference were ``difference``.

    The share of items lost has its likeliest value under that difference (Tango 1998, eq. 9).
    """
    b = -gained - lost + (2 * n - gained + lost) * difference
    c = -lost * difference * (1 - difference)
    lost_share = (math.sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)
    lost_share = max(lost_share, 0.0, -difference)
    return math.sqrt(max(0.0, n * (2 * lost_share + difference * (1 - difference))))


def paired_bootstrap(
    sums: Sequence[int],
    sizes: Sequence[int],
    items: int,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 9_999,
    spread: Executor | None = None,
) -> Estimate:
    """Estimate the difference of two accuracies, resampling whole clusters of items.

    Both models' answers to an item are drawn together, and with them all items cut from the same
    text (Miller 2024, arXiv 2411.00640). Three guards keep the interval honest where clusters
    are few or differences rare: percentiles are expanded by the t of k - 1 degrees (Hesterberg
    2015, The American Statistician 69:371-386); if all clusters but fewer than ten show the same
    difference, none above all, the interval is no narrower than what no difference at all in as
    many independent items leaves open, t^2 / (items + t^2) either way (Tango's interval at no
    discordant pair); and it holds its value. One cluster alone leaves
    everything open.

    Args:
        sums: For each cluster, right answers of the second less those of the first.
        sizes: For each cluster, answers of each model, in the same unit; at least 1.
        items: Number of distinct items.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Number of bootstrap draws.
        spread: Spreads blocks of draws, if they are many; the estimate is the same with any.

    Raises:
        ValueError: There is no cluster, or a sum is larger than its cluster.
    """
    total, size = np.asarray(sums, dtype=np.int64), np.asarray(sizes, dtype=np.int64)
    k = len(size)
    if k < 1 or len(total) != k or size.min() < 1 or (np.abs(total) > size).any():
        raise ValueError("the paired bootstrap needs clusters of at least one answer each")
    value, method = float(total.sum()) / int(size.sum()), "paired bootstrap over clusters"
    if k == 1:
        return Estimate(value, -1.0, 1.0, level, items, k, method)
    quantile = float(t.ppf((1 + level) / 2, k - 1))
    tail = float(norm.sf(quantile * math.sqrt(k / (k - 1))))
    side = _side(total, size)
    drawn = side * np.concatenate([*resampled(side * total, size, rng, resamples, spread)])
    low, high = (float(limit) for limit in np.quantile(drawn, [tail, 1 - tail]))
    unlike = k - int(np.unique(total / size, return_counts=True)[1].max())
    least = quantile**2 / (items + quantile**2) if unlike < _RARE else 0.0
    low, high = max(-1.0, min(low, value - least)), min(1.0, max(high, value + least))
    return Estimate(value, low, high, level, items, k, method)


def _side(total: NDArray[np.int64], size: NDArray[np.int64]) -> int:
    """Return 1 or -1, so that both orders of two models draw the same and mirror each other."""
    ours, theirs = (
        sorted(zip((by * total).tolist(), size.tolist(), strict=True)) for by in (1, -1)
    )
    return 1 if ours >= theirs else -1


def sign_flip(sums: Sequence[int]) -> float:
    """Return the exact two-sided p that two models differ by chance alone.

    If neither is better, each cluster's difference was as likely to come out with its sign
    turned. The distribution of the total over all 2^k ways to turn them is exact, as the product
    of the clusters' characteristic functions; nothing is drawn. For distinct items answered
    once this is the exact McNemar test.

    Args:
        sums: For each cluster, right answers of the second less those of the first.
    """
    kinds, counts = np.unique(np.abs(np.asarray(sums, dtype=np.int64)), return_counts=True)
    kinds, counts = kinds[kinds > 0], counts[kinds > 0]
    if not len(kinds):
        return 1.0
    seen = abs(int(np.sum(sums)))
    if len(kinds) == 1:
        turned = int(counts[0] - seen // kinds[0]) // 2
        return float(binomtest(turned, int(counts[0])).pvalue)
    unit = int(np.gcd.reduce(kinds))
    kinds, seen = kinds // unit, seen // unit
    most = int(kinds @ counts)
    period = 2 * most + 1
    angles = 2 * np.pi * np.arange(period) / period
    wave = np.ones(period)
    for kind, count in zip(kinds, counts, strict=True):
        wave *= np.cos(kind * angles) ** count
    chances = np.fft.fft(wave).real / period
    p = 2 * float(chances[seen : most + 1].sum()) if seen else 1.0
    return min(1.0, max(p, 2.0 ** (1 - int(counts.sum())), _LEAST))


def mcnemar(gained: int, lost: int) -> float:
    """Return the exact two-sided p of McNemar's test: distinct items, each answered once by both.

    Args:
        gained: Items that only the second answered correctly.
        lost: Items that only the first answered correctly.
    """
    return sign_flip([1] * gained + [-1] * lost)
