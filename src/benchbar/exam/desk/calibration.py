"""Calibration rounds: ranks first, then scores, then talk, then the gate.

Marks themselves are given in ``marking``, of calibration as of the pile.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
import numpy as np
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from benchbar.errors import InputError
from benchbar.exam.desk import gate, piles, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import Doing, StaleError, doing
from benchbar.exam.desk.gate import Decision, Marked
from benchbar.exam.desk.options import FEWEST_TO_CALIBRATE, Options
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.report.numbers import plural
from benchbar.seeds import rng_for

_KEPT = 100
"""Rounds whose agreement is kept in memory."""


def open_round(
    store: Store,
    who: Who,
    question: str,
    graders: Collection[int],
    *,
    essays: int | None = None,
    why: str = "",
) -> int:
    """Open a calibration round, with essays that none of its graders has met.

    Essays whose files say ``use: calibration`` come first; which of the others is drawn.
    Whoever is in the round grades live again only once he has passed it.

    Args:
        store: The database.
        who: A lead.
        question: The question.
        graders: Two or more.
        essays: How many; as the options say if not given.
        why: The reason that is kept.

    Returns:
        The number of the round.

    Raises:
        RefusedError: A grader is with others in a round that is not over, or too few essays are
            left.
        InputError: A grader does not grade this question, or there are too few of them.
    """
    with doing(store, who, "open round", question, why) as act:
        chosen = sorted(set(graders))
        _check_graders(act, question, chosen)
        wanted = state.options(act.session).calibration_essays if essays is None else essays
        if wanted < FEWEST_TO_CALIBRATE:
            raise InputError(f"a round needs {FEWEST_TO_CALIBRATE} essays or more")
        seed = state.seed(act.session)
        number = rounds(act.session, question) + 1
        fresh = unmet(act.session, question, chosen)
        if len(fresh) < wanted:
            raise RefusedError(
                f"{plural(len(fresh), 'essay')} left that none of these graders has met, and the "
                f"round takes {wanted}: take fewer"
            )
        order = piles.shuffled(seed, sorted(fresh), "round", question, number)
        order.sort(key=lambda essay: not fresh[essay])
        for person in chosen:
            _place(act, seed, question, number, person, order[:wanted])
        act.note("round opened", question, number, graders=chosen, essays=wanted)
        return number


def _place(
    act: Doing, seed: str, question: str, number: int, person: int, essays: Sequence[str]
) -> None:
    own = piles.shuffled(seed, sorted(essays), "round", question, number, person)
    for place, essay in enumerate(own):
        code = piles.code(seed, "placing", question, number, person, essay)
        act.session.add(
            db.Placing(
                code=code,
                person=person,
                question=question,
                essay=essay,
                use="calibration",
                round=number,
                place=place,
                **act.stamp,
            )
        )


def rank(
    store: Store, who: Who, question: str, codes: Sequence[str], *, replaces: int = 0, why: str = ""
) -> int:
    """Store a rank order of all essays of the round, best first.

    Args:
        store: The database.
        who: A grader in the round.
        question: The question.
        codes: Every code of the round once.
        replaces: The number of the order that this one replaces, 0 for none.
        why: The reason that is kept.

    Returns:
        The number of the order.

    Raises:
        StaleError: Another order stands there now.
        RefusedError: Ranks are locked, or no round is open.
        InputError: A code is missing, twice there, or not of this round.
    """
    with doing(store, who, "rank", question, why) as act:
        number = _number(act)
        own = codes_of(act.session, act.by, question, number)
        if sorted(codes) != sorted(own):
            raise InputError(f"a rank order names each of the round's {len(own)} essays once")
        last = last_order(act.session, act.by, question, number)
        standing = last.number if last else 0
        if standing != replaces:
            what = "the rank order was changed elsewhere meanwhile"
            raise StaleError(what, standing, list(last.codes) if last else None)
        act.session.add(
            db.RankOrder(
                person=act.by,
                question=question,
                round=number,
                number=standing + 1,
                codes=list(codes),
                at=act.at,
                why=act.why,
            )
        )
        return standing + 1


def lock_ranks(store: Store, who: Who, question: str) -> None:
    """End part 1 for a grader: his rank order stays as it is.

    Raises:
        RefusedError: He has not ranked all essays, or has locked already.
    """
    with doing(store, who, "lock ranks", question) as act:
        act.note("ranks locked", question, _number(act), act.by)


def lock_scores(store: Store, who: Who, question: str) -> None:
    """End part 2 for a grader: his scores of the round stay as they are.

    Raises:
        RefusedError: An essay has no score, or he has locked already.
    """
    with doing(store, who, "lock scores", question) as act:
        act.note("scores locked", question, _number(act), act.by)


def open_discussion(store: Store, who: Who, question: str, number: int, why: str = "") -> None:
    """Show the graders of a round each other's marks, and decide who has passed.

    What the gate says rests on the marks as they were given, and is told when the talk is over.

    Raises:
        RefusedError: A grader has not locked his scores, fewer than two are left, or it was
            opened before.
        InputError: There is no such round.
    """
    with doing(store, who, "open discussion", question, why) as act:
        check_round(act.session, question, number)
        if state.happened(act.session, "discussion opened", question, number):
            raise RefusedError("the discussion of this round was opened already")
        if waiting := len(state.waiting(act.session, question, number)):
            raise RefusedError(
                f"{plural(waiting, 'grader')} of this round without locked scores: wait, or remove "
                "whoever has left"
            )
        decisions = decided(act.session, question, number)
        if not decisions:
            raise RefusedError("agreement needs two graders or more: open another round")
        for one in decisions:
            data = {"passed": one.passed, "decision": msgspec.to_builtins(one)}
            act.note("gate", question, number, one.person, **data)
        act.note("discussion opened", question, number)


def close_discussion(store: Store, who: Who, question: str, number: int, why: str = "") -> None:
    """End the talk: the gate opens live grading for those who have passed.

    Raises:
        RefusedError: It is not open.
        InputError: There is no such round.
    """
    with doing(store, who, "close discussion", question, why) as act:
        check_round(act.session, question, number)
        if not state.happened(act.session, "discussion opened", question, number):
            raise RefusedError("the discussion of this round was not opened yet")
        if state.happened(act.session, "discussion closed", question, number):
            raise RefusedError("the discussion of this round is over already")
        act.note("discussion closed", question, number)


def decided(session: Session, question: str, number: int) -> tuple[Decision, ...]:
    """Reckon the agreement of those who have locked their scores; empty if fewer than two have."""
    ready = sorted(
        set(state.members(session, question, number))
        - set(state.waiting(session, question, number))
    )
    if len(ready) < 2:
        return ()
    told = tuple(_marked(session, person, question, number) for person in ready)
    draw = rng_for(state.seed(session), "gate", question, number).getrandbits(64)
    return _decided(told, state.options(session), draw)


def decisions(session: Session, question: str, number: int) -> tuple[Decision, ...]:
    """Return what the gate has decided of a round, or else what ``decided`` says."""
    told = session.scalars(
        select(db.Event.data)
        .where(db.Event.kind == "gate", db.Event.question == question, db.Event.round == number)
        .order_by(db.Event.subject)
    ).all()
    if told:
        return tuple(msgspec.convert(one["decision"], Decision) for one in told)
    return decided(session, question, number)


@lru_cache(maxsize=_KEPT)
def _decided(told: tuple[Marked, ...], options: Options, draw: int) -> tuple[Decision, ...]:
    """Decide once: locked marks stay as they are, and a lead looks at them again and again."""
    return gate.decide(told, options, np.random.default_rng(draw))


def _marked(session: Session, person: int, question: str, number: int) -> Marked:
    """Read what a grader gave in a round, essays in the order of their ids."""
    rows = session.execute(
        state.standing(
            db.Placing.person == person,
            db.Placing.question == question,
            db.Placing.round == number,
        )
    ).all()
    scores = {place.essay: mark.score for place, mark in rows}
    order = last_order(session, person, question, number)
    essays = {place.code: place.essay for place, _ in rows}
    ranks = {essays[code]: n for n, code in enumerate(order.codes if order else (), 1)}
    human = session.get_one(db.Person, person).kind == "human"
    return Marked(
        person,
        human,
        tuple(float(ranks[essay]) for essay in sorted(scores)),
        tuple(scores[essay] for essay in sorted(scores)),
    )


def rounds(session: Session, question: str) -> int:
    """Count the rounds of a question."""
    last = select(func.max(db.Placing.round)).where(db.Placing.question == question)
    return session.scalar(last) or 0


def unmet(session: Session, question: str, graders: Collection[int]) -> dict[str, bool]:
    """Return the essays that may be in a round of these graders, and which are kept for that.

    None that lies in a pile, none that a grader met in an earlier round, no benchmark paper.
    """
    rows = session.execute(
        select(db.Placing.essay, db.Placing.person, db.Placing.round).where(
            db.Placing.question == question
        )
    )
    met = {essay for essay, person, number in rows if not number or person in graders}
    essays = session.execute(
        select(db.Essay.id, db.Essay.pool).where(
            db.Essay.question == question, db.Essay.pool != "benchmark"
        )
    )
    return {essay: pool == "calibration" for essay, pool in essays if essay not in met}


def codes_of(session: Session, person: int, question: str, number: int) -> list[str]:
    """Return a grader's codes of a round in his own order."""
    return list(
        session.scalars(
            select(db.Placing.code)
            .where(
                db.Placing.person == person,
                db.Placing.question == question,
                db.Placing.round == number,
            )
            .order_by(db.Placing.place)
        )
    )


