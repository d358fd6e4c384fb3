"""People: who takes part, the links by which they come in, and their sessions.

A secret is shown once, to be passed on; only its hash is kept. Secrets have 256 random bits, so
that a plain hash of them cannot be turned back.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.errors import InputError
from benchbar.exam.desk import live, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import Doing, doing, looking, written
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store

INVITED_HOURS = 72
"""How long a link can be used."""
SESSION_DAYS = 30
"""How long a browser stays in."""


class Entry(NamedTuple):
    """Somebody who came in: the secret for his browser, and who he is."""

    token: str
    who: Who


class Visit(NamedTuple):
    """A request of somebody who is in, and what the forms of his session must carry."""

    who: Who
    csrf: str


def lead_link(store: Store, name: str = "") -> str:
    """Return the secret of a new link for the lead, whom the first call makes.

    For whoever runs the program on the machine; a page must never call it.

    Raises:
        InputError: The first lead has no name.
    """
    with store.writing() as session:
        lead = session.scalars(select(db.Person).where(db.Person.role == "lead").limit(1)).first()
        if lead is None:
            name = _name(name)
            lead = db.Person(role="lead", kind="human", name=name, by=None, at=store.now())
            session.add(lead)
            session.flush()
        session.add(
            db.Event(kind="invited", subject=lead.id, data={}, by=None, at=store.now(), why="")
        )
        return _invite(store, session, lead.id, None, INVITED_HOURS)


def at_hand(store: Store) -> Who:
    """Return the lead for whom the program acts: the first who still takes part.

    For whoever runs the program on the machine; a page must never call it.

    Raises:
        InputError: No lead takes part yet.
    """
    with store.reading() as session:
        leads = session.scalars(
            select(db.Person.id).where(db.Person.role == "lead").order_by(db.Person.id)
        )
        for one in leads.all():
            if found := state.who(session, one):
                return found
    raise InputError("nobody leads this study yet: its lead comes first, by a link of the desk")


def add(
    store: Store,
    who: Who,
    name: str,
    questions: Sequence[str] = (),
    *,
    role: Literal["lead", "grader"] = "grader",
    kind: Literal["human", "model"] = "human",
    why: str = "",
) -> Who:
    """Add a person, with the questions that are his to grade.

    Raises:
        RefusedError: Only a lead may, before the study is locked.
        InputError: There is no such question, the name is empty or taken, or a model is to lead.
    """
    name = _name(name)
    if role == "lead" and (kind == "model" or questions):
        raise InputError("a lead is a person, and grades no questions")
    with doing(store, who, "set up", why=why) as act:
        if act.session.scalar(select(db.Person.id).where(db.Person.name == name)) is not None:
            raise InputError(f"{name!r}: somebody of this name takes part already")
        person = db.Person(role=role, kind=kind, name=name, by=act.by, at=act.at)
        act.session.add(person)
        act.session.flush()
        _assign(act, person.id, questions)
        act.note("joined", subject=person.id)
        return state.told(person)


def assign(store: Store, who: Who, person: int, question: str, why: str = "") -> None:
    """Give a grader one question more to grade. Errors as ``add``."""
    with doing(store, who, "set up", why=why) as act:
        found = state.who(act.session, person)
        if found is None or found.role != "grader":
            raise InputError("only a grader who takes part can be given a question")
        if act.session.get(db.Assignment, (person, question)) is None:
            _assign(act, person, [question])


def invite(store: Store, who: Who, person: int, *, hours: float = INVITED_HOURS) -> str:
    """Return the secret of a link, good for one use until it expires.

    Raises:
        RefusedError: Only a lead may.
        InputError: Nobody of this number takes part, or it is a model.
    """
    with doing(store, who, "watch") as act:
        found = state.who(act.session, person)
        if found is None or found.kind == "model":
            raise InputError("only a person who takes part can be invited")
        act.note("invited", subject=person)
        return _invite(store, act.session, person, act.by, hours)


def remove(store: Store, who: Who, person: int, why: str) -> None:
    """Let a person take part no longer; what he did stays, what he has not read can be dealt anew.

    Raises:
        RefusedError: Only a lead may, and no lead may remove himself.
    """
    with doing(store, who, "watch", why=why) as act:
        if person == act.by:
            raise RefusedError("nobody can remove himself: another lead has to")
        if state.who(act.session, person) is not None:
            act.note("left", subject=person)
            if not act.now.locked:
                live.take_off(act, person)


def enter(store: Store, secret: str) -> Entry:
    """Come in by a link, which is used up by that.

    Raises:
        RefusedError: The link is unknown, used or expired, or its person has left.
    """
    with store.writing() as session:
        link = session.scalars(
            select(db.Invitation).where(db.Invitation.secret == hashed(secret))
        ).first()
        who = state.who(session, link.person) if link else None
        if link is None or who is None:
            raise RefusedError("this link is not known here: ask the lead for another")
        if session.scalar(select(db.Session.id).where(db.Session.invitation == link.id)):
            raise RefusedError("this link was used already: ask the lead for another")
        if link.expires <= store.now():
            raise RefusedError("this link has expired: ask the lead for another")
        token = secrets.token_urlsafe(32)
        session.add(
            db.Session(
                token=hashed(token),
                csrf=secrets.token_urlsafe(32),
                person=who.id,
                invitation=link.id,
                at=store.now(),
                expires=store.now() + timedelta(days=SESSION_DAYS),
                ended=None,
            )
        )
        return Entry(token, who)


def visit(store: Store, token: str) -> Visit | None:
    """Return whose browser it is; None if it is nobody's (any more)."""
    with store.reading() as session:
        found = session.scalars(
            select(db.Session).where(
                db.Session.token == hashed(token),
                db.Session.ended.is_(None),
                db.Session.expires > store.now(),
            )
        ).first()
        who = state.who(session, found.person) if found else None
        return Visit(who, found.csrf) if found and who else None


