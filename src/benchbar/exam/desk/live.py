"""Live grading: piles are dealt, essays go to second and third readers, or off a pile again."""

from collections import Counter
from collections.abc import Collection, Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.errors import InputError
from benchbar.exam.desk import piles, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import Doing, doing
from benchbar.exam.desk.piles import Dealt
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store


def deal(
    store: Store,
    who: Who,
    question: str,
    graders: Collection[int] | None = None,
    why: str = "",
) -> dict[int, int]:
    """Deal the essays of a question that are in no pile yet among graders who have passed.

    People share the essays, some of which have two readers. A model among the graders is given
    all of them, so that it can be held against the people. Essays of calibration come among them
    again, to see whether a grader has drifted.

    Args:
        store: The database.
        who: A lead.
        question: The question.
        graders: Some of those who have passed; all of them if not given.
        why: The reason that is kept.

    Returns:
        How many essays came into each grader's pile, the checks among them.

    Raises:
        RefusedError: Nobody has passed, one of those named has not, or no essay is left to deal.
    """
    with doing(store, who, "deal", question, why) as act:
        chosen = _chosen(act.session, question, graders)
        seed, times = state.seed(act.session), _times(act.session, "dealt", question)
        hands = _hands(act.session, seed, question, chosen, times)
        if not any(hands.values()):
            raise RefusedError("no essay of this question is left to deal")
        every = state.options(act.session).drift_every
        counts = {}
        for person, hand in sorted(hands.items()):
            checks = _checks(act.session, person, question) if hand else []
            pile = piles.with_checks(seed, hand, checks, every, question, times, person)
            _put(act, seed, question, person, pile)
            counts[person] = len(pile)
        act.note("dealt", question, piles={str(person): n for person, n in counts.items()})
        return counts


def _hands(
    session: Session, seed: str, question: str, chosen: Collection[int], times: int
) -> dict[int, list[Dealt]]:
    """Share the essays out among people; each model is given all that it has not had."""
    models = [one for one in chosen if session.get_one(db.Person, one).kind == "model"]
    people = sorted(set(chosen) - set(models))
    barred = _readers(session, question)
    hands: dict[int, list[Dealt]] = {}
    if people:
        share = state.options(session).second_readers
        essays = undealt(session, question)
        hands = piles.shared_out(seed, essays, people, share, question, times, barred=barred)
    for model in models:
        whole = sorted(_gradable(session, question))
        hands[model] = [Dealt(one, "live") for one in whole if model not in barred.get(one, ())]
    return hands


def second(
    store: Store,
    who: Who,
    question: str,
    essays: int,
    graders: Collection[int] | None = None,
    why: str = "",
) -> int:
    """Give essays that one person reads a second one: which of them is drawn.

    Returns:
        How many; fewer than asked for where no more have one reader whom somebody else can second.

    Raises:
        RefusedError: Nobody has passed, or one of those named has not.
    """
    with doing(store, who, "deal", question, why) as act:
        chosen = _chosen(act.session, question, graders)
        seed, times = state.seed(act.session), _times(act.session, "seconded", question)
        readers = _readers(act.session, question)
        models = set(act.session.scalars(select(db.Person.id).where(db.Person.kind == "model")))
        chosen = [person for person in chosen if person not in models]
        single = [essay for essay, had in readers.items() if len(had - models) == 1]
        load: Counter[int] = Counter()
        given = 0
        for essay in piles.shuffled(seed, sorted(single), "second", question, times):
            free = [person for person in chosen if person not in readers[essay]]
            if free and given < essays:
                person = min(free, key=lambda one: (load[one], one))
                load[person] += 1
                given += 1
                _slip_in(act, seed, question, person, essay, "second")
        act.note("seconded", question, essays=given)
        return given


def lacking(session: Session, question: str) -> int:
    """Count the essays that the study wants read twice, and only one person has."""
    models = set(session.scalars(select(db.Person.id).where(db.Person.kind == "model")))
    people = [had - models for had in _readers(session, question).values()]
    dealt = [had for had in people if had]
    wanted = round(state.options(session).second_readers * len(dealt))
    return max(0, wanted - sum(len(had) > 1 for had in dealt))


def withdraw(store: Store, who: Who, person: int, question: str, why: str) -> int:
    """Take all essays that a grader has not marked off his pile; they can be dealt again.

    Returns:
        How many.

    Raises:
        RefusedError: Only a lead may, before the study is locked.
        InputError: No reason is given, or nothing in the pile is unread.
    """
    if not why.strip():
        raise InputError("say why the essays are withdrawn")
    with doing(store, who, "withdraw", question, why) as act:
        taken = take_off(act, person, question)
        if not taken[question]:
            raise InputError("there is no unread essay in that pile: nothing was withdrawn")
        return taken[question]


def take_off(act: Doing, person: int, *questions: str) -> Counter[str]:
    """Take off somebody's piles, of some questions or of all, what he has not marked.

    Returns:
        How many, by question.
    """
    of = [db.Placing.question.in_(questions)] if questions else []
    rows = act.session.execute(
        state.standing(db.Placing.person == person, db.Placing.round == 0, *of)
    ).all()
    unread = [place for place, mark in rows if mark is None]
    for place in unread:
        act.session.add(db.Withdrawal(code=place.code, **act.stamp))
    taken = Counter(place.question for place in unread)
    for question, essays in sorted(taken.items()):
        act.note("withdrawn", question, subject=person, essays=essays)
    return taken


