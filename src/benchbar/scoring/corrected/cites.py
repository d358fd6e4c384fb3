"""Corrected rules for answers that are cites: read the claims, decide, compare."""

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.records import Document, Item
from benchbar.scoring import marks, misses
from benchbar.scoring.claims import Decision, decide
from benchbar.scoring.corrected import divided, records, statutes
from benchbar.scoring.corrected.headings import without_headings
from benchbar.scoring.corrected.quoting import own_words
from benchbar.scoring.corrected.record_forms import plain_words
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import index_of
from benchbar.scoring.language import NEXT_QUESTION
from benchbar.scoring.prose import Claim, Prose


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should name a line of a transcript or a place in a statute."""
    prose = own_words(text, item.asked)
    if document.kind == "transcript":
        return _record(item, document, prose)
    return _statute(item, document, prose)


def _record(item: Item, document: Document, text: str) -> Finding:
    """Grade the page and line to which a reply commits itself."""
    pages = _pages(document)
    text = plain_words(text, paged=pages is not None)
    found = records.claims(_first_turn(text), pages) or records.claims(text, pages)
    decision = decide(Prose(text), found)
    answer = "; ".join(decision.values[:20])
    if not decision.values:
        return wrong("not found", answer, decision.rule)
    if len(decision.values) > 1:
        return wrong("multiple answers", answer, decision.rule)
    if answer in (item.gold, *item.alternatives):
        return right(answer, decision.rule)
    rule = misses.SWAPPED if misses.swapped(answer, item.gold) else decision.rule
    return misses.record_cite(item, document, answer, rule)


def _first_turn(text: str) -> str:
    """Return a reply up to a next question that it asks itself."""
    following = NEXT_QUESTION.search(text)
    return text[: following.start()] if following else text


def _pages(document: Document) -> range | None:
    """Return the pages of a transcript, which follow one another; None if it has none."""
    first, last = (cite.parse(document.lines[place].cite) for place in (0, -1))
    if isinstance(first, RecordCite) and isinstance(last, RecordCite) and first.page and last.page:
        return range(first.page, last.page + 1)
    return None


def _statute(item: Item, document: Document, text: str) -> Finding:
    """Grade the place of a statute to which a reply commits itself."""
    index = index_of(document)
    accepted = {marks.plain(one) for one in (item.gold, *item.alternatives)}
    text = without_headings(text, index)
    if index.own_numbers:
        text = divided.spelled_out(text, index)

    def has_parts(section: str) -> bool:
        return any(f"section {section}(" in one for one in index.cites)

    found = statutes.claims(text, index.sections, document.title, has_parts=has_parts)
    if index.own_numbers:
        found = divided.claims(text, found, index)
    prose = Prose(text)
    decision = _without_containers(decide(prose, statutes.without_containers(text, found)))
    values = decision.values
    answer = ", ".join(values[:20])
    if not values:
        return _none(item, text, decision)
    if accepted.issuperset(values):
        return right(answer, decision.rule)
    if len(values) > 1:
        return wrong("multiple answers", answer, decision.rule)
    return misses.statute_cite(item, document, answer, decision.rule)


def _without_containers(decision: Decision) -> Decision:
    """Drop a whole section named beside a place inside it, unless the reply wavers."""
    whole = {claim.value for claim in decision.claims if "(" not in claim.value}
    inside = {claim.value.partition("(")[0] for claim in decision.claims if "(" in claim.value}
    if decision.hedged or not whole & inside:
        return decision
    kept: tuple[Claim, ...] = tuple(
        claim for claim in decision.claims if claim.value not in whole & inside
    )
    return Decision(kept, decision.rule)


def _none(item: Item, text: str, decision: Decision) -> Finding:
    """Tell a cite without its section number from no cite at all."""
    if decision.rule == "nothing-named":
        parts = statutes.partial_paths(text)
        for one in (item.gold, *item.alternatives):
            gold = cite.parse(marks.plain(one))
            if isinstance(gold, StatuteCite) and gold.path and gold.path in parts:
                path = "".join(f"({part})" for part in gold.path)
                return wrong("section number omitted", path, "no-section")
    return wrong("not found", "", decision.rule)
