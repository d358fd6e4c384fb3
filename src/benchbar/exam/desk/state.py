"""What the rules need to know, read from the database in the transaction of the act itself."""

from collections.abc import Collection, Mapping
from typing import Any, Literal, TypeVar

import msgspec
from sqlalchemy import ColumnElement, false, func, or_, select
from sqlalchemy.orm import Session, aliased

from benchbar.errors import InputError
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.protocol import RefusedError, Round, Situation, Track

T = TypeVar("T", bound=db.Base)


class Who(msgspec.Struct, frozen=True):
    """A person of the study; acts look the role up anew by ``id``, so that nobody can claim one.

    ``label`` is what graders call each other: a model's name could tell who wrote an essay.
    """

    id: int
    role: Literal["lead", "grader"]
    kind: Literal["human", "model"]
    name: str
    label: str


_MOST = 2**31
"""What no number of a person reaches."""


def find(session: Session, table: type[T], name: str) -> T | None:
    """Return the row of a name that came from outside; no database is asked for what none holds."""
    return session.get(table, name) if name.isprintable() and len(name) < 200 else None


def who(session: Session, person: int) -> Who | None:
    """Return a person who takes part; None for a stranger, or for one who has left."""
    row = session.get(db.Person, person) if 0 < person < _MOST else None
    if row is None or _happened(session, "left", subject=person):
        return None
    return told(row)


def told(row: db.Person) -> Who:
    """Return a person's row as others see it."""
    label = f"{'Model' if row.kind == 'model' else row.role.capitalize()} {row.id}"
    return msgspec.convert(
        {"id": row.id, "role": row.role, "kind": row.kind, "name": row.name, "label": label}, Who
    )


def options(session: Session) -> Options:
    """Return the options that hold now."""
    found = session.scalar(select(db.Setting.options).order_by(db.Setting.number.desc()).limit(1))
    return Options() if found is None else msgspec.convert(found, Options, strict=False)


def seed(session: Session) -> str:
    """Return the study's secret seed."""
    return session.scalars(select(db.Study.seed)).one()


def situation(
    session: Session, person: int, question: str | None = None, *, closing: bool = False
) -> Situation:
    """Read the situation of a person.

    Args:
        session: A transaction.
        person: Who asks.
        question: What it is about, if a question.
        closing: Count what is unread and unsettled in the whole study, too.

    Raises:
        InputError: There is no such question.
    """
    if question is not None and find(session, db.Question, question) is None:
        raise InputError(f"question {question[:40]!r}: there is none of this name")
    row = session.get(db.Person, person)
    events = _events(session, person, question)
    kinds = {event.kind for event in events}
    me = None if row is None or "left" in kinds else row
    grades = me is not None and me.role == "grader" and question is not None
    return Situation(
        role=told(me).role if me else None,
        begun=question is not None or session.scalar(select(db.Study.id)) is not None,
        locked="locked" in kinds,
        unblinded="unblinded" in kinds,
        unread=_unread(session) if closing else 0,
        unsettled=len(differing(session)) if closing else 0,
        track=_track(session, person, question, events) if grades and question else None,
    )


def track(session: Session, person: int, question: str) -> Track:
    """Read how far a grader is with a question."""
    return _track(session, person, question, _events(session, person, question))


def _events(session: Session, person: int, question: str | None) -> list[db.Event]:
    """Read, at once, all that happened to the study, to a person, and to both on a question."""
    about = or_(
        db.Event.kind.in_(("locked", "unblinded", "left")),
        db.Event.question == question if question is not None else false(),
    )
    mine = or_(db.Event.subject == person, db.Event.subject.is_(None))
    return list(session.scalars(select(db.Event).where(about, mine).order_by(db.Event.id)))


def _track(session: Session, person: int, question: str, events: Collection[db.Event]) -> Track:
    assigned = session.get(db.Assignment, (person, question)) is not None
    counted = (
        select(
            db.Placing.round,
            func.count(),
            func.count().filter(_marked(db.Placing.code)),
        )
        .where(db.Placing.person == person, db.Placing.question == question, there())
        .group_by(db.Placing.round)
    )
    counts = {row[0]: (row[1], row[2]) for row in session.execute(counted)}
    pile, read = counts.pop(0, (0, 0))
    number = max(counts, default=0)
    happened = {one.kind: one for one in events if one.question and one.round == number}
    return Track(
        question=question,
        assigned=assigned,
        trained=any(one.kind == "trained" for one in events),
        round=_round(session, person, question, number, *counts[number], happened)
        if number
        else None,
        pile=pile,
        read=read,
    )


