"""Divisions above sections, as contracts have them: articles, parts, annexes, and their names."""

import re
from collections.abc import Iterable

from benchbar.cite import DIVISIONS, StatuteCite, parse, roman
from benchbar.scoring import numerals

_SHORT = {
    "pt": "part",
    "ch": "chapter",
    "chap": "chapter",
    "art": "article",
    "app": "appendix",
    "sched": "schedule",
    "sch": "schedule",
    "exh": "exhibit",
    "ex": "exhibit",
    "att": "attachment",
    "add": "addendum",
}
ROMANS = {roman(n): n for n in range(1, 100)}
_WORDS = r"(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty)"
NAME = rf"(?i:\b(?:{'|'.join(DIVISIONS)})|\b(?:{'|'.join(_SHORT)})\.)"
_LABEL = (
    rf"(?:\d[\w.-]{{0,8}}(?<![.-])|[A-Z](?:-?\d{{1,3}})?|[IVXLC]{{1,8}}|[ivxlc]{{2,8}}|{_WORDS})"
)
DIVISION = rf"{NAME}:?\s?{_LABEL}(?![\w])"
"""A pattern for a division as one may write it: ``Art. II``, ``Annex A``, ``ARTICLE TWO``."""

_PARTS = re.compile(r"([a-z]+)[.:]?\s?(.+)", re.IGNORECASE)


def divisions(heads: Iterable[str]) -> dict[str, str]:
    """Return the divisions of a document as named in its cites, by their keys (see ``key``)."""
    found: dict[str, str] = {}
    for head in sorted(heads):
        front = head.rpartition("section ")[0].removesuffix(", ")
        name = front if front or head.startswith("section ") else head
        if name:
            found.setdefault(key(name), name)
    return found


def key(name: str) -> str:
    """Return what is the same for all ways to write a division: ``ART. TWO`` is article II."""
    return ", ".join(_key(one.strip()) for one in name.split(","))


def _key(name: str) -> str:
    match = _PARTS.fullmatch(name)
    if match is None:
        return name.lower()
    word, label = match[1].lower(), match[2].lower()
    if label in ROMANS:
        label = str(ROMANS[label])
    elif label.isalpha() and len(label) > 1:
        label = str(numerals.value(label) or label)
    return f"{_SHORT.get(word, word)} {label}"


def over(cites: Iterable[str]) -> dict[str, str]:
    """Return the division that stands over each section cited without one, by its number."""
    found: dict[str, str] = {}
    current = ""
    for printed in cites:
        if printed == "flush":
            continue
        place = parse(printed)
        if not isinstance(place, StatuteCite):
            continue
        if place.division:
            current = place.division
        elif current:
            found.setdefault(place.section, current)
    return found
