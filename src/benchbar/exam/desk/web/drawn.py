"""How pages are drawn: one environment of templates; hostile text is made visible, then escaped."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse
from markdown_it import MarkdownIt
from markupsafe import Markup

from benchbar.exam.desk.web.paths import STEPS, of_question
from benchbar.exam.desk.web.visits import Visitor
from benchbar.report.drawing import environment
from benchbar.report.visible import visible

SAID: Mapping[str, str] = {
    "marked": "The mark is kept.",
    "changed": "The mark was changed; the old one stays on record.",
    "trained": "Training done.",
    "ranked": "The rank order is kept. You may still change it until you lock it.",
    "ranks-locked": "Your rank order is locked. Now give each essay a score.",
    "scores-locked": "Your scores are locked.",
    "round": "The calibration round is open.",
    "talking": "The discussion is open: graders see each other's marks.",
    "talked": "The discussion is over: the gate has opened for those who passed.",
    "dealt": "The essays were dealt.",
    "seconded": "Second readers have their essays.",
    "withdrawn": "The unread essays were taken off that pile.",
    "third": "The essay went to a third reader.",
    "materials": "The materials are in.",
    "options": "The options were changed; the old ones stay on record.",
    "assigned": "The question was assigned.",
    "removed": "That person takes part no longer; what was done stays.",
    "locked": "The study is locked.",
    "unblinded": "The study is unblinded.",
    "left": "You have left the desk on this browser.",
}
"""What a page says after something was done; an address carries only the key."""

ACTS: Mapping[str, str] = {
    "train": "Begin the training",
    "rank": "Put the essays in order",
    "lock ranks": "Look the order over and lock it",
    "mark calibration": "Score the essays",
    "lock scores": "Look the scores over and lock them",
    "read discussion": "To the discussion",
    "mark live": "Grade the next essay",
}
"""What the link to an act of a grader says."""

_TABLE = '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>'
_FLOWING = 120
"""A text with lines longer than this breaks them where it means to."""


_RENDERED = 1_000
"""Texts that are kept as HTML: a rubric stands beside every essay."""


def page(
    request: Request,
    name: str,
    visitor: Visitor | None = None,
    *,
    status: int = 200,
    **told: Any,  # noqa: ANN401
) -> HTMLResponse:
    """Draw a page.

    Args:
        request: What asked for it.
        name: Of the template.
        visitor: Who is in, if anybody.
        status: Of HTTP.
        told: What the template prints.
    """
    said = SAID.get(request.query_params.get("done", ""), "")
    text = _templates().get_template(f"{name}.html.j2").render(visitor=visitor, said=said, **told)
    return HTMLResponse(text, status_code=status)


@lru_cache(maxsize=_RENDERED)
def prose(text: str) -> Markup:
    """Return a text as HTML: paragraphs, headings, lists and emphasis of Markdown, nothing else.

    No link, image or tag of the text works: all that it holds is shown. Headings of an essay weigh
    no more than words in bold, so that those who know Markdown gain nothing by it.
    """
    breaks = any(len(line) > _FLOWING for line in text.split("\n"))
    return Markup(_markdown(breaks).render(visible(text)))  # noqa: S704


@cache
def _markdown(breaks: bool) -> MarkdownIt:
    found = MarkdownIt("commonmark", {"html": False, "breaks": breaks}).enable("table")
    found.disable(["link", "image", "autolink", "reference", "html_block", "html_inline", "code"])
    for kind in ("heading_open", "heading_close"):
        found.add_render_rule(kind, _heading)
    found.add_render_rule("th_open", _head)
    found.add_render_rule("table_open", lambda *_: _TABLE)
    found.add_render_rule("table_close", lambda *_: "</table></div>")
    return found


def _head(renderer: Any, tokens: Any, place: int, options: Any, env: Any) -> str:  # noqa: ANN401
    """Draw the head of a column; one without words is none."""
    if not tokens[place + 1].content:
        tokens[place].tag = tokens[place + 2].tag = "td"
    return str(renderer.renderToken(tokens, place, options, env))


def _heading(_: Any, tokens: Any, place: int, *__: Any) -> str:  # noqa: ANN401
    return '<p class="heading"><strong>' if tokens[place].nesting == 1 else "</strong></p>\n"


@cache
def _templates() -> jinja2.Environment:
    found = environment("benchbar.exam.desk.web")
    found.filters["prose"] = prose
    found.filters["plain"] = lambda number: f"{number:g}"
    found.filters["address"] = of_question
    found.globals |= {"steps": STEPS, "acts": ACTS}
    return found
