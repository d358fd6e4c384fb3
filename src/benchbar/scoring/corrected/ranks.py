"""Which of the choices that a reply names is its first, second and third.

A label goes with the letter behind it ("First choice: C"), or with the one right before it ("C is
my first choice"); labels in a row ("First, second and third choice:") wait for as many letters.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchbar.scoring.choosing import ORDINALS, RANK, RANK_ALONE
from benchbar.scoring.picks import RANKS, Offered
from benchbar.scoring.prose import Claim

LAST = RANKS
"""The rank of what is called last; no reader asks for it, but it is none of the first three."""
_RANK_OF = {word: rank for rank, words in enumerate(ORDINALS) for word in words} | {"last": LAST}
_REACH = 160
"""Characters within which a label waits for its letter."""
_BACK = 24
_BEHIND = re.compile(r"[ ,(-]{0,3}(?:(?:is|as|would be|being|for)\s)?(?:my\s|the\s|a\s)?", re.I)
_NEXT = re.compile(
    r"[\s,;>)(.\"']{0,6}(?:\d\s?[.)]\s{0,2}|#\d\s|(?:and|then|next|followed\s+by|over)\b[\s,]{0,3}){0,2}"
    r"(?:(?:option|choice)\s|(?:ranks?|ranking|choices?|answers?|order|predictions?)\s?:\s)?[\s(]{0,2}",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"[,;.\s]{0,3}(?:and\s)?(?:then|next|followed\sby|after\sthat|last(?:ly|\sof\sall)?|finally)[,\s]{1,2}",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:rank|order|choice|answer|pick|prefer)", re.IGNORECASE)
_GREATER = re.compile(r"\s{0,2}>\s{0,2}")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A claim with its rank (0 is the first), and where its label stands."""

    claim: Claim
    rank: int
    label: tuple[int, int]
    behind: bool = False


def ranked(text: str, claims: Sequence[Claim], offered: Offered) -> list[Ranked]:
    """Return the claims that a reply gives a rank, in order."""
    found = _labelled(text, claims, offered)
    if found:
        return [*found, *_continued(text, claims, found)]
    return _in_a_row(text, claims, offered)


def _continued(text: str, claims: Sequence[Claim], found: Sequence[Ranked]) -> list[Ranked]:
    """Return the ranks that follow a first one without a label: "B first, then A, then C"."""
    before = [one for one in found if one.rank != LAST]
    if not before or any(one.rank for one in before):
        return []
    more: list[Ranked] = []
    at = max(before[-1].claim.end, before[-1].label[1])
    for claim in claims:
        if claim.start >= at:
            if not _THEN.fullmatch(text, at, claim.start):
                break
            more.append(Ranked(claim, len(more) + 1, (at, claim.start)))
            at = claim.end
    return more


def _labelled(text: str, claims: Sequence[Claim], offered: Offered) -> list[Ranked]:
    """Pair labels with letters."""
    found: list[Ranked] = []
    taken: set[int] = set()
    waiting: list[tuple[int, int, int]] = []
    labels = _labels(text, claims, offered)
    place = 0
    for at, (rank, start, end) in enumerate(labels):
        while place < len(claims) and claims[place].end <= start:
            place += 1
        before = place - 1
        if before >= 0 and before not in taken and _is_behind(text, claims[before], start, end):
            taken.add(before)
            found.append(Ranked(claims[before], rank, (claims[before].end, end), behind=True))
            continue
        waiting = [one for one in waiting if start - one[2] <= _REACH] + [(rank, start, end)]
        stop = labels[at + 1][1] if at + 1 < len(labels) else len(text)
        mine = place
        while waiting and mine < len(claims) and claims[mine].start < stop:
            if claims[mine].start - waiting[0][2] > _REACH:
                break
            if claims[mine].start >= end and mine not in taken:
                rank_of, *label = waiting.pop(0)
                taken.add(mine)
                found.append(Ranked(claims[mine], rank_of, (label[0], label[1])))
            mine += 1
    return sorted(found, key=lambda one: one.claim.start)


def _labels(text: str, claims: Sequence[Claim], offered: Offered) -> list[tuple[int, int, int]]:
    """Return the labels of ranks outside of claims, each with its rank and place."""
    found = []
    for match in RANK.finditer(text):
        point = match["point"] or match["inline"]
        word = match["word"] or match["number"] or match["sharp"] or match["ranked"] or point
        if point and not offered.ranked:
            continue
        found.append((_RANK_OF[" ".join(word.lower().split())], match.start(), match.end()))
    for claim in claims:
        alone = RANK_ALONE.match(text, claim.end, claim.end + 60)
        if alone:
            found.append((_RANK_OF[alone["word"].lower()], *alone.span("word")))
    covered = [(claim.start, claim.end) for claim in claims if claim.end - claim.start > _BACK]
    labels: list[tuple[int, int, int]] = []
    for one in sorted(found, key=lambda label: (label[1], -label[2])):
        inside = any(start <= one[1] < end for start, end in covered)
        if not inside and not (labels and one[1] < labels[-1][2]):
            labels.append(one)
    return labels


def _is_behind(text: str, claim: Claim, start: int, end: int) -> bool:
    """Say whether a label speaks of the letter right before it."""
    if start - claim.end > _BACK or text[end - 1 : end] in (":", "="):
        return False
    return _BEHIND.fullmatch(text[claim.end : start]) is not None


def _in_a_row(text: str, claims: Sequence[Claim], offered: Offered) -> list[Ranked]:
    """Read letters side by side as ranks, if ranks were asked for or ``>`` stands between."""
    rows: list[list[Claim]] = []
    for claim in claims:
        gap = text[rows[-1][-1].end : claim.start] if rows else ""
        joins = _NEXT.fullmatch(gap) if offered.ranked else _GREATER.fullmatch(gap)
        new = not rows or joins is None or any(claim.value == one.value for one in rows[-1])
        if new:
            rows.append([claim])
        else:
            rows[-1].append(claim)
    long = [row for row in rows if len(row) > 1 and (row is rows[0] or _is_order(text, row[0]))]
    if not long:
        return []
    return [Ranked(claim, rank, (claim.start, claim.start)) for rank, claim in enumerate(long[-1])]


def _is_order(text: str, claim: Claim) -> bool:
    """Say whether a row of letters stands on a line of its own, or is said to be an order."""
    front = text[max(0, claim.start - 80) : claim.start].rpartition("\n")[2]
    return not any(map(str.isalpha, front)) or _ORDER.search(front) is not None
