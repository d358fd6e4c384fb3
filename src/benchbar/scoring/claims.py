"""Which of the places named in a reply are its answer: asserted, rejected, quoted, beside it.

A *claim* is a candidate answer with its place in the reply. This file knows English prose and
nothing of cites or lines: it reads what stands around a claim, decides whether the reply stands
behind it, and picks the last answer to which the reply commits itself. The words of a claim are
the document's, not the reply's: they are covered before anything is read.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from benchbar.scoring.language import (
    ANSWERS,
    ANSWERS_AFTER,
    CONFIRMED_AFTER,
    CONFIRMED_BEFORE,
    EXPLAINS,
    EXPLANATION,
    FINAL,
    HEDGES,
    IN_RELATIVE_CLAUSE,
    JOINS,
    LOCATES,
    LOCATES_AFTER,
    NEXT_QUESTION,
    OF_SOMETHING,
    PREDICATE,
    RESTARTS,
    SAME_LABEL,
    SUBJECT_ELSE,
    VERDICT_AT_END,
    WITHDRAWS,
)
from benchbar.scoring.prose import CLAUSE, COVER, NEAR, Claim, Prose, covered
from benchbar.scoring.standing import Standing, foreign_field, own_field, standing

MOST_CLAIMS = 400
"""Claims that are weighed, from the end of the reply: the last committed answer counts."""

_LIST_MARK = re.compile(
    r"\s*(?:\(?\d{1,2}[.)]\s)?[^\w]*"
    r"(?:(?:the|it's|it\s+is|that's|that\s+is|at|in|on)\b[^\w]*){0,3}",
    re.IGNORECASE,
)
_SENTENCE = 600

CONFIRMED, COMMITTED, LOCATED, MENTIONED, EXPLAINED = 3, 2, 1, 0, -1
_RULES = {
    CONFIRMED: "confirmed",
    COMMITTED: "last-committed",
    LOCATED: "located",
    MENTIONED: "last-mentioned",
    EXPLAINED: "explained",
}
"""How firmly a reply commits itself to a claim, and the name of the rule."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The claims a reply commits itself to (no, one or several values) and why."""

    claims: tuple[Claim, ...]
    rule: str
    hedged: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """The distinct values in the order of the reply."""
        return tuple(dict.fromkeys(claim.value for claim in self.claims))


@dataclass(slots=True)
class _Named:
    """A claim with the words right around it and what they make of it."""

    claim: Claim
    sentence: int
    lead: str
    before: str
    after: str
    joined: bool
    marked: Literal["yes", "no"] | None
    explains: bool
    standing: Standing = "asserted"
    rank: int = MENTIONED


def decide(prose: Prose, claims: Sequence[Claim]) -> Decision:
    """Return the answer to which a reply commits itself last.

    What is confirmed outright is the strongest; then what an answer is announced with, or what
    stands alone; then what is said to be the place; then any other mention. Words that take an
    answer back drop all before them, if another answer follows. Of the strongest kind present
    the last counts, with those just before it if they form one list with it.
    """
    claims = list(claims)[-MOST_CLAIMS:]
    if not claims:
        return Decision((), "nothing-named")
    prose = covered(prose.text, claims)
    named = _read(prose, claims)
    by: dict[Standing, list[_Named]] = {"asserted": [], "possible": [], "side": [], "rejected": []}
    for one in named:
        by[one.standing].append(one)
    only_mentioned = not by["asserted"] and not by["possible"]
    live = _first_turn(prose, by["asserted"] or by["possible"] or by["side"])
    if not live:
        return Decision((), "all-rejected")
    last_word = _restart(prose, live)
    live = [one for one in live if one.claim.start >= last_word]
    best = MENTIONED if only_mentioned else max(one.rank for one in live)
    chosen = _last_group(prose, live if only_mentioned else _ranked(live, best), best)
    if _withdrawn(prose, chosen[-1], live):
        return Decision((), "withdrawn")
    offered = sorted([*live, *by["possible"]], key=lambda one: one.claim.start)
    hedges = [one for one in offered if one.claim.start > chosen[-1].claim.start and _hedges(one)]
    held = tuple(one.claim for one in [*chosen, *hedges])
    rule = "mentioned-only" if only_mentioned else _RULES[best]
    return Decision(held, rule, bool(hedges) or _has_or(prose, held))


def _ranked(live: list[_Named], rank: int) -> list[_Named]:
    return [one for one in live if one.rank == rank]


