"""The rules: no situation whatever opens what must stay closed, and what comes next is allowed."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.exam.desk import protocol
from benchbar.exam.desk.protocol import (
    RULES,
    Act,
    Discussion,
    RefusedError,
    Round,
    Situation,
    Track,
)

READS = {
    "visit",
    "read training", "read calibration", "read pile", "read discussion", "watch", "read origins",
    "read results", "export",
}  # fmt: skip


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Draw a round that can come about: each part begins where the one before is over."""
    essays = draw(st.integers(1, 5))
    ranked = draw(st.booleans())
    ranks_locked = ranked and draw(st.booleans())
    scored = draw(st.integers(0, essays)) if ranks_locked else 0
    scores_locked = scored == essays and draw(st.booleans())
    parts: tuple[Discussion, ...] = get_args(Discussion) if scores_locked else ("not yet",)
    discussion = draw(st.sampled_from(parts))
    passed = draw(st.booleans()) if discussion == "over" else None
    return Round(
        1, essays, ranked, ranks_locked, scored, scores_locked,
        waiting=draw(st.integers(0, 2)), discussion=discussion, passed=passed,
    )  # fmt: skip


TRACKS = st.builds(
    Track,
    question=st.just("q"),
    assigned=st.booleans(),
    trained=st.booleans(),
    round=st.none() | rounds(),
    pile=st.integers(0, 5),
    read=st.integers(0, 3),
)
READY = st.builds(
    Situation,
    role=st.just("grader"),
    begun=st.just(True),
    track=st.builds(
        Track,
        question=st.just("q"),
        assigned=st.just(True),
        trained=st.just(True),
        round=rounds(),
        pile=st.integers(0, 5),
        read=st.integers(0, 3),
    ),
)
"""Graders in the midst of it."""
SITUATIONS = READY | st.builds(
    Situation,
    role=st.sampled_from([None, "lead", "grader"]),
    begun=st.booleans(),
    locked=st.booleans(),
    unblinded=st.booleans(),
    unread=st.integers(0, 2),
    unsettled=st.integers(0, 2),
    track=st.none() | TRACKS,
)


def test_every_act_has_its_rules() -> None:
    assert set(RULES) == set(get_args(Act))


@given(SITUATIONS)
def test_strangers_may_do_nothing(now: Situation) -> None:
    stranger = Situation(None, now.begun, now.locked, now.unblinded, track=now.track)
    assert all(protocol.refusal(act, stranger) for act in RULES)


@given(SITUATIONS)
def test_nothing_is_changed_after_the_lock(now: Situation) -> None:
    if now.locked:
        assert all(protocol.refusal(act, now) for act in RULES if act not in (*READS, "unblind"))


@given(SITUATIONS)
def test_origins_are_sealed_until_unblinding_and_that_until_the_lock(now: Situation) -> None:
    if not now.unblinded:
        assert protocol.refusal("read origins", now)
    if not now.locked:
        assert protocol.refusal("unblind", now)


@given(SITUATIONS)
def test_live_grading_is_closed_below_the_gate(now: Situation) -> None:
    passed = now.track is not None and now.track.round is not None and now.track.round.passed
    if not passed:
        assert protocol.refusal("mark live", now)
        assert protocol.refusal("read pile", now)


@given(SITUATIONS)
def test_scores_wait_for_locked_ranks_and_talk_for_locked_scores(now: Situation) -> None:
    found = now.track.round if now.track else None
    if not (found and found.ranks_locked) or found.scores_locked:
        assert protocol.refusal("mark calibration", now)
    if now.role == "grader" and not (found and found.scores_locked):
        assert protocol.refusal("read discussion", now)


@given(SITUATIONS)
def test_what_comes_next_is_allowed(now: Situation) -> None:
    if now.role == "grader" and now.begun:
        step = protocol.next_step(now)
        assert step.words
        assert step.act is None or not protocol.refusal(step.act, now)


CALIBRATING = Round(1, 6)
STEPS = [
    (Track("q"), None, "has not given"),
    (Track("q", assigned=True), "train", "benchmark"),
    (Track("q", assigned=True, trained=True), None, "opens the calibration"),
    (Track("q", True, True, CALIBRATING), "rank", "6 essays"),
    (Track("q", True, True, Round(1, 6, True)), "lock ranks", "lock it"),
    (Track("q", True, True, Round(1, 6, True, True, 2)), "mark calibration", "4 of 6"),
    (Track("q", True, True, Round(1, 6, True, True, 6)), "lock scores", "lock them"),
    (Track("q", True, True, Round(1, 6, True, True, 6, True, 1)), None, "1 grader to go"),
    (Track("q", True, True, Round(1, 6, True, True, 6, True, 0, "open")), "read discussion", ""),
    (Track("q", True, True, Round(1, 6, True, True, 6, True, 0, "over", False)), None, "another"),
    (Track("q", True, True, Round(1, 6, True, True, 6, True, 0, "over", True)), None, "deals"),
    (
        Track("q", True, True, Round(1, 6, True, True, 6, True, 0, "over", True), 9, 4),
        "mark live",
        "5 of 9",
    ),
    (
        Track("q", True, True, Round(1, 6, True, True, 6, True, 0, "over", True), 9, 9),
        None,
        "graded",
    ),
]


@pytest.mark.parametrize(("track", "act", "words"), STEPS)
def test_the_steps_of_a_grader(track: Track, act: Act | None, words: str) -> None:
    step = protocol.next_step(Situation("grader", begun=True, track=track))
    assert step.act == act
    assert words in step.words


def test_a_refusal_says_why() -> None:
    with pytest.raises(RefusedError, match="only a lead"):
        protocol.require("lock", Situation("grader", begun=True))
    with pytest.raises(RefusedError, match="2 essays in the piles without a mark"):
        protocol.require("lock", Situation("lead", begun=True, unread=2))


def test_a_lead_gives_third_marks_without_calibration_and_no_other_marks() -> None:
    lead = Situation("lead", begun=True)
    assert not protocol.refusal(protocol.act_of("third", lead), lead)
    for use in ("live", "second", "drift", "calibration"):
        assert protocol.refusal(protocol.act_of(use, lead), lead)