def last_order(session: Session, person: int, question: str, number: int) -> db.RankOrder | None:
    """Return the rank order that counts."""
    return session.scalars(
        select(db.RankOrder)
        .where(
            db.RankOrder.person == person,
            db.RankOrder.question == question,
            db.RankOrder.round == number,
        )
        .order_by(db.RankOrder.number.desc())
        .limit(1)
    ).first()


def _number(act: Doing) -> int:
    """Return the round of the grader who acts; the protocol has made sure that there is one."""
    found = act.now.track.round if act.now.track else None
    return found.number if found else 0


def check_round(session: Session, question: str, number: int) -> None:
    """Make sure that there is such a round.

    Raises:
        InputError: There is none.
    """
    if not 1 <= number <= rounds(session, question):
        raise InputError(f"{question}: there is no calibration round {number}")


def _check_graders(act: Doing, question: str, graders: Sequence[int]) -> None:
    if len(graders) < 2:
        raise InputError("a round needs two graders or more: agreement is with somebody")
    for person in graders:
        found = state.who(act.session, person)
        track = state.track(act.session, person, question) if found else None
        if not (found and track and found.role == "grader" and track.assigned):
            raise InputError(f"person {person} does not grade question {question!r}")
        last = track.round
        left = len(state.members(act.session, question, last.number)) if last else 0
        if last and last.discussion != "over" and left > 1:
            raise RefusedError(
                f"{found.name} is in round {last.number} of this question, which is not over"
            )
