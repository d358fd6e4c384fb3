"""Corrected rules for answers that are the text of a line.

The words must be the line's words, all of them and no others. How they are dressed and what the
reply says around them does not matter; a second line beside them does.
"""

import re

from benchbar.records import Document, Item
from benchbar.scoring import marks, misses, normal
from benchbar.scoring.claims import Decision, decide
from benchbar.scoring.corrected.ending import last_sentence
from benchbar.scoring.corrected.passages import BEYOND, EITHER, PART, RIGHT, UNAMENDED, Passages
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import Index, index_of
from benchbar.scoring.prose import Prose

_FORMERLY = re.compile(
    r"\b(?:original(?:ly)?|old|former(?:ly)?|before|enacted|memory|previous(?:ly)?|unamended|prior|was"
    r"|would|real|actual\s+code)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:amended|new|now|current(?:ly)?|above|revised|updated|changed|modified|given|here)\b",
    re.IGNORECASE,
)
_CODED = re.compile(r"\\u([0-9a-fA-F]{4})")
_MONEY = re.compile(r"([$€£]) +(?=\d)")
_FORM_RULES = ("exact", "without-label", "without-header", "without-header")


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be the text of the target line."""
    shown = _typed(normal.quoted(normal.readable(text)))
    index = index_of(document)
    passages = Passages(shown, item, index)
    if passages.is_right(shown):
        return right(_one_line(shown), _form_rule(index, item, shown))
    claims = passages.claims()
    decision = last_sentence(shown, decide(Prose(shown), claims))
    if decision.claims:
        return _decided(item, index, decision, shown)
    return _undecided(item, index, passages, decision.rule)


def _typed(shown: str) -> str:
    """Mend slips of typing: characters written out as code, a blank behind the dollar sign."""
    if "\\" in shown:
        shown = _CODED.sub(lambda match: chr(int(match[1], 16)), shown)
        shown = marks.plain(shown.replace("\\n", "\n").replace('\\"', '"'))
    return _MONEY.sub(r"\1", shown)


def _one_line(text: str) -> str:
    """Return the reply in one line, as what was understood."""
    return " ".join(text[:4_000].split()).strip('"')


def _form_rule(index: Index, item: Item, shown: str) -> str:
    """Name the form in which a reply gives the line and nothing else."""
    folded = marks.without_connective(marks.fold(shown))
    document, line = index.document, index.document.lines[item.target]
    texts = (document.shown(line), document.words(line), document.plain(line))
    for text, rule in zip(texts, _FORM_RULES, strict=False):
        if folded == marks.without_connective(marks.fold(text)):
            return rule
    return "behind-its-cite"


def _decided(item: Item, index: Index, decision: Decision, shown: str) -> Finding:
    """Grade the passages to which a reply commits itself."""
    values = [value for value in decision.values if not value.startswith(PART)]
    whole = values or list(decision.values)
    first, last = decision.claims[0], decision.claims[-1]
    answer, rule = _one_line(shown[first.start : last.end]), decision.rule
    if whole == [RIGHT] or _amends(shown, decision, whole):
        return right(answer, rule)
    if EITHER in whole:
        return wrong("multiple answers", answer, rule)
    if RIGHT in whole or BEYOND in whole:
        several = decision.hedged and BEYOND not in whole
        return wrong("multiple answers" if several else "superset", answer, rule)
    if whole == [UNAMENDED]:
        return wrong("omitted amendment", answer, rule)
    named = " ".join(one.removeprefix(PART) for one in whole if one != UNAMENDED)
    found = [int(place) for place in dict.fromkeys(named.split())]
    if not values:
        return misses.other_line(item, index, found, answer, rule, "subset wrong line")
    if len(found) > 1 or len(whole) > 1:
        return wrong("multiple wrong lines", answer, rule)
    return misses.other_line(item, index, found, answer, rule)


def _amends(shown: str, decision: Decision, values: list[str]) -> bool:
    """Say whether a reply gives the line before and after its change and tells them apart."""
    if set(values) != {RIGHT, UNAMENDED} or decision.hedged:
        return False
    at = 0
    for claim in decision.claims:
        cue = _FORMERLY if claim.value == UNAMENDED else _NOW
        if cue.search(shown[max(at, claim.start - 80) : claim.start]):
            return True
        at = claim.end
    return False


def _undecided(item: Item, index: Index, passages: Passages, rule: str) -> Finding:
    """Name the error of a reply in which no passage is a line: the first kind that fits."""
    answer = _one_line(passages.text)
    if rule != "nothing-named":
        return wrong("not found", answer, rule)
    reply = f" {marks.fold(passages.text)} "
    shortest = min(index.forms(item.target), key=len, default="")
    if shortest and f" {shortest} " in reply and passages.has_figures():
        return wrong("superset", answer, "contains-answer")
    whole = f" {marks.fold(index.document.shown(index.document.lines[item.target]))} "
    forms = index.forms(item.target)
    if any(f" {part} " in whole for part in passages.parts() if part not in forms):
        return wrong("subset", answer, "part-of-answer")
    for part in passages.parts():
        if found := [place for place in index.places(part) if place != item.target]:
            rule = "part-of-another-line"
            return misses.other_line(item, index, found, answer, rule, "subset wrong line")
    return wrong("not found", answer, "no-line")
