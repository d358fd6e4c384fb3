"""The bootstrap over clusters: several answers share a question or a document.

Shares of items that agree are estimated by it (``agreement``). Accuracies have an interval that
needs no draws (``clusters``), differences a bootstrap of pairs (``paired``).
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from benchbar.parallel.base import Executor, Serial
from benchbar.records import Estimate

DRAWS_AT_ONCE = 1_000_000
"""What bounds the memory: how many numbers are drawn before they are added up."""

Block: TypeAlias = tuple[np.random.Generator, int]
"""A source of randomness, and how many resamples are drawn from it."""


def cluster_bootstrap(
    correct: Sequence[int],
    asked: Sequence[int],
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 9_999,
    spread: Executor | None = None,
) -> Estimate:
    """Estimate a mean accuracy on new questions, resampling whole clusters.

    Trials of one question, and items cut from one document, share its quirks: the cluster, not
    the answer, is the unit of chance (Miller 2024, arXiv 2411.00640). Where every cluster has
    the same accuracy, all right above all, the bootstrap has no width, and Wilson on the number
    of clusters stands in.

    Args:
        correct: Right answers of each cluster.
        asked: Answers of each cluster, each at least 1.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Number of bootstrap draws.
        spread: Spreads blocks of draws, if they are many; the estimate is the same with any.

    Raises:
        ValueError: There is no cluster, or one without answers.
    """
    right, total = check_clusters(correct, asked)
    k, n = len(total), int(total.sum())
    value = float(right.sum()) / n
    if np.ptp(right / total) == 0:
        low, high = wilson_limits(value, k, level)
        return Estimate(value, low, high, level, n, k, "Wilson on clusters")
    means = np.concatenate([*resampled(right, total, rng, resamples, spread)])
    limits = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    low, high = min(float(limits[0]), value), max(float(limits[1]), value)
    return Estimate(value, low, high, level, n, k, "new questions")


def check_clusters(
    correct: Sequence[int], asked: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the counts of each cluster as arrays.

    Raises:
        ValueError: There is no cluster, or one without answers.
    """
    right, total = np.asarray(correct, dtype=np.int64), np.asarray(asked, dtype=np.int64)
    if len(total) == 0 or len(right) != len(total) or total.min() < 1:
        raise ValueError("an estimate needs clusters of at least one answer each")
    return right, total


def resampled(
    right: NDArray[np.int64],
    total: NDArray[np.int64],
    rng: np.random.Generator,
    resamples: int,
    spread: Executor | None = None,
) -> Iterator[NDArray[np.float64]]:
    """Yield resampled accuracies, or differences of them, in blocks that bound the memory.

    Clusters with the same counts are alike, and there are few kinds of them, so it is drawn how
    often each kind comes up: the same distribution as drawing clusters one by one.
    """
    kinds, counts = np.unique(np.stack([right, total]), axis=1, return_counts=True)
    draw = partial(_draw, kinds, counts)
    return in_blocks(draw, rng, resamples, each=len(counts), spread=spread)


def in_blocks(
    draw: Callable[[Block], NDArray[np.float64]],
    rng: np.random.Generator,
    resamples: int,
    *,
    each: int,
    spread: Executor | None,
) -> Iterator[NDArray[np.float64]]:
    """Yield draws block by block, each block from a stream of its own, whoever draws it.

    A single block is drawn here, from ``rng`` itself.

    Args:
        draw: Draws a block.
        rng: Source of randomness.
        resamples: Number of draws in all.
        each: How many numbers a draw takes.
        spread: Spreads the blocks.
    """
    most = max(1, DRAWS_AT_ONCE // each)
    sizes = [min(most, resamples - start) for start in range(0, resamples, most)]
    if len(sizes) == 1:
        return iter([draw((rng, resamples))])
    return (spread or Serial()).map(draw, zip(rng.spawn(len(sizes)), sizes, strict=True))


def _draw(kinds: NDArray[np.int64], counts: NDArray[np.int64], block: Block) -> NDArray[np.float64]:
    rng, size = block
    drawn = rng.multinomial(counts.sum(), counts / counts.sum(), size=size)
    means: NDArray[np.float64] = (drawn @ kinds[0]) / (drawn @ kinds[1])
    return means


def wilson_limits(value: float, k: float, level: float) -> tuple[float, float]:
    """Return the Wilson limits of a share of ``k`` answers, neither of them a whole number."""
    z = float(norm.ppf((1 + level) / 2))
    shrink = 1 + z * z / k
    centre = (value + z * z / (2 * k)) / shrink
    half = z / shrink * math.sqrt(value * (1 - value) / k + z * z / (4 * k * k))
    return min(max(0.0, centre - half), value), max(min(1.0, centre + half), value)
