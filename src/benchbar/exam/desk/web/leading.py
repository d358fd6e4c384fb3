"""The lead watches: what is to be done, how far all are, agreement and drift of each question."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response

from benchbar.errors import InputError
from benchbar.exam.desk import calibration, live, reading, watching
from benchbar.exam.desk.protocol import Round
from benchbar.exam.desk.report import agreeing
from benchbar.exam.desk.report.agreeing import FEWEST_SHARED
from benchbar.exam.desk.watching import Progress
from benchbar.exam.desk.web.drawn import page
from benchbar.exam.desk.web.front import go
from benchbar.exam.desk.web.paths import of_question
from benchbar.exam.desk.web.visits import Lead, Posted, SentByLead, Visitor
from benchbar.report.numbers import plural

router = APIRouter()
_LONGEST_NUMBER = 10
"""Digits of a person's number."""


class Waiting(NamedTuple):
    """Something that waits for the lead, and where it is done."""

    words: str
    where: str


@router.get("/study")
def study(request: Request, visitor: Lead) -> Response:
    """Show what waits for the lead, and how far everyone is."""
    found = reading.study(visitor.store, visitor.who)
    progress = watching.progress(visitor.store, visitor.who)
    return page(
        request,
        "study",
        visitor,
        here="/study",
        study=found,
        progress=progress,
        waiting=list(_waiting(visitor, found, progress)),
    )


@router.get("/questions/{question}")
def question(request: Request, question: str, visitor: Lead) -> Response:
    """Show a question: its graders, its rounds with their agreement, its piles, drift."""
    store, who = visitor.store, visitor.who
    progress = {one.question: one for one in watching.progress(store, who)}
    if question not in progress:
        raise InputError(f"question {question[:40]!r}: there is none of this name")
    found = progress[question]
    rounds = {n: watching.agreement(store, who, question, n) for n in range(1, found.rounds + 1)}
    names = watching.names(store, who)
    passed = [one for one in found.graders if _passed(one.track.round)]
    return page(
        request,
        "question",
        visitor,
        study=reading.study(store, who),
        found=found,
        rounds=rounds,
        latest=_latest(found),
        names=names,
        named=lambda told: [(names[one.person], one) for one in told],
        drift=watching.drift(store, who, question),
        passed=passed,
        to_deal=found.undealt or any(not one.track.pile for one in passed),
        suggested=_suggested(found, reading.study(store, who).options.calibration_essays),
    )


@router.get("/questions/{question}/essays")
def essays(request: Request, question: str, visitor: Lead) -> Response:
    """Show the essays as graders read them, so that a lead can see whether they are blind."""
    texts = watching.essays(visitor.store, visitor.who, question)
    return page(request, "essays", visitor, question=question, texts=texts)


@router.get("/questions/{question}/readings")
def second_readings(request: Request, question: str, visitor: Lead) -> Response:
    """Show how far readers of the same essays agree so far."""
    found = agreeing.second_readings(visitor.store, visitor.who, question)
    return page(request, "readings", visitor, question=question, found=found, least=FEWEST_SHARED)


@router.post("/questions/{question}/rounds")
def open_round(question: str, posted: SentByLead) -> Response:
    """Open a calibration round."""
    graders = [_person(one) for one in posted.texts("graders")]
    essays = posted.number("essays") or None
    calibration.open_round(
        posted.store, posted.who, question, graders, essays=essays, why=posted.text("why")
    )
    return go(of_question(question) + "?done=round")


@router.post("/questions/{question}/rounds/{number}/open")
def open_discussion(question: str, number: int, posted: SentByLead) -> Response:
    """Show the graders of a round each other's marks."""
    calibration.open_discussion(posted.store, posted.who, question, number)
    return go(of_question(question) + "?done=talking")


@router.post("/questions/{question}/rounds/{number}/close")
def close_discussion(question: str, number: int, posted: SentByLead) -> Response:
    """End the talk; the gate opens for those who have passed."""
    calibration.close_discussion(posted.store, posted.who, question, number)
    return go(of_question(question) + "?done=talked")


@router.post("/questions/{question}/deal")
def deal(question: str, posted: SentByLead) -> Response:
    """Deal the essays that are in no pile."""
    chosen = [_person(one) for one in posted.texts("graders")] or None
    live.deal(posted.store, posted.who, question, chosen, posted.text("why"))
    return go(of_question(question) + "?done=dealt")


