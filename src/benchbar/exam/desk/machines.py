"""What models that grade lean to: the first of two essays, the longer one, whatever its merit."""

from collections.abc import Iterable, Mapping
from statistics import mean
from typing import NamedTuple

import numpy as np
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from benchbar.exam.desk import schema as db
from benchbar.exam.desk import state
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.by_model import COMPARED
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.pairing import Shown
from benchbar.records import Estimate
from benchbar.seeds import rng_for
from benchbar.stats import judging, raters
from benchbar.stats.judging import Both

_ONCE = ("calibration", "live", "second")
"""Uses in which an essay is read for the first time."""


class Biases(NamedTuple):
    """What a model that grades leans to, on a question; None is what cannot be told.

    Attributes:
        person: The grader.
        grader: Its name.
        question: The question.
        pairs: Pairs of essays that it preferred one of in both orders.
        first: How often it prefers the first of two; half is no bias.
        agree: Share of pairs in which it prefers the same essay in both orders.
        longer: How often it prefers the longer of two.
        essays: Essays that it and people have marked.
        per_doubling: By how many points it lies further above the people's mean where an essay is
            twice as long.
        by_length: Rank correlation of length with how far it lies above the people's mean.
    """

    person: int
    grader: str
    question: str
    pairs: int
    first: Estimate | None
    agree: Estimate | None
    longer: Estimate | None
    essays: int
    per_doubling: Estimate | None
    by_length: Estimate | None


def biases(store: Store, who: Who) -> tuple[Biases, ...]:
    """Return what each model leans to, on each question of which it has compared or marked essays.

    Scores of people take the place of merit: a model that gives long essays more than people do
    leans to length, or sees in them what people do not.

    Raises:
        RefusedError: Only a lead may.
    """
    with looking(store, who, "watch") as (session, _):
        models = session.scalars(
            select(db.Person).where(db.Person.kind == "model").order_by(db.Person.id)
        ).all()
        questions = session.scalars(select(db.Question.id).order_by(db.Question.place)).all()
        found = []
        for question in questions if models else ():
            lengths = dict(_lengths(session, question))
            scores = _scores(session, question)
            found += [_biases(session, one, question, lengths, scores) for one in models]
        return tuple(one for one in found if one.pairs or one.essays)


def _biases(
    session: Session,
    model: db.Person,
    question: str,
    lengths: Mapping[str, int],
    scores: Mapping[str, Mapping[int, float]],
) -> Biases:
    both = list(_both(_shown(session, model.id, question), _essay_of(session, model.id), lengths))
    people = set(session.scalars(select(db.Person.id).where(db.Person.kind == "human")))
    above = {
        essay: given[model.id] - mean(theirs)
        for essay, given in sorted(scores.items())
        if model.id in given
        and (theirs := [score for person, score in given.items() if person in people])
    }
    values, sizes = list(above.values()), [lengths[essay] for essay in above]
    name = (state.seed(session), "biases", question, model.id)
    rng = np.random.default_rng(rng_for(*name).getrandbits(64))
    beside = raters.pairs(np.column_stack([values, sizes]), rng=rng) if len(above) > 1 else ()
    return Biases(
        person=model.id,
        grader=model.name,
        question=question,
        pairs=sum(one.shown for one in both),
        first=judging.first_preferred(both),
        agree=judging.orders_agree(both),
        longer=judging.longer_preferred(both),
        essays=len(above),
        per_doubling=judging.per_doubling(values, sizes, rng=rng),
        by_length=beside[0].spearman if beside else None,
    )


def _both(
    shown: Iterable[Shown], essay_of: Mapping[str, str], lengths: Mapping[str, int]
) -> Iterable[Both]:
    """Put the two orders of each pair together."""
    by_codes = {(one.first, one.second): one for one in shown}
    for (a, b), one in by_codes.items():
        other = by_codes.get((b, a))
        if other is not None and a < b:
            sizes = (lengths[essay_of[code]] for code in (a, b))
            yield Both(one.first_won, one.second_won, other.first_won, other.second_won, *sizes)


def _shown(session: Session, person: int, question: str) -> list[Shown]:
    """Read what a model preferred, in all rounds; each has codes of its own."""
    found = session.scalars(
        select(db.Event.data).where(
            db.Event.kind == COMPARED,
            db.Event.question == question,
            db.Event.subject == person,
        )
    )
    return [Shown(*pair) for data in found for pair in data["pairs"]]


def _essay_of(session: Session, person: int) -> dict[str, str]:
    rows = session.execute(
        select(db.Placing.code, db.Placing.essay).where(db.Placing.person == person)
    )
    return {row.code: row.essay for row in rows}


def _lengths(session: Session, question: str) -> Iterable[tuple[str, int]]:
    """Return the characters of each essay."""
    rows = session.execute(
        select(db.Essay.id, func.length(db.Essay.text)).where(db.Essay.question == question)
    )
    return [(row[0], row[1]) for row in rows]


def _scores(session: Session, question: str) -> dict[str, dict[int, float]]:
    """Return what each grader gave each essay when he read it for the first time."""
    rows = session.execute(
        state.standing(db.Placing.question == question, db.Placing.use.in_(_ONCE))
    )
    found: dict[str, dict[int, float]] = {}
    for place, mark in rows:
        if mark is not None:
            found.setdefault(place.essay, {})[place.person] = mark.score
    return found
