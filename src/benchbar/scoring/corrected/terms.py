"""Corrected rules for answers that are a defined term: that term, no longer and no shorter."""

import re
from collections.abc import Iterator

from benchbar.records import Document, Item
from benchbar.scoring import marks, misses, normal
from benchbar.scoring.claims import MOST_CLAIMS, Claim, Prose, decide
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import Index, index_of
from benchbar.scoring.language import HEADINGS

_LINE = re.compile(r"[^\n]+")
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_MEANING = re.compile(
    r"\b(?:means?|meaning|includes?|including|defined\s+(?:as|to\s+(?:mean|include))|denotes?"
    r"|refers?\s+to|such\s+as|described\s+as|consists?\s+of)\b",
    re.IGNORECASE,
)
_RIGHT_BEHIND = re.compile(r"[\s:,\"']*(?:(?:any|the|an?|either)\b)?[\s\"']*")
_SENTENCE_END = re.compile(r"[.;\n]\s")
_TAIL = re.compile(
    r":\s*|=\s*|\b(?:is|are|was|be|called|named|defines?|defined|namely|term|as|answer)\b[\s:,]+",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:the|a|an|defined|legal)\s+)*(?:(?:term|word|phrase)s?\s+)?", re.IGNORECASE
)
_BEFORE = re.compile(
    r"is|are|was|be|as|terms?|words?|phrase|defines?|defined|called|named|answer|the|an?|of|namely"
    r"|or|and|both|not|but|rather|than|instead"
)
_AFTER = re.compile(
    r"is|are|was|at|in|as|and|or|which|that|under|here|means|defined|by|for|on|has|there|because"
    r"|since|per|but|rather|not"
)
_STOP = re.compile(r"[\n.;]")
_MOST_WORDS = 12
_MOST_TOKENS = 3_000
_CITE = re.compile(r"\b(?:sub)*(?:section|paragraph|clause)s?\b|§|\(\w{1,4}\)|\d{3}", re.IGNORECASE)


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be the term defined at a place."""
    shown = normal.quoted(normal.readable(text))
    index = index_of(document)
    gold = marks.fold(item.gold)
    accepted = {gold, *(marks.fold(one) for one in item.alternatives)}
    if _bare(shown) in accepted:
        return right(_bare(shown), "exact")
    decision = decide(Prose(shown), _claims(shown, index, gold))
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


def _claims(text: str, index: Index, gold: str) -> list[Claim]:
    """Return the terms that a reply names, of the clearest manner of naming that it uses.

    First what is set apart by quotation marks, emphasis or a line of its own; then what follows
    "is" or a colon, if it is a defined term; then defined terms in prose; then any tail.
    """
    for found in _manners(text, {*index.terms, gold}, gold):
        if found:
            return sorted(dict.fromkeys(found), key=lambda claim: claim.start)[-MOST_CLAIMS:]
    return []


def _manners(text: str, known: set[str], gold: str) -> Iterator[list[Claim]]:
    """Yield what a reply names in each manner of naming."""
    yield [*_set_apart(text, gold), *_lines(text, known)]
    tails = list(_tails(text))
    yield [claim for claim in tails if claim.value in known]
    yield _in_prose(text, known)
    yield [*_short_lines(text), *tails[-1:]]


def _set_apart(text: str, gold: str) -> Iterator[Claim]:
    """Yield what stands in quotation marks and is neither a cite nor a definition's meaning."""
    last: Claim | None = None
    for start, end in marks.quotations(text):
        value = _named(text[start:end], gold)
        if not 0 < len(value.split()) <= _MOST_WORDS:
            continue
        if value != gold and _CITE.search(text, start, end):
            continue
        if not _is_meaning(text, start, last):
            last = Claim(value, start, end)
            yield last


def _is_meaning(text: str, start: int, term: Claim | None) -> bool:
    """Say whether words at ``start`` tell what a term means: they stand behind "means".

    Behind a term named in the same sentence, or right behind the verb.
    """
    front = text[max(0, start - 200) : start]
    for match in _MEANING.finditer(front):
        at = start - len(front) + match.end()
        behind = term is not None and term.end <= at
        same = not _SENTENCE_END.search(text[term.end if behind and term else at : start])
        if _RIGHT_BEHIND.fullmatch(text[at:start]) or (behind and same):
            return True
    return False


def _named(text: str, gold: str) -> str:
    """Return a piece as a term, without "the term" in front unless the term starts so."""
    head, colon, rest = text.partition(":")
    if colon and marks.fold(head[:40]) in HEADINGS:
        text = rest
    folded = marks.fold(text[: 40 * _MOST_WORDS])
    return folded if folded == gold else _bare(text)


def _lines(text: str, known: set[str]) -> Iterator[Claim]:
    """Yield the lines that are nothing but a defined term."""
    for match in _LINE.finditer(text):
        if len(match[0]) <= 40 * _MOST_WORDS and '"' not in match[0] and _bare(match[0]) in known:
            yield Claim(_bare(match[0]), *match.span())


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


def _in_prose(text: str, known: set[str]) -> list[Claim]:
    """Return the defined terms in running prose that no neighbouring word makes longer."""
    tokens = [match.span() for match in _TOKEN.finditer(text)][:_MOST_TOKENS]
    words = [marks.fold(text[start:end]) for start, end in tokens]
    lengths: dict[str, set[int]] = {}
    for term in known:
        parts = term.split()
        if 0 < len(parts) <= _MOST_WORDS:
            lengths.setdefault(parts[0], set()).add(len(parts))
    found: list[Claim] = []
    at = 0
    while at < len(words):
        left = len(words) - at
        sizes = sorted((n for n in lengths.get(words[at], ()) if n <= left), reverse=True)
        size = next((n for n in sizes if " ".join(words[at : at + n]) in known), 0)
        if size and _bounded(text, tokens, words, at, at + size):
            value = " ".join(words[at : at + size])
            found.append(Claim(value, tokens[at][0], tokens[at + size - 1][1]))
        at += size or 1
    kept: list[Claim] = []
    for claim in found[: MOST_CLAIMS + 1]:
        if not _is_meaning(text, claim.start, kept[-1] if kept else None):
            kept.append(claim)
    return kept


def _bounded(
    text: str, tokens: list[tuple[int, int]], words: list[str], start: int, stop: int
) -> bool:
    """Say whether words ``start`` to ``stop`` stand apart from the words around them."""
    left = start == 0 or _BEFORE.fullmatch(words[start - 1]) is not None
    left = left or bool(text[tokens[start - 1][1] : tokens[start][0]].strip(" "))
    right_edge = stop == len(words) or _AFTER.fullmatch(words[stop]) is not None
    right_edge = right_edge or bool(text[tokens[stop - 1][1] : tokens[stop][0]].strip(" "))
    return left and right_edge


def _error(item: Item, index: Index, answer: str, rule: str) -> Finding:
    """Name the error: another defined term, a word of the right line, of another line."""
    if answer in index.terms:
        return misses.other_line(item, index, [index.terms[answer]], answer, rule)
    places = list(index.places(answer))
    if item.target in places:
        return wrong("child of correct", answer, rule)
    return wrong("child of wrong" if places else "not found", answer, rule)
