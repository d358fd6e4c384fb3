"""Replies that decline to answer, told from replies that answer "it is not there"."""

import re

from benchbar.scoring import marks

_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am)|we(?:'re| are)) (?:very |so |really |truly )?"
    r"(?:sorry|unable|not able|afraid|not (?:permitted|allowed|authorized|comfortable))\b"
    r"|\bi (?:can(?:'t|not| not)|could(?:n't| not)|won't|will not|must decline|have to decline"
    r"|refuse|decline|am declining|do not have access|don't have access"
    r"|don't know|do not know|must refuse|have to refuse)\b"
    r"|\bsorry, (?:but )?(?:i|this|that)\b"
    r"|\b(?:as|since) (?:an? )?(?:ai|large language model|language model|assistant)\b"
    r"|\b(?:against|violates?) (?:my|the|our) (?:policy|policies|guidelines)\b"
    r"|\b(?:cannot|can't|unable to|not able to) (?:help|assist|comply|answer|provide|reproduce"
    r"|fulfil|fulfill|complete|give|share|quote|process|continue|do that)\b"
    r"|\b(?:cannot|can't) be (?:answered|provided|reproduced)\b"
    r"|\bno (?:document|transcript|text|statute) (?:was|has been|is) (?:provided|attached|given)\b"
    r"|\b(?:provide|share|paste|upload|send)(?: me)?(?: with)? the (?:full |complete )?"
    r"(?:text|document|transcript|statute)\b",
    re.IGNORECASE,
)
_ABSENCE = re.compile(
    r"\b(?:(?:cannot|can't|can not|could not|couldn't|unable to|not able to|did not|didn't)"
    r" (?:be )?(?:find|found|locate|located|see|identify|identified)"
    r"|(?:does|do|did)(?:n't| not) (?:appear|exist|contain|include|seem)"
    r"|(?:is|are|was|were)(?:n't| not) (?:found|present|in the|there|defined|contained)"
    r"|there (?:is|are) no\b|no such\b|not found\b)",
    re.IGNORECASE,
)
_LOOKED_AT = 1_500


def refuses(text: str) -> bool:
    """Say whether a reply in which no answer was found declines to answer.

    "I cannot find line 40" is an answer (a wrong one): it says something about the document.
    """
    start = marks.plain(text[:_LOOKED_AT])
    return _REFUSAL.search(start) is not None and _ABSENCE.search(start) is None
