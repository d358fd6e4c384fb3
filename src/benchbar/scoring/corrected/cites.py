"""Corrected rules for answers that are cites: read the claims, decide, compare."""

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.records import Document, Item
from benchbar.scoring import marks, misses
from benchbar.scoring.claims import Claim, Decision, Prose, decide
from benchbar.scoring.corrected import divided, records, statutes
from benchbar.scoring.corrected.quoting import own_words
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import index_of


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should name a line of a transcript or a place in a statute."""
    prose = own_words(text, item.asked)
    if document.kind == "transcript":
        return _record(item, document, prose)
    return _statute(item, document, prose)


def _record(item: Item, document: Document, text: str) -> Finding:
    """Grade the page and line to which a reply commits itself."""
    gold = cite.parse(item.gold)
    paged = isinstance(gold, RecordCite) and gold.page is not None
    decision = decide(Prose(text), records.claims(text, paged=paged))
    answer = "; ".join(decision.values[:20])
    if not decision.values:
        return wrong("not found", answer, decision.rule)
    if len(decision.values) > 1:
        return wrong("multiple answers", answer, decision.rule)
    if answer in (item.gold, *item.alternatives):
        return right(answer, decision.rule)
    rule = misses.SWAPPED if misses.swapped(answer, item.gold) else decision.rule
    return misses.record_cite(item, document, answer, rule)


def _statute(item: Item, document: Document, text: str) -> Finding:
    """Grade the place of a statute to which a reply commits itself."""
    index = index_of(document)
    accepted = {marks.plain(one) for one in (item.gold, *item.alternatives)}
    if index.own_numbers:
        text = divided.spelled_out(text, index)
    found = statutes.claims(text, index.sections, document.title)
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
    gold = cite.parse(marks.plain(item.gold))
    if isinstance(gold, StatuteCite) and gold.path and decision.rule == "nothing-named":
        parts = statutes.partial_paths(text)
        if gold.path in parts:
            return wrong(
                "section number omitted", "".join(f"({p})" for p in gold.path), "no-section"
            )
    return wrong("not found", "", decision.rule)
