"""Agreement between trials: how often a model asked again says the same."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchbar.parallel.base import Executor
from benchbar.records import Estimate, Outcome
from benchbar.stats.bootstrap import cluster_bootstrap
from benchbar.stats.proportions import wilson


@dataclass(frozen=True, slots=True)
class Agreement:
    """Shares of items: the same outcome in all trials; right in some trials and not in others.

    The two need not add up to 1: a wrong answer that becomes no answer is neither. More trials
    find more flips, so ``trials`` belongs beside both figures.
    """

    trials: int
    same: Estimate
    flips: Estimate


def agreement(
    outcomes: Sequence[Sequence[Outcome]],
    clusters: Sequence[str],
    *,
    rng: np.random.Generator,
    spread: Executor | None = None,
) -> Agreement:
    """Estimate how far the trials of each item agree.

    Args:
        outcomes: For each item, the outcome of each of its trials, at least two and of all
            items as many.
        clusters: For each item, the text that it was cut from.
        rng: Source of randomness; the caller owns the seed.
        spread: Spreads blocks of draws, if they are many; the estimates are the same with any.

    Raises:
        ValueError: There is no item, fewer than two trials, or items have more than others.
    """
    trials = {len(one) for one in outcomes}
    if len(trials) != 1 or min(trials) < 2 or len(clusters) != len(outcomes):
        raise ValueError("agreement needs items with at least two trials, and of all as many")
    same = [len({*one}) == 1 for one in outcomes]
    flips = [len({outcome == "correct" for outcome in one}) == 2 for one in outcomes]
    shares = (_share(found, clusters, rng, spread) for found in (same, flips))
    return Agreement(trials.pop(), *shares)


def _share(
    found: Sequence[bool],
    clusters: Sequence[str],
    rng: np.random.Generator,
    spread: Executor | None,
) -> Estimate:
    """Return a share of items: Wilson if each is a cluster of its own."""
    asked: dict[str, int] = dict.fromkeys(clusters, 0)
    counted = asked.copy()
    for one, cluster in zip(found, clusters, strict=True):
        asked[cluster] += 1
        counted[cluster] += one
    if len(asked) == len(found):
        return wilson(sum(found), len(found))
    right, total = list(counted.values()), list(asked.values())
    return cluster_bootstrap(right, total, rng=rng, spread=spread)