def _read(prose: Prose, claims: Sequence[Claim]) -> list[_Named]:
    """Read what stands around each claim: whether the reply asserts it, and how firmly."""
    found: list[_Named] = []
    explained = _explanation(prose, claims)
    for place, claim in enumerate(claims):
        start, end = prose.bounds(claim)
        earlier = claims[place - 1].end if place else 0
        later = claims[place + 1].start if place + 1 < len(claims) else len(prose.text)
        end = _past_question(prose, claim, end)
        opened = max(prose.heading(start), earlier)
        lead = prose.text[max(opened, claim.start - CLAUSE) : claim.start]
        before = lead[-NEAR:]
        after = prose.text[claim.end : max(claim.end, min(end, later, claim.end + NEAR))]
        near = place > 0 and claim.start - earlier < NEAR
        joined = near and JOINS.fullmatch(prose.text[earlier : claim.start]) is not None
        marked = _marked(prose, claim, later)
        explains = explained < claim.start
        sentence = prose.sentence(claim.start)
        one = _Named(claim, sentence, lead, before, after, joined, marked, explains)
        one.standing = "rejected" if marked == "no" else standing("" if joined else lead, after)
        found.append(one)
        if joined and earlier >= start:
            _spread(found)
    _rank_all(prose, found)
    return found


def _explanation(prose: Prose, claims: Sequence[Claim]) -> int:
    """Return where a reply, having named a place, begins to explain it."""
    opening = EXPLANATION.search(prose.text, claims[0].end)
    return opening.start() if opening else len(prose.text)


def _marked(prose: Prose, claim: Claim, later: int) -> Literal["yes", "no"] | None:
    """Say whether the line of a claim ends in a tick or a cross, before any other claim."""
    end = prose.text.find("\n", claim.end, claim.end + _SENTENCE)
    stop = min(later, len(prose.text)) if end < 0 else end
    if stop > later:
        return None
    found = VERDICT_AT_END.search(prose.text[max(claim.end, stop - 30) : stop])
    return None if found is None else "no" if found["no"] else "yes"


def _past_question(prose: Prose, claim: Claim, end: int) -> int:
    """Return the end of what is said of a claim: of a question, its answer too."""
    asks = prose.text[claim.end : end].rstrip().rstrip("\"')*").endswith("?")
    return min(len(prose.text), end + 30) if asks else end


def _spread(found: list[_Named]) -> None:
    """Make the members of a list stand alike: what is said of one end is said of all."""
    kind = found[-1].standing
    if kind != "rejected":
        found[-1].standing = found[-2].standing if kind == "asserted" else kind
        return
    for one in reversed(found):
        one.standing = kind
        if not one.joined:
            break


def _rank_all(prose: Prose, found: list[_Named]) -> None:
    """Rank claims by the words around them; the members of a list share the highest rank."""
    held: dict[int, list[Claim]] = {}
    for one in found:
        held.setdefault(one.sentence, []).append(one.claim)

    @cache
    def alone(sentence: int) -> bool:
        return _stand_alone(prose, sentence, held[sentence])

    for place, one in enumerate(found):
        one.rank = _rank(prose, one, alone)
        if one.joined:
            one.rank = max(one.rank, found[place - 1].rank)
        elif place and one.rank in (LOCATED, MENTIONED) and _tells_more(prose, found, place):
            one.rank = EXPLAINED
    if found and _opens(prose, found[0]):
        found[0].rank = CONFIRMED
    for one, following in pairwise(reversed(found)):
        if one.joined:
            following.rank = max(one.rank, following.rank)


def _tells_more(prose: Prose, found: Sequence[_Named], place: int) -> bool:
    """Say whether a claim only tells more about the answer before it, or of something else.

    In a relative clause, or in a sentence about what is not asked for.
    """
    before, one = found[place - 1], found[place]
    if HEDGES.search(one.before) or RESTARTS.search(one.lead):
        return False
    if one.sentence == before.sentence:
        between = prose.text[before.claim.end : before.claim.end + NEAR]
        return before.rank == EXPLAINED or IN_RELATIVE_CLAUSE.match(between) is not None
    if before.rank == MENTIONED and (place > 1 or before.sentence):
        return False
    subject = _LIST_MARK.fullmatch(one.before) and PREDICATE.match(one.after)
    return bool(subject or SUBJECT_ELSE.search(one.lead))


def _rank(prose: Prose, one: _Named, alone: Callable[[int], bool]) -> int:
    """Return how firmly the words around a claim commit the reply to it."""
    confirmed = CONFIRMED_AFTER.match(one.after) or CONFIRMED_BEFORE.search(one.before)
    if confirmed or one.marked == "yes":
        return CONFIRMED
    if FINAL.search(one.before) and not foreign_field(one.lead):
        return CONFIRMED
    start, _ = prose.span(one.sentence)
    if EXPLAINS.match(prose.text[start : start + NEAR]) or _aside(prose, one.claim, start):
        return EXPLAINED
    if own_field(one.lead) or ANSWERS.search(one.before) or ANSWERS_AFTER.match(one.after):
        return LOCATED if foreign_field(one.lead) or OF_SOMETHING.search(one.lead) else COMMITTED
    if one.explains:
        return EXPLAINED
    if alone(one.sentence):
        return COMMITTED
    located = LOCATES.search(one.before) or LOCATES_AFTER.match(one.after)
    return LOCATED if located else MENTIONED


