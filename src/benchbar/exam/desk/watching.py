"""What a lead watches: how far everyone is, agreement and drift as they stand, differences."""

from typing import NamedTuple

import numpy as np
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import calibration, gate, live, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import Decision, Drift
from benchbar.exam.desk.intake import TAKEN_IN
from benchbar.exam.desk.marking import Mark, told
from benchbar.exam.desk.protocol import Step, Track, next_step
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.seeds import rng_for


class Standing(NamedTuple):
    """How far a grader is with a question."""

    grader: Who
    track: Track
    step: Step


class Progress(NamedTuple):
    """A question as a lead sees it.

    Attributes:
        question: Its id.
        title: Its title.
        essays: All of them.
        benchmarks: Of these, shown in training.
        kept: Of these, kept for calibration.
        rounds: Calibration rounds so far.
        undealt: Essays in no pile and no round.
        lacking: Essays that want a second reader, and have one alone.
        graders: Those who grade it.
    """

    question: str
    title: str
    essays: int
    benchmarks: int
    kept: int
    rounds: int
    undealt: int
    lacking: int
    graders: tuple[Standing, ...]


class Difference(NamedTuple):
    """Readers of an essay who differ by more than the study allows; ``third`` has it now."""

    essay: str
    question: str
    text: str
    low: float
    high: float
    marks: tuple[tuple[str, Mark], ...]
    third: str | None


class Happened(NamedTuple):
    """An event, for the record page."""

    at: str
    by: str
    kind: str
    question: str
    round: int
    subject: str
    why: str


def progress(store: Store, who: Who) -> tuple[Progress, ...]:
    """Return all questions in the study's order."""
    with looking(store, who, "watch") as (session, _):
        rows = session.scalars(select(db.Question).order_by(db.Question.place)).all()
        return tuple(_progress(session, row) for row in rows)


def agreement(store: Store, who: Who, question: str, number: int) -> tuple[Decision, ...]:
    """Return what the gate has decided of a round; before, what it would say of locked scores.

    What it has decided stays, though a grader leaves.

    Raises:
        InputError: There is no such round.
    """
    with looking(store, who, "watch", question) as (session, _):
        calibration.check_round(session, question, number)
        return calibration.decisions(session, question, number)


def drift(store: Store, who: Who, question: str) -> tuple[Drift, ...]:
    """Return how far graders moved on essays of calibration that stood in their piles again."""
    with looking(store, who, "watch", question) as (session, _):
        return drifted(session, question)


def drifted(session: Session, question: str) -> tuple[Drift, ...]:
    """Reckon the drift of all who have met a check; see ``drift``."""
    rows = session.execute(
        state.standing(
            db.Placing.question == question, db.Placing.use.in_(("calibration", "drift"))
        )
    ).all()
    scores: dict[int, dict[str, dict[str, float]]] = {}
    for place, mark in rows:
        if mark is not None:
            scores.setdefault(place.person, {}).setdefault(place.use, {})[place.essay] = mark.score
    chosen, seed = state.options(session), state.seed(session)
    found = []
    for person, by_use in sorted(scores.items()):
        if "drift" in by_use:
            draw = rng_for(seed, "drift", question, person).getrandbits(64)
            rng = np.random.default_rng(draw)
            old, new = by_use.get("calibration", {}), by_use["drift"]
            found.append(gate.drift(person, question, old, new, chosen, rng))
    return tuple(found)


def differences(store: Store, who: Who) -> tuple[Difference, ...]:
    """Return what is to be settled, the widest first."""
    with looking(store, who, "watch") as (session, _):
        found = [
            _difference(session, essay, low, high)
            for essay, (low, high) in state.differing(session).items()
        ]
        return tuple(sorted(found, key=lambda one: (one.low - one.high, one.essay)))


def record(store: Store, who: Who) -> tuple[Happened, ...]:
    """Return all that happened, first things first."""
    with looking(store, who, "watch") as (session, _):
        names = {one.id: one.name for one in session.scalars(select(db.Person))}
        return tuple(
            Happened(
                db.moment(one.at),
                names[one.by] if one.by else "",
                _what(one),
                one.question or "",
                one.round,
                names[one.subject] if one.subject else "",
                one.why,
            )
            for one in session.scalars(select(db.Event).order_by(db.Event.id))
        )


_WORDS = {
    "joined": "added",
    "left": "removed",
    "invited": "given a link",
    "trained": "training done",
}
"""Events that are told in other words than they are kept in."""


def _what(event: db.Event) -> str:
    if event.kind == "gate":
        return "passed the gate" if event.data["passed"] else "did not pass the gate"
    return _WORDS.get(event.kind, event.kind)


def names(store: Store, who: Who) -> dict[int, str]:
    """Return the names of all who take part or did, by number."""
    with looking(store, who, "watch") as (session, _):
        return {one.id: one.name for one in session.scalars(select(db.Person))}


def essays(store: Store, who: Who, question: str) -> dict[str, str]:
    """Return the essays of a question as graders read them, by their ids, for a lead."""
    with looking(store, who, "watch", question) as (session, _):
        rows = session.scalars(select(db.Essay).where(db.Essay.question == question))
        return {one.id: one.text for one in sorted(rows, key=lambda one: one.id)}


def removed(store: Store, who: Who) -> dict[str, int]:
    """Return how much was taken out of the essays when they came in, by kind."""
    with looking(store, who, "watch") as (session, _):
        found = session.scalars(select(db.Event.data).where(db.Event.kind == TAKEN_IN)).first()
        return dict(found["removed"]) if found else {}


def _progress(session: Session, row: db.Question) -> Progress:
    pools = list(session.scalars(select(db.Essay.pool).where(db.Essay.question == row.id)))
    people = session.scalars(
        select(db.Assignment.person)
        .where(db.Assignment.question == row.id)
        .order_by(db.Assignment.person)
    ).all()
    graders = []
    for person in people:
        now = state.situation(session, person, row.id)
        found = state.who(session, person)
        if found and now.track:
            graders.append(Standing(found, now.track, next_step(now)))
    return Progress(
        question=row.id,
        title=row.body["title"],
        essays=len(pools),
        benchmarks=pools.count("benchmark"),
        kept=pools.count("calibration"),
        rounds=calibration.rounds(session, row.id),
        undealt=len(live.undealt(session, row.id)),
        lacking=live.lacking(session, row.id),
        graders=tuple(graders),
    )


def _difference(session: Session, essay: str, low: float, high: float) -> Difference:
    row = session.get_one(db.Essay, essay)
    rows = session.execute(
        state.standing(db.Placing.essay == essay, db.Placing.use.in_(("live", "second", "third")))
    ).all()
    names = {place.person: session.get_one(db.Person, place.person).name for place, _ in rows}
    third = next((names[place.person] for place, _ in rows if place.use == "third"), None)
    marks = tuple(
        (names[place.person], found) for place, mark in rows if (found := told(mark)) is not None
    )
    return Difference(essay, row.question, row.text, low, high, marks, third)
