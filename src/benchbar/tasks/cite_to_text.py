"""cite-to-text: what are the words at a cite?

The simplest thing that a paralegal does with a transcript or a statute. BLT, arXiv 2311.09693.
"""

from functools import partial

from benchbar.records import Document, Item
from benchbar.scoring import text
from benchbar.scoring.judge import judge
from benchbar.tasks import wording
from benchbar.tasks.base import Rules, Task, about, is_leaf

NAME = "cite_to_text"


def ask(document: Document, place: int, _rules: Rules) -> Item | None:
    """Ask for the words of a leaf; its cite must stand for it alone."""
    line = document.lines[place]
    if not is_leaf(document, place):
        return None
    return about(
        document,
        NAME,
        place,
        question=wording.ask(wording.CITE_TO_TEXT, line.cite),
        asked=line.cite,
        gold=document.shown(line),
    )


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the document and the question."""
    return (wording.message(wording.CITE_TO_TEXT, item, document, variant),)


TASK = Task(NAME, ask, turns, partial(judge, published=text.published, corrected=text.corrected))
