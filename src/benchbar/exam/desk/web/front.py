"""The front page, coming in by a link, leaving."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from benchbar.exam.desk import people, reading
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.visits import (
    COOKIE,
    Sent,
    Tries,
    Visitor,
    check_origin,
    maybe,
    store_of,
)

router = APIRouter()


@router.get("/")
def front(request: Request, visitor: Annotated[Visitor | None, Depends(maybe)]) -> Response:
    """Say what this is, to whoever asks; to those who are in, what they have to do."""
    if visitor is None:
        return page(request, "front")
    study = reading.study(visitor.store, visitor.who)
    if visitor.who.role == "lead":
        return go("/study" if study.begun else "/setup")
    desks = reading.desks(visitor.store, visitor.who)
    return page(request, "home", visitor, study=study, desks=desks)


@router.get("/join/{secret}")
def invited(request: Request, secret: str) -> Response:
    """Ask whether to come in; a link is used up by the button, not by a look at it."""
    return page(request, "join", secret=secret)


@router.post("/join/{secret}")
def join(request: Request, secret: str) -> Response:
    """Come in by a link."""
    check_origin(request)
    tries, address = request.app.state.tries, request.client.host if request.client else ""
    assert isinstance(tries, Tries)  # noqa: S101
    tries.check(address)
    try:
        entry = people.enter(store_of(request), secret)
    except RefusedError:
        tries.fail(address)
        raise
    found = go("/")
    found.set_cookie(
        COOKIE,
        entry.token,
        max_age=people.SESSION_DAYS * 86_400,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return found


@router.post("/leave")
def leave(posted: Sent) -> Response:
    """End the session of this browser."""
    people.leave(posted.store, posted.visitor.token)
    found = go("/?done=left")
    found.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return found


def go(where: str) -> RedirectResponse:
    """Send a browser on after something was done, so that a reload does not do it again."""
    return RedirectResponse(where, status_code=303)
