"""defined-to-cite: where is a term defined?

BLT, arXiv 2311.09693. A parent whose heading is just the term is right as well.
"""

import re
from functools import partial

from benchbar import cite
from benchbar.records import Document, Item
from benchbar.scoring import cites
from benchbar.scoring.judge import judge
from benchbar.tasks import wording
from benchbar.tasks.base import Rules, Task, about, defines_one

NAME = "defined_to_cite"


def ask(document: Document, place: int, _rules: Rules) -> Item | None:
    """Ask for the cite of the only line that speaks of a term in the words of a definition."""
    line = document.lines[place]
    if not defines_one(document, place):
        return None
    term = line.terms[0]
    if sum(term in other.terms for other in document.lines) != 1:
        return None
    if len(re.findall(rf"\bterms? [\"“]{re.escape(term)}[\"”]", document.text, re.I)) > 1:
        return None
    return about(
        document,
        NAME,
        place,
        question=wording.ask(wording.DEFINED_TO_CITE, term),
        asked=term,
        gold=line.cite,
        alternatives=headed(document, place, term),
    )


def headed(document: Document, place: int, term: str) -> tuple[str, ...]:
    """Return the cite of the parent if its heading is just the term."""
    own = cite.parse(document.lines[place].cite)
    parent = str(own.parent) if isinstance(own, cite.StatuteCite) else ""
    for line in reversed(document.lines[:place]):
        if line.cite == parent:
            heading = document.header(line).rstrip(" .:—–-").lower()
            named = term.lower()
            fits = heading in (named, f"definition of {named}", f"{named} defined")
            return (parent,) if fits else ()
    return ()


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the document and the question."""
    return (wording.message(wording.DEFINED_TO_CITE, item, document, variant),)


TASK = Task(NAME, ask, turns, partial(judge, published=cites.published, corrected=cites.corrected))