@router.post("/questions/{question}/second")
def second(question: str, posted: SentByLead) -> Response:
    """Give essays a second reader."""
    live.second(posted.store, posted.who, question, _count(posted), why=posted.text("why"))
    return go(of_question(question) + "?done=seconded")


@router.post("/questions/{question}/withdraw")
def withdraw(question: str, posted: SentByLead) -> Response:
    """Take what is unread off a pile."""
    live.withdraw(
        posted.store, posted.who, _person(posted.text("grader")), question, posted.text("why")
    )
    return go(of_question(question) + "?done=withdrawn")


def _count(posted: Posted) -> int:
    number = posted.number("essays")
    if number < 1:
        raise InputError("say how many essays")
    return number


def _person(text: str) -> int:
    if not (text.isdecimal() and len(text) < _LONGEST_NUMBER):
        raise InputError("choose a grader")
    return int(text)


def _latest(found: Progress) -> Round | None:
    """Return the last round as those of its graders stand who are furthest behind."""
    rounds = [
        one.track.round
        for one in found.graders
        if one.track.round and one.track.round.number == found.rounds
    ]
    return min(rounds, key=lambda one: one.scores_locked, default=None)


def _passed(round: Round | None) -> bool:  # noqa: A002
    return bool(round and round.passed)


def _suggested(found: Progress, wanted: int) -> int:
    """Return how many essays a round may take, so that half are left to be graded."""
    free = found.undealt // 2 if not found.kept or found.rounds else found.kept
    return min(wanted, max(3, free))


def _waiting(
    visitor: Visitor, study: reading.Study, progress: Sequence[Progress]
) -> Iterator[Waiting]:
    if not study.begun:
        yield Waiting("Set the study up.", "/setup")
        return
    if study.locked:
        words = "Read the report." if study.unblinded else "Unblind the study, and read the report."
        yield Waiting(words, "/results")
        return
    begun = any(one.rounds for one in progress)
    for one in progress:
        if words := _of_question(visitor, one, begun=begun):
            yield Waiting(f"{one.title}: {words}", of_question(one.question))
    apart = watching.differences(visitor.store, visitor.who)
    if new := [one for one in apart if one.third is None]:
        yield Waiting(f"Settle {plural(len(new), 'difference')} between readers.", "/differences")
    thirds = reading.thirds(visitor.store, visitor.who)
    if mine := [one for one in thirds if one.score is None]:
        yield Waiting(f"Mark {plural(len(mine), 'essay')} that you settle.", "/differences")
    if apart:
        return
    if begun and all(_graded(one) for one in progress if one.rounds):
        yield Waiting("All essays are marked: lock the study.", "/results")


def _of_question(visitor: Visitor, one: Progress, *, begun: bool) -> str:
    """Say what waits for the lead on a question; empty if nothing does.

    A question without graders is left alone once another has ``begun``.
    """
    latest = _latest(one)
    if not one.essays or (begun and not one.graders):
        return ""
    if len(one.graders) < 2:
        return "give it two graders or more."
    if latest is None:
        return "open a calibration round."
    if latest.discussion == "not yet":
        ready = all(_ready(each.track.round, one.rounds) for each in one.graders)
        return "all have locked their scores: open the discussion." if ready else ""
    if latest.discussion == "open":
        return "close the discussion when it is over."
    return _of_piles(visitor, one)


def _of_piles(visitor: Visitor, one: Progress) -> str:
    passed = [each for each in one.graders if _passed(each.track.round)]
    if not passed:
        return "nobody has passed calibration: open another round."
    if one.undealt:
        failed = ", ".join(each.grader.name for each in one.graders if each not in passed)
        others = f" {failed} did not pass: another round first, or without." if failed else ""
        return f"deal {plural(one.undealt, 'essay')}.{others}"
    if one.lacking and len(passed) > 1:
        return f"give {plural(one.lacking, 'essay')} a second reader."
    drifts = watching.drift(visitor.store, visitor.who, one.question)
    if flagged := [each for each in drifts if each.flagged]:
        names = watching.names(visitor.store, visitor.who)
        told = ", ".join(names[each.person] for each in flagged)
        return f"{told} drifted: talk it over, or open another round."
    return ""


def _ready(round: Round | None, number: int) -> bool:  # noqa: A002
    """Say whether a grader is not in the last round, or has locked his scores of it."""
    return round is None or round.number != number or round.scores_locked


def _graded(one: Progress) -> bool:
    piles = [each.track for each in one.graders if each.track.pile]
    return not one.undealt and bool(piles) and all(each.read == each.pile for each in piles)
