"""Corrected rules for yes and no: the side to which the reply commits itself last."""

import re

from benchbar.records import Document, Item
from benchbar.scoring import assent, normal
from benchbar.scoring.claims import Decision, decide
from benchbar.scoring.corrected import applying
from benchbar.scoring.corrected.turns import first_turn
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.prose import Claim, Prose

_NO_NUMBER = re.compile(r"\b(no)\.(?!\s?\d)", re.IGNORECASE)
_BOOLEAN = re.compile(r'("\s*:\s*)(true|false)\b(?=\s*[,}\]\n])', re.IGNORECASE)


_SAID = frozenset({"last-mentioned", "located", "explained"})
"""Rules by which a reply only came past its claims: what says yes or no is never said so."""


def grade(item: Item, _document: Document, text: str) -> Finding:
    """Grade a reply that should be yes or no, entailment or contradiction.

    The two vocabularies are read alike. Both sides offered at once, neither side, and "it
    depends" are unclear; a side that is only rejected asserts the other.
    """
    shown = normal.readable(_marks_read(_BOOLEAN.sub(r'\1"\2"', text)))
    shown = assent.ECHO.sub(lambda match: " " * len(match[0]), shown)
    shown = normal.bare(normal.without_empty_rows(shown.replace("|", "\n")))
    shown = assent.BY_THE_SPEAKER.sub(lambda match: " " * len(match[0]), shown)
    prose = Prose(_without_negators(_NO_NUMBER.sub(r"\1!", shown)))
    asked = applying.asked_by(item)
    found = applying.claims(shown, prose, asked)
    end = first_turn(prose, found, lambda question: applying.is_of_another(question, asked))
    if end < len(shown):
        prose, found = Prose(prose.text[:end]), [one for one in found if one.start < end]
    value, rule = _side(shown, found, decide(prose, found))
    if value and _unsaid(shown, prose, found):
        value, rule = "", "withdrawn"
    yes, no = assent.pair(item.gold)
    answer = {"yes": yes, "no": no}.get(value)
    if answer is None:
        return wrong("unclear", value, rule)
    if answer.lower() == item.gold.strip().lower():
        return right(answer, rule)
    return wrong("opposite answer", answer, rule)


def _marks_read(text: str) -> str:
    """Read ticks, crosses and ticked boxes that are answers, or part of one."""
    if assent.CHECKED.search(text):
        text = assent.CHECKED.sub("", assent.UNCHECKED.sub("", text))
    if text.isascii():
        return text
    if assent.TICK.search(text):
        text = assent.CROSSED_LINE.sub("", text)
    said = assent.TICK_ALONE.sub(lambda match: "Yes" if match["yes"] else "No", text)
    return assent.CROSSED_NO.sub("", said)


def _without_negators(text: str) -> str:
    """Blank the negations that ``applying`` has read into its claims, and nothing else."""
    text = assent.NO_NEGATOR.sub(lambda match: "~" * len(match[0]), text)
    spared = {match.start() for match in assent.TAKES_BACK.finditer(text)}
    return assent.NEGATOR.sub(
        lambda match: match[0] if match.start() in spared else "~" * len(match[0]), text
    )


def _side(text: str, found: list[Claim], decision: Decision) -> tuple[str, str]:
    """Return the side taken (or why none is) and the rule that decided."""
    if not decision.claims:
        if decision.rule == "all-rejected" and found[-1].value in assent.OTHER:
            return assent.OTHER[found[-1].value], "other-rejected"
        return "", decision.rule
    if len(decision.values) > 1 and (decision.hedged or _side_by_side(text, decision)):
        return ", ".join(decision.values), "both-sides"
    rule = "last-said" if decision.rule in _SAID else decision.rule
    return decision.claims[-1].value, rule


def _unsaid(text: str, prose: Prose, found: list[Claim]) -> bool:
    """Say whether the last sentence with an answer ends in the reply's own not knowing."""
    if len(found) < 2 or not assent.NOT_KNOWING.match(text, found[-1].start):
        return False
    return prose.sentence(found[-1].start) == prose.sentence(found[-2].start)


def _side_by_side(text: str, decision: Decision) -> bool:
    """Say whether the last answer stands right behind another, with no word between them."""
    last = decision.claims[-1]
    before = [claim for claim in decision.claims if claim.value != last.value]
    return not any(map(str.isalnum, text[before[-1].end : last.start]))
