"""How many questions it takes to see a difference, before any money is spent (Miller 2024)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy.stats import norm

from benchbar.stats.bootstrap import check_clusters


@dataclass(frozen=True, slots=True)
class Spread:
    """How answers of two models vary, in squares of shares of 1.

    ``omega2`` is the variance over questions of the true difference; ``s2_a`` and ``s2_b`` are
    the mean variances within a question, p (1 - p), of one answer.
    """

    omega2: float
    s2_a: float
    s2_b: float

    def variance(self, trials: int) -> float:
        """Return the variance of a question's difference, each side answered ``trials`` times."""
        return self.omega2 + (self.s2_a + self.s2_b) / trials


def assumed(accuracy: float, *, between: float = 1 / 3, correlation: float = 1 / 3) -> Spread:
    """Return the spread of two models that are alike, for want of a pilot.

    With the defaults at an accuracy of one half, each model's chances are spread evenly over
    questions from 0 to 1, which makes omega2 1/9 and both s2 1/6. At one half more questions are
    needed than at any other accuracy.

    Args:
        accuracy: Of both models, in (0, 1).
        between: Share of an answer's variance that is between questions, in [0, 1].
        correlation: Of the two models' chances over questions; 0 for unpaired models, which
            answer different questions.

    Raises:
        ValueError: A share is outside its range.
    """
    if not 0 < accuracy < 1 or not 0 <= between <= 1 or not -1 <= correlation <= 1:
        raise ValueError("an accuracy, a share or a correlation is outside its range")
    variance = accuracy * (1 - accuracy)
    return alike(between * variance, (1 - between) * variance, correlation=correlation)


def one_side(right: Sequence[int], asked: Sequence[int]) -> tuple[float, float]:
    """Return of a pilot the variance over questions of its true chances, and that within one.

    Args:
        right: Right answers to each question.
        asked: Answers to each question, each at least 2.

    Raises:
        ValueError: There are fewer than two questions, or one with fewer than two answers.
    """
    correct, total = check_clusters(right, asked)
    if len(total) < 2 or total.min() < 2:
        raise ValueError("a pilot needs two questions, and two answers to each, at least")
    within = correct * (total - correct) / (total * (total - 1))
    noise = float((within / total).mean())
    return max(0.0, float(np.var(correct / total, ddof=1)) - noise), float(within.mean())


def alike(over: float, within: float, *, correlation: float) -> Spread:
    """Return the spread of two models that are each like one that was piloted (``one_side``)."""
    return Spread(2 * over * (1 - correlation), within, within)


Side: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""Right answers, and answers, of one model to each question."""


def piloted(first: Side, second: Side, *, paired: bool = True) -> Spread:
    """Return the spread of two models that answered the same questions in a pilot.

    If every question was answered once, what is chance cannot be told from what is the question:
    all is put down to omega2, and the spread holds for one trial alone.

    Args:
        first: Answers of one model, at least 2 to each question unless it is 1 to all.
        second: The same of the other model, questions in the same order.
        paired: They are to answer the same questions again; else different ones.

    Raises:
        ValueError: As of ``one_side``; or the two have not as many questions.
    """
    a, b = (np.asarray(right) / np.asarray(asked) for right, asked in (first, second))
    if len(a) != len(b) or len(a) < 2:
        raise ValueError("a paired pilot needs the same questions of both models, two at least")
    total = float(np.var(b - a, ddof=1) if paired else np.var(a, ddof=1) + np.var(b, ddof=1))
    if max(*first[1], *second[1]) == 1:
        return Spread(total, 0.0, 0.0)
    (_, s2_a), (_, s2_b) = one_side(*first), one_side(*second)
    noise = s2_a * float((1 / np.asarray(first[1])).mean())
    noise += s2_b * float((1 / np.asarray(second[1])).mean())
    return Spread(max(0.0, total - noise), s2_a, s2_b)


def questions_needed(
    difference: float, spread: Spread, *, trials: int = 1, level: float = 0.95, power: float = 0.8
) -> int:
    """Return how many questions show a difference (Miller 2024, arXiv 2411.00640).

    Args:
        difference: In accuracy, in shares of 1; not 0.
        spread: How answers vary.
        trials: Answers of each model to each question.
        level: Coverage of the interval that is to leave out zero, in (0, 1).
        power: Chance that it does, in (0, 1).

    Raises:
        ValueError: The difference is 0.
    """
    if not difference:
        raise ValueError("no number of questions shows a difference of 0")
    reach = _z((1 + level) / 2) + _z(power)
    return max(1, math.ceil(reach**2 * spread.variance(trials) / difference**2 - 1e-9))


def detectable(
    questions: int, spread: Spread, *, trials: int = 1, level: float = 0.95, power: float = 0.8
) -> float:
    """Return the least difference that so many questions show; arguments as above."""
    reach = _z((1 + level) / 2) + _z(power)
    return reach * math.sqrt(spread.variance(trials) / questions)


def power_of(
    questions: int, difference: float, spread: Spread, *, trials: int = 1, level: float = 0.95
) -> float:
    """Return the chance that so many questions show a difference; arguments as above."""
    error = math.sqrt(spread.variance(trials) / questions)
    return float(norm.cdf(abs(difference) / error - _z((1 + level) / 2))) if error else 1.0


def _z(share: float) -> float:
    return float(norm.ppf(share))
