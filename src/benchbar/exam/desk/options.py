"""What a study of essays may set, with defaults and their reasons."""

import msgspec

from benchbar.errors import InputError
from benchbar.exam.essays.materials import HIGHEST, LOWEST

FEWEST_TO_CALIBRATE = 3
"""Below this no rank correlation says anything at all."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a study.

    Attributes:
        step: Of scores from 1 to 6: 1 or 0.5. Official graders give whole points.
        calibration_essays: Of a round; official calibration takes about 30.
        spearman: Least rank correlation with the other graders. 0.8 is a convention: it leaves
            about a third of the spread of ranks (1 - 0.8 squared) to chance and taste.
        kappa: Least quadratic weighted kappa with them. 0.7 is what is asked of a machine that
            scores beside people (Williamson, Xi and Breyer 2012, Educational Measurement 31).
        bias: Most that scores may lie above or below theirs in the mean, in points: half the
            distance between two scores.
        adjacent: Least share of essays within a point of theirs.
        drift_every: Essays of a pile among which one of calibration stands again.
        drift: Most that scores of these may move in the mean, in points.
        second_readers: Share of essays that a second grader reads too.
        difference: Readers further apart than this, in points, are settled by a third mark.
    """

    step: float = 1.0
    calibration_essays: int = 30
    spearman: float = 0.8
    kappa: float = 0.7
    bias: float = 0.5
    adjacent: float = 0.9
    drift_every: int = 10
    drift: float = 0.5
    second_readers: float = 0.2
    difference: float = 1.0


_WITHIN: dict[str, tuple[float, float]] = {
    "calibration_essays": (FEWEST_TO_CALIBRATE, 10_000),
    "spearman": (-1, 1),
    "kappa": (-1, 1),
    "bias": (0, HIGHEST - LOWEST),
    "adjacent": (0, 1),
    "drift_every": (1, 10_000),
    "drift": (0, HIGHEST - LOWEST),
    "second_readers": (0, 1),
    "difference": (0, HIGHEST - LOWEST),
}


def check(options: Options) -> None:
    """Make sure that options can be meant.

    Raises:
        InputError: One of them is out of its bounds; names it and them.
    """
    if options.step not in (0.5, 1.0):
        raise InputError(f"step {options.step!r}: must be 0.5 or 1")
    for name, (low, high) in _WITHIN.items():
        value = getattr(options, name)
        if not low <= value <= high:
            raise InputError(f"{name} {value!r}: must be from {low:g} to {high:g}")


def score_problem(score: float, options: Options) -> str:
    """Say why a score cannot be given; empty if it can."""
    if not LOWEST <= score <= HIGHEST:
        return f"score {score!r}: must be from {LOWEST} to {HIGHEST}"
    if score % options.step:
        return f"score {score!r}: must be in steps of {options.step:g}"
    return ""
