"""cite-to-amended: what are the words at a cite, now that they have been changed?

BLT, arXiv 2311.09693. A model that has read the law may recite it; here the line differs from the
law in one place, so only a model that looks gets it right.
"""

from functools import partial

from benchbar.records import Document, Item
from benchbar.scoring import text
from benchbar.scoring.judge import judge
from benchbar.tasks import amendments, wording
from benchbar.tasks.base import Rules, Task, about, is_leaf

NAME = "cite_to_amended"


def ask(document: Document, place: int, _rules: Rules) -> Item | None:
    """Ask for the amended words of a leaf of a document that is not amended yet.

    The item's gold is the line as amended; the document is shown with that line in place.
    """
    line = document.lines[place]
    words = document.plain(line)
    if not is_leaf(document, place) or not words:
        return None
    unamended = document.shown(line)
    return about(
        document,
        NAME,
        place,
        question=wording.ask(wording.CITE_TO_TEXT, line.cite),
        asked=line.cite,
        gold=unamended.removesuffix(words) + amendments.amend(words).made_in(words),
        unamended=unamended,
    )


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the amended document and the question."""
    return (wording.message(wording.CITE_TO_TEXT, item, document, variant),)


TASK = Task(NAME, ask, turns, partial(judge, published=text.published, corrected=text.corrected))
