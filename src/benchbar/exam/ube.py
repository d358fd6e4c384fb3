"""The whole exam: multiple choice and written part, their total, and where that passes.

The Uniform Bar Examination (UBE) has 400 points, half for the multiple choice (MBE), half for the
written part: essays (MEE, 30%) and performance tests (MPT, 20%). How written scores are put on the
scale of the MBE differs by jurisdiction and exam, so several conversions stand side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import floor

from benchbar.errors import InputError
from benchbar.exam.facts import Origin, kept, origin, shipped, within
from benchbar.exam.percentiles import LIMITS
from benchbar.exam.scale import MBE

ESSAY = (1.0, 6.0)
"""The scale on which essays and performance tests are graded."""

_KATZ = Origin(
    "2024",
    "exact: reproduces the published 139.9",
    'D. M. Katz et al., "GPT-4 Passes the Bar Exam" (2024)',
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an essay's grade: its question, its weight in it, and its score, 1 to 6."""

    question: str
    weight: float
    score: float


def essays_score(parts: Sequence[Part]) -> float:
    """Return the MEE or MPT score: the mean of its questions, each a weighted mean of its parts."""
    questions: dict[str, list[Part]] = {}
    for part in parts:
        questions.setdefault(part.question, []).append(part)
    means = [
        sum(part.weight * part.score for part in of_one) / sum(part.weight for part in of_one)
        for of_one in questions.values()
    ]
    return sum(means) / len(means)


def weighted(mee: float, mpt: float) -> float:
    """Return the raw written score, 1 to 6: 0.6 of the essays and 0.4 of the performance tests.

    Raises:
        InputError: One of them is not on the scale of 1 to 6.
    """
    return 0.6 * within(mee, *ESSAY, "the MEE score") + 0.4 * within(mpt, *ESSAY, "the MPT score")


def katz(raw: float) -> float:
    """Scale a raw written score as the study of GPT-4 did: in proportion, 6 being 200."""
    return raw * 200 / 6


def jurisdiction(
    raw: float, *, raw_mean: float, raw_sd: float, mbe_mean: float, mbe_sd: float
) -> float:
    """Scale a raw written score as examiners do: to the mean and spread of the MBE.

    Args:
        raw: The score.
        raw_mean: Mean raw written score of that jurisdiction's takers.
        raw_sd: Its standard deviation.
        mbe_mean: Mean scaled MBE of the same people.
        mbe_sd: Its standard deviation.
    """
    return (raw - raw_mean) / raw_sd * mbe_sd + mbe_mean


@dataclass(frozen=True, slots=True)
class Conversion:
    """A line from raw written scores, 1 to 6, to scaled ones."""

    name: str
    slope: float
    intercept: float
    origin: Origin


def conversions() -> tuple[Conversion, ...]:
    """Return Katz's conversion, and the lines of the jurisdictions of which data are known."""
    lines = (
        Conversion(
            f"{row['jurisdiction']}, July {row['date'][:4]}",
            float(row["slope"]),
            float(row["intercept"]),
            origin(row),
        )
        for row in shipped("written_scaling")
    )
    return (Conversion("Katz", 200 / 6, 0, _KATZ), *lines)


def reported(total: float) -> int:
    """Return a total as examiners report it: a whole number, halves up."""
    return floor(total + 0.5)


@dataclass(frozen=True, slots=True)
class Total:
    """A UBE total by one conversion of the written part.

    ``interval`` is that of the MBE, the only part whose uncertainty is carried; ``flag`` says what
    to beware of.
    """

    conversion: str
    mbe: float
    interval: tuple[float, float] | None
    raw: float
    written: float
    origin: Origin
    flag: str | None

    @property
    def total(self) -> float:
        """The total, 0 to 400, not yet rounded."""
        return self.mbe + self.written

    @property
    def whole(self) -> int:
        """The total as examiners report it."""
        return reported(self.total)

    @property
    def ends(self) -> tuple[int, int] | None:
        """The interval of the total as reported, None where the MBE has none."""
        if self.interval is None:
            return None
        low, high = (reported(end + self.written) for end in self.interval)
        return low, high


@dataclass(frozen=True, slots=True)
class Change:
    """What if: points to add to a part, or with a minus to take off it.

    ``mbe`` and ``essays`` are scaled points, on the multiple choice and the whole written part;
    ``mee`` and ``mpt`` are raw ones, of 1 to 6.
    """

    mbe: float = 0.0
    essays: float = 0.0
    mee: float = 0.0
    mpt: float = 0.0


NO_CHANGE = Change()

PARTS = tuple(field.name for field in fields(Change))
"""The parts that points can be added to."""


def totals(
    mbe: float,
    mee: float,
    mpt: float,
    interval: tuple[float, float] | None = None,
    *,
    change: Change = NO_CHANGE,
) -> tuple[Total, ...]:
    """Return the UBE total by every conversion of the written part.

    Args:
        mbe: Scaled score of the multiple choice, 40 to 200.
        mee: Mean of the essays, 1 to 6.
        mpt: Mean of the performance tests, 1 to 6.
        interval: The lowest and the highest score that the MBE may be.
        change: Points to add to the parts.

    Raises:
        InputError: A score is not on its scale, before the change or after it.
    """
    low, high = interval or (mbe, mbe)
    for one in (mbe, low, high):
        within(one, *MBE, "the MBE score")
    if not low <= mbe <= high:
        raise InputError(f"the MBE score {mbe:g} is not between {low:g} and {high:g}")
    weighted(mee, mpt)
    raw = weighted(mee + change.mee, mpt + change.mpt)
    within(change.essays, -200, 200, "the points added to the written score")
    mbe = within(mbe + change.mbe, *MBE, "the MBE score with the points added")
    low, high = (kept(one + change.mbe, *MBE) for one in (low, high))
    ends = (low, high) if interval else None
    return tuple(_total(mbe, raw, change.essays, ends, one) for one in conversions())


def _total(
    mbe: float, raw: float, added: float, ends: tuple[float, float] | None, by: Conversion
) -> Total:
    found = by.slope * raw + by.intercept + added
    written = kept(found, *LIMITS["written"])
    flag = None if written == found else "the written score is kept within 0 to 200"
    return Total(by.name, mbe, ends, raw, written, by.origin, flag)


@dataclass(frozen=True, slots=True)
class Passing:
    """The UBE total that a jurisdiction asks for."""

    jurisdiction: str
    score: int
    note: str
    origin: Origin


def passing_scores() -> tuple[Passing, ...]:
    """Return the total that each UBE jurisdiction asks for, by jurisdiction."""
    return tuple(
        Passing(row["jurisdiction"], int(row["passing_score"]), row["note"], origin(row))
        for row in shipped("passing_scores")
    )


@dataclass(frozen=True, slots=True)
class Margin:
    """How far a total is above what a jurisdiction asks for; below, it is negative and fails."""

    passing: Passing
    points: int

    @property
    def passes(self) -> bool:
        """Whether the total passes there."""
        return self.points >= 0


def margins(total: Total) -> tuple[Margin, ...]:
    """Return the margin of a total, as examiners report it, in every UBE jurisdiction."""
    return tuple(Margin(one, total.whole - one.score) for one in passing_scores())


NEXTGEN_KNOWN = (260, 270)
"""The only totals of which it is known what they are on the scale of the NextGen UBE: 350 more.

That scale, 500 to 750, was first used in July 2026.
"""


def nextgen(total: float) -> float | None:
    """Return a UBE total on the NextGen scale; None outside 260 to 270, where none is known."""
    return total + 350 if NEXTGEN_KNOWN[0] <= total <= NEXTGEN_KNOWN[1] else None
