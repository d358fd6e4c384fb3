"""A model at the desk: it joins as a grader, is shown what lies before it, and hands in.

It acts by the same calls as people, under the same rules: training, ranks, scores, gate, pile.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import select

from benchbar.errors import InputError
from benchbar.exam.desk import calibration, marking, people, protocol, reading, state, training
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import doing
from benchbar.exam.desk.intake import question_of
from benchbar.exam.desk.protocol import Act, Step
from benchbar.exam.desk.reading import Row
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays import graded, pairing
from benchbar.exam.essays.graded import Given
from benchbar.exam.essays.grading import Desk
from benchbar.exam.essays.pairing import Shown
from benchbar.exam.essays.rubrics import Rubric

COMPARED = "pairs compared"
"""The event; its data hold, for each pair as shown, its codes and how often each was preferred."""

_UNASKED: Mapping[Act, Callable[[Store, Who, str], None]] = {
    "train": training.done,
    "lock ranks": calibration.lock_ranks,
    "lock scores": calibration.lock_scores,
}
"""Steps for which nothing is to be asked: what a model was shown or handed in is complete."""


class HandedIn(NamedTuple):
    """What became of what a model gave on a question.

    Attributes:
        ranked: Essays that it put in rank order.
        marked: Essays that it marked.
        unranked: Essays of which no reply says how they stand to others.
        unmarked: Essays without a mark, and why. Of a calibration round nothing is handed in as
            long as there are any of either.
        passed_over: Marks of essays that lie before it no longer, or have their mark already.
    """

    ranked: int = 0
    marked: int = 0
    unranked: tuple[str, ...] = ()
    unmarked: Mapping[str, str] = {}
    passed_over: int = 0


def find(store: Store, name: str) -> Who | None:
    """Return the model that grades under a name; None if there is none yet.

    Raises:
        InputError: A person has the name, or the model was removed from the study.
    """
    with store.reading() as session:
        row = session.scalars(select(db.Person).where(db.Person.name == name)).first()
        if row is None:
            return None
        if row.kind != "model":
            raise InputError(f"{name!r}: a person of this name takes part: the model needs another")
        found = state.who(session, row.id)
        if found is None:
            raise InputError(f"{name!r}: was removed from the study, and grades in it no more")
        return found


def questions(store: Store, named: Collection[str] = ()) -> dict[str, Rubric]:
    """Return the study's questions in their order, with their rubrics.

    Args:
        store: The database.
        named: Only these; all if none is named.

    Raises:
        InputError: There is no such question, or the study has no materials yet.
    """
    with store.reading() as session:
        rows = session.scalars(select(db.Question).order_by(db.Question.place))
        known = {row.id: question_of(row).rubric for row in rows}
    if not known:
        raise InputError("the study has no materials yet: take them in at the desk first")
    for name in named:
        if name not in known:
            raise InputError(f"no question {name!r}: choose from {', '.join(known)}")
    return {name: rubric for name, rubric in known.items() if not named or name in named}


def join(store: Store, lead: Who, name: str, chosen: Collection[str]) -> Who:
    """Return the model of a name, having let it join, or given it questions, where need be.

    Raises:
        RefusedError: It would have to join, and the study is locked.
        InputError: As ``find`` and ``questions``.
    """
    wanted = list(questions(store, chosen))
    found = find(store, name)
    if found is None:
        return people.add(store, lead, name, wanted, kind="model")
    grades = {one.question for one in reading.desks(store, found)}
    for question in wanted:
        if chosen and question not in grades:
            people.assign(store, lead, found.id, question)
    return found


def step(store: Store, who: Who, question: str) -> Step:
    """Say what comes next for a model."""
    with store.reading() as session:
        return protocol.next_step(state.situation(session, who.id, question))


def go_through(store: Store, who: Who, question: str) -> Step:
    """Do what needs no asking; return what comes then.

    The training is gone through, for its material stands in every prompt; an order is locked, and
    so are scores, once they are handed in.
    """
    found = step(store, who, question)
    while found.act and (do := _UNASKED.get(found.act)):
        do(store, who, question)
        found = step(store, who, question)
    return found


def before(store: Store, who: Who, question: str) -> Desk | None:
    """Return what a model is to rank and to mark now; None if nothing.

    In a round it is asked for both at once, since it remembers nothing of one reply in another;
    but ranks are handed in and locked before scores.
    """
    rows = _rows(store, who, question)
    if rows is None:
        return None
    texts = {row.code: reading.paper(store, who, row.code).text for row in rows}
    ranks = step(store, who, question).act == "rank"
    seen = training.read(store, who, question)
    return Desk(
        seen.question,
        tuple((one.score, one.text) for one in seen.benchmarks),
        texts if ranks else {},
        {row.code: texts[row.code] for row in rows if row.score is None},
    )


def _rows(store: Store, who: Who, question: str) -> tuple[Row, ...] | None:
    """Return the essays of what is before a model, a round or a pile; None if nothing is."""
    match step(store, who, question).act:
        case "rank" | "mark calibration":
            return reading.round_of(store, who, question).rows
        case "mark live":
            return reading.pile(store, who, question)
    return None


def hand_in(store: Store, who: Who, question: str, given: Given) -> HandedIn:
    """Hand in what a model gave, each mark once; what stands already is left as it is.

    Ranks are locked before the first score is handed in, and scores once each essay of the round
    has one.
    """
    act = go_through(store, who, question).act
    rows = _rows(store, who, question) or ()
    unread = [row.code for row in rows if row.score is None]
    lacking = {code: why for code, why in given.why.items() if code in unread}
    passed_over = len(given.marks.keys() - set(unread))
    ranked = 0
    if act == "rank":
        if set(given.to_rank) != set(unread):
            return HandedIn(passed_over=len(given.marks))
        if lacking or given.unmet:
            return HandedIn(unranked=tuple(given.unmet), unmarked=lacking)
        _note_pairs(store, who, question, given.shown)
        order = pairing.ranked(given.to_rank, given.shown)
        calibration.rank(store, who, question, order)
        calibration.lock_ranks(store, who, question)
        ranked = len(order)
    elif act == "mark calibration" and lacking:
        return HandedIn(unmarked=lacking, passed_over=passed_over)
    steps = reading.study(store, who).options.step
    marked = [code for code in unread if given.marks.get(code)]
    for code in marked:
        mark = graded.together(given.marks[code], steps)
        marking.mark(store, who, code, mark.score or 0, mark.points, mark.comment)
    go_through(store, who, question)
    return HandedIn(ranked, len(marked), (), lacking, passed_over)


def _note_pairs(store: Store, who: Who, question: str, shown: Iterable[Shown]) -> None:
    """Keep what a model preferred, once for a round: its leanings can be read from that."""
    with doing(store, who, "rank", question) as act:
        number = act.now.track.round.number if act.now.track and act.now.track.round else 0
        there = select(db.Event.id).where(
            db.Event.kind == COMPARED,
            db.Event.question == question,
            db.Event.round == number,
            db.Event.subject == who.id,
        )
        if act.session.scalar(there) is None:
            act.note(COMPARED, question, number, who.id, pairs=[list(one) for one in shown])
