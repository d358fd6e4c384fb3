"""Intervals of proportions: laws, exact coverage, and the published half widths."""

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from benchbar.records import Estimate
from benchbar.stats.proportions import clopper_pearson, mean_of, wilson

Interval: TypeAlias = Callable[[int, int], Estimate]
Count: TypeAlias = tuple[int, int]

counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
@given(counts)
def test_holds_its_value_and_has_a_width(interval: Interval, count: Count) -> None:
    found = interval(*count)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (found.n, found.clusters, found.level) == (count[1], count[1], 0.95)


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
@given(counts)
def test_right_and_wrong_mirror_each_other(interval: Interval, count: Count) -> None:
    successes, n = count
    right, wrong = interval(successes, n), interval(n - successes, n)
    assert math.isclose(right.low, 1 - wrong.high, abs_tol=1e-9)
    assert math.isclose(right.high, 1 - wrong.low, abs_tol=1e-9)


@given(counts)
def test_more_certainty_is_wider(count: Count) -> None:
    narrow, wide = wilson(*count, level=0.8), wilson(*count, level=0.99)
    assert wide.low <= narrow.low
    assert wide.high >= narrow.high


@pytest.mark.parametrize(
    ("successes", "low", "high"), [(100, 0.9630, 1.0), (97, 0.9155, 0.9897), (0, 0.0, 0.0370)]
)
def test_known_wilson_limits(successes: int, low: float, high: float) -> None:
    found = wilson(successes, 100)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def coverage(interval: Interval, n: int, truth: float) -> float:
    """The exact chance that the interval holds the truth, summed over all outcomes."""
    held = [k for k in range(n + 1) if interval(k, n).low <= truth <= interval(k, n).high]
    return float(np.sum(binom.pmf(held, n, truth)))


@pytest.mark.parametrize("truth", [0.02, 0.1, 0.3, 0.5, 0.77, 0.9, 0.98])
def test_exact_interval_never_covers_less_than_it_says(truth: float) -> None:
    assert coverage(clopper_pearson, 100, truth) >= 0.95


def test_wilson_covers_what_it_says_on_average() -> None:
    truths = [0.02 + 0.04 * step for step in range(25)]
    covered = [coverage(wilson, 100, truth) for truth in truths]
    assert abs(sum(covered) / len(covered) - 0.95) < 0.01
    assert min(covered) > 0.89


@pytest.mark.parametrize(("rows", "points"), [(13_600, 0.84), (4_900, 1.40)])
def test_half_widths_of_the_published_sizes(rows: int, points: float) -> None:
    found = wilson(rows // 2, rows)
    assert round(100 * (found.high - found.low) / 2, 2) == points


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
@pytest.mark.parametrize("count", [(0, 0), (3, 2), (-1, 5)])
def test_refuses_what_cannot_be(interval: Interval, count: Count) -> None:
    with pytest.raises(ValueError):
        interval(*count)


@given(st.lists(counts, min_size=1, max_size=12))
def test_mean_of_tests(tests: list[Count]) -> None:
    ones = [wilson(*count) for count in tests]
    found = mean_of(ones)
    assert math.isclose(found.value, sum(one.value for one in ones) / len(ones))
    assert -1e-12 <= found.low < found.high <= 1 + 1e-12
    assert found.high - found.low <= max(one.high - one.low for one in ones) + 1e-12


def test_mean_of_perfect_tests_keeps_a_width() -> None:
    found = mean_of([wilson(100, 100)] * 4)
    assert found.high == 1.0
    assert 0.963 < found.low < 1.0


@given(counts)
def test_mean_of_one_test_is_that_test(count: Count) -> None:
    one, found = wilson(*count), mean_of([wilson(*count)])
    assert (found.low, found.high) == pytest.approx((one.low, one.high))


@pytest.mark.parametrize(
    "truths", [[0.99] * 6, [0.8] * 6, [0.99] * 11, [0.8, 0.99, 0.5, 0.95, 0.9, 0.7]]
)
def test_mean_covers_the_mean_of_the_truths(truths: list[float]) -> None:
    """1,000 sets of tests with 100 answers each."""
    known = [wilson(k, 100) for k in range(101)]
    rng = np.random.default_rng(5)
    held = 0
    for drawn in rng.binomial(100, truths, size=(1_000, len(truths))):
        found = mean_of([known[k] for k in drawn])
        held += found.low <= sum(truths) / len(truths) <= found.high
    assert held >= 930


def test_mean_needs_estimates_of_one_level() -> None:
    with pytest.raises(ValueError):
        mean_of([])
    with pytest.raises(ValueError):
        mean_of([wilson(1, 2), wilson(1, 2, level=0.9)])
