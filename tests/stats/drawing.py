"""Bootstraps of so many kinds of clusters that they are drawn in several blocks."""

import numpy as np

from benchbar.parallel.base import Executor
from benchbar.records import Estimate
from benchbar.stats.bootstrap import cluster_bootstrap
from benchbar.stats.paired import paired_bootstrap
from benchbar.stats.trials import two_way_bootstrap


def many_draws(spread: Executor | None) -> list[Estimate]:
    """Return an estimate of each bootstrap; the same with any executor."""
    rng = np.random.default_rng(11)
    total = rng.integers(10, 90, 3_000)
    right = rng.binomial(total, 0.7)
    other = rng.binomial(total, 0.6)
    table = rng.binomial(1, 0.7, (1_500, 40))
    return [
        cluster_bootstrap(right.tolist(), total.tolist(), rng=rng, resamples=1_500, spread=spread),
        paired_bootstrap(
            (right - other).tolist(),
            total.tolist(),
            3_000,
            rng=rng,
            resamples=1_500,
            spread=spread,
        ),
        two_way_bootstrap(table, rng=rng, resamples=1_500, spread=spread),
    ]
