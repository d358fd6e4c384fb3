"""How a reply stands to a place by the words around it: asserted, possible, rejected, side."""

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from benchbar.scoring.language import (
    ANSWER_WORDS,
    ATTRIBUTED,
    CONFIRMED_AFTER,
    FIELD,
    NEUTRAL_WORDS,
    NOT_ASKED_FOR,
    OF_SOMETHING_ELSE,
    OFFERS,
    POSSIBLE_AFTER,
    POSSIBLE_BEFORE,
    REJECTED_AFTER,
    REJECTED_BEFORE,
    REJECTED_LATER,
    RELATIVE_AFTER,
    RELATIVE_BEFORE,
    RESTARTS,
    SIDE_AFTER,
    SIDE_BEFORE,
    SUPERSEDED,
    SUPPOSED,
    SUPPOSED_AFTER,
)
from benchbar.scoring.prose import NEAR

Standing: TypeAlias = Literal["asserted", "possible", "rejected", "side"]

_LETTERS = re.compile(r"[a-z]+")
_SHORT_FIELD = 3


def standing(lead: str, after: str) -> Standing:
    """Say how a claim stands by the clause that leads up to it and the words right after."""
    lead = _behind_restart(lead)
    found = _standing(lead[-NEAR:], after)
    if found != "asserted":
        return found
    if SUPPOSED.search(lead) or ("would" in lead and SUPPOSED_AFTER.match(after)):
        return "rejected"
    return "side" if ATTRIBUTED.search(lead) or _superseded(lead) else found


def _behind_restart(before: str) -> str:
    """Return what stands behind the last word that takes an answer back: it spoke of that one."""
    restarts = [match.end() for match in RESTARTS.finditer(before)]
    return before[restarts[-1] :] if restarts else before


def _standing(before: str, after: str) -> Standing:
    """Say how a claim stands by the words right before and after it."""
    if CONFIRMED_AFTER.match(after):
        return "asserted"
    if POSSIBLE_AFTER.match(after):
        return "possible"
    if RELATIVE_BEFORE.search(before) or RELATIVE_AFTER.match(after):
        return "rejected"
    if REJECTED_AFTER.match(after) or REJECTED_LATER.search(after):
        return "rejected"
    if POSSIBLE_BEFORE.search(before):
        return "possible"
    if REJECTED_BEFORE.search(before):
        return "rejected"
    if OFFERS.search(before) and not NOT_ASKED_FOR.match(after):
        return "asserted"
    if SIDE_BEFORE.search(before) or SIDE_AFTER.match(after):
        return "side"
    if OF_SOMETHING_ELSE.search(before) or NOT_ASKED_FOR.match(after):
        return "side"
    return "asserted"


def _superseded(lead: str) -> bool:
    """Say whether a claim is the value of a field whose answer another replaces."""
    field = _field(lead)
    return len(field) <= _SHORT_FIELD and not field.isdisjoint(SUPERSEDED)


@lru_cache(maxsize=16)
def _field(lead: str) -> frozenset[str]:
    """Return the words of the field whose value a claim is: ``Student's answer:``."""
    found = FIELD.search(lead) if ":" in lead else None
    return frozenset(_LETTERS.findall(found[1].lower())) if found else frozenset()


def own_field(lead: str) -> bool:
    """Say whether a claim is the value of a field for the answer: ``Citation:``."""
    field = _field(lead)
    return not field.isdisjoint(ANSWER_WORDS) and field <= NEUTRAL_WORDS


def foreign_field(lead: str) -> bool:
    """Say whether a claim is the value of a field for an answer that is not the reply's own."""
    field = _field(lead)
    return not field.isdisjoint(ANSWER_WORDS) and not field <= NEUTRAL_WORDS
