"""Published rules for answers that are cites.

Known faults, kept so that the published tables can be compared: a cite in bold, in quotation
marks or with a space inside is not seen; page and line may be swapped; a cite that the reply
rejects counts as an answer; any second cite makes an answer wrong.
"""

import re
from collections.abc import Iterator

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.records import Document, Item
from benchbar.scoring import marks, misses, numbering
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import Index, index_of

_INTEGER = re.compile(r"\d+")
_MOST_DIGITS = 9
_CITE = re.compile(
    r"(?:^|\s|[sS]ec\.|§)(?P<section>\d[\w.-]{0,20}+)(?P<parts>(?:\([0-9A-Za-z.-]{1,12}\))++)"
)

_PARTS = r"((?:\([0-9A-Za-z.-]{1,12}\))*+)"
_DIVISIONS = rf"{numbering.DIVISION}(?:,\s{numbering.DIVISION})*"
_OWN = re.compile(
    rf"(?:({_DIVISIONS}),?\s)?(?:(?i:section|sec\.)\s?|§\s?)(\d[\w.-]{{0,20}}(?<![.-])|[A-Z]{{1,7}}\b)"
    rf"{_PARTS}|({_DIVISIONS}){_PARTS}"
    r"|(?:^|(?<=\s))(\d[\w.-]{0,20}+)((?:\([0-9A-Za-z.-]{1,12}\))++)"
)
_PART = re.compile(r"[^()]+")


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should name a line of a transcript or a place in a statute."""
    text = marks.plain(text).replace(marks.plain(item.asked), " ", 1) if item.asked else text
    if document.kind == "transcript":
        return _record(item, document, text.strip())
    return _statute(item, document, marks.plain(text))


def _numbers(text: str) -> list[int]:
    """Return the distinct whole numbers of a text in order."""
    found = (match for match in _INTEGER.findall(text) if len(match) <= _MOST_DIGITS)
    return list(dict.fromkeys(map(int, found)))


def _record(item: Item, document: Document, text: str) -> Finding:
    """Grade by the numbers of the first line, else of the whole reply."""
    gold = cite.parse(item.gold)
    expected = 2 if isinstance(gold, RecordCite) and gold.page is not None else 1
    rule, numbers = "numbers-of-first-line", _numbers(text.partition("\n")[0])
    if len(numbers) != expected:
        rule, numbers = "numbers-of-reply", _numbers(text)
    if len(numbers) < expected:
        return wrong("not found", " ".join(map(str, numbers)), "too-few-numbers")
    if len(numbers) > expected:
        return wrong("multiple answers", " ".join(map(str, numbers[:20])), "too-many-numbers")
    page = max(numbers) if expected == 2 else None
    answer = str(RecordCite(page, min(numbers)))
    if answer in (item.gold, *item.alternatives):
        return right(answer, rule)
    return misses.record_cite(item, document, answer, rule)


def _statute(item: Item, document: Document, text: str) -> Finding:
    """Grade by the set of cites, to sections of the document, that stand in the reply."""
    index = index_of(document)
    accepted = {marks.plain(one) for one in (item.gold, *item.alternatives)}
    own = index.own_numbers or "(" not in item.gold
    found = dict.fromkeys(_own_cites(text, index) if own else _cites(text, index))
    answer = ", ".join(list(found)[:20])
    if not found:
        return _none(item, text)
    if accepted.issuperset(found):
        return right(answer, "cites-of-reply")
    if len(found) > 1:
        return wrong("multiple answers", answer, "cites-of-reply")
    return misses.statute_cite(item, document, answer, "cites-of-reply")


def _cites(text: str, index: Index) -> Iterator[str]:
    """Yield the cites to sections of the document."""
    for match in _CITE.finditer(text):
        if match["section"] in index.sections:
            yield f"section {match['section']}{match['parts']}"


def _own_cites(text: str, index: Index) -> Iterator[str]:
    """Yield the cites of a document that numbers as contracts do, or of a whole section.

    The paper had none of these. Its rule is kept where it reaches, and what it cannot see, a
    number without parts and a division in front, counts as it is printed in our cites.
    """
    for match in _OWN.finditer(text):
        division = index.divisions.get(numbering.key(match[1] or match[4] or ""), "")
        section, parts = match[2] or match[6] or "", match[3] or match[5] or match[7] or ""
        if division or section in index.sections:
            yield str(StatuteCite(section, tuple(_PART.findall(parts)), division))


def _none(item: Item, text: str) -> Finding:
    """Tell a cite without its section number from no cite at all."""
    parts = "".join(marks.plain(item.gold).partition("(")[1:])
    alone = rf"(?<![\w)]){re.escape(parts)}(?!\()"
    if parts and re.search(alone, text):
        return wrong("section number omitted", parts, "bare-parts")
    return wrong("not found", "", "no-cite")
