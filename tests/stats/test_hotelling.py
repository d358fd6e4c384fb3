"""Hotelling's T squared against Student's t, its own laws, and simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from benchbar.stats.hotelling import zero_mean


@given(seed=st.integers(0, 10**6), shift=st.floats(-0.5, 0.5), k=st.integers(30, 200))
def test_of_one_difference_it_is_student_squared(seed: int, shift: float, k: int) -> None:
    rows = np.random.default_rng(seed).normal(shift, 1, (k, 1))
    found, student = zero_mean(rows), ttest_1samp(rows[:, 0], 0)
    assert found.f == pytest.approx(student.statistic**2)
    assert found.p == pytest.approx(student.pvalue)
    assert found.df == (1, k - 1)


@given(seed=st.integers(0, 10**6), mixing=st.integers(0, 10**6))
def test_the_same_whichever_level_the_others_are_compared_with(seed: int, mixing: int) -> None:
    rows = np.random.default_rng(seed).normal(0.1, 1, (60, 3))
    turned = np.random.default_rng(mixing).normal(0, 1, (3, 3)) + 3 * np.eye(3)
    assert zero_mean(rows @ turned).f == pytest.approx(zero_mean(rows).f, rel=1e-6)


def test_without_a_difference_it_finds_one_as_often_as_its_level_says() -> None:
    rng = np.random.default_rng(7)
    shares = (rng.random((3_000, 60, 4)) < 0.7).astype(float)
    found = [zero_mean(one[:, 1:] - one[:, :1]).p < 0.05 for one in shares]
    assert 0.035 < np.mean(found) < 0.065


def test_a_difference_is_found() -> None:
    rng = np.random.default_rng(8)
    rows = rng.normal([0, 0, 0.5], 1, (100, 3))
    assert zero_mean(rows).p < 0.01


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (np.ones((29, 2)), "no test with fewer than 30 questions: there are 29"),
        (np.zeros((0, 1)), "there are 0"),
        (np.zeros((50, 2)), "too few answers differ"),
        (np.repeat(np.eye(2), 25, axis=0)[:, [0, 0]], "too few answers differ"),
    ],
)
def test_what_cannot_be_tested_is_told(rows: np.ndarray, why: str) -> None:
    found = zero_mean(rows)
    assert why in found.why
    assert math.isnan(found.p)
