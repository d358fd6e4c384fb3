"""Paired differences: laws, independent checks, exact coverage and simulated coverage."""

import itertools
import math
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binomtest, multinomial, norm

from benchbar.records import Estimate
from benchbar.stats.paired import mcnemar, paired_bootstrap, score_difference, sign_flip

pairs = st.integers(1, 200).flatmap(
    lambda n: st.integers(0, n).flatmap(
        lambda gained: st.tuples(st.just(gained), st.integers(0, n - gained), st.just(n))
    )
)
clusters = st.lists(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(-n, n), st.just(n))),
    min_size=1,
    max_size=30,
)


def bootstrap(drawn: Sequence[tuple[int, int]], seed: int = 1) -> Estimate:
    sums, sizes = zip(*drawn, strict=True)
    return paired_bootstrap(sums, sizes, sum(sizes), rng=np.random.default_rng(seed), resamples=200)


def mirrored(one: Estimate, other: Estimate) -> bool:
    ours = (one.value, one.low, one.high)
    theirs = (-other.value, -other.high, -other.low)
    return ours == pytest.approx(theirs, abs=1e-9)


@given(pairs)
def test_score_interval_holds_its_value_and_has_a_width(drawn: tuple[int, int, int]) -> None:
    found = score_difference(*drawn)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@given(pairs)
def test_score_interval_is_antisymmetric(drawn: tuple[int, int, int]) -> None:
    gained, lost, n = drawn
    assert mirrored(score_difference(gained, lost, n), score_difference(lost, gained, n))


def test_no_difference_leaves_room_for_one() -> None:
    found = score_difference(0, 0, 100)
    z = norm.ppf(0.975)
    assert found.high == pytest.approx(z**2 / (100 + z**2))
    assert found.low == -found.high


@pytest.mark.parametrize(("gained", "lost", "n"), [(12, 2, 50), (5, 0, 100), (30, 41, 300)])
def test_limits_are_where_the_score_statistic_is_z(gained: int, lost: int, n: int) -> None:
    """The constrained likelihood is maximised numerically, not by Tango's formula."""
    found = score_difference(gained, lost, n)
    for limit in (found.low, found.high):
        low, high = max(0.0, -limit), (1 - limit) / 2

        def surprise(share: float, limit: float = limit) -> float:
            rest = 1 - 2 * share - limit
            return -sum(
                count * math.log(max(chance, 1e-300))
                for count, chance in (
                    (gained, share + limit),
                    (lost, share),
                    (n - gained - lost, rest),
                )
            )

        best = minimize_scalar(
            surprise, bounds=(low, high), method="bounded", options={"xatol": 1e-12}
        ).x
        error = math.sqrt(n * (2 * best + limit - limit**2))
        assert abs((gained - lost - n * limit) / error) == pytest.approx(1.96, abs=2e-3)


@pytest.mark.parametrize(
    ("won", "lost", "least"),
    [(0.02, 0.0, 0.95), (0.05, 0.02, 0.92), (0.1, 0.05, 0.94), (0.03, 0.03, 0.94)],
)
def test_score_interval_covers(won: float, lost: float, least: float) -> None:
    """The exact chance that the interval of 60 items holds the truth, over all outcomes."""
    n, held = 60, 0.0
    for gained, gone in itertools.product(range(31), range(31)):
        chance = multinomial.pmf([gained, gone, n - gained - gone], n, [won, lost, 1 - won - lost])
        if chance > 1e-9:
            found = score_difference(gained, gone, n)
            held += chance if found.low <= won - lost <= found.high else 0.0
    assert held >= least


@settings(max_examples=50)
@given(clusters)
def test_bootstrap_holds_its_value_and_has_a_width(drawn: list[tuple[int, int]]) -> None:
    found = bootstrap(drawn)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert found.clusters == len(drawn)


@settings(max_examples=50)
@given(clusters, st.randoms())
def test_bootstrap_is_antisymmetric_and_blind_to_order(
    drawn: list[tuple[int, int]], random: Random
) -> None:
    shuffled = drawn.copy()
    random.shuffle(shuffled)
    found = bootstrap(drawn)
    assert bootstrap(shuffled) == found
    assert mirrored(found, bootstrap([(-sums, size) for sums, size in drawn]))


