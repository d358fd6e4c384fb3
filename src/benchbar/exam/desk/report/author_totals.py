"""What a written part comes to: scaled by every conversion, in a total, among people.

The intervals of the written part and of the multiple choice are carried into the total together:
their errors have nothing to do with each other, so half widths add as squares do.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from benchbar.errors import InputError
from benchbar.exam import ube
from benchbar.exam.desk.report.author_scores import Author, Value
from benchbar.exam.facts import Origin, kept, within
from benchbar.exam.percentiles import LIMITS, Position, models, positions, published
from benchbar.exam.percentiles import Scale as Kind
from benchbar.exam.scale import MBE
from benchbar.exam.ube import Conversion, Margin, Total

KATZ = "Katz"
EVERYONE = ""
"""Stands for all authors among given scores of the multiple choice."""


class Mbe(msgspec.Struct, frozen=True):
    """A scaled score of the multiple choice; ``low`` and ``high`` are None where it was given."""

    origin: str
    value: float
    low: float | None = None
    high: float | None = None


class Scaled(msgspec.Struct, frozen=True):
    """A weighted raw written score on the scale of the multiple choice, by one conversion.

    ``low`` and ``high`` are None where the raw score has no interval.
    """

    conversion: str
    value: float
    low: float | None
    high: float | None
    flag: str
    origin: Origin
    positions: tuple[Position, ...]


class Whole(msgspec.Struct, frozen=True):
    """A UBE total as reported, with an MBE and a conversion of the written part.

    ``margins`` are of the jurisdictions asked for; ``passes`` counts those of all.
    """

    mbe: Mbe
    conversion: str
    total: int
    low: int | None
    high: int | None
    passes: int
    jurisdictions: int
    margins: tuple[Margin, ...]
    nextgen: float | None
    positions: tuple[Position, ...]


class Outcome(msgspec.Struct, frozen=True):
    """All that an author's written part comes to; ``why`` says why there is no total."""

    author: Author
    scaled: tuple[Scaled, ...]
    wholes: tuple[Whole, ...]
    why: str

    @property
    def positions(self) -> tuple[Position, ...]:
        """Where its written scores and its totals stand among people."""
        written = tuple(at for one in self.scaled for at in one.positions)
        return written + tuple(at for one in self.wholes for at in one.positions)


class Wanted(msgspec.Struct, frozen=True):
    """What to make of written parts.

    Attributes:
        mbe: Scores of the multiple choice by author, or by ``EVERYONE``.
        jurisdictions: Only the conversions and passing scores of these; empty for all.
        populations: Only the percentiles of populations whose names hold one of these.
        notes: What to say of the scores of the multiple choice.
    """

    mbe: Mapping[str, tuple[Mbe, ...]] = {}
    jurisdictions: tuple[str, ...] = ()
    populations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


NOTHING = Wanted()


def check(wanted: Wanted) -> None:
    """Make sure that all that is asked for is known.

    Raises:
        InputError: A score is none of the multiple choice, or a name is unknown: names those known.
    """
    for scores in wanted.mbe.values():
        for one in scores:
            within(one.value, *MBE, "the MBE score")
    known = {one.jurisdiction for one in ube.passing_scores()} | {_place(one) for one in _lines()}
    _all_known("jurisdiction", wanted.jurisdictions, known, whole=True)
    people = {one.name for scale in LIMITS for one in (*published(scale), *models(scale))}
    _all_known("population", wanted.populations, people, whole=False)


def outcome(author: Author, wanted: Wanted) -> Outcome:
    """Say what an author's written part comes to."""
    if author.raw is None or author.mee is None or author.mpt is None:
        return Outcome(author, (), (), f"no whole written part without {author.lacks}")
    raw = author.raw
    by = list(_chosen(wanted.jurisdictions))
    scaled = tuple(_scaled(raw, one, wanted.populations) for one in by)
    found = wanted.mbe.get(author.author) or wanted.mbe.get(EVERYONE) or ()
    wholes = tuple(
        _whole(one, total, raw, conversion, wanted)
        for one in found
        for conversion, total in _totals(one, author.mee, author.mpt, by)
    )
    return Outcome(author, scaled, wholes, "" if wholes else "no score of the multiple choice")


