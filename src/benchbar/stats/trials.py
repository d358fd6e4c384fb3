"""The same questions over several trials: which accuracy is claimed, and how sure it is.

Three claims have three intervals, and the widest is the one that most readers have in mind:

these questions            asked again, what would come out?
new questions              of such questions, how many would it answer correctly? (``clusters``)
as published               as if every answer were to a question of its own
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm

from benchbar.parallel.base import Executor
from benchbar.records import Estimate
from benchbar.stats.bootstrap import Block, check_clusters, in_blocks, wilson_limits
from benchbar.stats.clusters import clustered


@dataclass(frozen=True, slots=True)
class Claims:
    """One accuracy under three claims; the first leads."""

    new: Estimate
    these: Estimate
    published: Estimate


def claims(
    correct: Sequence[int],
    asked: Sequence[int],
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 9_999,
) -> Claims:
    """Estimate an accuracy under each claim.

    Args:
        correct: Right answers to each question.
        asked: Answers to each question, each at least 2.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Number of bootstrap draws of the published kind.

    Raises:
        ValueError: There is no question, or one with fewer than two answers.
    """
    return Claims(
        clustered(correct, asked, level=level),
        these_questions(correct, asked, level=level),
        as_published(sum(correct), sum(asked), rng=rng, level=level, resamples=resamples),
    )


def these_questions(
    correct: Sequence[int], asked: Sequence[int], *, level: float = 0.95
) -> Estimate:
    """Estimate the accuracy on these very questions, were they asked without end.

    Only the answers to a question differ by chance, so the variance is that within questions,
    without bias. If each question was answered alike throughout, it is taken as if one answer
    had come out otherwise; if moreover all are alike, Wilson on answers. The limits are Wilson's
    for as many independent answers as would have that variance.

    Args:
        correct: Right answers to each question.
        asked: Answers to each question, each at least 2.
        level: Coverage, in (0, 1).

    Raises:
        ValueError: There is no question, or one with fewer than two answers.
    """
    right, total = check_clusters(correct, asked)
    if total.min() < 2:
        raise ValueError("what these questions would give needs two answers to each at least")
    n, k = int(total.sum()), len(total)
    value = float(right.sum()) / n
    if value in (0.0, 1.0):
        low, high = wilson_limits(value, n, level)
        return Estimate(value, low, high, level, n, k, "Wilson")
    within = float((right * (total - right) / (total - 1)).sum())
    variance = max(within, float(total.min())) / n**2
    low, high = wilson_limits(value, value * (1 - value) / variance, level)
    return Estimate(value, low, high, level, n, k, "these questions")


def as_published(
    correct: int,
    asked: int,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 9_999,
) -> Estimate:
    """Estimate an accuracy as bar-exam studies did: rows drawn anew, whatever they share.

    For answers that are right or wrong, drawing rows is drawing a binomial number. It covers
    neither the accuracy on new questions (34% of the time with 200 questions x 50 trials) nor
    anything at 0 and 1, where it has no width: it is here to stand beside published figures.

    Args:
        correct: Right answers.
        asked: Answers, at least 1.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Number of bootstrap draws.

    Raises:
        ValueError: The counts cannot be.
    """
    if not 0 <= correct <= asked or not asked:
        raise ValueError(f"{correct} right answers of {asked} cannot be")
    value = correct / asked
    drawn = rng.binomial(asked, value, resamples) / asked
    low, high = _limits(drawn, value, level)
    return Estimate(value, low, high, level, asked, asked, "as published")


def two_way_bootstrap(
    answers: ArrayLike,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    resamples: int = 9_999,
    spread: Executor | None = None,
) -> Estimate:
    """Estimate an accuracy on new questions in new sittings, both drawn anew.

    For trials that are sittings: what one does, such as a bad day of the server, touches all
    questions. Drawing rows and columns separately never claims too little variance (Owen 2007,
    Annals of Applied Statistics 1:386-411); with independent trials it is a little wide. Where
    nothing differs between questions or between all answers, Wilson on the number of questions.

    Args:
        answers: Shape (questions, trials), each 0 or 1; no cell is missing.
        rng: Source of randomness; the caller owns the seed.
        level: Coverage, in (0, 1).
        resamples: Number of bootstrap draws.
        spread: Spreads blocks of draws, if they are many; the estimate is the same with any.

    Raises:
        ValueError: It is no such table, or has fewer than two trials.
    """
    table = np.asarray(answers)
    if table.ndim != 2 or not len(table) or table.shape[1] < 2 or not np.isin(table, (0, 1)).all():
        raise ValueError("the two-way bootstrap needs 0 or 1 for each question in 2 trials or more")
    value, (questions, _) = float(table.mean()), table.shape
    if np.ptp(table.mean(axis=1)) == 0:
        low, high = wilson_limits(value, questions, level)
        return Estimate(value, low, high, level, table.size, questions, "Wilson on questions")
    kinds, counts = np.unique(table.astype(float), axis=0, return_counts=True)
    draw = partial(_two_way_means, kinds, counts)
    each = len(kinds) + table.shape[1]
    means = [*in_blocks(draw, rng, resamples, each=each, spread=spread)]
    low, high = _limits(np.concatenate(means), value, level)
    return Estimate(value, low, high, level, table.size, questions, "new questions and sittings")


def _two_way_means(
    kinds: NDArray[np.float64], counts: NDArray[np.int64], block: Block
) -> NDArray[np.float64]:
    """Return a block of resampled means.

    Questions with the same answers are alike, so it is drawn how often each kind comes up.
    """
    rng, size = block
    questions, trials = int(counts.sum()), kinds.shape[1]
    rows = rng.multinomial(questions, counts / questions, size=size)
    columns = rng.multinomial(trials, np.full(trials, 1 / trials), size=size)
    means: NDArray[np.float64] = ((rows @ kinds) * columns).sum(axis=1) / (questions * trials)
    return means


def _limits(drawn: NDArray[np.float64], value: float, level: float) -> tuple[float, float]:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return min(float(low), value), max(float(high), value)


def half_width(accuracy: float, answers: float, *, level: float = 0.95) -> float:
    """Return the half width of an interval over so many independent answers (normal).

    The published kind has that of all its answers.
    """
    z = float(norm.ppf((1 + level) / 2))
    return float(z * np.sqrt(accuracy * (1 - accuracy) / answers))
