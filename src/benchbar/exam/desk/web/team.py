"""Who takes part: a lead adds people, hands on links, gives questions, removes."""

from typing import Literal, TypeAlias

from fastapi import APIRouter, Request
from fastapi.responses import Response

from benchbar.errors import InputError
from benchbar.exam.desk import people, reading, watching
from benchbar.exam.desk.protocol import RefusedError, Role
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.visits import Lead, SentByLead, Visitor

router = APIRouter(prefix="/people")

Kind: TypeAlias = Literal["human", "model"]


@router.get("")
def list_people(request: Request, visitor: Lead) -> Response:
    """List who takes part, with what is theirs to grade."""
    return _page(request, visitor)


@router.post("/add")
def add(request: Request, posted: SentByLead) -> Response:
    """Add people, one a line, and show each a link, once."""
    names = [line.strip() for line in posted.text("names").splitlines() if line.strip()]
    what = posted.text("role")
    role: Role = "lead" if what == "lead" else "grader"
    kind: Kind = "model" if what == "model" else "human"
    questions = [] if role == "lead" else posted.texts("questions")
    links: dict[str, str] = {}
    try:
        if not names:
            raise InputError("the name is empty: say who it is")
        for name in names:
            found = people.add(posted.store, posted.who, name, questions, role=role, kind=kind)
            if kind == "human":
                links[found.name] = _link(
                    request, people.invite(posted.store, posted.who, found.id)
                )
    except (InputError, RefusedError) as error:
        return _page(request, posted.visitor, links=links, problem=str(error), status=422)
    return _page(request, posted.visitor, links=links)


@router.post("/{person}/invite")
def invite(request: Request, person: int, posted: SentByLead) -> Response:
    """Show a new link for somebody, once."""
    secret = people.invite(posted.store, posted.who, person)
    names = {one.id: one.name for one in people.everyone(posted.store, posted.who)}
    return _page(request, posted.visitor, links={names[person]: _link(request, secret)})


@router.post("/{person}/assign")
def assign(person: int, posted: SentByLead) -> Response:
    """Give somebody one question more."""
    people.assign(posted.store, posted.who, person, posted.text("question"), posted.text("why"))
    return go("/people?done=assigned")


@router.post("/{person}/remove")
def remove(person: int, posted: SentByLead) -> Response:
    """Let somebody take part no longer."""
    people.remove(posted.store, posted.who, person, posted.text("why"))
    return go("/people?done=removed")


def _link(request: Request, secret: str) -> str:
    return f"{request.app.state.address or request.base_url}join/{secret}"


def _page(
    request: Request,
    visitor: Visitor,
    *,
    links: dict[str, str] | None = None,
    problem: str = "",
    status: int = 200,
) -> Response:
    progress = watching.progress(visitor.store, visitor.who)
    theirs = {
        one.grader.id: [each.question for each in progress if _grades(each, one.grader.id)]
        for question in progress
        for one in question.graders
    }
    everyone = people.everyone(visitor.store, visitor.who)
    here = {one.id for one in everyone}
    names = watching.names(visitor.store, visitor.who)
    return page(
        request,
        "people",
        visitor,
        status=status,
        here="/people",
        study=reading.study(visitor.store, visitor.who),
        everyone=everyone,
        gone=[name for person, name in names.items() if person not in here],
        questions=[(one.question, one.title) for one in progress],
        theirs=theirs,
        links=links or {},
        problem=problem,
        hours=people.INVITED_HOURS,
    )


def _grades(question: watching.Progress, person: int) -> bool:
    return any(one.grader.id == person for one in question.graders)
