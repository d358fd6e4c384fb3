"""Three claims about one accuracy: the published half widths, and what each interval covers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchbar.stats.proportions import wilson
from benchbar.stats.trials import (
    as_published,
    claims,
    half_width,
    these_questions,
    two_way_bootstrap,
)

PUBLISHED = [
    (0.756, 200 * 50, 0.84),
    (0.757, 200 * 18, 1.40),
    (0.795, 200 * 5, 2.50),
    (0.709, 200 * 5, 2.82),
]
"""Accuracy, answers and half width in points: replication, original, few-shot and plain prompt."""


@pytest.mark.parametrize(("accuracy", "answers", "points"), PUBLISHED)
def test_published_half_widths(accuracy: float, answers: int, points: float) -> None:
    assert round(100 * half_width(accuracy, answers), 2) == points
    rng = np.random.default_rng(1)
    found = as_published(round(accuracy * answers), answers, rng=rng, resamples=99_999)
    step = 100 / answers
    assert 50 * (found.high - found.low) == pytest.approx(points, abs=step)
    assert found.method == "as published"


def test_drawing_rows_is_drawing_a_binomial_number() -> None:
    rng = np.random.default_rng(3)
    rows = rng.permutation([1] * 300 + [0] * 100)
    drawn = rng.choice(rows, size=(4_000, 400)).mean(axis=1)
    found = as_published(300, 400, rng=rng, resamples=99_999)
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.004)


def made(
    rng: np.random.Generator, questions: int, trials: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return true chances of questions, 0.75 on average, and right answers of their trials."""
    chances = rng.beta(1.5, 0.5, questions)
    return chances, rng.binomial(trials, chances)


def test_each_claim_is_covered_and_the_published_one_is_not() -> None:
    """150 data sets of 100 questions x 20 trials."""
    rng = np.random.default_rng(6)
    held = {"new": 0, "these": 0, "published": 0}
    for _ in range(150):
        chances, right = made(rng, 100, 20)
        found = claims(right.tolist(), [20] * 100, rng=rng, resamples=999)
        held["new"] += found.new.low <= 0.75 <= found.new.high
        held["these"] += found.these.low <= chances.mean() <= found.these.high
        held["published"] += found.published.low <= 0.75 <= found.published.high
    assert held["new"] >= 135
    assert held["these"] >= 135
    assert held["published"] < 100


@pytest.mark.parametrize(("questions", "trials"), [(20, 3), (200, 2), (50, 10)])
def test_these_questions_are_covered(questions: int, trials: int) -> None:
    """300 data sets each."""
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(300):
        chances, right = made(rng, questions, trials)
        found = these_questions(right.tolist(), [trials] * questions)
        held += found.low <= chances.mean() <= found.high
    assert held >= 0.92 * 300


def test_sittings_that_differ_are_covered_by_the_two_way_bootstrap_alone() -> None:
    """150 data sets of 100 questions in 6 sittings, each of which shifts all questions."""
    rng = np.random.default_rng(10)
    hard = rng.normal(1, 1.5, 200_000)
    truth = float((1 / (1 + np.exp(-hard - rng.normal(0, 0.8, 200_000)))).mean())
    held = these = 0
    for _ in range(150):
        logits = rng.normal(1, 1.5, (100, 1)) + rng.normal(0, 0.8, (1, 6))
        answers = rng.binomial(1, 1 / (1 + np.exp(-logits)))
        found = two_way_bootstrap(answers, rng=rng, resamples=999)
        held += found.low <= truth <= found.high
        blind = these_questions(answers.sum(axis=1).tolist(), [6] * 100)
        these += blind.low <= truth <= blind.high
    assert held >= 128
    assert these < 90


counts = st.lists(
    st.integers(2, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    min_size=1,
    max_size=30,
)


@given(counts)
def test_these_questions_hold_their_value_and_have_a_width(drawn: list[tuple[int, int]]) -> None:
    right, asked = zip(*drawn, strict=True)
    found = these_questions(right, asked)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (found.n, found.clusters) == (sum(asked), len(asked))


@settings(max_examples=30)
@given(st.integers(1, 12), st.integers(2, 6), st.integers(0, 9999))
def test_two_way_holds_its_value_and_has_a_width(questions: int, trials: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 2, (questions, trials))
    found = two_way_bootstrap(table, rng=rng, resamples=200)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (found.n, found.clusters) == (table.size, questions)


def test_same_seed_same_interval() -> None:
    table = np.random.default_rng(2).integers(0, 2, (30, 4))
    one, two = (two_way_bootstrap(table, rng=np.random.default_rng(7)) for _ in range(2))
    assert one == two


def test_two_way_agrees_with_drawing_row_by_row() -> None:
    rng = np.random.default_rng(12)
    table = rng.binomial(1, rng.beta(1.5, 0.5, (40, 1)), (40, 8))
    plain = [table[rng.integers(0, 40, 40)][:, rng.integers(0, 8, 8)].mean() for _ in range(20_000)]
    found = two_way_bootstrap(table, rng=rng, resamples=20_000)
    assert (found.low, found.high) == pytest.approx(np.quantile(plain, [0.025, 0.975]), abs=0.006)


def test_all_right_is_never_certain() -> None:
    all_right = these_questions([5] * 20, [5] * 20)
    assert (all_right.low, all_right.high) == (wilson(100, 100).low, 1.0)
    half = these_questions([5] * 10 + [0] * 10, [5] * 20)
    assert 0.45 < half.low < 0.49
    rows = two_way_bootstrap(np.ones((30, 4)), rng=np.random.default_rng(0))
    assert rows.low == pytest.approx(wilson(30, 30).low)
    assert rows.method == "Wilson on questions"


def test_what_cannot_be_is_refused() -> None:
    rng = np.random.default_rng(0)
    for right, asked in (([], []), ([1], [1]), ([3], [2, 2])):
        with pytest.raises(ValueError):
            these_questions(right, asked)
    for table in ([[0], [1]], [[0, 2]], [0, 1], np.zeros((0, 3))):
        with pytest.raises(ValueError):
            two_way_bootstrap(table, rng=rng)
    for correct, n in ((5, 4), (-1, 4), (0, 0)):
        with pytest.raises(ValueError):
            as_published(correct, n, rng=rng)
