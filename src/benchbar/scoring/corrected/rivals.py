"""Answers that a reply offers beside a term, though no term of the document: "hive or skep"."""

import re
from collections.abc import Collection, Iterator

from benchbar.scoring import marks
from benchbar.scoring.corrected.naming import AFTER, GOES_ON, LEAD
from benchbar.scoring.prose import Claim

_FILL = r"(?:(?:perhaps|possibly|maybe|even|else|rather|also|either|the|an?|term)\s+){0,3}"
_OTHER = r"""(?P<other>[^\W\d][^\n.;:,"'()/]{0,80}"""
_BEHIND = re.compile(
    rf"""["')\]]{{0,3}}\s*,?\s*\(?\s*
    (?:\b(?P<or>or|ou|oder)\b|\b(?:and|as\ well\ as)\b|(?P<slash>/))
    \s*{_FILL}(?P<quote>["'(]{{0,2}}){_OTHER})""",
    re.IGNORECASE | re.VERBOSE,
)
_IN_FRONT = re.compile(
    rf"""{_OTHER}?)(?P<quote>["')]{{0,2}})\s*(?:\b(?P<or>or|ou|oder)\b|\band\b|(?P<slash>/))
    \s*{_FILL}["'(]{{0,2}}$""",
    re.IGNORECASE | re.VERBOSE,
)
_ROW = re.compile(r"""[\s"'>]*(?:\d{1,2}[.)]|[-*•])[\s"']+(?P<other>\w[^\n.;:,()]{0,60})["'.\s]*""")
_NEAR = 120
_MOST_WORDS = 5


def rivals(text: str, named: Collection[Claim], known: Collection[str]) -> Iterator[Claim]:
    """Yield words of no term that stand on an equal footing with a term that a reply names."""
    for claim in named:
        yield from _behind(text, claim, known)
        yield from _in_front(text, claim, known)
        yield from _in_rows(text, claim, known)


def _behind(text: str, claim: Claim, known: Collection[str]) -> Iterator[Claim]:
    if match := _BEHIND.match(text, claim.end, claim.end + _NEAR):
        alone = _alone(text, claim.start, match.end())
        if match["or"] or match["slash"] or match["quote"] or alone:
            yield from _rival(match["other"], match.start("other"), known)


def _in_front(text: str, claim: Claim, known: Collection[str]) -> Iterator[Claim]:
    front = text[max(0, claim.start - _NEAR) : claim.start]
    match = _IN_FRONT.search(front)
    if match is None or not (match["or"] or match["slash"] or match["quote"]):
        return
    words = [*re.finditer(r"\S+", match["other"])]
    last = max((n for n, one in enumerate(words) if _leads(one[0])), default=-1)
    for first in words[last + 1 : last + 2]:
        start = claim.start - len(front) + match.start("other") + first.start()
        yield from _rival(match["other"][first.start() :], start, known)


def _in_rows(text: str, claim: Claim, known: Collection[str]) -> Iterator[Claim]:
    """Yield the rows of a list of which the term is a row, too."""
    start = text.rfind("\n", 0, claim.start) + 1
    end = text.find("\n", claim.end)
    if end < 0 or _ROW.fullmatch(text, start, end) is None:
        return
    if row := _ROW.match(text, end + 1):
        yield from _rival(row["other"], row.start("other"), known)


def _leads(word: str) -> bool:
    folded = marks.fold(word)
    return folded in GOES_ON or folded in LEAD


def _alone(text: str, start: int, end: int) -> bool:
    """Say whether two names are all that stands on their row."""
    front = text[text.rfind("\n", 0, start) + 1 : start]
    back = text[end:].partition("\n")[0]
    return not marks.fold(front) and not marks.fold(back)


def _rival(words: str, start: int, known: Collection[str]) -> Iterator[Claim]:
    """Yield words as a claim if they are a name and no prose."""
    kept = re.split(rf"\s+(?:{'|'.join(sorted(AFTER))})\b", words, maxsplit=1, flags=re.IGNORECASE)
    value = marks.fold(kept[0])
    said = value.split()
    if 0 < len(said) <= _MOST_WORDS and value not in known and not GOES_ON.intersection(said):
        yield Claim(value, start, start + len(kept[0].rstrip()))
