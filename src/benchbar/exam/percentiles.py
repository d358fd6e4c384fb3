"""From a score to its percentile, of every population known: never without saying of whom.

A percentile is the share of a population that scored lower. Two kinds of source: published points,
between which it lies on straight lines, and normal models of first-time takers and of those of them
who passed. Outside the points only a bound is known, and a model tells none beyond 1 and 99.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import NormalDist
from typing import Literal, cast

from benchbar.errors import InputError
from benchbar.exam.facts import (
    Origin,
    OwnRow,
    interpolate,
    origin,
    own_rows,
    rising,
    shipped,
    within,
)
from benchbar.exam.scale import MBE
from benchbar.exam.takers import Takers

Scale = Literal["MBE", "written", "UBE"]
Bound = Literal["above", "below"]

LIMITS: dict[Scale, tuple[float, float]] = {"MBE": MBE, "written": (0, 200), "UBE": (0, 400)}
"""Lowest and highest score of each scale."""

PASSING = 270.0
"""The UBE score at which those who passed are cut from the first-time takers."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A percentile, or the bound of one: that it is above, or below, so much."""

    percentile: float
    bound: Bound | None = None

    def __str__(self) -> str:
        return f"{self.bound} {self.percentile:.0f}" if self.bound else f"{self.percentile:.0f}"


@dataclass(frozen=True, slots=True)
class Position:
    """Where a score stands in a population, and where the ends of its interval do.

    ``low`` and ``high`` are None where the score has no interval, or the source tells nothing.
    """

    scale: Scale
    score: float
    population: str
    administration: str
    rank: Rank
    low: Rank | None
    high: Rank | None
    origin: Origin

    @property
    def sentence(self) -> str:
        """Say in plain English where the score stands, and of whom it is a percentile."""
        of = f"percentile of {self.population} (administration: {self.administration})"
        article = "An" if self.scale == "MBE" else "A"
        said = f"{article} {self.scale} score of {round(self.score, 1):g} is "
        said += f"{self.rank.bound or 'at'} the {ordinal(self.rank.percentile)} {of}"
        if self.low and self.high and _tells(self.low, self.high):
            reach = f"{_lower(self.low)} to {_lower(self.high)}"
            said += f"; over the interval of the score, {reach} of them did worse"
        return said + "."


def ordinal(number: float) -> str:
    """Return a number, rounded, as 1st, 2nd, 3rd, 4th."""
    n = round(number)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{'th' if n % 100 in (11, 12, 13) else ending}"


def _tells(low: Rank, high: Rank) -> bool:
    """Whether an interval says more than its middle: one end at least is more than a bound."""
    return not (low.bound and high.bound) and low.percentile != high.percentile


def _lower(rank: Rank) -> str:
    more = {"above": "more than ", "below": "fewer than "}.get(rank.bound or "", "")
    return f"{more}{rank.percentile:.0f}%"


