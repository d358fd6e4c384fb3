"""Of answers that a reply goes through in one paragraph, announcing none, the last."""

from dataclasses import replace

from benchbar.scoring.claims import Decision
from benchbar.scoring.prose import covered

_GONE_THROUGH = frozenset({"last-mentioned", "explained", "located"})
"""Rules by which ``decide`` takes sentences together of which none is firmer than the others."""


def last_sentence(text: str, decision: Decision) -> Decision:
    """Keep the answers of the last sentence: "(a) begins ... Its first part is ... (2) is ...".

    Answers that are offered side by side, or on lines of their own, stay together.
    """
    claims = decision.claims
    if decision.hedged or decision.rule not in _GONE_THROUGH or len(decision.values) < 2:
        return decision
    if "\n" in text[claims[0].end : claims[-1].start]:
        return decision
    prose = covered(text, claims)
    last = prose.sentence(claims[-1].start)
    return replace(decision, claims=tuple(c for c in claims if prose.sentence(c.start) == last))
