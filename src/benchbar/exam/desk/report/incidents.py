"""What changed in the course of a study: its options, its graders, their piles."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import schema as db
from benchbar.exam.desk.report.agreeing import Rater
from benchbar.report.numbers import plural

What: TypeAlias = Literal["option changed", "grader left", "readings withdrawn"]


class Incident(msgspec.Struct, frozen=True):
    """Something that was otherwise at first.

    Attributes:
        at: When, ISO text in UTC.
        what: What kind of thing it is.
        of: The option, or what the grader is called.
        told: From what to what; or how many essays of which question.
        why: The reason that was given; empty if none was.
    """

    at: str
    what: What
    of: str
    told: str
    why: str


def all_of(session: Session, known: Mapping[int, Rater], *, by_name: bool) -> list[Incident]:
    """Return all incidents of a study, first things first.

    Args:
        session: A transaction.
        known: All graders.
        by_name: Whether graders may be named; if not, reasons do not name them either.
    """
    found = [*_options(session), *_left(session, known), *_withdrawn(session, known)]
    if not by_name:
        names = {one.id: one.name for one in session.scalars(select(db.Person))}
        called = {name: known[n].name if n in known else "the lead" for n, name in names.items()}
        found = [msgspec.structs.replace(one, why=_without(one.why, called)) for one in found]
    return sorted(found, key=lambda one: (one.at, one.what, one.of))


def _options(session: Session) -> Iterator[Incident]:
    rows = session.scalars(select(db.Setting).order_by(db.Setting.number)).all()
    for old, new in pairwise(rows):
        for name, value in new.options.items():
            if name in old.options and old.options[name] != value:
                told = f"{old.options[name]:g} to {value:g}"
                of = name.replace("_", " ")
                yield Incident(db.moment(new.at), "option changed", of, told, new.why)


def _left(session: Session, known: Mapping[int, Rater]) -> Iterator[Incident]:
    for one in session.scalars(select(db.Event).where(db.Event.kind == "left")):
        if one.subject is not None and one.subject in known:
            yield Incident(db.moment(one.at), "grader left", known[one.subject].name, "", one.why)


def _withdrawn(session: Session, known: Mapping[int, Rater]) -> Iterator[Incident]:
    rows = session.execute(
        select(db.Withdrawal, db.Placing).join(db.Placing, db.Placing.code == db.Withdrawal.code)
    )
    counted = Counter(
        (db.moment(gone.at), place.person, place.question, gone.why) for gone, place in rows
    )
    for (at, person, question, why), essays in counted.items():
        name = known[person].name if person in known else "the lead"
        told = f"{plural(essays, 'essay')} of {question}, not yet read"
        yield Incident(at, "readings withdrawn", name, told, why)


def _without(text: str, called: Mapping[str, str]) -> str:
    """Return a text with people called as elsewhere, longer names first."""
    for name in sorted(called, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: called[name], text)  # noqa: B023
    return text