@given(st.integers(1, 60), st.integers(1, 9))
def test_the_same_answers_differ_by_nothing_that_is_shown(k: int, size: int) -> None:
    found = bootstrap([(0, size)] * k)
    assert found.value == 0
    assert found.low < 0 < found.high
    assert sign_flip([0] * k) == 1.0


@given(st.integers(2, 60), st.integers(1, 9), st.sampled_from([-1, 1]))
def test_all_gained_is_no_certainty(k: int, size: int, side: int) -> None:
    found = bootstrap([(side * size, size)] * k)
    assert found.value == side
    assert found.low < found.high
    assert (found.high if side > 0 else found.low) == side
    ten = bootstrap([(1, 1)] * 10)
    assert 0.6 < ten.low < 0.7


def test_trials_of_a_question_are_one_question() -> None:
    """Ten identical trials change nothing: the interval is about that of one."""
    sums = [1] * 12 + [-1] * 4 + [0] * 84
    rng = np.random.default_rng(0)
    many = paired_bootstrap([10 * one for one in sums], [10] * 100, 100, rng=rng)
    once = score_difference(12, 4, 100)
    assert many.high - many.low == pytest.approx(once.high - once.low, rel=0.1)


@pytest.mark.parametrize(("texts", "size", "shift"), [(10, 10, 0.8), (12, 8, 0.0), (100, 3, 0.5)])
def test_bootstrap_covers_on_new_texts(texts: int, size: int, shift: float) -> None:
    """250 data sets whose texts differ in difficulty, and in how much worse the second is."""
    rng = np.random.default_rng(11)

    def chances(k: int) -> tuple[np.ndarray, np.ndarray]:
        text, apart = rng.normal(2, 1, (k, 1)), rng.normal(shift, 0.4, (k, 1))
        item = rng.normal(0, 1, (k, size))
        return 1 / (1 + np.exp(-text - item)), 1 / (1 + np.exp(-text - item + apart))

    first, second = chances(50_000)
    truth, held = float((second - first).mean()), 0
    for _ in range(250):
        first, second = chances(texts)
        sums = (rng.binomial(1, second) - rng.binomial(1, first)).sum(axis=1)
        found = paired_bootstrap(
            sums.tolist(), [size] * texts, texts * size, rng=rng, resamples=400
        )
        held += found.low <= truth <= found.high
    assert held >= 0.91 * 250


@settings(max_examples=60)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=10))
def test_sign_flip_counts_all_ways_to_turn_signs(sums: list[int]) -> None:
    ways = [
        abs(sum(sign * one for sign, one in zip(signs, sums, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(sums))
    ]
    expected = sum(way >= abs(sum(sums)) for way in ways) / len(ways)
    assert sign_flip(sums) == pytest.approx(expected)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=200), st.integers(2, 50))
def test_sign_flip_laws(sums: list[int], factor: int) -> None:
    p = sign_flip(sums)
    assert 0 < p <= 1
    assert sign_flip([-one for one in sums]) == pytest.approx(p)
    assert sign_flip(sums[::-1]) == pytest.approx(p)
    assert sign_flip([factor * one for one in sums]) == pytest.approx(p)


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_sign_test(gained: int, lost: int) -> None:
    expected = binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(gained, lost) == pytest.approx(expected)


def test_sign_flip_rejects_no_more_than_it_says() -> None:
    """500 pairs of alike models on texts of unlike size and difficulty."""
    rng = np.random.default_rng(3)
    rejected = 0
    for _ in range(500):
        sizes = rng.integers(1, 12, 15)
        chance = rng.beta(4, 1, 15)
        sums = rng.binomial(sizes, chance) - rng.binomial(sizes, chance)
        rejected += sign_flip(sums.tolist()) <= 0.05
    assert rejected <= 0.05 * 500 + 10


@pytest.mark.parametrize(("gained", "lost", "n"), [(0, 0, 0), (-1, 0, 5), (3, 3, 5)])
def test_refuses_counts_that_cannot_be(gained: int, lost: int, n: int) -> None:
    with pytest.raises(ValueError):
        score_difference(gained, lost, n)


@pytest.mark.parametrize(("sums", "sizes"), [([], []), ([1], [1, 1]), ([0], [0]), ([3], [2])])
def test_refuses_clusters_that_cannot_be(sums: list[int], sizes: list[int]) -> None:
    with pytest.raises(ValueError):
        paired_bootstrap(sums, sizes, 1, rng=np.random.default_rng(0))