def send_to_third(store: Store, who: Who, essay: str, person: int, why: str) -> str:
    """Have somebody settle how far two readers differ: a grader who has passed, or a lead.

    Returns:
        The code under which he has the essay.

    Raises:
        RefusedError: The readers do not differ by as much, it was sent before, or he has read it.
        InputError: There is no such essay, nobody such takes part, or no reason is given.
    """
    if not why.strip():
        raise InputError("say why the difference goes to a third reader")
    with store.reading() as session:
        found = state.find(session, db.Essay, essay)
    if found is None:
        raise InputError(f"essay {essay[:40]!r}: there is none of this name")
    question = found.question
    with doing(store, who, "send to third", question, why) as act:
        if essay not in state.differing(act.session):
            raise RefusedError("the readers of this essay do not differ by more than is allowed")
        rows = act.session.execute(state.standing(db.Placing.essay == essay)).all()
        if any(place.use == "third" for place, _ in rows):
            raise RefusedError("this essay is before a third reader already")
        third = state.who(act.session, person)
        if third is None:
            raise InputError(f"nobody of number {person} takes part")
        if any(place.person == person for place, _ in rows):
            raise RefusedError(f"{third.name} has read this essay: send it to another")
        if third.role == "grader":
            _chosen(act.session, question, [person])
        code = _slip_in(act, state.seed(act.session), question, person, essay, "third")
        act.note("sent to third", question, subject=person, essay=essay)
        return code


def passed(session: Session, question: str) -> list[int]:
    """Return the graders for whom live grading of a question is open."""
    assigned = session.scalars(
        select(db.Assignment.person).where(db.Assignment.question == question)
    ).all()
    return sorted(
        person
        for person in assigned
        if state.who(session, person)
        and (found := state.track(session, person, question).round)
        and found.passed
    )


def undealt(session: Session, question: str) -> list[str]:
    """Return the essays that are to be graded live and in no person's pile."""
    dealt = session.scalars(
        select(db.Placing.essay)
        .join(db.Person, db.Person.id == db.Placing.person)
        .where(
            db.Placing.question == question,
            db.Placing.use == "live",
            db.Person.kind == "human",
            state.there(),
        )
    )
    return sorted(_gradable(session, question) - set(dealt))


def _gradable(session: Session, question: str) -> set[str]:
    """Return the essays that are kept for nothing else, and were in no calibration round."""
    met = session.scalars(
        select(db.Placing.essay).where(
            db.Placing.question == question, db.Placing.use == "calibration"
        )
    )
    essays = session.scalars(
        select(db.Essay.id).where(db.Essay.question == question, db.Essay.pool == "")
    )
    return set(essays) - set(met)


def _chosen(session: Session, question: str, graders: Iterable[int] | None) -> list[int]:
    open_to = passed(session, question)
    chosen = open_to if graders is None else sorted(set(graders))
    if not chosen:
        raise RefusedError("nobody has passed the calibration of this question yet")
    for person in chosen:
        if person not in open_to:
            raise RefusedError(f"person {person} has not passed the calibration of this question")
    return chosen


def _readers(session: Session, question: str) -> dict[str, set[int]]:
    """Return who has each essay of a question in his pile."""
    rows = session.execute(
        select(db.Placing.essay, db.Placing.person).where(
            db.Placing.question == question,
            db.Placing.use.in_(("live", "second", "third")),
            state.there(),
        )
    )
    found: dict[str, set[int]] = {}
    for essay, person in rows:
        found.setdefault(essay, set()).add(person)
    return found


def _checks(session: Session, person: int, question: str) -> list[str]:
    """Return the essays that a grader marked in calibration and has not met again."""
    rows = session.execute(
        select(db.Placing.essay, db.Placing.use).where(
            db.Placing.person == person,
            db.Placing.question == question,
            db.Placing.use.in_(("calibration", "drift")),
            state.there(),
        )
    ).all()
    met = {essay for essay, use in rows if use == "drift"}
    return sorted({essay for essay, use in rows if use == "calibration"} - met)


def _put(act: Doing, seed: str, question: str, person: int, pile: Iterable[Dealt]) -> None:
    """Put essays at the end of a pile."""
    rows = act.session.execute(
        select(db.Placing.place).where(
            db.Placing.person == person, db.Placing.question == question, db.Placing.round == 0
        )
    ).scalars()
    start = max(rows, default=-1.0) + 1
    for n, one in enumerate(pile):
        _add(act, seed, question, person, one.essay, one.use, start + n)


def _slip_in(act: Doing, seed: str, question: str, person: int, essay: str, use: str) -> str:
    """Put one essay somewhere among those that are yet to be read."""
    rows = act.session.execute(
        state.standing(
            db.Placing.person == person, db.Placing.question == question, db.Placing.round == 0
        )
    ).all()
    unread = {place.code: place.place for place, mark in rows if mark is None}
    last = max((place.place for place, _ in rows), default=0.0)
    place = piles.between(unread, seed, essay, person) if unread else last + 1
    return _add(act, seed, question, person, essay, use, place)


def _add(
    act: Doing, seed: str, question: str, person: int, essay: str, use: str, place: float
) -> str:
    times = len(
        act.session.scalars(
            select(db.Placing.code).where(db.Placing.person == person, db.Placing.essay == essay)
        ).all()
    )
    code = piles.code(seed, "placing", person, essay, use, times)
    act.session.add(
        db.Placing(
            code=code,
            person=person,
            question=question,
            essay=essay,
            use=use,
            round=0,
            place=place,
            **act.stamp,
        )
    )
    act.session.flush()
    return code


def _times(session: Session, kind: str, question: str) -> int:
    """Count how often something happened to a question, to name what is drawn for it."""
    return len(
        session.scalars(
            select(db.Event.id).where(db.Event.kind == kind, db.Event.question == question)
        ).all()
    )
