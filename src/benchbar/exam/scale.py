"""From right answers to scaled scores of the multiple choice exam (MBE), by every conversion known.

Which raw score gives which scaled score differs from exam to exam and is not published. So several
conversions are applied side by side, each with its source, and the spread between them is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchbar.errors import InputError
from benchbar.exam.facts import (
    Origin,
    Points,
    interpolate,
    kept,
    origin,
    own_rows,
    rising,
    shipped,
    within,
)
from benchbar.records import Estimate
from benchbar.stats.bootstrap import wilson_limits

MBE = (40.0, 200.0)
"""The scale of the MBE: no scaled score lies outside."""

SCORED = 190
"""Questions scored of the 200 asked, in the published study; today it is 175."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """One way from raw to scaled scores.

    ``at`` takes a raw score of ``scored`` questions and gives a score, None where it knows none;
    outside ``trusted`` (raw scores) its scores are flagged.
    """

    name: str
    scored: float
    trusted: tuple[float, float]
    at: Callable[[float], float | None]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Scaled:
    """A scaled score by one conversion, with the interval of the accuracy carried through.

    A score is None where the conversion knows none; ``flag`` says what to beware of.
    """

    conversion: str
    raw: float
    scored: float
    value: float | None
    low: float | None
    high: float | None
    origin: Origin
    flag: str | None


def raw_score(correct: float, of: float, scored: float = SCORED) -> float:
    """Return the raw score that so many right answers come to when ``scored`` questions count."""
    return correct * scored / of


def accuracy_of(correct: float, of: float, *, level: float = 0.95) -> Estimate:
    """Estimate an accuracy from counts alone, by Wilson's interval.

    A mean over sessions may be fractional, which ``stats.proportions.wilson`` does not take; of
    whole numbers both say the same.

    Raises:
        InputError: Fewer than one question, or more right answers than questions.
    """
    within(of, 1, 1e9, "the number of questions")
    if correct > of:
        raise InputError(f"{correct:g} right answers of {of:g} questions cannot be")
    value = within(correct, 0, of, "the number of right answers") / of
    n = round(of)
    return Estimate(value, *wilson_limits(value, of, level), level, n, n, "Wilson")


def conversions() -> tuple[Conversion, ...]:
    """Return the conversions that ship."""
    return tuple(
        Conversion(
            row["name"],
            float(row["scored"]),
            (float(row["trusted_low"] or 0), float(row["trusted_high"] or row["scored"])),
            partial(_on_line, float(row["slope"]), float(row["intercept"])),
            origin(row),
        )
        for row in shipped("conversions")
    )


def _on_line(slope: float, intercept: float, raw: float) -> float:
    return slope * raw + intercept


def own_conversion(path: Path, *, scored: float = SCORED) -> Conversion:
    """Read a user's table: CSV with the columns ``raw`` and ``scaled``.

    Between its points scores lie on straight lines; outside there are none.

    Args:
        path: The file.
        scored: Of how many questions its raw scores are.

    Raises:
        InputError: The table is broken: file, row and what is wrong.
    """
    rows = own_rows(path, ("raw", "scaled"))
    if len(rows) < 2:
        raise InputError(f"{rows[0].place}: one row only: a table needs two or more")
    points: Points = [
        (_own_raw(row.number("raw", 0, 1e9), scored, row.place), row.number("scaled", *MBE))
        for row in rows
    ]
    points = rising(rows, points, "raw", "scaled")
    trusted = (points[0][0], points[-1][0])
    own = Origin("not stated", "your table", str(path))
    return Conversion(path.name, scored, trusted, partial(interpolate, points), own)


def _own_raw(raw: float, scored: float, place: str) -> float:
    if raw > scored:
        raise InputError(
            f"{place}: raw {raw:g} is more than the {scored:g} questions scored: say of how many "
            "questions the table is with --scored"
        )
    return raw


def scale(accuracy: Estimate, by: Sequence[Conversion] | None = None) -> tuple[Scaled, ...]:
    """Convert an accuracy and both ends of its interval, by every conversion.

    Not for the built-in practice questions: they are not equated, so they have no scaled score.
    """
    return tuple(_scaled(accuracy, one) for one in (conversions() if by is None else by))


def _scaled(accuracy: Estimate, by: Conversion) -> Scaled:
    shares = (accuracy.value, accuracy.low, accuracy.high)
    raws = [raw_score(share, 1, by.scored) for share in shares]
    found = [by.at(raw) for raw in raws]
    value, low, high = (None if score is None else kept(score, *MBE) for score in found)
    flag = _range_flag(raws, by)
    if value != found[0]:
        flag = "; ".join(filter(None, (flag, f"kept within {MBE[0]:g} to {MBE[1]:g}")))
    return Scaled(by.name, raws[0], by.scored, value, low, high, by.origin, flag)


def _range_flag(raws: Sequence[float], by: Conversion) -> str | None:
    low, high = by.trusted
    inside = [low <= raw <= high for raw in raws]
    if all(inside):
        return None
    what = "the interval reaches" if inside[0] else f"raw {raws[0]:.1f} is"
    return f"{what} outside its range, raw {low:g} to {high:g} of {by.scored:g}"


def spread(scores: Sequence[Scaled]) -> tuple[float, float] | None:
    """Return the lowest and the highest score; None where fewer than two conversions know one."""
    known = [one.value for one in scores if one.value is not None]
    return (min(known), max(known)) if len(known) > 1 else None