def _totals(
    mbe: Mbe, mee: Value, mpt: Value, by: Sequence[Conversion]
) -> Iterator[tuple[Conversion, Total]]:
    ends = None if mbe.low is None or mbe.high is None else (mbe.low, mbe.high)
    totals = {one.conversion: one for one in ube.totals(mbe.value, mee.value, mpt.value, ends)}
    for conversion in by:
        yield conversion, totals[conversion.name]


def _scaled(raw: Value, by: Conversion, populations: Sequence[str]) -> Scaled:
    value, flag = _on_line(by, raw.value)
    ends = _ends(raw, by)
    low, high = ends or (None, None)
    whole = None if ends is None else (ube.reported(ends[0]), ube.reported(ends[1]))
    among = _among("written", ube.reported(value), whole, populations)
    return Scaled(by.name, value, low, high, flag, by.origin, among)


def _on_line(by: Conversion, raw: float) -> tuple[float, str]:
    found = by.slope * raw + by.intercept
    value = kept(found, *LIMITS["written"])
    return value, "" if value == found else "kept within 0 to 200"


def _ends(raw: Value, by: Conversion) -> tuple[float, float] | None:
    if raw.interval is None:
        return None
    return _on_line(by, raw.interval.low)[0], _on_line(by, raw.interval.high)[0]


def _whole(mbe: Mbe, total: Total, raw: Value, by: Conversion, wanted: Wanted) -> Whole:
    written = _ends(raw, by)
    below, above = [0.0], [0.0]
    if mbe.low is not None and mbe.high is not None:
        below, above = [*below, mbe.value - mbe.low], [*above, mbe.high - mbe.value]
    if written is not None:
        below, above = [*below, total.written - written[0]], [*above, written[1] - total.written]
    # A total without the uncertainty of its written part would look surer than it is.
    ends = None
    if written is not None:
        ends = (
            ube.reported(kept(total.total - math.hypot(*below), *LIMITS["UBE"])),
            ube.reported(kept(total.total + math.hypot(*above), *LIMITS["UBE"])),
        )
    low, high = ends or (None, None)
    margins = ube.margins(total)
    return Whole(
        mbe=mbe,
        conversion=by.name,
        total=total.whole,
        low=low,
        high=high,
        passes=sum(one.passes for one in margins),
        jurisdictions=len(margins),
        margins=tuple(
            one for one in margins if _named(one.passing.jurisdiction, wanted.jurisdictions)
        ),
        nextgen=ube.nextgen(total.whole),
        positions=_among("UBE", total.whole, ends, wanted.populations),
    )


def _among(
    scale: Kind, score: float, ends: tuple[float, float] | None, populations: Sequence[str]
) -> tuple[Position, ...]:
    found = positions(scale, score, ends)
    return tuple(one for one in found if _within(one.population, populations))


def _chosen(jurisdictions: Sequence[str]) -> Iterator[Conversion]:
    """Yield Katz's conversion, and those of jurisdictions: all, where none asked for has one."""
    lines = list(_lines())
    own = [one for one in lines if _named(_place(one), jurisdictions)]
    yield from (one for one in ube.conversions() if one.name == KATZ)
    yield from own or lines


def _lines() -> Iterator[Conversion]:
    return (one for one in ube.conversions() if one.name != KATZ)


def _place(one: Conversion) -> str:
    return one.name.partition(",")[0]


def _named(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or name.casefold() in {one.casefold() for one in wanted}


def _within(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(one.casefold() in name.casefold() for one in wanted)


def _all_known(what: str, wanted: Sequence[str], known: Iterable[str], *, whole: bool) -> None:
    names = sorted(known)
    for one in wanted:
        found = any(_named(name, [one]) if whole else _within(name, [one]) for name in names)
        if not found:
            raise InputError(
                f"{what} {one!r}: nothing is known of it: known are {'; '.join(names)}"
            )
