"""Judges of pairs: orders from wins, leanings to place and to length, by hand and by law."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.stats.judging import (
    METHOD,
    Both,
    first_preferred,
    longer_preferred,
    orders_agree,
    per_doubling,
    strengths,
)

TABLES = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 4), min_size=n, max_size=n), min_size=n, max_size=n)
)


def table(rows: list[list[int]]) -> np.ndarray:
    found = np.array(rows, dtype=float)
    np.fill_diagonal(found, 0)
    return found


def test_two_that_meet_have_the_odds_of_their_wins() -> None:
    found = strengths([[0, 300], [100, 0]], prior=1e-6)
    assert found[0] - found[1] == pytest.approx(math.log(3), abs=1e-4)


def test_the_likelihood_is_at_its_highest_point() -> None:
    """Wins expected of each equal those it has, those given beforehand among them."""
    wins = table([[0, 3, 1, 2], [1, 0, 2, 2], [2, 1, 0, 0], [0, 1, 3, 0]])
    strong = np.exp(strengths(wins, prior=0.5))
    games = wins + wins.T
    chance = strong[:, None] / (strong[:, None] + strong[None, :])
    expected = (games * chance).sum(axis=1) + strong / (strong + 1)
    assert expected == pytest.approx(wins.sum(axis=1) + 0.5, abs=1e-6)


@given(TABLES)
def test_there_is_always_an_order_and_names_do_not_matter(rows: list[list[int]]) -> None:
    wins = table(rows)
    found = strengths(wins)
    assert np.isfinite(found).all()
    turned = np.arange(len(wins))[::-1]
    assert strengths(wins[np.ix_(turned, turned)]) == pytest.approx(found[turned], abs=1e-6)


@given(st.integers(2, 12))
def test_who_beats_all_below_stands_in_that_order(n: int) -> None:
    found = strengths(np.triu(np.ones((n, n)), 1))
    assert (np.diff(found) < 0).all()


def test_a_judge_that_always_takes_the_first() -> None:
    pairs = [Both(1, 0, 1, 0, 100, 200)] * 20
    first = first_preferred(pairs)
    assert first
    assert (first.value, first.high, first.n, first.clusters) == (1.0, 1.0, 40, 20)
    assert 0.8 < first.low < 0.9
    assert first.method == METHOD
    agree = orders_agree(pairs)
    assert agree
    assert agree.value == 0
    longer = longer_preferred(pairs)
    assert longer
    assert longer.value == 0.5


def test_a_judge_of_merit_has_no_leaning() -> None:
    pairs = [Both(1, 0, 0, 1), Both(0, 1, 1, 0)] * 10
    first, agree = first_preferred(pairs), orders_agree(pairs)
    assert first
    assert agree
    assert (first.value, agree.value) == (0.5, 1.0)
    assert first.low < 0.5 < first.high
    assert longer_preferred(pairs) is None


def test_a_judge_of_length() -> None:
    found = longer_preferred([Both(2, 0, 0, 2, 9, 5), Both(0, 2, 2, 0, 5, 9), Both(1, 0, 1, 0)])
    assert found
    assert (found.value, found.n, found.clusters) == (1.0, 8, 2)


def test_pairs_seen_in_one_order_alone_tell_nothing() -> None:
    pairs = [Both(1, 0, 0, 0, 9, 5), Both(0, 0, 0, 1, 9, 5)]
    assert first_preferred(pairs) is None
    assert orders_agree(pairs) is None
    assert longer_preferred(pairs) is None


def test_trials_that_tie_are_no_agreement() -> None:
    found = orders_agree([Both(1, 1, 0, 2), Both(2, 1, 0, 3)])
    assert found
    assert found.value == 0.5


def test_a_slope_is_per_doubling_of_length() -> None:
    lengths = [100, 200, 400, 800, 1600]
    found = per_doubling(
        [0.5 * n - 1 for n in range(5)], lengths, rng=np.random.default_rng(1), resamples=200
    )
    assert found
    assert found.value == pytest.approx(0.5)
    assert (found.low, found.high) == pytest.approx((0.5, 0.5))
    assert found.n == 5


def test_a_slope_has_an_interval_that_holds_it() -> None:
    rng = np.random.default_rng(7)
    inside = 0
    for _ in range(100):
        lengths = np.exp2(rng.uniform(8, 12, 30))
        values = 0.3 * np.log2(lengths) + rng.normal(0, 1, 30)
        found = per_doubling(values, lengths, rng=rng, resamples=300)
        assert found
        assert found.low <= found.value <= found.high
        inside += found.low <= 0.3 <= found.high
    assert inside >= 85


@pytest.mark.parametrize("lengths", [[5, 9], [7, 7, 7], []])
def test_a_slope_needs_three_of_different_length(lengths: list[int]) -> None:
    found = per_doubling(list(range(len(lengths))), lengths, rng=np.random.default_rng(1))
    assert found is None