def _round(
    session: Session,
    person: int,
    question: str,
    number: int,
    essays: int,
    scored: int,
    happened: Mapping[str, db.Event],
) -> Round:
    ranked = session.scalar(
        select(db.RankOrder.number)
        .where(
            db.RankOrder.person == person,
            db.RankOrder.question == question,
            db.RankOrder.round == number,
        )
        .limit(1)
    )
    over, opened = "discussion closed" in happened, "discussion opened" in happened
    scores_locked = "scores locked" in happened
    return Round(
        number=number,
        essays=essays,
        ranked=ranked is not None,
        ranks_locked="ranks locked" in happened,
        scored=scored,
        scores_locked=scores_locked,
        waiting=len(waiting(session, question, number)) if scores_locked and not opened else 0,
        discussion="over" if over else "open" if opened else "not yet",
        passed=bool(happened["gate"].data["passed"]) if over and "gate" in happened else None,
    )


def members(session: Session, question: str, number: int) -> list[int]:
    """Return the graders of a calibration round who have not left."""
    gone = select(db.Event.subject).where(db.Event.kind == "left")
    found = session.scalars(
        select(db.Placing.person)
        .where(
            db.Placing.question == question,
            db.Placing.round == number,
            db.Placing.person.not_in(gone),
        )
        .distinct()
    )
    return sorted(found)


def waiting(session: Session, question: str, number: int) -> list[int]:
    """Return the graders of a round who have not locked their scores."""
    done = session.scalars(
        select(db.Event.subject).where(
            db.Event.kind == "scores locked",
            db.Event.question == question,
            db.Event.round == number,
        )
    )
    return sorted(set(members(session, question, number)) - set(done))


def happened(session: Session, kind: str, question: str, number: int) -> bool:
    """Say whether something happened to a round as a whole."""
    return _happened(session, kind, question=question, number=number)


def _happened(
    session: Session,
    kind: str,
    *,
    question: str | None = None,
    number: int | None = None,
    subject: int | None = None,
) -> bool:
    found = select(db.Event.id).where(db.Event.kind == kind)
    for column, value in (
        (db.Event.question, question),
        (db.Event.round, number),
        (db.Event.subject, subject),
    ):
        if value is not None:
            found = found.where(column == value)
    return session.scalar(found.limit(1)) is not None


def there() -> ColumnElement[bool]:
    """Leave out what was taken off a pile again."""
    return db.Placing.code.not_in(select(db.Withdrawal.code))


def _marked(code: Any) -> ColumnElement[bool]:  # noqa: ANN401
    return select(db.Mark.code).where(db.Mark.code == code).exists()


def standing(*conditions: ColumnElement[bool]) -> Any:  # noqa: ANN401
    """Select placings that stand, each with its mark that counts or None."""
    later = aliased(db.Mark)
    newer = (
        select(later.code).where(later.code == db.Mark.code, later.number > db.Mark.number).exists()
    )
    return (
        select(db.Placing, db.Mark)
        .outerjoin(db.Mark, (db.Mark.code == db.Placing.code) & ~newer)
        .where(there(), *conditions)
        .order_by(db.Placing.place, db.Placing.code)
    )


def placing(session: Session, person: int, code: str) -> db.Placing:
    """Return what a code stands for before a person.

    Raises:
        RefusedError: The code is not his: whether another has it is not told.
    """
    found = find(session, db.Placing, code)
    if found is None or found.person != person or session.get(db.Withdrawal, code) is not None:
        raise RefusedError(f"{code[:40]!r}: there is no essay of this code before you")
    return found


def head(session: Session, code: str) -> db.Mark | None:
    """Return the mark of a code that counts now."""
    return session.scalars(
        select(db.Mark).where(db.Mark.code == code).order_by(db.Mark.number.desc()).limit(1)
    ).first()


def _unread(session: Session) -> int:
    counted = select(func.count()).where(db.Placing.round == 0, there(), ~_marked(db.Placing.code))
    return session.scalar(counted) or 0


def differing(session: Session) -> dict[str, tuple[float, float]]:
    """Return the essays whose readers differ by more than the study allows, not yet settled.

    Where people have read an essay, they are the readers; else the models are.

    Returns:
        The lowest and the highest score of each.
    """
    most = options(session).difference
    settled = set(session.scalars(select(db.Adjudication.essay)))
    people = set(session.scalars(select(db.Person.id).where(db.Person.kind == "human")))
    found: dict[str, dict[bool, list[float]]] = {}
    for place, mark in session.execute(standing(db.Placing.use.in_(("live", "second")))):
        if mark is not None and place.essay not in settled:
            by_kind = found.setdefault(place.essay, {})
            by_kind.setdefault(place.person in people, []).append(mark.score)
    read = {essay: by_kind.get(True) or by_kind[False] for essay, by_kind in found.items()}
    return {
        essay: (min(scores), max(scores))
        for essay, scores in read.items()
        if max(scores) - min(scores) > most + 1e-9
    }
