"""A mean with its interval, by hand and by simulation."""

import numpy as np
import pytest
from scipy.stats import t

from benchbar.stats.averages import mean


def test_with_one_number_a_cluster_it_is_students_interval() -> None:
    found = mean([1, 2, 3, 6], "abcd")
    half = float(t.ppf(0.975, 3)) * np.std([1, 2, 3, 6], ddof=1) / 2
    assert (found.value, found.n, found.clusters) == (3, 4, 4)
    assert found.low == pytest.approx(3 - half)
    assert found.high == pytest.approx(3 + half)


def test_numbers_said_twice_tell_no_more() -> None:
    once, twice = mean([1, 2, 3, 6], "abcd"), mean([1, 2, 3, 6] * 2, "abcd" * 2)
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


def test_one_cluster_has_no_interval() -> None:
    with pytest.raises(ValueError, match="fewer than two clusters"):
        mean([1, 2, 3], "aaa")


def test_it_covers_with_clusters() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(500):
        own = rng.normal(10, 2, size=15)
        values = np.repeat(own, 4) + rng.normal(0, 1, size=60)
        found = mean(values.tolist(), np.repeat(np.arange(15), 4).tolist())
        covered += found.low <= 10 <= found.high
    assert 0.92 <= covered / 500 <= 0.98
