"""What a grader reads: his rounds, his pile, an essay, and, once it is open, the discussion.

Nothing here tells an essay's use in the pile, its id, or who else has it.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import calibration, marking, protocol, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import Decision
from benchbar.exam.desk.marking import Mark
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.protocol import RefusedError, Step, Track
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store

Stage: TypeAlias = Literal["calibration", "pile"]


class Study(NamedTuple):
    """The study as all who take part may know it."""

    title: str
    label: str
    about: str
    begun: bool
    locked: bool
    unblinded: bool
    options: Options


class Desk(NamedTuple):
    """A question that a grader grades: how far he is, and what comes next."""

    question: str
    title: str
    track: Track
    step: Step


class Row(NamedTuple):
    """An essay in a list: its code, and what is there of a mark."""

    code: str
    score: float | None
    begun: bool


class Round(NamedTuple):
    """A calibration round: all essays, and the rank order as it stands or was begun."""

    number: int
    rows: tuple[Row, ...]
    order: tuple[str, ...]
    order_number: int
    draft: dict[str, Any] | None


class Paper(NamedTuple):
    """An essay to be read, with its mark and what was begun of one.

    ``earlier`` are the marks that this one replaced. ``refusal`` says why the essay may not be
    marked now; empty if it may.
    """

    code: str
    question: str
    stage: Stage
    text: str
    mark: Mark | None
    earlier: tuple[Mark, ...]
    draft: dict[str, Any] | None
    refusal: str


class Given(NamedTuple):
    """What a grader gave to an essay of a discussion; ``rank`` 1 is the best."""

    grader: str
    mine: bool
    rank: int
    score: float
    points: dict[str, float]
    comment: str


class Talked(NamedTuple):
    """An essay of a discussion, with all that was given to it.

    ``number`` is what all who talk call it, for their codes differ; ``spread`` is in points.
    """

    number: int
    code: str
    text: str
    spread: float
    given: tuple[Given, ...]


class Discussion(NamedTuple):
    """A round's disagreements, the widest first; and the gate's decisions that one may see."""

    number: int
    over: bool
    essays: tuple[Talked, ...]
    decisions: dict[str, Decision]


def study(store: Store, who: Who) -> Study:
    """Return what the study is, and how far; without materials its words are empty.

    Raises:
        RefusedError: He does not take part.
    """
    with looking(store, who, "visit") as (session, now):
        row = session.get(db.Study, 1)
        words = (row.title, row.label, row.about) if row else ("", "", "")
        return Study(*words, now.begun, now.locked, now.unblinded, state.options(session))


def desks(store: Store, who: Who) -> list[Desk]:
    """Return the questions that a grader grades, in the study's order."""
    with store.reading() as session:
        rows = session.scalars(
            select(db.Question)
            .join(db.Assignment, db.Assignment.question == db.Question.id)
            .where(db.Assignment.person == who.id)
            .order_by(db.Question.place)
        ).all()
        found = []
        for row in rows:
            now = state.situation(session, who.id, row.id)
            if now.track:
                step = protocol.next_step(now)
                found.append(Desk(row.id, row.body["title"], now.track, step))
        return found


def round_of(store: Store, who: Who, question: str) -> Round:
    """Return a grader's calibration round.

    Raises:
        RefusedError: None is open for him, or he has not gone through the training.
    """
    with looking(store, who, "read calibration", question) as (session, now):
        number = now.track.round.number if now.track and now.track.round else 0
        order = calibration.last_order(session, who.id, question, number)
        return Round(
            number,
            _rows(session, who.id, question, number),
            tuple(order.codes) if order else (),
            order.number if order else 0,
            marking.draft(session, who.id, marking.order_draft(question)),
        )


def texts(store: Store, who: Who, question: str) -> dict[str, str]:
    """Return the texts of a grader's calibration round by their codes. Errors as ``round_of``."""
    with looking(store, who, "read calibration", question) as (session, now):
        number = now.track.round.number if now.track and now.track.round else 0
        rows = session.execute(
            select(db.Placing.code, db.Essay.text)
            .join(db.Essay, db.Essay.id == db.Placing.essay)
            .where(
                db.Placing.person == who.id,
                db.Placing.question == question,
                db.Placing.round == number,
            )
        )
        return {row.code: row.text for row in rows}


def pile(store: Store, who: Who, question: str) -> tuple[Row, ...]:
    """Return a grader's pile in his own order.

    Raises:
        RefusedError: Live grading is not open for him, or nothing was dealt.
    """
    with looking(store, who, "read pile", question) as (session, _):
        return _rows(session, who.id, question, 0)


def thirds(store: Store, who: Who) -> tuple[Row, ...]:
    """Return what a lead was given to settle."""
    with looking(store, who, "watch") as (session, _):
        rows = session.execute(
            state.standing(db.Placing.person == who.id, db.Placing.use == "third")
        ).all()
        return tuple(
            Row(place.code, mark.score if mark else None, begun=False) for place, mark in rows
        )


