"""A grader's way through a question: training, scores of the round, discussion, pile."""

from collections.abc import Iterable
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response

from benchbar.exam.desk import calibration, reading, training
from benchbar.exam.desk.reading import Talked
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.paths import of_essay, of_question
from benchbar.exam.desk.web.ranking import desk_of, ordered
from benchbar.exam.desk.web.visits import In, Sent
from benchbar.exam.essays.rubrics import Issue

router = APIRouter(prefix="/questions/{question}")


@router.get("/training")
def study_material(request: Request, question: str, visitor: In) -> Response:
    """Show the protocol, the question, both halves of the rubric, answers, benchmark papers."""
    found = training.read(visitor.store, visitor.who, question)
    study = reading.study(visitor.store, visitor.who)
    mine = [one for one in reading.desks(visitor.store, visitor.who) if one.question == question]
    trained = all(one.track.trained for one in mine)
    return page(request, "training", visitor, training=found, study=study, trained=trained)


@router.post("/training")
def trained(question: str, posted: Sent) -> Response:
    """Note that the training was gone through."""
    training.done(posted.store, posted.who, question)
    return go("/?done=trained")


@router.get("/scores")
def scores(request: Request, question: str, visitor: In) -> Response:
    """List the essays of the round with their scores, and lock these."""
    found = reading.round_of(visitor.store, visitor.who, question)
    desk = desk_of(visitor, question)
    rows = ordered(found)
    to_do = next((row.code for row in rows if row.score is None), None)
    return page(request, "scores", visitor, ordered=rows, to_do=to_do, round=found, desk=desk)


@router.post("/scores/lock")
def lock_scores(question: str, posted: Sent) -> Response:
    """End part 2 of calibration."""
    calibration.lock_scores(posted.store, posted.who, question)
    return go("/?done=scores-locked")


@router.get("/discussion")
def discussion(
    request: Request,
    question: str,
    visitor: In,
    round: int | None = None,  # noqa: A002
) -> Response:
    """Show what the graders of a round gave, where it differs most first."""
    talk = reading.discussion(visitor.store, visitor.who, question, round)
    material = training.read(visitor.store, visitor.who, question)
    points = {one.code: _points(one, material.question.rubric.issues) for one in talk.essays}
    return page(request, "discussion", visitor, talk=talk, material=material, points=points)


@router.get("/pile")
def pile(request: Request, question: str, visitor: In) -> Response:
    """List the essays of the pile with their scores."""
    rows = reading.pile(visitor.store, visitor.who, question)
    desk = desk_of(visitor, question)
    return page(request, "pile", visitor, rows=rows, desk=desk)


@router.get("/next")
def next_essay(question: str, visitor: In) -> Response:
    """Go to the first essay of the pile that has no mark, or to the pile."""
    code = reading.next_code(visitor.store, visitor.who, question)
    return go(of_essay(code) if code else of_question(question, "pile"))


class IssuePoints(NamedTuple):
    """The points that each grader gave for an issue, None where none; whether they differ."""

    issue: Issue
    given: tuple[float | None, ...]
    differ: bool


def _points(talked: Talked, issues: Iterable[Issue]) -> list[IssuePoints]:
    rows = []
    for issue in issues:
        given = tuple(one.points.get(issue.id) for one in talked.given)
        rows.append(IssuePoints(issue, given, len(set(given)) > 1))
    return rows
