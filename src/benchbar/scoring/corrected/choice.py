"""Corrected rules for a choice: the letter to which a reply commits itself last, and its ranks."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial

from benchbar.scoring import choosing, marks, normal
from benchbar.scoring.claims import Decision, decide
from benchbar.scoring.corrected import letters
from benchbar.scoring.corrected.ranks import Ranked, ranked
from benchbar.scoring.corrected.turns import first_turn
from benchbar.scoring.language import NEUTRAL_WORDS
from benchbar.scoring.picks import RANKS, Offered, Pick, nothing
from benchbar.scoring.prose import NEAR, Claim, Prose

_SIDES = ("yes", "no")
_Edit = tuple[int, int, str]
_LETTERS = re.compile(r"[a-z]+")
_FIELD = re.compile(r"(?:^|[\n.;])[^\w\n]*((?:[\w']+ ){0,4}[\w']+) ?[:=]\s*$")
_CHOICE_WORDS = frozenset(
    "choice option selection pick letter alternative selected choose chosen likely most".split()
)
_ANSWER_MARK = re.compile(r"^A:[ \t]+(?=[\"'(]{0,2}[A-Ha-h][\"')]{0,2}(?:[.:,-]|[ \t]*$))", re.M)
_BUT = re.compile(r"[,;]\s?but\b", re.IGNORECASE)
_STOP = re.compile(r"[.!?]\s|\n")
_SUPPOSED = re.compile(r"\bwould be\W{1,4}$")
_IF = re.compile(r"\W{0,2}\s(?:only )?(?:if|had|were|but for)\b", re.IGNORECASE)
_SENTENCE = 400
_LONG_GAP = re.compile(r"""([\s"')*]{40})[\s"')*]+""")
"""More blanks and marks than say anything: patterns would run over them again and again."""
_SINGLE_QUOTED = re.compile(r"(?<!\w)'([A-Ha-h1-8])'(?!\w)")


def read(text: str, offered: Offered) -> Pick:
    """Return what a reply picks.

    Of several letters the last one to which it commits itself counts; letters offered side by
    side are no answer. A letter that the reply rejects is none, but where it rejects all others
    the one left is its answer.
    """
    shown = letters.without_stem(_shown(text), offered)
    found = letters.claims(shown, offered)
    end = first_turn(Prose(shown), found, partial(_is_of_another, offered))
    found = [one for one in found if one.start < end]
    if not found:
        return nothing("not found", "nothing-named")
    order = ranked(shown[:end], found, offered)
    decision = _decided(shown[:end], found, order, offered)
    first, rule, why = _first(decision, found, offered)
    if first is None:
        return nothing(why, rule, ", ".join(decision.values))
    second, third = (_of_rank(order, rank, first) for rank in range(1, RANKS))
    third = third if third != second else None
    return Pick(first, second, third, rule=rule, understood=first)


def _shown(text: str) -> str:
    """Return a reply as a reader sees it, one cell of a table a line."""
    shown = normal.bare(normal.readable(text).replace("|", "\n"))
    shown = _LONG_GAP.sub(r"\1", shown)
    shown = _SINGLE_QUOTED.sub(r'"\1"', _ANSWER_MARK.sub("Answer: ", shown))
    return choosing.OTHERS.sub("many students say", shown)


def _is_of_another(offered: Offered, question: str) -> bool:
    words = marks.fold(question)
    return bool(words) and words not in marks.fold(offered.stem)


def _first(
    decision: Decision, found: Sequence[Claim], offered: Offered
) -> tuple[str | None, str, str]:
    """Return the answer, the rule that decided, and why there is none."""
    if len(decision.values) == 1:
        return decision.values[0], decision.rule, ""
    if decision.values:
        return None, "several", "multiple answers"
    if decision.rule == "all-rejected":
        left = set(offered.letters) - {one.value for one in found}
        if len(left) == 1:
            return left.pop(), "others-rejected", ""
    return None, decision.rule, "unclear"


def _of_rank(order: Sequence[Ranked], rank: int, first: str) -> str | None:
    """Return the last choice with a rank; the first choice is none of the others."""
    named = [one.claim.value for one in order if one.rank == rank]
    return named[-1] if named and named[-1] != first else None


def _decided(text: str, found: list[Claim], order: Sequence[Ranked], offered: Offered) -> Decision:
    """Decide on the first choice.

    Lower ranks and their labels are covered, and the words in which replies speak of choices put
    into those that ``claims`` knows.
    """
    lower = {one.claim for one in order if one.rank > 0}
    edits: list[_Edit] = []
    for one in order:
        start, end = one.label
        if one.rank == 0:
            said = " is the answer " if one.behind else "\nanswer: "
            edits.append((start, end, said))
        else:
            edits += [(start, end, " "), (one.claim.start, one.claim.end, " ")]
    live = _settled(text, [claim for claim in found if claim not in lower])
    edits += _mere_contrasts(text, live)
    labels = [(start, end) for start, end, _ in edits]
    for place, claim in enumerate(live):
        after = live[place + 1].start if place + 1 < len(live) else len(text)
        before = live[place - 1].end if place else 0
        for edit in _reworded(text, claim, (before, after), offered):
            if not any(edit[0] < end and start < edit[1] for start, end in labels):
                edits.append(edit)
    return decide(*_edited(text, live, edits))


def _mere_contrasts(text: str, live: Sequence[Claim]) -> Iterator[_Edit]:
    """Yield each ", but" whose sentence names no choice behind it: it takes no answer back."""
    starts = [claim.start for claim in live]
    for match in _BUT.finditer(text):
        place = bisect_right(starts, match.end())
        following = starts[place] if place < len(starts) else match.end()
        stop = min(following, match.end() + _SENTENCE)
        if place == len(starts) or _STOP.search(text, match.end(), stop):
            yield match.start(), match.end(), ", yet"


def _settled(text: str, live: list[Claim]) -> list[Claim]:
    """Drop the letters between which a reply says that it chooses, if it names one behind."""
    opened = [
        place
        for place, claim in enumerate(live[:-2])
        if choosing.MAYBE_BEFORE.search(text[max(0, claim.start - NEAR) : claim.start])
    ]
    undecided = {place + step for place in opened for step in (0, 1)}
    return [claim for place, claim in enumerate(live) if place not in undecided]


def _reworded(
    text: str, claim: Claim, between: tuple[int, int], offered: Offered
) -> Iterator[_Edit]:
    """Yield what the words around a claim mean in the words that ``claims`` knows."""
    before, after = between
    if verdict := _verdict(text, claim, after, offered):
        yield claim.end, verdict[0], f" is {verdict[1]}; "
    front = text[max(before, claim.start - NEAR) : claim.start]
    if _SUPPOSED.search(front) and _IF.match(text, claim.end):
        yield claim.end, claim.end, " is wrong; "
    elif rejects := choosing.WRONG_BEFORE.search(front):
        yield claim.start - len(rejects[0]), claim.start, " not "
    elif field := _FIELD.search(front):
        words = set(_LETTERS.findall(field[1].lower()))
        if words & _CHOICE_WORDS and words <= _CHOICE_WORDS | NEUTRAL_WORDS:
            yield claim.start - len(front) + field.start(1), claim.start, "answer: "


def _verdict(text: str, claim: Claim, after: int, offered: Offered) -> tuple[int, str] | None:
    """Return where the words end that judge a choice behind its letter, and what they say.

    Where a choice itself opens with yes or no, these words behind its letter are its own.
    """
    stop = min(after, claim.end + NEAR)
    wrong = choosing.WRONG_AFTER.match(text, claim.end, stop)
    right = None if wrong else choosing.RIGHT_AFTER.match(text, claim.end, stop)
    at_end = None if wrong or right else _line_verdict(text, claim, after)
    found = wrong or right or at_end
    if not found:
        return None
    last = found[0].rpartition(" ")[2].strip(".:,()-").lower()
    if last in _SIDES and any(one.lower().startswith(_SIDES) for one in offered.choices):
        return None
    rejected = wrong or (at_end and at_end["no"])
    return found.end(), "wrong" if rejected else "correct"


def _line_verdict(text: str, claim: Claim, after: int) -> re.Match[str] | None:
    """Return the verdict at the end of the line that a claim opens."""
    row = text[text.rfind("\n", 0, claim.start) + 1 : claim.start]
    if any(map(str.isalpha, row[-NEAR:])):
        return None
    return choosing.LINE_VERDICT.match(text, claim.end, min(after, claim.end + 2 * NEAR))


def _edited(text: str, found: Sequence[Claim], edits: list[_Edit]) -> tuple[Prose, list[Claim]]:
    """Return a text with pieces of it replaced, and the claims where they stand then."""
    pieces: list[str] = []
    moved: list[Claim] = []
    at = size = 0
    marks_ = sorted(
        [(s, e, w, None) for s, e, w in edits] + [(c.start, c.end, "", c) for c in found],
        key=lambda one: (one[0], one[1]),
    )
    for start, end, words, claim in marks_:
        if start < at:
            continue
        pieces.append(text[at:start])
        size += start - at
        piece = text[start:end] if claim else words
        if claim:
            moved.append(Claim(claim.value, size, size + len(piece)))
        pieces.append(piece)
        size += len(piece)
        at = end
    return Prose("".join([*pieces, text[at:]])), moved
