"""cite-to-defined: which term is defined at a cite?

BLT, arXiv 2311.09693.
"""

from functools import partial

from benchbar.records import Document, Item
from benchbar.scoring import terms
from benchbar.scoring.judge import judge
from benchbar.tasks import wording
from benchbar.tasks.base import Rules, Task, about, defines_one

NAME = "cite_to_defined"


def ask(document: Document, place: int, _rules: Rules) -> Item | None:
    """Ask for the term of a line that defines exactly one; the section's own lines do not count."""
    line = document.lines[place]
    if not defines_one(document, place):
        return None
    return about(
        document,
        NAME,
        place,
        question=wording.ask(wording.CITE_TO_DEFINED, line.cite),
        asked=line.cite,
        gold=line.terms[0],
    )


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the document and the question."""
    return (wording.message(wording.CITE_TO_DEFINED, item, document, variant),)


TASK = Task(NAME, ask, turns, partial(judge, published=terms.published, corrected=terms.corrected))