def leave(store: Store, token: str) -> None:
    """End a session."""
    with store.writing() as session:
        found = session.scalars(select(db.Session).where(db.Session.token == hashed(token))).first()
        if found and found.ended is None:
            found.ended = store.now()


def model(store: Store, who: Who, person: int) -> Who:
    """Return a model that grades, for the program to act for it.

    Raises:
        RefusedError: Only a lead may.
        InputError: Nobody of this number takes part, or it is no model.
    """
    with looking(store, who, "watch") as (session, _):
        found = state.who(session, person)
        if found is None or found.kind != "model":
            raise InputError("no model of this number takes part")
        return found


def everyone(store: Store, who: Who) -> list[Who]:
    """Return all who take part, for a lead."""
    with looking(store, who, "watch") as (session, _):
        ids = session.scalars(select(db.Person.id).order_by(db.Person.id)).all()
        return [found for one in ids if (found := state.who(session, one))]


def same(given: str, kept: str) -> bool:
    """Compare what a form carries with what it must, in a time that tells nothing."""
    return hmac.compare_digest(hashed(given), hashed(kept))


def hashed(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _invite(store: Store, session: Session, person: int, by: int | None, hours: float) -> str:
    secret = secrets.token_urlsafe(32)
    now = store.now()
    session.add(
        db.Invitation(
            person=person,
            secret=hashed(secret),
            expires=now + timedelta(hours=hours),
            by=by,
            at=now,
        )
    )
    return secret


def _assign(act: Doing, person: int, questions: Sequence[str]) -> None:
    for question in dict.fromkeys(questions):
        if state.find(act.session, db.Question, question) is None:
            raise InputError(f"question {question!r}: there is none of this name")
        act.session.add(db.Assignment(person=person, question=question, **act.stamp))


def _name(name: str) -> str:
    name = " ".join(written(name, "the name").split())
    if not name:
        raise InputError("the name is empty: say who it is")
    return name
