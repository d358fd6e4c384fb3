"""An essay with its rubric beside it: read, marked, marked anew; what was begun is kept."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from benchbar.errors import InputError
from benchbar.exam.desk import marking, reading, training
from benchbar.exam.desk.acts import StaleError
from benchbar.exam.desk.marking import Mark
from benchbar.exam.desk.reading import Paper, Row
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.paths import of_essay, of_question
from benchbar.exam.desk.web.ranking import ordered
from benchbar.exam.desk.web.visits import In, Posted, Sent, Visitor

router = APIRouter(prefix="/essays/{code}")

POINTS = "points "
"""What the fields of an issue's points begin with."""
_FIELDS = ("score", "comment", "why")
_TYPED = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")


class Typed(NamedTuple):
    """What stands in the form: text, as it was typed."""

    score: str
    points: Mapping[str, str]
    comment: str
    why: str


@router.get("")
def essay(request: Request, code: str, visitor: In) -> Response:
    """Show an essay, with the mark that stands or what was begun of one."""
    found = reading.paper(visitor.store, visitor.who, code)
    typed = _draft(found.draft) if found.draft else _typed(found.mark)
    number = found.mark.number if found.mark else 0
    return _page(request, visitor, found, typed, number, begun=bool(found.draft))


@router.post("")
def mark(request: Request, code: str, posted: Sent) -> Response:
    """Give an essay a mark, or change it; what cannot be taken is shown as it was typed."""
    typed = _posted(posted)
    replaces = posted.number("replaces")
    try:
        marking.mark(
            posted.store,
            posted.who,
            code,
            _number(typed.score, "the score: choose one from 1 to 6"),
            _points(typed.points),
            typed.comment,
            replaces=replaces,
            why=typed.why,
        )
    except (InputError, StaleError) as error:
        stale = isinstance(error, StaleError)
        found = reading.paper(posted.store, posted.who, code)
        number = error.number if isinstance(error, StaleError) else replaces
        return _page(
            request,
            posted.visitor,
            found,
            typed,
            number,
            problem=str(error),
            status=409 if stale else 422,
        )
    return go(_after(posted, code, "changed" if replaces else "marked"))


@router.post("/draft")
def draft(code: str, posted: Sent) -> Response:
    """Keep what was begun."""
    typed = _posted(posted)
    content = {name: getattr(typed, name) for name in _FIELDS} | {"points": dict(typed.points)}
    replaces = posted.number("replaces") if "replaces" in posted.form else None
    marking.save_draft(posted.store, posted.who, code, content, replaces=replaces)
    return JSONResponse({"kept": True})


def _page(
    request: Request,
    visitor: Visitor,
    found: Paper,
    typed: Typed,
    number: int,
    *,
    problem: str = "",
    status: int = 200,
    begun: bool = False,
) -> Response:
    rows = _rows(visitor, found)
    place = next(n for n, row in enumerate(rows) if row.code == found.code)
    return page(
        request,
        "essay",
        visitor,
        status=status,
        paper=found,
        material=training.read(visitor.store, visitor.who, found.question),
        typed=typed,
        number=number,
        problem=problem,
        begun=begun,
        place=place + 1,
        count=len(rows),
        done=sum(row.score is not None for row in rows),
        before=rows[place - 1].code if place else None,
        after=rows[place + 1].code if place + 1 < len(rows) else None,
        back=_list(visitor, found),
    )


def _rows(visitor: Visitor, found: Paper) -> Sequence[Row]:
    """Return the list in which an essay stands; it alone if it stands in none any more."""
    rows: Sequence[Row]
    if visitor.who.role == "lead":
        rows = reading.thirds(visitor.store, visitor.who)
    elif found.stage == "pile":
        rows = reading.pile(visitor.store, visitor.who, found.question)
    else:
        rows = ordered(reading.round_of(visitor.store, visitor.who, found.question))
    there = any(row.code == found.code for row in rows)
    return rows if there else (Row(found.code, None, begun=False),)


def _list(visitor: Visitor, found: Paper) -> str:
    if visitor.who.role == "lead":
        return "/differences"
    return of_question(found.question, "pile" if found.stage == "pile" else "scores")


def _after(posted: Posted, code: str, done: str) -> str:
    """Return where to go once an essay is marked: the next without a mark, else the list."""
    found = reading.paper(posted.store, posted.who, code)
    rows = _rows(posted.visitor, found)
    place = next(n for n, row in enumerate(rows) if row.code == code)
    later = [*rows[place + 1 :], *rows[:place]]
    left = next((row.code for row in later if row.score is None), None)
    if left and done == "marked":
        return f"{of_essay(left)}?done={done}"
    return f"{_list(posted.visitor, found)}?done={done}"


def _posted(posted: Posted) -> Typed:
    points = {
        name.removeprefix(POINTS): value
        for name, value in posted.form.items()
        if name.startswith(POINTS) and isinstance(value, str)
    }
    return Typed(posted.text("score"), points, posted.text("comment"), posted.text("why"))


def _draft(content: Mapping[str, Any]) -> Typed:
    points = content.get("points")
    told = points if isinstance(points, dict) else {}
    return Typed(
        str(content.get("score", "")),
        {str(issue): str(value) for issue, value in told.items()},
        str(content.get("comment", "")),
        str(content.get("why", "")),
    )


def _typed(found: Mark | None) -> Typed:
    if found is None:
        return Typed("", {}, "", "")
    points = {issue: f"{value:g}" for issue, value in found.points.items()}
    return Typed(f"{found.score:g}", points, found.comment, "")


def _points(typed: Mapping[str, str]) -> dict[str, float]:
    return {
        issue: _number(value, f"the points of issue {issue[:40]}")
        for issue, value in typed.items()
        if value.strip()
    }


def _number(text: str, what: str) -> float:
    """Return a number that was typed, such as 3 or 3.5; with a decimal comma, too."""
    typed = text.strip().replace(",", ".")
    if _TYPED.fullmatch(typed):
        return float(typed) + 0.0  # -0 is 0
    raise InputError(f"{what}: {text[:20]!r} is no number" if typed else what)
