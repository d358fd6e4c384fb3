"""Calibration, part 1: all essays of the round in rank order."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from benchbar.exam.desk import calibration, marking, reading, training
from benchbar.exam.desk.acts import StaleError
from benchbar.exam.desk.reading import Desk, Round, Row
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.paths import of_question
from benchbar.exam.desk.web.visits import In, Sent, Visitor

router = APIRouter(prefix="/questions/{question}/ranks")


@router.get("")
def ranks(request: Request, question: str, visitor: In) -> Response:
    """Show the essays in the order as it was last left."""
    found = reading.round_of(visitor.store, visitor.who, question)
    return _page(request, visitor, question, found, _order(found))


@router.post("")
def rank(request: Request, question: str, posted: Sent) -> Response:
    """Keep the order, and lock it if that is wanted."""
    codes, replaces = posted.texts("codes"), posted.number("replaces")
    found = reading.round_of(posted.store, posted.who, question)
    if list(found.order) != codes:
        try:
            calibration.rank(posted.store, posted.who, question, codes, replaces=replaces)
        except StaleError as stale:
            told = found._replace(order_number=stale.number)
            problem = f"{stale}. Your order is shown below; save it again to keep it."
            return _page(request, posted.visitor, question, told, codes, problem, 409)
    if posted.text("then") != "lock":
        return go(of_question(question, "ranks?done=ranked"))
    calibration.lock_ranks(posted.store, posted.who, question)
    return go(of_question(question, "scores?done=ranks-locked"))


@router.post("/draft")
def draft(question: str, posted: Sent) -> Response:
    """Keep an order that is being made."""
    marking.save_order(posted.store, posted.who, question, {"codes": posted.texts("codes")})
    return JSONResponse({"kept": True})


def _page(
    request: Request,
    visitor: Visitor,
    question: str,
    found: Round,
    order: list[str],
    problem: str = "",
    status: int = 200,
) -> Response:
    desk = desk_of(visitor, question)
    return page(
        request,
        "ranks",
        visitor,
        status=status,
        round=found,
        order=order,
        texts=reading.texts(visitor.store, visitor.who, question),
        desk=desk,
        material=training.read(visitor.store, visitor.who, question),
        problem=problem,
        locked=bool(desk.track.round and desk.track.round.ranks_locked),
    )


def _order(found: Round) -> list[str]:
    """Return the order as it was left: begun, kept, or that of the pile."""
    codes = [row.code for row in found.rows]
    begun = (found.draft or {}).get("codes")
    for order in (begun, list(found.order)):
        if isinstance(order, list) and sorted(map(str, order)) == sorted(codes):
            return order
    return codes


def ordered(found: Round) -> list[Row]:
    """Return the essays of a round in the grader's rank order, best first."""
    place = {code: n for n, code in enumerate(found.order)}
    return sorted(found.rows, key=lambda row: place.get(row.code, len(place)))


def desk_of(visitor: Visitor, question: str) -> Desk:
    """Return how far a grader is with a question that is his; the library has made sure."""
    return next(
        one for one in reading.desks(visitor.store, visitor.who) if one.question == question
    )
