"""How many questions: the formula by its published figure, and by simulated studies."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import norm

from benchbar.stats.power import (
    Spread,
    alike,
    assumed,
    detectable,
    one_side,
    piloted,
    power_of,
    questions_needed,
)

spreads = st.builds(Spread, *[st.floats(0.001, 0.25) for _ in range(3)])
Chances = tuple[NDArray[np.float64], NDArray[np.float64]]


def test_by_hand() -> None:
    """(1.960 + 0.842)^2 / 9 / 0.03^2 is 968.99: answers without noise, chances spread evenly."""
    assert questions_needed(0.03, Spread(1 / 9, 0, 0)) == 969
    assert assumed(0.5) == Spread(pytest.approx(1 / 9), pytest.approx(1 / 6), pytest.approx(1 / 6))  # type: ignore[arg-type]


@given(spreads, st.floats(0.01, 0.3), st.integers(1, 20))
def test_one_formula_three_ways(spread: Spread, difference: float, trials: int) -> None:
    n = questions_needed(difference, spread, trials=trials)
    assert power_of(n, difference, spread, trials=trials) >= 0.8 - 1e-9
    assert n == 1 or power_of(n - 1, difference, spread, trials=trials) < 0.8
    assert detectable(n, spread, trials=trials) <= difference * (1 + 1e-9)
    assert questions_needed(-difference, spread, trials=trials) == n
    assert questions_needed(difference, spread, trials=trials + 1) <= n
    assert questions_needed(difference, spread, trials=trials, power=0.9) >= n


def chances(rng: np.random.Generator, questions: int) -> Chances:
    """Return the chances of two models that find much the same questions hard."""
    hard, own = rng.normal(0.8, 1.3, questions), rng.normal(0.45, 0.7, questions)
    return 1 / (1 + np.exp(-hard)), 1 / (1 + np.exp(-hard - own))


def truth(rng: np.random.Generator) -> tuple[Spread, float, float]:
    a, b = chances(rng, 400_000)
    noise = (float((one * (1 - one)).mean()) for one in (a, b))
    unpaired = float(a.var() + b.var())
    return Spread(float((b - a).var()), *noise), float((b - a).mean()), unpaired


@pytest.mark.parametrize("trials", [1, 4])
def test_simulated_studies_see_it_as_often_as_promised(trials: int) -> None:
    rng = np.random.default_rng(5)
    spread, difference, _ = truth(rng)
    n = questions_needed(difference, spread, trials=trials)
    shown = 0
    for _ in range(1_500):
        seen = np.subtract(*[rng.binomial(trials, one) / trials for one in chances(rng, n)])
        shown += abs(seen.mean()) / (seen.std(ddof=1) / n**0.5) > norm.ppf(0.975)
    assert shown / 1_500 == pytest.approx(0.8, abs=0.035)


def test_simulated_unpaired_studies_too() -> None:
    rng = np.random.default_rng(6)
    paired, difference, over = truth(rng)
    spread = Spread(over, paired.s2_a, paired.s2_b)
    n = questions_needed(difference, spread, trials=2)
    shown = 0
    for _ in range(1_500):
        a, b = (rng.binomial(2, chances(rng, n)[side]) / 2 for side in (0, 1))
        error = ((a.var(ddof=1) + b.var(ddof=1)) / n) ** 0.5
        shown += abs(b.mean() - a.mean()) / error > norm.ppf(0.975)
    assert shown / 1_500 == pytest.approx(0.8, abs=0.035)


def test_a_pilot_tells_the_spread() -> None:
    rng = np.random.default_rng(7)
    spread, _, over = truth(rng)
    a, b = chances(rng, 20_000)
    sides = [(rng.binomial(3, one).tolist(), [3] * 20_000) for one in (a, b)]
    found = piloted(sides[0], sides[1])
    assert found.omega2 == pytest.approx(spread.omega2, abs=0.004)
    assert (found.s2_a, found.s2_b) == pytest.approx((spread.s2_a, spread.s2_b), abs=0.004)
    apart = piloted(sides[0], sides[1], paired=False)
    assert apart.omega2 == pytest.approx(over, abs=0.004)
    between, within = one_side(*sides[0])
    assert between == pytest.approx(float(a.var()), abs=0.003)
    assert alike(between, within, correlation=0.0).omega2 == pytest.approx(2 * between)


def test_one_trial_tells_the_sum_alone() -> None:
    first, second = ([1, 0, 1, 1], [1] * 4), ([1, 1, 0, 1], [1] * 4)
    differences = np.array([0, 1, -1, 0])
    assert piloted(first, second) == Spread(float(differences.var(ddof=1)), 0.0, 0.0)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError):
        questions_needed(0.0, assumed(0.5))
    for bad in ({"between": 2.0}, {"correlation": -2.0}):
        with pytest.raises(ValueError):
            assumed(0.5, **bad)
    with pytest.raises(ValueError):
        assumed(1.0)
    with pytest.raises(ValueError):
        one_side([1, 0], [1, 1])
    with pytest.raises(ValueError):
        piloted(([1], [2]), ([1], [2]))
    with pytest.raises(ValueError):
        piloted(([1, 1], [2, 2]), ([1, 1, 1], [2, 2, 2]))