@dataclass(frozen=True, slots=True)
class Population:
    """People who sat an exam; ``rank`` says how a score stands among them, None where unknown.

    ``given`` holds the origin of each score whose percentile is itself stated; empty for a model.
    """

    name: str
    administration: str
    rank: Callable[[float], Rank | None]
    origin: Origin
    given: Mapping[float, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NationalMean:
    """The mean scaled MBE of all who sat one administration."""

    mean: float
    origin: Origin


def national_means() -> tuple[NationalMean, ...]:
    """Return the national means of the MBE, the oldest first; the date is the administration."""
    return tuple(
        NationalMean(float(row["mean"]), origin(row)) for row in shipped("mbe_national_means")
    )


@dataclass(frozen=True, slots=True)
class Point:
    """One figure of a point table; with a bound it says "above" or "below" so much."""

    score: float
    percentile: float
    bound: Bound | None = None


def rank_among(points: Sequence[Point], score: float) -> Rank | None:
    """Return the percentile of a score by a point table: between two of its points, or a bound.

    Nothing is guessed beyond the last point: all that is known there is that a higher score has
    no lower percentile. None where not even that tells anything.
    """
    exact = [(one.score, one.percentile) for one in points if one.bound is None]
    for at, percentile in exact:
        if at == score:
            return Rank(percentile)
    over = [one for one in points if one.score >= score and one.bound != "above"]
    under = [one for one in points if one.score <= score and one.bound != "below"]
    ceiling = min(over, key=lambda one: (one.percentile, one.score), default=None)
    floor = max(under, key=lambda one: (one.percentile, one.score), default=None)
    if ceiling and floor and ceiling.bound is None and floor.bound is None:
        found = interpolate(exact, score)
        return None if found is None else Rank(found)
    if ceiling:
        return Rank(ceiling.percentile, "below")
    return Rank(floor.percentile, "above") if floor else None


def positions(
    scale: Scale,
    score: float,
    interval: tuple[float, float] | None = None,
    *,
    passing: float = PASSING,
    correlation: float = 1.0,
    own: Sequence[Population] = (),
) -> tuple[Position, ...]:
    """Return where a score stands in every population of which something is known.

    Args:
        scale: What the score is of.
        score: The score.
        interval: The lowest and the highest score that it may be.
        passing: The UBE score that those who passed reached.
        correlation: Of the MBE with the written part in the models, 0 to 1.
        own: Further populations, such as ``own_populations`` reads.

    Raises:
        InputError: A score is not on the scale, or a parameter out of its range.
    """
    low, high = interval or (score, score)
    for what, one in (("score", score), ("lower end", low), ("upper end", high)):
        within(one, *LIMITS[scale], f"the {scale} {what}")
    if not low <= score <= high:
        raise InputError(f"the {scale} score {score:g} is not between {low:g} and {high:g}")
    everyone = (*published(scale), *models(scale, passing, correlation), *own)
    found = (_position(scale, score, interval, one) for one in sorted(everyone, key=_place))
    return tuple(one for one in found if one)


def _position(
    scale: Scale, score: float, interval: tuple[float, float] | None, among: Population
) -> Position | None:
    rank = among.rank(score)
    if rank is None:
        return None
    low, high = map(among.rank, interval) if interval else (None, None)
    source = among.given.get(score, among.origin)
    if among.given and score not in among.given:
        where = "beyond" if rank.bound else "between"
        source = replace(source, status=f"{where} the points of the source ({source.status})")
    return Position(scale, score, among.name, among.administration, rank, low, high, source)


def _place(population: Population) -> int:
    """Return where a population stands: those of the published study first."""
    ours = ("first-time takers", "those who passed", "July takers")
    places = (n for n, name in enumerate(ours) if population.name.startswith(name))
    return next(places, len(ours))


def published(scale: Scale) -> tuple[Population, ...]:
    """Return the populations of which points of this scale were published."""
    groups: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in shipped("percentile_points"):
        if row["scale"] == scale:
            groups.setdefault((row["population"], row["administration"]), []).append(row)
    return tuple(
        _of_points(*named, [(_point(row), origin(row)) for row in group])
        for named, group in groups.items()
    )


def _point(row: dict[str, str]) -> Point:
    bound = cast(Bound | None, row["bound"] or None)
    return Point(float(row["score"]), float(row["percentile"]), bound)


def _of_points(
    name: str, administration: str, points: Sequence[tuple[Point, Origin]]
) -> Population:
    given = {point.score: source for point, source in points}
    first, *others = dict.fromkeys(given.values())
    of_all = replace(first, status="; ".join(dict.fromkeys(one.status for one in (first, *others))))
    rank = partial(rank_among, [point for point, _ in points])
    return Population(name, administration, rank, of_all, given)


def models(
    scale: Scale, passing: float = PASSING, correlation: float = 1.0
) -> tuple[Population, ...]:
    """Return the normal models: first-time takers, and those of them who passed.

    Scores of both parts are normal with the given correlation, so the UBE total is too. Those who
    passed are the takers whose total reaches ``passing``.

    Raises:
        InputError: A parameter is out of its range.
    """
    within(correlation, 0, 1, "the correlation")
    within(passing, *LIMITS["UBE"], "the passing score")
    rows = {row["scale"]: row for row in shipped("percentile_models")}
    part, other = (
        NormalDist(float(rows[name]["mean"]), float(rows[name]["sd"]))
        for name in (("written", "MBE") if scale == "written" else ("MBE", "written"))
    )
    shape = Takers(part, other, correlation, passing)
    first, row = shape.total if scale == "UBE" else part, rows["MBE"]
    source = origin(row)
    with_r = f"correlation of the parts {correlation:g}"
    cut = f"derived: the normal model of first-time takers cut at {passing:g}, {with_r}"
    if (passing, correlation) == (PASSING, 1):
        cut += "; within 4 points of the published figures"
    passed = shape.total_of_passers if scale == "UBE" else shape.part_of_passers
    return (
        Population(
            row["population"],
            row["administration"],
            lambda score: _modelled(first.cdf(score)),
            replace(source, status=f"{source.status}, {with_r}") if scale == "UBE" else source,
        ),
        Population(
            f"those who passed with {passing:g} or more",
            row["administration"],
            lambda score: _modelled(passed(score)),
            replace(source, status=cut),
        ),
    )


def _modelled(share: float) -> Rank:
    percentile = 100 * share
    if percentile > 99:
        return Rank(99, "above")
    return Rank(1, "below") if percentile < 1 else Rank(percentile)


def own_populations(path: Path, scale: Scale) -> tuple[Population, ...]:
    """Read a user's table of percentiles, those of one scale.

    CSV with the columns ``population``, ``administration``, ``scale`` (MBE, written or UBE),
    ``score`` and ``percentile``: a percentile says nothing without these.

    Raises:
        InputError: The table is broken, or has nothing of this scale.
    """
    found = own_by_scale(path)[scale]
    if not found:
        raise InputError(f"{path}: no row of the scale {scale}: see the column scale")
    return found


def own_by_scale(path: Path) -> dict[Scale, tuple[Population, ...]]:
    """Read a user's table as ``own_populations`` does, all scales; those without a row are empty.

    Raises:
        InputError: The table is broken.
    """
    rows = own_rows(path, ("population", "administration", "scale", "score", "percentile"))
    return {scale: _own_of(rows, scale, path) for scale in LIMITS}


def _own_of(table: Sequence[OwnRow], scale: Scale, path: Path) -> tuple[Population, ...]:
    groups: dict[tuple[str, str], list[OwnRow]] = {}
    for row in table:
        groups.setdefault(_named(row, scale), []).append(row)
    source = Origin("not stated", "your table", str(path))
    return tuple(
        _of_points(*named, [(point, source) for point in _own_points(rows, scale)])
        for named, rows in groups.items()
        if all(named)
    )


def _named(row: OwnRow, scale: Scale) -> tuple[str, str]:
    """Return whose and when a row is; empty names where it is of another scale."""
    scales = {name.lower(): name for name in LIMITS}
    if (found := row.cells["scale"]).lower() not in scales:
        raise InputError(f"{row.place}: scale is {found!r}: write MBE, written or UBE")
    for column in ("population", "administration"):
        if not row.cells[column]:
            raise InputError(f"{row.place}: {column} is empty: say of whom, or of when, it is")
    if scales[found.lower()] != scale:
        return "", ""
    return row.cells["population"], row.cells["administration"]


def _own_points(rows: Sequence[OwnRow], scale: Scale) -> list[Point]:
    pairs = [
        (row.number("score", *LIMITS[scale]), row.number("percentile", 0, 100)) for row in rows
    ]
    return [Point(*pair) for pair in rising(rows, pairs, "score", "percentile")]
