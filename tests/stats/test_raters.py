"""Agreement of graders against published worked examples, libraries, laws and simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from benchbar.stats.raters import ALIKE, Pair, pairs, together

SHROUT_FLEISS = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
]
"""Table 2 of Shrout and Fleiss 1979: six targets, four judges."""

marks = st.integers(0, 2**32 - 1).map(
    lambda seed: np.random.default_rng(seed).integers(1, 7, (30, 2)).astype(float)
)


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def pair_of(table: np.ndarray) -> Pair:
    return pairs(table, rng=rng(), resamples=20)[0]


def noisy(essays: int, graders: int, noise: float, seed: int = 3) -> np.ndarray:
    """Scores of graders who see the same quality, each with noise of its own."""
    draw = np.random.default_rng(seed)
    quality = draw.normal(3.5, 1.2, (essays, 1))
    return np.clip(np.round(quality + draw.normal(0, noise, (essays, graders))), 1, 6)


def test_intraclass_correlations_of_the_published_example() -> None:
    found = together(SHROUT_FLEISS, rng=rng())
    assert found.single is not None
    assert found.mean is not None
    assert round(found.single.value, 2) == 0.29
    assert round(found.mean.value, 2) == 0.62
    assert sum(one.value for one in found.bias) == pytest.approx(0)
    assert found.bias[0].value > 0 > found.bias[1].value


@given(marks)
def test_ranks_are_those_of_the_library(table: np.ndarray) -> None:
    found = pair_of(table)
    assert found.spearman is not None
    assert found.kendall is not None
    assert found.spearman.value == pytest.approx(spearmanr(*table.T).statistic)
    assert found.kendall.value == pytest.approx(kendalltau(*table.T).statistic)


@given(marks)
def test_kappa_is_that_of_its_definition(table: np.ndarray) -> None:
    a, b = table.T
    observed = ((a - b) ** 2).mean()
    chance = ((a[:, None] - b[None, :]) ** 2).mean()
    found = pair_of(table).kappa
    assert found is not None
    assert found.value == pytest.approx(1 - observed / chance)


def test_kappa_is_an_intraclass_correlation() -> None:
    """Fleiss and Cohen 1973: quadratic kappa is an intraclass correlation, but for terms of 1/n."""
    table = noisy(400, 2, 0.6)
    single, kappa = together(table, rng=rng()).single, pair_of(table).kappa
    assert single is not None
    assert kappa is not None
    assert kappa.value == pytest.approx(single.value, abs=0.005)


@given(marks)
def test_the_order_of_graders_does_not_matter(table: np.ndarray) -> None:
    one, other = pair_of(table), pair_of(table[:, ::-1])
    assert (one.spearman, one.kendall, one.kappa) == (other.spearman, other.kendall, other.kappa)
    assert (one.exact, one.adjacent) == (other.exact, other.adjacent)


def test_resamples_are_those_of_essays_drawn_one_by_one() -> None:
    table = noisy(25, 2, 0.7)
    draw = np.random.default_rng(5)
    slow = [spearmanr(*table[draw.integers(0, 25, 25)].T).statistic for _ in range(1_500)]
    found = pairs(table, rng=rng(), resamples=4_000)[0].spearman
    assert found is not None
    assert found.low == pytest.approx(np.nanquantile(slow, 0.025), abs=0.04)
    assert found.high == pytest.approx(np.nanquantile(slow, 0.975), abs=0.04)


def test_perfect_agreement_has_an_interval() -> None:
    scores = np.repeat(np.arange(1.0, 7), 5)
    found = pair_of(np.column_stack([scores, scores]))
    for one in (found.spearman, found.kendall, found.kappa):
        assert one is not None
        assert (one.value, one.high, one.method) == (1, 1, ALIKE)
        assert 0.8 < one.low < 0.95
    assert found.exact.low < 1
    single = together(np.column_stack([scores, scores]), rng=rng()).single
    assert single is not None
    assert single.low < 1


def test_one_score_throughout_says_nothing() -> None:
    found = pair_of(np.column_stack([np.full(30, 3.0), noisy(30, 1, 0.5)]))
    assert found.spearman is None
    assert found.kendall is None
    same = np.full((30, 3), 4.0)
    assert pairs(same, rng=rng())[0].kappa is None
    assert together(same, rng=rng()).single is None


def test_a_strict_grader_is_seen() -> None:
    table = noisy(40, 3, 0.4)
    table[:, 2] = np.clip(table[:, 2] - 1, 1, 6)
    bias = together(table, rng=rng()).bias
    assert bias[2].high < 0 < bias[0].low


def test_intervals_cover_what_other_essays_would_show() -> None:
    a, b = noisy(200_000, 2, 0.7, seed=11).T
    whole = 1 - ((a - b) ** 2).mean() / (a.var() + b.var() + (a.mean() - b.mean()) ** 2)
    covered = 0
    for seed in range(200):
        found = pairs(noisy(40, 2, 0.7, seed=seed + 100), rng=rng(), resamples=300)[0].kappa
        assert found is not None
        covered += found.low <= whole <= found.high
    assert 0.87 <= covered / 200 <= 0.99


@pytest.mark.parametrize(
    "table", [[[1, 2]], [[1], [2]], [[1, 2], [3, float("nan")]], [], [[1, 2], [3]]]
)
def test_what_is_no_table_is_refused(table: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"agreement needs|missing|inhomogeneous"):
        pairs(table, rng=rng())
