"""Whether a model favours places among the choices, whatever stands there."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from benchbar.exam.responses import Response
from benchbar.exam.results import Place, Places
from benchbar.records import Estimate
from benchbar.stats.hotelling import untested, zero_mean
from benchbar.tasks.shuffle import LETTERS

LEVEL = 0.95
_ASSUMES = (
    "The test takes questions as independent, and takes it that {chance} which place the right "
    "choice and the tempting ones have; errors that cluster on a letter for other reasons look "
    "the same."
)
_WRITTEN = "chance decided when the questions were written"
_SHUFFLED = "the shuffling of each trial decided"


def places(responses: Iterable[Response]) -> Places:
    """Compare how often each shown letter was picked with what its place alone would not change.

    Expected is that the right choice is picked as often as the model is right on the whole,
    wherever it stands, and that the other picks fall on the wrong choices evenly. So a letter
    that is right more often is expected to be picked more often. Answers without a choice are
    left out: they name no place.

    The excesses of the letters are summed by question, whose trials are alike, and their mean
    over questions is tested against zero (Hotelling's T squared), allowing for the accuracy being
    estimated from the same answers.
    """
    rows = [one for one in responses if one.shown]
    shuffled = any(one.shown_key != one.key for one in rows)
    assumes = _ASSUMES.format(chance=_SHUFFLED if shuffled else _WRITTEN)
    if not rows:
        return Places((), 0, shuffled, untested("no answer names a choice"), assumes)
    picked = np.array([[one.shown == letter for letter in LETTERS] for one in rows], float)
    right = np.array([[one.shown_key == letter for letter in LETTERS] for one in rows], float)
    correct = (picked * right).sum(axis=1)
    accuracy = correct.mean()
    expected = accuracy * right + (1 - accuracy) / 3 * (1 - right)
    slope = right.mean(axis=0) * 4 / 3 - 1 / 3
    excess = picked - expected - np.outer(correct - accuracy, slope)
    names = list(dict.fromkeys(one.question for one in rows))
    place = {name: n for n, name in enumerate(names)}
    question = np.array([place[one.question] for one in rows])
    by_question = np.zeros((len(names), len(LETTERS)))
    np.add.at(by_question, question, excess)
    means, errors = by_question.sum(axis=0) / len(rows), _errors(by_question, len(rows))
    found = tuple(
        Place(
            letter,
            int(picked[:, n].sum()),
            int(right[:, n].sum()),
            float(expected[:, n].sum()),
            _estimate(means[n], errors[n], len(rows), len(names)),
        )
        for n, letter in enumerate(LETTERS)
    )
    test = zero_mean(by_question[:, :-1])  # the four add up to zero
    return Places(found, len(rows), shuffled, test, assumes)


def _errors(by_question: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Return the standard errors of the mean excesses, shape (4,): questions are the clusters."""
    k = len(by_question)
    if k < 2:
        return np.full(by_question.shape[1], np.inf)
    centred = by_question - by_question.mean(axis=0)
    errors: NDArray[np.float64] = np.sqrt((centred**2).sum(axis=0) * k / (k - 1)) / n
    return errors


def _estimate(value: float, error: float, n: int, k: int) -> Estimate:
    """Return an excess with its interval; no narrower than one pick more or less would show."""
    quantile = float(t.ppf((1 + LEVEL) / 2, k - 1)) if k > 1 else np.inf
    half = quantile * max(float(error), 1 / n) if k > 1 else 1.0
    low, high = max(-1.0, value - half), min(1.0, value + half)
    return Estimate(float(value), float(low), float(high), LEVEL, n, k, "t over questions")