def paper(store: Store, who: Who, code: str) -> Paper:
    """Return an essay by its code.

    Raises:
        RefusedError: The code is not before him, or the essay may not be read now.
    """
    with store.reading() as session:
        place = state.placing(session, who.id, code)
        now = state.situation(session, who.id, place.question)
        if place.use == "calibration":
            protocol.require("read calibration", now)
        else:
            protocol.require("read pile" if now.role == "grader" else "watch", now)
        latest = now.track.round.number if now.track and now.track.round else 0
        over = place.round and place.round != latest
        return Paper(
            code=code,
            question=place.question,
            stage="calibration" if place.round else "pile",
            text=session.get_one(db.Essay, place.essay).text,
            mark=marking.told(state.head(session, code)),
            earlier=marking.earlier(session, code),
            draft=marking.draft(session, who.id, code),
            refusal="this calibration round is over"
            if over
            else protocol.refusal(protocol.act_of(place.use, now), now),
        )


def next_code(store: Store, who: Who, question: str) -> str | None:
    """Return the first essay of a pile without a mark; None if there is none left."""
    return next((row.code for row in pile(store, who, question) if row.score is None), None)


def discussion(store: Store, who: Who, question: str, number: int | None = None) -> Discussion:
    """Return what the graders of a round gave, once that may be shown.

    A grader sees others by label, essays under his own codes, and of the gate what concerns him,
    when the talk is over. A lead sees essays by their ids, and the gate as soon as it has decided.

    Args:
        store: The database.
        who: A grader of the round, or a lead.
        question: The question.
        number: Of the round; a grader sees his latest alone.

    Raises:
        RefusedError: It is not open yet.
        InputError: There is no such round.
    """
    with looking(store, who, "read discussion", question) as (session, now):
        lead = now.role == "lead"
        own = now.track.round.number if now.track and now.track.round else 0
        wanted = number or (calibration.rounds(session, question) if lead else own)
        if not lead and wanted != own:
            raise RefusedError("only your latest round can be looked at")
        calibration.check_round(session, question, wanted)
        if not state.happened(session, "discussion opened", question, wanted):
            raise RefusedError("others' marks are shown only once the discussion is open")
        over = state.happened(session, "discussion closed", question, wanted)
        return Discussion(
            wanted,
            over,
            _talked(session, who, question, wanted, lead=lead),
            _decisions(session, who, question, wanted, lead=lead, over=over),
        )


def _rows(session: Session, person: int, question: str, number: int) -> tuple[Row, ...]:
    rows = session.execute(
        state.standing(
            db.Placing.person == person,
            db.Placing.question == question,
            db.Placing.round == number,
        )
    ).all()
    begun = set(session.scalars(select(db.Draft.about).where(db.Draft.person == person)))
    return tuple(
        Row(place.code, mark.score if mark else None, place.code in begun) for place, mark in rows
    )


def _talked(
    session: Session, who: Who, question: str, number: int, *, lead: bool
) -> tuple[Talked, ...]:
    rows = session.execute(
        state.standing(db.Placing.question == question, db.Placing.round == number)
    ).all()
    ready = set(state.members(session, question, number)) - set(
        state.waiting(session, question, number)
    )
    ranks: dict[str, int] = {}
    for person in ready:
        order = calibration.last_order(session, person, question, number)
        ranks |= {code: n for n, code in enumerate(order.codes if order else (), 1)}
    given: dict[str, list[Given]] = {}
    codes: dict[str, str] = {}
    for place, mark in rows:
        mine = place.person == who.id
        if mine or lead:
            codes[place.essay] = place.essay if lead else place.code
        if mark is not None and place.person in ready:
            label = state.told(session.get_one(db.Person, place.person))
            given.setdefault(place.essay, []).append(
                Given(
                    label.name if lead else label.label,
                    mine,
                    ranks[place.code],
                    mark.score,
                    dict(mark.points),
                    mark.comment,
                )
            )
    spreads = {
        essay: max(one.score for one in marks) - min(one.score for one in marks)
        for essay, marks in given.items()
    }
    return tuple(
        Talked(
            number,
            codes[essay],
            session.get_one(db.Essay, essay).text,
            spreads[essay],
            tuple(sorted(given[essay], key=lambda one: (not one.mine, one.grader))),
        )
        for number, essay in enumerate(sorted(given, key=lambda one: (-spreads[one], one)), 1)
    )


def _decisions(
    session: Session, who: Who, question: str, number: int, *, lead: bool, over: bool
) -> dict[str, Decision]:
    if not (lead or over):
        return {}
    events = session.scalars(
        select(db.Event)
        .where(db.Event.kind == "gate", db.Event.question == question, db.Event.round == number)
        .order_by(db.Event.subject)
    )
    found: dict[str, Decision] = {}
    for event in events:
        if event.subject is not None and (lead or event.subject == who.id):
            person = state.told(session.get_one(db.Person, event.subject))
            name = person.name if lead else person.label
            found[name] = msgspec.convert(event.data["decision"], Decision)
    return found
