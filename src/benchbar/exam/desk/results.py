"""The results of a locked study: scores of essays, questions and graders; written scores.

Marks of people and of models are never mixed: where people have read an essay, its score is theirs
alone, and every figure says whose marks it rests on.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import intake, state
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import looking
from benchbar.exam.desk.gate import Drift
from benchbar.exam.desk.intake import Source
from benchbar.exam.desk.protocol import Situation
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.desk.watching import drifted
from benchbar.exam.ube import weighted
from benchbar.records import Estimate
from benchbar.stats import raters

Readers: TypeAlias = Literal["people", "models"]
AUTHOR = ("model", "author", "writer", "examinee", "candidate", "student", "name", "by")
"""Fields that tell whose an essay is, the first that is there."""


class Reading(NamedTuple):
    """A mark that counts; ``use`` is live, second or third."""

    grader: str
    kind: str
    use: str
    score: float
    points: dict[str, float]
    comment: str


class EssayScore(NamedTuple):
    """An essay's score, and how it came about.

    Attributes:
        essay: Its id.
        question: Its question.
        score: 1 to 6; None if nobody has marked it.
        readers: Whose marks it rests on.
        how: ``one reader``, ``mean of 2 readers`` or ``third reader``.
        readings: All marks, the others' too.
        source: Where it came from; None before unblinding.
    """

    essay: str
    question: str
    score: float | None
    readers: Readers
    how: str
    readings: tuple[Reading, ...]
    source: Source | None


class QuestionScore(NamedTuple):
    """The scores of a question's essays by one kind of readers; ``double`` were read twice."""

    question: str
    kind: str
    title: str
    readers: Readers
    essays: int
    score: Estimate | None
    double: int
    adjacent: Estimate | None
    kappa: Estimate | None


class GraderScore(NamedTuple):
    """A grader on a question: what he gave, and how that agrees with the other readers.

    The others are people; a model is held against models where no person has read an essay.

    Attributes:
        grader: His name.
        kind: ``human`` or ``model``.
        question: The question.
        essays: That he marked live.
        mean: Of his scores.
        spread: Their standard deviation; None for one alone.
        shared: Essays that others marked too.
        above: How far he lies above the mean of the others, in points.
        adjacent: Share of these within a point of it.
        kappa: Quadratic weighted kappa with it.
    """

    grader: str
    kind: str
    question: str
    essays: int
    mean: float
    spread: float | None
    shared: int
    above: Estimate | None
    adjacent: Estimate | None
    kappa: Estimate | None


class Written(NamedTuple):
    """An author's written part, ready for ``ube``: MEE and MPT as means of his questions, 1 to 6.

    ``raw`` weighs them 0.6 and 0.4; None unless there are both.
    """

    author: str
    readers: Readers
    mee: float | None
    mee_questions: int
    mpt: float | None
    mpt_questions: int
    raw: float | None


class Results(NamedTuple):
    """All of it; ``written`` is empty before unblinding."""

    unblinded: bool
    essays: tuple[EssayScore, ...]
    questions: tuple[QuestionScore, ...]
    graders: tuple[GraderScore, ...]
    drift: tuple[Drift, ...]
    written: tuple[Written, ...]


def of(store: Store, who: Who) -> Results:
    """Return the results of a study.

    Raises:
        RefusedError: Only a lead may, once the study is locked.
    """
    with looking(store, who, "read results") as (session, now):
        return _results(session, now)


def _results(session: Session, now: Situation) -> Results:
    questions = list(session.scalars(select(db.Question).order_by(db.Question.place)))
    sources = _sources(session) if now.unblinded else {}
    essays = tuple(_essays(session, sources))
    return Results(
        unblinded=now.unblinded,
        essays=essays,
        questions=tuple(one for row in questions for one in _question(row, essays)),
        graders=tuple(_graders(essays)),
        drift=tuple(one for row in questions for one in drifted(session, row.id)),
        written=tuple(_written(questions, essays)) if now.unblinded else (),
    )


def _sources(session: Session) -> dict[str, Source]:
    rows = session.execute(select(db.Origin.essay, db.Origin.envelope))
    return {essay: intake.unseal(envelope) for essay, envelope in rows}


def _essays(session: Session, sources: Mapping[str, Source]) -> Iterable[EssayScore]:
    people = {one.id: one for one in session.scalars(select(db.Person))}
    uses = ("live", "second", "third")
    rows = session.execute(state.standing(db.Placing.use.in_(uses))).all()
    settled = set(session.scalars(select(db.Adjudication.code)))
    readings: dict[str, list[tuple[Reading, bool]]] = {}
    for place, mark in rows:
        found = readings.setdefault(place.essay, [])
        if mark is not None:
            one = people[place.person]
            points = dict(mark.points)
            reading = Reading(one.name, one.kind, place.use, mark.score, points, mark.comment)
            found.append((reading, place.code in settled))
    question_of = {one.id: one.question for one in session.scalars(select(db.Essay))}
    for essay, found in sorted(readings.items()):
        score, readers, how = _score(found)
        marks = tuple(reading for reading, _ in found)
        yield EssayScore(essay, question_of[essay], score, readers, how, marks, sources.get(essay))


