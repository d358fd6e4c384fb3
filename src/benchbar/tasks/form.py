"""form: does a reply have the form that was asked for?

Everyday requests that are unlike any look-up: three names, one a line; two sentences; a letter;
JSON. Only the form is judged (``benchbar.scoring.forms``). A model that was tuned on short answers
may give short answers to everything, which these requests show.

``asked`` is the form, such as ``lines: 3``; ``gold`` is one reply that has it. A document is the
request as it is shown, with the text that it is about, if there is one.
"""

from collections.abc import Iterator

from benchbar.errors import InputError
from benchbar.records import Document, Item, Line, Reply, Verdict
from benchbar.scoring import forms
from benchbar.scoring.finding import Finding
from benchbar.scoring.judge import judge as judge_by
from benchbar.tasks.base import Rules, Task, about

NAME = "form"
SUITE = "forms"
REQUEST = "request"
"""The cite of the part of a document that asks for something."""


def document_of(name: str, request: str, passage: str = "", *, source: str) -> Document:
    """Return a request as a document: the passage line by line, an empty line, the request.

    Args:
        name: The document's id.
        request: What is asked for.
        passage: What it is about, if it is not about the world.
        source: Where it comes from.
    """
    text, lines = "", []
    for row in passage.split("\n") if passage else ():
        lines.append(Line("passage", len(text), len(text), len(text), len(text) + len(row)))
        text += row + "\n"
    text += "\n" if passage else ""
    start = len(text)
    lines.append(Line(REQUEST, start, start, start, start + len(request), leaf=False))
    return Document(name, "question", text + request, tuple(lines), source)


def item_of(document: Document, form: str, example: str) -> Item:
    """Return the item of a request.

    Args:
        document: The request.
        form: What its replies must look like (``scoring.forms.parts``).
        example: A reply that does.
    """
    place = len(document.lines) - 1
    request = document.shown(document.lines[place])
    return about(document, NAME, place, question=request, asked=form, gold=example)


def ask(document: Document, place: int, rules: Rules) -> Item | None:  # noqa: ARG001
    """Return None: requests are given, and not asked of a line."""
    return None


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the request, behind the text that it is about.

    Raises:
        InputError: There is no such variant.
    """
    if variant != "default":
        raise InputError(
            f"variant {variant!r} does not fit {NAME}, which has one wording (item {item.id}): "
            "leave it out"
        )
    return (document.text,)


def judge(item: Item, document: Document, reply: Reply) -> tuple[Verdict, Verdict]:
    """Return both graders' verdicts: on the reply to the letter, and as a person would see it."""

    def corrected(item: Item, document: Document, text: str) -> Finding:
        found = forms.corrected(item, document, text)
        return forms.cut_off(found) if reply.stop_reason == "max_tokens" else found

    return judge_by(item, document, reply, published=forms.published, corrected=corrected)


def prove(item: Item, document: Document) -> Iterator[str]:
    """Yield what is wrong with an item, before its example is judged."""
    try:
        forms.parts(item.asked)
    except ValueError as error:
        yield str(error)
    if document.lines[-1].cite != REQUEST or item.question != document.shown(document.lines[-1]):
        yield "its question is not the request that its document ends with"


TASK = Task(NAME, ask, turns, judge, prove=prove)
