"""text-to-cite: where do these words stand?

BLT, arXiv 2311.09693. The words must belong to one line only, beyond any doubt: they are four or
more, stand in no other line, and are at least five edits away from every other line. Lines of
synthetic sections have only two or three words, and only have to differ.
"""

from functools import partial

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from benchbar.corpora import synthetic
from benchbar.records import Document, Item, Line
from benchbar.scoring import cites
from benchbar.scoring.judge import judge
from benchbar.tasks import wording
from benchbar.tasks.base import Rules, Task, about, is_leaf

NAME = "text_to_cite"


def ask(document: Document, place: int, rules: Rules) -> Item | None:
    """Ask for the cite of a leaf whose words are its own."""
    line = document.lines[place]
    words = document.words(line)
    if not is_leaf(document, place) or not is_unmistakable(document, line, rules):
        return None
    return about(
        document,
        NAME,
        place,
        question=wording.ask(_wording(document), words),
        asked=words,
        gold=line.cite,
    )


def is_unmistakable(document: Document, line: Line, rules: Rules) -> bool:
    """Say whether a line's words can be meant for no other line of the document, case ignored."""
    words = document.words(line)
    if not _stand_once(words, document.text):
        return False
    if document.source == synthetic.SOURCE:
        return True
    if len(words.split()) < rules.least_words:
        return False
    least = rules.least_edits
    text, length = document.text, len(words)
    near_in_length = [
        text[other.words : other.end].lower()
        for other in document.lines
        if -least < other.end - other.words - length < least
    ]
    near = process.extract(
        words.lower(),
        near_in_length,
        scorer=Levenshtein.distance,
        score_cutoff=least - 1,
        limit=2,
    )
    return len(near) == 1


def _stand_once(words: str, text: str) -> bool:
    """Say whether words stand once in a text; bytes, which ignore case twenty times as fast."""
    sought, searched = words.encode().lower(), text.encode().lower()
    return searched.find(sought, searched.find(sought) + 1) < 0


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the document and the question."""
    return (wording.message(_wording(document), item, document, variant),)


def _wording(document: Document) -> str:
    if document.kind == "statute":
        return wording.TEXT_TO_CITE
    if document.text.startswith("Page "):
        return wording.TEXT_TO_PAGE_AND_LINE
    return wording.TEXT_TO_LINE


TASK = Task(NAME, ask, turns, partial(judge, published=cites.published, corrected=cites.corrected))
