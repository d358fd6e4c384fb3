"""Marks: given, changed, and begun; in calibration and at the pile alike.

A mark names the mark that it replaces, by its number: if another stands there by now, from another
tab, nothing is changed and what stands is told.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.errors import InputError
from benchbar.exam.desk import blind, options, protocol, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import StaleError, written
from benchbar.exam.desk.intake import question_of
from benchbar.exam.desk.protocol import RefusedError, Situation
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store

_LARGEST_DRAFT = 200_000
"""Characters of a draft as JSON."""


class Mark(NamedTuple):
    """A mark as it stands; ``number`` is what a change of it must name."""

    number: int
    score: float
    points: dict[str, float]
    comment: str
    at: str
    why: str = ""


def mark(
    store: Store,
    who: Who,
    code: str,
    score: float,
    points: Mapping[str, float] | None = None,
    comment: str = "",
    *,
    replaces: int = 0,
    why: str = "",
) -> Mark:
    """Mark an essay, or change its mark. When this returns, the mark is on the disk.

    Args:
        store: The database.
        who: Whose code it is.
        code: Of the essay.
        score: 1 to 6, in the study's steps.
        points: For issues of the rubric, by their id.
        comment: Of the grader.
        replaces: The number of the mark that this one replaces, 0 for none.
        why: The reason, which a change needs.

    Raises:
        StaleError: Another mark stands there now.
        RefusedError: The protocol does not allow it now, or the code is not his.
        InputError: The score, the points or a text cannot be taken; or a change has no reason.
    """
    comment, why = written(comment, "the comment"), written(why, "the reason")
    with store.writing() as session:
        place = _allowed(session, who, code)
        if problem := options.score_problem(score, state.options(session)):
            raise InputError(problem)
        taken = _points(session, place.question, points or {})
        _check_number(session, code, replaces)
        standing = replaces
        if standing and not why:
            raise InputError("say why the mark changes: it is kept with both marks")
        stamp: dict[str, Any] = {"by": who.id, "at": store.now(), "why": why}
        row = db.Mark(
            code=code,
            number=standing + 1,
            score=float(score),
            points=taken,
            comment=comment,
            **stamp,
        )
        session.add(row)
        session.flush()
        if standing:
            data = {"to": float(score)}
            session.add(
                db.Event(
                    kind="mark changed", question=place.question, subject=who.id, data=data, **stamp
                )
            )
        if place.use == "third" and not standing:
            session.add(db.Adjudication(essay=place.essay, number=1, code=code, **stamp))
        if draft := session.get(db.Draft, (who.id, code)):
            session.delete(draft)
        return Mark(row.number, row.score, taken, comment, db.moment(row.at), why)


def told(row: db.Mark | None) -> Mark | None:
    """Return a mark's row as pages see it."""
    if row is None:
        return None
    return Mark(row.number, row.score, dict(row.points), row.comment, db.moment(row.at), row.why)


def earlier(session: Session, code: str) -> tuple[Mark, ...]:
    """Return the marks of a code that were replaced, the first one first."""
    rows = session.scalars(select(db.Mark).where(db.Mark.code == code).order_by(db.Mark.number))
    return tuple(found for row in rows if (found := told(row)))[:-1]


def save_draft(
    store: Store, who: Who, code: str, content: Mapping[str, Any], *, replaces: int | None = None
) -> None:
    """Keep what a grader has begun to write about an essay, as the page has it.

    Args:
        store: The database.
        who: Whose code it is.
        code: Of the essay.
        content: What was begun.
        replaces: The number of the mark that it is to replace, if known: what was begun before a
            mark may arrive after it.

    Raises:
        StaleError: Another mark stands there now.
        RefusedError: He may not mark this essay now.
        InputError: It is too long.
    """
    with store.writing() as session:
        _allowed(session, who, code)
        if replaces is not None:
            _check_number(session, code, replaces)
        _keep(store, session, who.id, code, content)


def save_order(store: Store, who: Who, question: str, content: Mapping[str, Any]) -> None:
    """Keep a rank order that is being made. Errors as ``save_draft``."""
    with store.writing() as session:
        protocol.require("rank", state.situation(session, who.id, question))
        _keep(store, session, who.id, order_draft(question), content)


def draft(session: Session, person: int, about: str) -> dict[str, Any] | None:
    """Return a draft: of a code, or of what ``order_draft`` names."""
    found = session.get(db.Draft, (person, about))
    return dict(found.content) if found else None


def order_draft(question: str) -> str:
    """Return what the draft of a rank order goes by; no code looks like it."""
    return f"order of {question}"


def _allowed(session: Session, who: Who, code: str) -> db.Placing:
    """Return what a code stands for, if its essay may be marked now."""
    place = state.placing(session, who.id, code)
    now = state.situation(session, who.id, place.question)
    protocol.require(protocol.act_of(place.use, now), now)
    _check_round(place, now)
    return place


def _check_number(session: Session, code: str, replaces: int) -> None:
    """Make sure that the mark stands that is to be replaced."""
    last = state.head(session, code)
    standing = last.number if last else 0
    if standing != replaces:
        found = told(last)
        stands = f"a score of {found.score:g}" if found else "no mark"
        raise StaleError(
            f"another page has changed this mark meanwhile; there stands {stands}", standing, found
        )


def _check_round(place: db.Placing, now: Situation) -> None:
    latest = now.track.round.number if now.track and now.track.round else 0
    if place.round and place.round != latest:
        raise RefusedError("this essay belongs to a calibration round that is over")


def _points(session: Session, question: str, points: Mapping[str, float]) -> dict[str, Any]:
    """Hold points against the point sheet."""
    rubric = question_of(session.get_one(db.Question, question)).rubric
    most = {issue.id: issue.points for issue in rubric.issues}
    for issue, given in points.items():
        if issue not in most:
            raise InputError(f"issue {issue[:40]!r}: the point sheet has none of this name")
        if not 0 <= given <= most[issue]:
            raise InputError(f"issue {issue}: {given!r} points: must be from 0 to {most[issue]:g}")
    return {issue: float(given) for issue, given in points.items()}


def _keep(
    store: Store, session: Session, person: int, about: str, content: Mapping[str, Any]
) -> None:
    told = written_json(content)
    found = session.get(db.Draft, (person, about))
    if found is None:
        session.add(db.Draft(person=person, about=about, content=told, at=store.now()))
    else:
        found.content, found.at = told, store.now()


def written_json(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a page sends as it can be kept.

    Raises:
        InputError: It is too long.
    """
    text = msgspec.json.encode(blind.plain_all(content)).decode()
    if len(text) > _LARGEST_DRAFT:
        raise InputError(f"the draft has {len(text):,} characters: {_LARGEST_DRAFT:,} are the most")
    return msgspec.json.decode(text, type=dict[str, Any])