def _opens(prose: Prose, first: _Named) -> bool:
    """Say whether a claim alone is the first paragraph of a reply."""
    end = prose.text.find("\n\n", first.claim.end)
    paragraph = prose.text[: first.claim.start] + prose.text[first.claim.end : max(end, 0)]
    return end >= 0 and first.rank == COMMITTED and _LIST_MARK.fullmatch(paragraph) is not None


def _aside(prose: Prose, claim: Claim, start: int) -> bool:
    """Say whether a claim stands in parentheses, with other words, behind another claim."""
    front = prose.text[max(0, claim.start - 2 * NEAR) : claim.start]
    opened = front.rfind("(")
    if opened < 0 or ")" in front[opened:] or HEDGES.search(front[opened:]):
        return False
    behind = COVER in front[:opened] or COVER in prose.text[start : claim.start]
    rest = prose.text[claim.end : claim.end + NEAR].partition(")")[0]
    alone = _LIST_MARK.fullmatch(front[opened + 1 :]) and _LIST_MARK.fullmatch(rest)
    return behind and not alone


def _outside(text: str, start: int, end: int, held: list[Claim]) -> str:
    """Return the words of a sentence that are not part of its claims."""
    pieces, at = [], start
    for claim in held:
        pieces.append(text[at : claim.start])
        at = max(at, claim.end)
    pieces.append(text[at : max(at, end)])
    return " ".join(pieces)[:_SENTENCE]


def _stand_alone(prose: Prose, sentence: int, held: list[Claim]) -> bool:
    """Say whether claims are all that a sentence says, or all that stands on their lines."""
    text, at = prose.text, 0
    if _LIST_MARK.fullmatch(_outside(text, *prose.span(sentence), held)):
        return True
    for claim in held:
        if claim.start < at:
            continue
        start = text.rfind("\n", 0, claim.start) + 1
        at = text.find("\n", claim.end)
        at = len(text) if at < 0 else at
        rest = _outside(text, start, at, [one for one in held if start <= one.start < at])
        if len(held) > 1:
            rest = JOINS.sub(" ", rest)
        if _LIST_MARK.fullmatch(rest) is None:
            return False
    return True


def _first_turn(prose: Prose, live: list[_Named]) -> list[_Named]:
    """Drop what follows a next question that the reply asked itself, if it had answered ours."""
    for match in NEXT_QUESTION.finditer(prose.text):
        first = [one for one in live if one.claim.end <= match.start()]
        if first:
            return first
    return live


def _restart(prose: Prose, live: list[_Named]) -> int:
    """Return where the last answer begins: behind the last word that takes one back.

    Only if answers stand on both sides of it.
    """
    first, last = live[0].claim.end, live[-1].claim.start
    starts = [match.end() for match in RESTARTS.finditer(prose.text, first, last)]
    return max(starts, default=0)


def _last_group(prose: Prose, found: list[_Named], rank: int) -> list[_Named]:
    """Return the last claim, with those before it that make one list with it.

    Of claims that are only mentioned, all.
    """
    if rank <= MENTIONED:
        return found
    group = [found[-1]]
    for one in reversed(found[:-1]):
        if one.sentence != group[0].sentence and _opens_anew(prose, one, group[0]):
            break
        if one.sentence == group[0].sentence and not _one_list(prose, one, group[0]):
            break
        group.insert(0, one)
    return group


def _one_list(prose: Prose, earlier: _Named, later: _Named) -> bool:
    """Say whether two claims of one sentence stand side by side: no new answer is announced."""
    between = prose.text[earlier.claim.end : later.claim.start]
    return HEDGES.search(between) is not None or ANSWERS.search(between) is None


def _opens_anew(prose: Prose, earlier: _Named, later: _Named) -> bool:
    """Say whether a later answer replaces an earlier one instead of joining it in a list.

    It does if it is announced, or if more than a short heading lies between; not if it is
    announced as a further one, or has just the label that the earlier one has.
    """
    between = prose.text[earlier.claim.end : later.claim.start]
    if HEDGES.search(between) or SAME_LABEL.fullmatch(between):
        return False
    if len(between) > NEAR or later.sentence - earlier.sentence > 2:
        return True
    return ANSWERS.search(between) is not None


def _withdrawn(prose: Prose, last: _Named, live: list[_Named]) -> bool:
    """Say whether what follows an answer takes it back without giving another."""
    following = prose.sentence(last.claim.end) + 1
    if following >= len(prose.starts) or any(one.sentence == following for one in live):
        return False
    start, end = prose.span(following)
    return WITHDRAWS.match(prose.text[start : min(end, start + 200)]) is not None


def _hedges(one: _Named) -> bool:
    """Say whether the words around a claim offer it as another possible answer."""
    return one.standing == "possible" or HEDGES.search(one.before) is not None


def _has_or(prose: Prose, held: Sequence[Claim]) -> bool:
    """Say whether two of the claims are joined by "or"."""
    between = (prose.text[one.end : two.start] for one, two in pairwise(held))
    return any(len(words) < NEAR and HEDGES.search(words) for words in between)
