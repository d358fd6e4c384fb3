"""essay: write an answer to an essay question, or the work of a performance test.

No rule can grade an essay, so there is no verdict: people, or models with a rubric, grade them at
the desk (``benchbar.exam.essays``). A question's document is the question with all its papers.
"""

from benchbar.errors import InputError
from benchbar.records import Document, Item, Line, Reply, Verdict
from benchbar.tasks.base import Rules, Task, about

NAME = "essay"
SUITE = "bar-essays"
PARTS = "parts"
"""The trait of an item that holds the labels of the question's parts, with commas between."""

_WRITE = "Write the answer to this question of the bar examination."
_IN_PARTS = "You will answer its parts one at a time. Part {part}:"
_NEXT = "Now part {part}:"


def document_of(question: str, text: str, *, source: str) -> Document:
    """Return a question as a document of one line.

    Args:
        question: Its id.
        text: The question, and the papers that belong to it.
        source: Where it comes from.
    """
    line = Line("question", 0, 0, 0, len(text))
    return Document(question, "question", text, (line,), source)


def ask(document: Document, place: int, rules: Rules) -> Item | None:  # noqa: ARG001
    """Ask for an essay; None of a document that is no question."""
    return item_of(document) if document.kind == "question" and not place else None


def item_of(document: Document) -> Item:
    """Return the item of a question. It has no right answer."""
    return about(document, NAME, 0, question=_WRITE, asked=document.id, gold="")


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """Ask for the whole answer (``default``, ``plain``), or for its parts in turn (``by-part``).

    Raises:
        InputError: There is no such variant.
    """
    match variant:
        case "default" | "plain":
            return (f"{document.text}\n\n{_WRITE}",)
        case "by-part":
            first, *others = str(item.traits.get(PARTS, "1")).split(",")
            opening = f"{document.text}\n\n{_WRITE} {_IN_PARTS.format(part=first)}"
            return (opening, *(_NEXT.format(part=part) for part in others))
    raise InputError(f"no prompt {variant!r}: choose from plain, by-part")


def judge(
    item: Item,  # noqa: ARG001
    document: Document,  # noqa: ARG001
    reply: Reply,  # noqa: ARG001
) -> tuple[Verdict, ...]:
    """Return no verdict."""
    return ()


TASK = Task(NAME, ask, turns, judge)
