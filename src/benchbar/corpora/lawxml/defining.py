"""Terms that a line of law defines: those its publisher marked, else those in quotation marks."""

import re
from collections.abc import Iterable, Sequence

from benchbar.corpora.outline_terms import terms_of

_BETWEEN = r"\s?(?:,\s?(?:or|and)?|\bor|\band)\s?(?:the\s(?:terms?|phrase|words?)\s)?"
_LEAD = r"(?:(?:The|the)\s(?:terms?|phrase|words?|expression)\s)?"
_DEFINES = re.compile(
    r"(?:,|\s\([^()]{0,60}\))?(?:\s(?!means?\b)[^\s;]*[^\s.;]){0,16}?,?\s"
    r"(?:(?:shall|will)\s)?(?:(?<!such\s)(?<!\bby\s)(?<!\bthe\s)means?\b|includes?\b|refers?\sto\b|is\sdefined\b"
    r"|ha(?:s|ve)\sthe\s(?:same\s)?meanings?\b)"
)
_DEFINITIONS = re.compile(r"\bdefin", re.IGNORECASE)


def marked_terms(text: str, marks: Sequence[str]) -> tuple[str, ...]:
    """Return the marked terms that a line opens with, if it goes on to say what they mean.

    Args:
        text: The line without its label and heading: ``Fee or charge means ...``.
        marks: What the publisher set apart from it, such as in italics, in order.
    """
    place, found = 0, list[str]()
    for mark in marks:
        between = re.compile(_BETWEEN if found else _LEAD).match(text, place)
        start = between.end() if between else place
        if not mark or not text.startswith(mark, start):
            break
        found.append(mark)
        place = start + len(mark)
    return _apart(found) if _DEFINES.match(text, place) else ()


def all_terms(text: str, *, marked: Iterable[str], heading: str) -> tuple[str, ...]:
    """Return the terms that a line defines, each once whatever its case.

    Args:
        text: The line without its label.
        marked: Those known from marks of the publisher.
        heading: The headings that it stands under; below "Definitions" a term needs no mark.
    """
    listed = _DEFINITIONS.search(heading) is not None
    found = tuple(marked) or terms_of(text, in_definitions=listed)
    return tuple({term.casefold(): term for term in reversed(found)}.values())[::-1]


def _apart(marks: Iterable[str]) -> tuple[str, ...]:
    """Return the terms in marks; one mark may hold a term and its short form: Privacy Act or Act.

    Short forms in parentheses, ``Information Technology (IT)``, belong to the term.
    """
    found: list[str] = []
    for mark in marks:
        bare = mark.strip(" ,.;:")
        first, _, last = bare.partition(" or ")
        found += [first, last] if last and first.endswith(f" {last}") else [bare]
    return tuple(found)
