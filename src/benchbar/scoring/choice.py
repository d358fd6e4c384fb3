"""The two graders of a choice among lettered answers, and what is no answer to either."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import msgspec

from benchbar.records import GRADERS, Document, Grader, Item, Outcome, Reply, Verdict
from benchbar.scoring import judge as judging
from benchbar.scoring import marks
from benchbar.scoring.corrected.choice import read as corrected
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.picks import Offered, Pick, nothing
from benchbar.scoring.published.choice import read as published
from benchbar.scoring.taxonomy import NOT_AN_ANSWER, ErrorKind

__all__ = ["Offered", "Pick", "corrected", "judge", "published", "verdicts"]

Read: TypeAlias = Callable[[str, Offered], Pick]
"""A grader of choices: reads the text of a reply, never raises, knows nothing else."""

_COVERED = "[choice]"
_DOCUMENT = Document(id="", kind="statute", text="", lines=(), source="")


def judge(offered: Offered, reply: Reply) -> tuple[Pick, Pick]:
    """Return what the published and the corrected grader understand of a reply.

    Failed, blocked, empty, refused and cut-off replies are told apart as for every other task
    (``benchbar.scoring.judge``): ``Pick.why`` says which.
    """
    item = Item(
        id=reply.id, window="", corpus="", task="choice", split="test", document="",
        question=offered.stem, asked=offered.stem, target=0, gold="",
    )  # fmt: skip
    cut = reply.stop_reason == "max_tokens"
    reads: tuple[Read, Read] = (published, _unless_it_lists if cut else corrected)
    picks = (reads[0](reply.text, offered), reads[1](reply.text, offered))
    verdicts = judging.judge(
        item,
        _DOCUMENT,
        reply if picks[1].first else _without_choices(offered, reply),
        published=partial(_found, reads[0], offered),
        corrected=partial(_found, reads[1], offered),
    )
    first, second = map(_signed, picks, verdicts)
    return first, second


def _unless_it_lists(text: str, offered: Offered) -> Pick:
    """Read a reply that was cut off; one that had only begun to repeat the choices picks none.

    Choices in the order offered, from the first on and in their own words, are no ranks then.
    """
    pick = corrected(text, offered)
    ranks = "".join(letter for letter in pick.ranks if letter)
    listed = len(ranks) > 1 and offered.letters.startswith(ranks)
    if listed and marks.fold(offered.choices[0]) in marks.fold(text):
        return nothing("not found", "cut-off", ", ".join(ranks))
    return pick


_BY_RANK: tuple[ErrorKind, ...] = ("second choice right", "third choice right")


def verdicts(item: Item, offered: Offered, reply: Reply) -> tuple[Verdict, Verdict]:
    """Return both graders' verdicts on a reply.

    ``Item.gold`` is the right letter as it was shown. ``Verdict.answer`` holds the letters that
    were understood, best first and parted by commas; if there is no answer, what there was.
    """
    first, second = (
        _verdict(item.gold, reply, grader, pick)
        for grader, pick in zip(GRADERS, judge(offered, reply), strict=True)
    )
    return first, second


def _verdict(gold: str, reply: Reply, grader: Grader, pick: Pick) -> Verdict:
    outcome: Outcome = "wrong"
    error: str | None = pick.why
    answer = pick.understood
    if pick.first:
        answer = ", ".join(letter for letter in pick.ranks if letter)
        later = zip(pick.ranks[1:], _BY_RANK, strict=True)
        error = next((kind for letter, kind in later if letter == gold), "wrong choice")
        if pick.first == gold:
            outcome, error = "correct", None
    elif error in NOT_AN_ANSWER:
        outcome = "not_an_answer"
    return Verdict(
        reply.id, reply.cell, reply.trial, grader, outcome, error, None, answer, pick.rule
    )


def _signed(pick: Pick, verdict: Verdict) -> Pick:
    """Return a pick, or why its reply is no answer."""
    if verdict.outcome != "not_an_answer":
        return pick
    return nothing(str(verdict.error), verdict.rule, verdict.answer)


def _without_choices(offered: Offered, reply: Reply) -> Reply:
    """Cover the choices that a reply without an answer quotes: their words decline nothing."""
    text = reply.text
    for choice in offered.choices:
        text = text.replace(choice, _COVERED) if " " in choice else text
    return msgspec.structs.replace(reply, turns=(text,)) if reply.turns else reply


def _found(read: Read, offered: Offered, _item: Item, _document: Document, text: str) -> Finding:
    """Put a pick as ``judge`` reads findings: a letter is an answer, right or wrong."""
    pick = read(text, offered)
    if pick.first:
        return right(pick.first, pick.rule)
    return wrong(pick.why or "not found", pick.understood, pick.rule)
