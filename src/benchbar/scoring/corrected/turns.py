"""Where a reply, having answered, goes on with a next question that nobody asked.

Models trained to complete text invent the next example, its question and its answer. Questions
in the course of thinking come before a reply commits itself, or ask about the same thing.
"""

import re
from collections.abc import Callable, Sequence

from benchbar.scoring.claims import decide
from benchbar.scoring.prose import Claim, Prose

_QUESTION = re.compile(
    r"\n[ \t>#*-]{0,12}(?:(?:(?:next\s+)?(?:question|q|user|human|prompt)\s?\d{0,3}\s?[:.)][\s*]*)"
    r"(?P<asks>[^\n?]{0,600}\?)"
    r"|(?P<asks2>(?:how|is|are|does|do|did|would|will|can|has|was|were)\b[^\n?]{0,300}\?))",
    re.IGNORECASE,
)
_COMMITTED = frozenset({"confirmed", "last-committed"})
"""Rules of ``decide`` by which a reply has answered."""


def first_turn(prose: Prose, claims: Sequence[Claim], is_of_another: Callable[[str], bool]) -> int:
    """Return where a reply goes on with another question; the reply's length if it does not.

    Args:
        prose: The reply.
        claims: The answers in it, in order.
        is_of_another: Says of a question whether it is about something else than was asked.
    """
    for match in _QUESTION.finditer(prose.text):
        answered = bool(claims) and claims[0].end <= match.start()
        if answered and is_of_another(match["asks"] or match["asks2"]):
            front = [claim for claim in claims if claim.end <= match.start()]
            first = decide(Prose(prose.text[: match.start()]), front)
            if first.rule in _COMMITTED and len(first.values) == 1:
                return match.start()
            break
    return len(prose.text)
