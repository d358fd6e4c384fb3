"""Where a reply names terms of a document: set apart, in running prose, or in its own words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchbar.scoring.claims import MOST_CLAIMS
from benchbar.scoring.corrected.wording import Wording
from benchbar.scoring.language import HEADINGS, HEDGES, RESTARTS
from benchbar.scoring.prose import Claim

MEANING = re.compile(
    r"\b(?:means?|meaning|includes?|including|defined\s+(?:as|to\s+(?:mean|include))|denotes?"
    r"|refers?\s+to|such\s+as|described\s+as|consists?\s+of)\b",
    re.IGNORECASE,
)
"""What stands between a term and the words that tell what it means."""
_RIGHT_BEHIND = re.compile(r"[\s:,\"']*(?:(?:any|the|an?|either)\b)?[\s\"']*")
_SENTENCE_END = re.compile(r"[.;\n]\s")
_GLUED = re.compile(r"[-_']")
LEAD = frozenset({"the", "a", "an", "defined", "legal", "term", "terms", "word", "phrase"})
_BEFORE = frozenset(
    "is are was be as term terms word words phrase define defines defined called named answer the a"
    " an namely or and both not but rather than instead it's its either between vs versus possibly"
    " perhaps maybe probably likely alternatively also else simply just meant mean actually hmm"
    " say pick choose of whereas while although then so thus therefore hence that this because"
    " since if only first second here there defining".split()
)
AFTER = frozenset(
    "is are was at in as and or which that under here means defined by for on has there because"
    " since per but rather not i vs versus possibly perhaps maybe then if appears".split()
)
GOES_ON = frozenset(
    [*_BEFORE, *AFTER, "it", "its", "section", "paragraph", "any", "we", "you", "no", "nothing"]
)
"""Words behind "and" or "or" with which something else starts than more of the term."""
_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Mention:
    """A defined term in a reply; ``apart`` if punctuation or an introduction sets it apart."""

    claim: Claim
    apart: bool


class Naming:
    """Finds the terms of a document in one reply, no longer and no shorter than they are."""

    def __init__(self, text: str, known: set[str]) -> None:
        self.text = text
        self._known = known
        self._wording = Wording(text)
        self._sizes: dict[str, set[int]] = {}
        for term in known:
            parts = term.split()
            if 0 < len(parts) <= _MOST_WORDS:
                self._sizes.setdefault(parts[0], set()).add(len(parts))

    def mentions(self) -> list[Mention]:
        """Return the terms named in the reply in order, those that tell a meaning left out."""
        found: list[Mention] = []
        last: Claim | None = None
        for first, stop in list(self._occurrences())[-MOST_CLAIMS:]:
            wording = self._wording
            value = wording.phrase(first, stop)
            claim = Claim(value, wording.starts[first], wording.ends[stop - 1])
            if found and found[-1].claim.value == value and not self._between(found[-1], claim):
                found[-1] = Mention(Claim(value, found[-1].claim.start, claim.end), True)
                continue
            left, right = self._left(first), self._right(first, stop)
            if left and right and not is_meaning(self.text, claim.start, last):
                last = claim
                found.append(Mention(claim, left == right == "apart"))
        return found

    def _between(self, last: Mention, claim: Claim) -> str:
        return self.text[last.claim.end : claim.start].strip()

    def _occurrences(self) -> Iterator[tuple[int, int]]:
        """Yield the places of known terms, the longest that starts at a word."""
        words, at = self._wording.words, 0
        while at < len(words):
            sizes = (n for n in self._sizes.get(words[at], ()) if at + n <= len(words))
            fits = [n for n in sizes if self._wording.phrase(at, at + n) in self._known]
            if fits:
                yield at, at + max(fits)
            at += max(fits, default=1)

    def _left(self, first: int) -> str:
        """Say how a term stands apart from what is before it: ``apart``, ``prose`` or not ("")."""
        wording, start = self._wording, first
        if not first:
            return "apart"
        if _GLUED.fullmatch(wording.gap(first - 1, first)):
            return ""
        while start and wording.words[start - 1] in LEAD and wording.gap(start - 1, start) == " ":
            start -= 1
        if wording.opens(start) or (start != first and wording.opens(first)):
            return "apart"
        before = wording.words[first - 1]
        if before in ("and", "or") and self._is_more(first - 2):
            return ""
        same = wording.phrase(first, first + 1) == before
        if same or before in _BEFORE or wording.gap(first - 1, first).strip():
            return "prose"
        return ""

    def _is_more(self, at: int) -> bool:
        """Say whether a word before "and" is the whole of another, unknown, answer."""
        wording = self._wording
        known = any(
            wording.phrase(at + 1 - n, at + 1) in self._known
            for n in range(1, min(at + 1, _MOST_WORDS) + 1)
        )
        opens = at >= 0 and wording.opens(at) != ""
        return opens and not known and wording.words[at] not in _BEFORE

    def _right(self, first: int, stop: int) -> str:
        """Say how a term stands apart from what is behind it, as ``_left``."""
        wording = self._wording
        if wording.ends_at(stop):
            return "apart"
        gap, after = wording.gap(stop - 1, stop), wording.words[stop]
        if _GLUED.fullmatch(gap):
            return ""
        if gap.strip():
            return "prose"
        if wording.startswith(wording.phrase(first, stop), stop):
            return "apart"
        if after == "and" and not self._goes_on(stop + 1):
            return ""
        if after in AFTER:
            return "prose"
        upper = self.text[wording.starts[stop]].isupper()
        return "apart" if upper and not self.text[wording.starts[stop - 1]].isupper() else ""

    def _goes_on(self, at: int) -> bool:
        """Say whether something else than more of a term starts at a word behind "and"."""
        words = self._wording.words
        if at >= len(words) or words[at] in GOES_ON or words[at] in self._sizes:
            return True
        return bool(self._wording.gap(at - 1, at).strip())

    def claims(self) -> list[Claim]:
        """Return what the reply names as the term: what is set apart, and what corrects it.

        Headings are left out, and terms in prose if others are set apart, unless the words
        before take back what was said or offer another.
        """
        mentions = self.mentions()
        body = [one for one in mentions if not self._heads(one.claim)] or mentions
        apart = [one for one in body if one.apart]
        held = apart or body
        if apart:
            held = [one for one in body if one.apart or self._turns(one.claim, apart)]
        return [one.claim for one in held]

    def _heads(self, claim: Claim) -> bool:
        """Say whether a term is but the heading of an answer: it has the same words."""
        behind = self.text[claim.end : claim.end + 3].strip(' "*')
        return claim.value in HEADINGS and behind[:1] in (":", "\n")

    def _turns(self, claim: Claim, apart: list[Mention]) -> bool:
        """Say whether the words between the last answer and a term in prose bring in another."""
        ends = [one.claim.end for one in apart if one.claim.end <= claim.start]
        if not ends:
            return False
        between = self.text[max(claim.start - 120, ends[-1]) : claim.start]
        return bool(RESTARTS.search(between) or HEDGES.search(_SENTENCE_END.split(between)[-1]))


def is_meaning(text: str, start: int, term: Claim | None) -> bool:
    """Say whether words at ``start`` tell what a term means: they stand behind "means".

    Behind a term named in the same sentence, or right behind the verb.
    """
    front = text[max(0, start - 200) : start]
    for match in MEANING.finditer(front):
        at = start - len(front) + match.end()
        behind = term is not None and term.end <= at
        same = not _SENTENCE_END.search(text[term.end if behind and term else at : start])
        if _RIGHT_BEHIND.fullmatch(text[at:start]) or (behind and same):
            return True
    return False
