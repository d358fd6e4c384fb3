"""Training: the question, its rubric, model answers, and papers that show each score."""

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from benchbar.exam.desk import schema as db
from benchbar.exam.desk import state
from benchbar.exam.desk.acts import doing, looking
from benchbar.exam.desk.intake import question_of
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.materials import Question


class Benchmark(NamedTuple):
    """An essay that shows a score."""

    score: int
    text: str


class Training(NamedTuple):
    """What a grader reads before anything else, and the steps of scores."""

    question: Question
    benchmarks: tuple[Benchmark, ...]
    step: float


def read(store: Store, who: Who, question: str) -> Training:
    """Return the training material of a question; pages beside an essay take the rubric from it.

    Raises:
        RefusedError: It is not his to grade.
    """
    with looking(store, who, "read training", question) as (session, _):
        found = session.execute(
            select(db.Essay.benchmark, db.Essay.text)
            .where(db.Essay.question == question, db.Essay.benchmark.is_not(None))
            .order_by(db.Essay.benchmark.desc())
        )
        papers = tuple(Benchmark(score, text) for score, text in found if score is not None)
        return Training(_question(session, question), papers, state.options(session).step)


def done(store: Store, who: Who, question: str) -> None:
    """Note that a grader has gone through the training; again does nothing.

    Raises:
        RefusedError: It is not his to grade, or the study is locked.
    """
    with doing(store, who, "train", question) as act:
        if not (act.now.track and act.now.track.trained):
            act.note("trained", question, subject=act.by)


def _question(session: Session, question: str) -> Question:
    return question_of(session.get_one(db.Question, question))
