"""The gate before live grading, and drift behind it: a grader's figures against thresholds.

A grader is held against the mean of others of the round: of the people, and only where there are
none, of the models. Nobody's own marks are in what he is held against. One who grades like nobody
else must not close the gate to the rest: if not all keep to the thresholds, whoever is furthest
off is left out of what the others are held against, as long as a majority is left and agrees.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchbar.exam.desk.options import Options
from benchbar.records import Estimate
from benchbar.stats import raters

KAPPA = "quadratic weighted kappa"


@dataclass(frozen=True, slots=True)
class Marked:
    """What a grader gave to the essays of a round, in the same order for all graders.

    Attributes:
        person: The grader.
        human: Whether it is a person, not a model.
        ranks: Places in his rank order, 1 the best.
        scores: 1 to 6.
    """

    person: int
    human: bool
    ranks: tuple[float, ...]
    scores: tuple[float, ...]


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A measure against its threshold; ``found`` is None where it cannot be reckoned.

    ``least`` and ``most`` bound the value itself: the interval is there to be looked at, for one
    over thirty essays is wide, and a gate on its end would stay closed to good graders.
    """

    name: str
    found: Estimate | None
    least: float | None
    most: float | None

    @property
    def passed(self) -> bool:
        """Whether the value keeps to its bounds."""
        if self.found is None:
            return False
        low = -np.inf if self.least is None else self.least
        high = np.inf if self.most is None else self.most
        return bool(low - 1e-9 <= self.found.value <= high + 1e-9)


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the gate says of a grader, and why.

    Attributes:
        person: The grader.
        against: Whom he was held against: ``people`` or ``models``.
        others: Who they are.
        essays: In the round.
        figures: Each against its threshold.
    """

    person: int
    against: str
    others: tuple[int, ...]
    essays: int
    figures: tuple[Figure, ...]

    @property
    def passed(self) -> bool:
        """Whether every figure keeps to its bounds."""
        return all(figure.passed for figure in self.figures)

    @property
    def kappa(self) -> float:
        """The kappa found; below all others where there is none."""
        found = next((one.found for one in self.figures if one.name == KAPPA), None)
        return -2.0 if found is None else found.value


def decide(
    all_marked: Sequence[Marked], options: Options, rng: np.random.Generator
) -> tuple[Decision, ...]:
    """Hold each grader of a round against the others.

    Raises:
        ValueError: Fewer than two graders or essays.
    """
    if len(all_marked) < 2:
        raise ValueError("agreement needs two graders or more")
    seed = int(rng.integers(2**62))
    agreeing = _agreeing(all_marked, options, seed)
    return tuple(_decide(one, agreeing, all_marked, options, seed) for one in all_marked)


def _agreeing(all_marked: Sequence[Marked], options: Options, seed: int) -> list[Marked]:
    """Return whom graders are held against: a majority that agrees, else all of the kind."""
    everyone = [one for one in all_marked if one.human]
    if len(everyone) < 2:
        return everyone or list(all_marked)
    group = everyone
    while 2 * len(group) > len(everyone) and len(group) > 1:
        decisions = [_decide(one, group, all_marked, options, seed) for one in group]
        if all(one.passed for one in decisions):
            return group
        furthest = min(decisions, key=lambda one: (one.kappa, -one.person))
        group = [one for one in group if one.person != furthest.person]
    return everyone


def _decide(
    one: Marked,
    group: Sequence[Marked],
    all_marked: Sequence[Marked],
    options: Options,
    seed: int,
) -> Decision:
    """Hold a grader against others; the same resamples for all, so that two agree alike."""
    held = [other for other in group if other.person != one.person]
    held = held or [other for other in all_marked if other.person != one.person]
    scores = _beside(one.scores, [other.scores for other in held])
    ranks = _beside(one.ranks, [other.ranks for other in held])
    rng = np.random.default_rng(seed)
    by_score = raters.pairs(scores, rng=np.random.default_rng(seed))[0]
    by_rank = raters.pairs(ranks, rng=np.random.default_rng(seed))[0]
    figures = (
        Figure("rank correlation", by_rank.spearman, options.spearman, None),
        Figure(KAPPA, by_score.kappa, options.kappa, None),
        Figure("bias", above(scores, rng), -options.bias, options.bias),
        Figure("within a point", by_score.adjacent, options.adjacent, None),
    )
    people = all(other.human for other in held)
    others = tuple(sorted(other.person for other in held))
    return Decision(one.person, "people" if people else "models", others, len(scores), figures)


def _beside(mine: Sequence[float], others: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """Return two columns: what a grader gave, and the mean of what the others gave."""
    return np.column_stack([np.asarray(mine), np.mean(np.asarray(others), axis=0)])


def above(two: NDArray[np.float64], rng: np.random.Generator) -> Estimate:
    """Return how far the first column lies above the second in the mean, in points.

    ``raters`` tells bias as the distance from the mean of both columns, which is half of it.
    """
    half = raters.together(two, rng=rng, resamples=2).bias[0]
    return msgspec.structs.replace(half, value=2 * half.value, low=2 * half.low, high=2 * half.high)


class Drift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a grader's scores of essays of calibration moved when they stood in his pile again.

    Attributes:
        person: The grader.
        question: The question.
        checks: Essays that he has met and marked again.
        moved: Mean of the new score less the old one, in points; None below two checks.
        apart: Mean distance between new and old scores, in points; None without checks.
        flagged: Whether the mean moved further than the study allows.
    """

    person: int
    question: str
    checks: int
    moved: Estimate | None
    apart: float | None
    flagged: bool


def drift(
    person: int,
    question: str,
    old: Mapping[str, float],
    new: Mapping[str, float],
    options: Options,
    rng: np.random.Generator,
) -> Drift:
    """Hold new scores of essays against those that the same grader gave in calibration."""
    both = sorted(old.keys() & new.keys())
    if not both:
        return Drift(person, question, 0, None, None, flagged=False)
    two = np.array([[new[essay], old[essay]] for essay in both], dtype=np.float64)
    apart = float(np.abs(two[:, 0] - two[:, 1]).mean())
    moved = above(two, rng) if len(both) > 1 else None
    value = moved.value if moved else float(two[0, 0] - two[0, 1])
    return Drift(person, question, len(both), moved, apart, abs(value) > options.drift + 1e-9)
