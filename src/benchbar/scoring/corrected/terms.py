"""Corrected rules for answers that are a defined term: that term, no longer and no shorter."""

import re
from collections.abc import Iterator

from benchbar.records import Document, Item
from benchbar.scoring import marks, misses, normal
from benchbar.scoring.claims import MOST_CLAIMS, decide
from benchbar.scoring.corrected.elsewhere import without_elsewhere
from benchbar.scoring.corrected.ending import last_sentence
from benchbar.scoring.corrected.naming import MEANING, Naming, is_meaning
from benchbar.scoring.corrected.rivals import rivals
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import Index, index_of
from benchbar.scoring.language import HEADINGS
from benchbar.scoring.prose import Claim, Prose

_LINE = re.compile(r"[^\n]+")
_TAIL = re.compile(
    r":\s*|=\s*|\b(?:is|are|was|be|called|named|defines?|defined|namely|term|as|answer)\b[\s:,]+",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:the|a|an|defined|legal)\s+)*(?:(?:term|word|phrase)s?\s+)?", re.IGNORECASE
)
_STOP = re.compile(r"[\n.;]")
_EITHER = re.compile(r" (?:or|and) ")
_MOST_WORDS = 12
_MOST_QUOTED = 20
_CITE = re.compile(r"\b(?:sub)*(?:section|paragraph|clause)s?\b|§|\(\w{1,4}\)|\d{3}", re.IGNORECASE)
_SAYS_NOTHING = HEADINGS | frozenset(
    ("term", "terms", "word", "words", "phrase", "defined", "definition", "null", "none")
)
"""What a reply about a term names without naming one, unless the document defines it."""


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be the term defined at a place."""
    shown = normal.quoted(normal.readable(text))
    index = index_of(document)
    gold = marks.fold(item.gold)
    accepted = {gold, *(marks.fold(one) for one in item.alternatives)}
    for whole in (shown, normal.without_reasoning(text)[0]):
        if _bare(whole) in accepted:
            return right(_bare(whole), "exact")
    decision = last_sentence(shown, decide(Prose(shown), _claims(shown, item, index, accepted)))
    answer = ", ".join(decision.values[:20])
    if not decision.values:
        return wrong("not found", answer, decision.rule)
    if accepted.issuperset(decision.values):
        return right(answer, decision.rule)
    if len(decision.values) > 1:
        return wrong("multiple answers", answer, decision.rule)
    return _error(item, index, answer, decision.rule)


def _bare(text: str) -> str:
    """Fold a piece of a reply, without "the term" in front; the term may itself start so."""
    folded = marks.fold(text[: 40 * _MOST_WORDS])
    return folded[_end_of_lead(folded) :] or folded


def _end_of_lead(text: str) -> int:
    lead = _LEAD.match(text)
    return lead.end() if lead else 0


def _claims(text: str, item: Item, index: Index, accepted: set[str]) -> list[Claim]:
    """Return the terms that a reply names, and what it sets apart as a term but is none.

    The latter counts beside terms only if it is made of words of the document: other words in
    quotation marks are the reply's own. If no term is named, whatever it offers instead.
    """
    known = {*index.terms, *accepted}
    named = Naming(text, known).claims()
    places = [[] if one.value in accepted else [index.terms[one.value]] for one in named]
    named = without_elsewhere(text, named, places, item, index)
    quoted = [one for one in _quoted(text) if one.value not in known]
    if named:
        longer = [one for one in quoted[:_MOST_QUOTED] if _is_other(one, named, index)]
        beside = rivals(text, named[-_MOST_QUOTED:], known | _SAYS_NOTHING)
        found = {(one.start, one.end): one for one in (*beside, *longer, *named)}
        return sorted(found.values(), key=lambda claim: claim.start)[-MOST_CLAIMS:]
    return next((found for found in _offered(text, index, quoted) if found), [])


def _is_other(quoted: Claim, named: list[Claim], index: Index) -> bool:
    """Say whether a quotation is of the document's words and holds none of the terms named."""
    if any(one.start < quoted.end and quoted.start < one.end for one in named):
        return False
    longer = any(f" {one.value} " in f" {quoted.value} " for one in named)
    return longer or next(index.places(quoted.value), None) is not None


def _quoted(text: str) -> Iterator[Claim]:
    """Yield what stands in quotation marks and is neither a cite nor a definition or a part."""
    last: Claim | None = None
    for start, end in list(marks.quotations(text))[-MOST_CLAIMS:]:
        value = _bare(text[start:end])
        if not 0 < len(value.split()) <= _MOST_WORDS or value in _SAYS_NOTHING:
            continue
        if MEANING.search(value) or _CITE.search(text, start, end):
            continue
        if not is_meaning(text, start, last):
            last = Claim(value, start, end)
            yield last


def _offered(text: str, index: Index, quoted: list[Claim]) -> Iterator[list[Claim]]:
    """Yield what a reply offers that names no defined term, the clearest manner first."""
    whole = marks.fold(text[:2_000])
    if next(index.places(whole), None) is not None:
        yield [Claim(whole, 0, len(text))]
    yield quoted
    tails = [one for one in _tails(text) if one.value not in _SAYS_NOTHING]
    yield [*_short_lines(text), *tails[-1:]]


def _short_lines(text: str) -> Iterator[Claim]:
    """Yield the first line if it is short and no sentence: the answer, whatever it is."""
    first = _LINE.search(text)
    if first and len(first[0].split()) <= 4 and _TAIL.search(first[0]) is None:
        yield Claim(_bare(first[0]), *first.span())


def _tails(text: str) -> Iterator[Claim]:
    """Yield what follows a colon or a naming word, to the end of its sentence."""
    for count, match in enumerate(_TAIL.finditer(text)):
        if count > MOST_CLAIMS:
            return
        stop = _STOP.search(text, match.end())
        end = stop.start() if stop else len(text)
        value = _bare(text[match.end() : end])
        if 0 < len(value.split()) <= _MOST_WORDS:
            yield Claim(value, match.end() + _end_of_lead(text[match.end() : end]), end)


def _error(item: Item, index: Index, answer: str, rule: str) -> Finding:
    """Name the error: another defined term, words of the right line, of another line."""
    if answer in index.terms:
        return misses.other_line(item, index, [index.terms[answer]], answer, rule)
    if answer in _SAYS_NOTHING:
        return wrong("not found", answer, rule)
    whole = list(index.places(answer))
    parts = [list(index.places(one)) for one in _EITHER.split(answer)]
    if item.target in whole or all(item.target in found for found in parts):
        return wrong("child of correct", answer, rule)
    return wrong("child of wrong" if whole or all(parts) else "not found", answer, rule)
