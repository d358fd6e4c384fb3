"""Corrected rules for amounts of dollars: the amount to which the reply commits itself last."""

from decimal import Decimal
from functools import partial

from benchbar.records import Document, Item
from benchbar.scoring import assent, normal
from benchbar.scoring.claims import Decision, decide
from benchbar.scoring.corrected.clauses import asked_by, is_of_another
from benchbar.scoring.corrected.money import Amount, amounts, last_numbers, readable
from benchbar.scoring.corrected.turns import first_turn
from benchbar.scoring.finding import Finding, Rule, wrong
from benchbar.scoring.prose import Claim, Prose
from benchbar.scoring.tolerance import SARA, Tolerance, dollars, shown, weigh

_WORKED_OUT = frozenset({"last-mentioned", "explained", "located"})
"""Rules by which ``decide`` takes every sentence, since none commits itself more than others."""


def within(tolerance: Tolerance) -> Rule:
    """Return the rule with another tolerance."""
    return partial(_grade, tolerance)


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be an amount, with the tolerance of the SARA paper."""
    return _grade(SARA, item, document, text)


def _grade(tolerance: Tolerance, item: Item, _document: Document, text: str) -> Finding:
    text = last_numbers(normal.bare(normal.readable(readable(text))))
    prose = Prose(assent.BY_THE_SPEAKER.sub(lambda match: " " * len(match[0]), text))
    asked = asked_by(item.asked)
    named = amounts(prose, asked)
    end = first_turn(prose, [one.claim for one in named], partial(is_of_another, asked))
    if end < len(prose.text):
        prose, named = Prose(prose.text[:end]), [one for one in named if one.claim.start < end]
    held, rule = _held(prose, named)
    values = list(dict.fromkeys(Decimal(claim.value) for claim in held))
    if not values:
        return wrong("not found", "", rule)
    if len(values) > 1:
        return wrong("multiple answers", "; ".join(map(shown, values[:20])), rule)
    return weigh(values[0], dollars(item.gold), tolerance, rule)


def _held(prose: Prose, named: list[Amount]) -> tuple[tuple[Claim, ...], str]:
    """Return the amounts that the reply means as its answer, and the rule that decided.

    Parts of a reckoning count only if the reply names nothing else.
    """
    for parts in (("result", "plain"), ("beside",), ("operand",)):
        claims = [amount.claim for amount in named if amount.part in parts]
        if claims:
            break
    decision = decide(prose, claims if named else [])
    if len(decision.values) < 2 or decision.hedged:
        return decision.claims, decision.rule
    results = {amount.claim for amount in named if amount.part == "result"}
    return _last(prose, decision, results), decision.rule


def _last(prose: Prose, decision: Decision, results: set[Claim]) -> tuple[Claim, ...]:
    """Keep of several amounts the last sentence's, if none is announced; of those the outcomes."""
    claims = decision.claims
    if decision.rule in _WORKED_OUT:
        last = prose.sentence(claims[-1].start)
        claims = tuple(claim for claim in claims if prose.sentence(claim.start) == last)
    return tuple(claim for claim in claims if claim in results) or claims
