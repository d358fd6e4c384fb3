"""defined-to-cite: where is a term defined?

BLT, arXiv 2311.09693. A parent whose heading is just the term is right as well.
"""

import re
from collections.abc import Sequence
from functools import partial

from benchbar import cite
from benchbar.records import Document, Item, Line
from benchbar.scoring import cites
from benchbar.scoring.judge import judge
from benchbar.tasks import wording
from benchbar.tasks.base import Rules, Task, about, defines_in_list, defines_one

NAME = "defined_to_cite"

_MARKS = (b'"', "“".encode())
_ENDS = tuple(end.encode() for end in '"”,.;:')
_QUOTES = re.compile('["“”]')


def ask(document: Document, place: int, _rules: Rules) -> Item | None:
    """Ask for the cite of the only line that speaks of a term in the words of a definition."""
    line = document.lines[place]
    if not defines_one(document, place) and not defines_in_list(document, place):
        return None
    term = line.terms[0]
    heading = headed(document, place, term)
    own = [line, *([heading] if heading else [])]
    if not is_only_one(document, own, term):
        return None
    return about(
        document,
        NAME,
        place,
        question=wording.ask(wording.DEFINED_TO_CITE, term),
        asked=term,
        gold=line.cite,
        alternatives=(heading.cite,) if heading else (),
    )


def is_only_one(document: Document, own: Sequence[Line], term: str) -> bool:
    """Say whether no line but these defines a term, or may be thought to.

    A document may say what a term means in many words (``"X" includes``, ``the word "X"``,
    ``hereinafter referred to as the "X"``), so a term that stands in quotation marks or in a
    heading such as ``X defined`` anywhere else is not asked about.
    """
    others = (other for line in document.lines for other in line.terms)
    if sum(len(other) == len(term) and other.lower() == term.lower() for other in others) != 1:
        return False
    spoken = sum(_spoken_of(document.shown(line), term) for line in own)
    return _spoken_of(document.text, term) == spoken


def _spoken_of(text: str, term: str) -> int:
    """Count where a text speaks of a term as a term, case ignored; bytes are the fastest way."""
    searched, name = text.encode().lower(), term.encode().lower()
    count = searched.count(name + b" defined") + searched.count(b"definition of " + name)
    for mark in _MARKS:
        place = searched.find(mark + name)
        while place >= 0:
            end = place + len(mark) + len(name)
            count += searched.startswith(_ENDS, end)
            place = searched.find(mark + name, end)
    return count


def headed(document: Document, place: int, term: str) -> Line | None:
    """Return the parent if its heading is just the term."""
    own = cite.parse(document.lines[place].cite)
    parent = str(own.parent) if isinstance(own, cite.StatuteCite) else ""
    for line in reversed(document.lines[:place]):
        if line.cite == parent:
            heading = document.header(line).rstrip(" .:—–-").lower()
            named = term.lower()
            fits = _QUOTES.sub("", heading) in (
                named, f"definition of {named}", f"{named} defined"
            )  # fmt: skip
            return line if fits else None
    return None


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the document and the question."""
    return (wording.message(wording.DEFINED_TO_CITE, item, document, variant),)


TASK = Task(NAME, ask, turns, partial(judge, published=cites.published, corrected=cites.corrected))
