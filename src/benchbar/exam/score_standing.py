"""From an accuracy to everything that is known of what it means: what a report of an exam calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from benchbar.exam.percentiles import PASSING, Population, Position, Scale, positions
from benchbar.exam.scale import Conversion, Scaled, scale, spread
from benchbar.exam.ube import Margin, Total, margins, nextgen, reported, totals
from benchbar.records import Estimate

_NO_OTHERS: Mapping[Scale, Sequence[Population]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class WholeExam:
    """A total by one conversion of the written part, with all that follows from it.

    ``positions`` are those of the total and the written score, as reported in whole numbers, and
    of the MBE.
    """

    total: Total
    margins: tuple[Margin, ...]
    nextgen: float | None
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class ScoreStanding:
    """A scaled score by one conversion: where it stands among people, and the whole exam with it.

    Both are empty where the conversion knows no score; the whole exam also where no written
    scores are given.
    """

    scaled: Scaled
    positions: tuple[Position, ...]
    whole: tuple[WholeExam, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What an accuracy means: scores by every conversion, and how far these differ."""

    accuracy: Estimate
    scores: tuple[ScoreStanding, ...]
    spread: tuple[float, float] | None


def standing(
    accuracy: Estimate,
    *,
    by: Sequence[Conversion] | None = None,
    written: tuple[float, float] | None = None,
    passing: float = PASSING,
    correlation: float = 1.0,
    own: Mapping[Scale, Sequence[Population]] = _NO_OTHERS,
) -> Standing:
    """Say what an accuracy on equated multiple choice questions means.

    Never for the built-in practice questions: they are not equated and have no scaled score.

    Args:
        accuracy: Share of right answers, with its interval.
        by: Conversions to scaled scores; those that ship, if not given.
        written: MEE and MPT score, 1 to 6, if there are any.
        passing: The UBE score that those who passed reached.
        correlation: Of the MBE with the written part in the models of takers.
        own: Further populations, by the scale of their scores.
    """

    def stands(score: Scaled) -> ScoreStanding:
        if score.value is None:
            return ScoreStanding(score, (), ())
        # An end of which the user's table knows nothing leaves the score without an interval.
        ends = None if score.low is None or score.high is None else (score.low, score.high)
        among = positions(
            "MBE",
            score.value,
            ends,
            passing=passing,
            correlation=correlation,
            own=own.get("MBE", ()),
        )
        found = totals(score.value, *written, ends) if written else ()
        return ScoreStanding(score, among, whole_exams(found, passing, correlation, own))

    scores = scale(accuracy, by)
    return Standing(accuracy, tuple(map(stands, scores)), spread(scores))


def whole_exams(
    by_conversion: Sequence[Total],
    passing: float = PASSING,
    correlation: float = 1.0,
    own: Mapping[Scale, Sequence[Population]] = _NO_OTHERS,
) -> tuple[WholeExam, ...]:
    """Say what UBE totals mean: margins, the NextGen scale, and where they stand among people.

    Arguments are those of ``standing``.
    """
    stand = partial(positions, passing=passing, correlation=correlation)

    def whole(total: Total) -> WholeExam:
        among = (
            *stand("UBE", total.whole, total.ends, own=own.get("UBE", ())),
            *stand("written", reported(total.written), own=own.get("written", ())),
            *stand("MBE", total.mbe, total.interval, own=own.get("MBE", ())),
        )
        return WholeExam(total, margins(total), nextgen(total.whole), among)

    return tuple(map(whole, by_conversion))