def _score(found: Sequence[tuple[Reading, bool]]) -> tuple[float | None, Readers, str]:
    """Return a score: the third mark where there is one, else the mean of the readers."""
    people = [one for one in found if one[0].kind == "human"]
    readers: Readers = "people" if people or not found else "models"
    counted = people or found
    third = [reading.score for reading, settles in counted if settles]
    if third:
        return third[-1], readers, "third reader"
    scores = [reading.score for reading, _ in counted]
    if not scores:
        return None, readers, "no reader"
    how = "one reader" if len(scores) == 1 else f"mean of {len(scores)} readers"
    return mean(scores), readers, how


def _question(row: db.Question, essays: Sequence[EssayScore]) -> Iterable[QuestionScore]:
    mine = [one for one in essays if one.question == row.id and one.score is not None]
    for readers in ("people", "models"):
        scores = [one.score for one in mine if one.readers == readers and one.score is not None]
        if not scores:
            continue
        kind = "human" if readers == "people" else "model"
        pairs = [
            [o.score for o in one.readings if o.kind == kind and o.use != "third"][:2]
            for one in mine
            if one.readers == readers
        ]
        double = [pair for pair in pairs if len(pair) == 2]
        rng = np.random.default_rng(0)
        agreed = raters.pairs(double, rng=rng)[0] if len(double) > 1 else None
        yield QuestionScore(
            question=row.id,
            kind=row.body["kind"],
            title=row.body["title"],
            readers="people" if readers == "people" else "models",
            essays=len(scores),
            score=_mean(scores),
            double=len(double),
            adjacent=agreed.adjacent if agreed else None,
            kappa=agreed.kappa if agreed else None,
        )


def _mean(scores: Sequence[float]) -> Estimate | None:
    """Return a mean with its t interval; None for one score alone."""
    if len(scores) < 2:
        return None
    column = np.asarray(scores, dtype=np.float64)
    # The bias of a column beside its own negative is its mean: their mean is zero throughout.
    two = np.column_stack([column, -column])
    return raters.together(two, rng=np.random.default_rng(0), resamples=2).bias[0]


def _graders(essays: Sequence[EssayScore]) -> Iterable[GraderScore]:
    given: dict[tuple[str, str, str], list[tuple[float, float | None]]] = {}
    for essay in essays:
        for n, one in enumerate(essay.readings):
            others = [other for m, other in enumerate(essay.readings) if m != n]
            held = [other.score for other in others if other.kind == "human"]
            if not held and one.kind == "model":
                held = [other.score for other in others]
            pair = (one.score, mean(held) if held else None)
            given.setdefault((one.grader, one.kind, essay.question), []).append(pair)
    for (grader, kind, question), found in sorted(given.items()):
        scores = [score for score, _ in found]
        both = [(score, other) for score, other in found if other is not None]
        agreed = raters.pairs(both, rng=np.random.default_rng(0))[0] if len(both) > 1 else None
        yield GraderScore(
            grader=grader,
            kind=kind,
            question=question,
            essays=len(scores),
            mean=mean(scores),
            spread=float(np.std(scores, ddof=1)) if len(scores) > 1 else None,
            shared=len(both),
            above=_mean([score - other for score, other in both]),
            adjacent=agreed.adjacent if agreed else None,
            kappa=agreed.kappa if agreed else None,
        )


def _written(questions: Sequence[db.Question], essays: Sequence[EssayScore]) -> Iterable[Written]:
    kinds = {row.id: str(row.body["kind"]) for row in questions}
    scores: dict[tuple[str, Readers], dict[str, list[float]]] = {}
    for essay in essays:
        if essay.source is not None and essay.score is not None:
            author = author_of(essay.source)
            mine = scores.setdefault((author, essay.readers), {})
            mine.setdefault(essay.question, []).append(essay.score)
    for (author, readers), by_question in sorted(scores.items()):
        means: dict[str, list[float]] = {"MEE": [], "MPT": []}
        for question, found in by_question.items():
            means[kinds[question]].append(mean(found))
        mee, mpt = (mean(means[kind]) if means[kind] else None for kind in ("MEE", "MPT"))
        raw = None if mee is None or mpt is None else weighted(mee, mpt)
        yield Written(author, readers, mee, len(means["MEE"]), mpt, len(means["MPT"]), raw)


def author_of(source: Source) -> str:
    """Return whose an essay is; the name of its file where its fields do not say."""
    fields: Mapping[str, Any] = source.fields
    return next((str(fields[name]) for name in AUTHOR if fields.get(name)), source.name)
