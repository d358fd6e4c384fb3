"""A rehearsal goes the way of a real study, and stops where it is told to."""

from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.exam.desk import people, reading, rehearsal, results, watching
from benchbar.exam.desk.store import Store, open_store

NEXT = {
    "ranks": "Put the 12 essays in rank order",
    "scores": "Score the essays: 12 of 12 to go",
    "discussion": "Talk over where your scores differ",
    "grading": "Grade your pile:",
    "differences": "Your pile is graded.",
    "report": "The study is locked.",
}


@pytest.fixture
def desk(tmp_path: Path) -> Store:
    store = open_store(tmp_path / "desk.db")
    people.lead_link(store, "Lena")
    return store


@pytest.mark.parametrize("stage", rehearsal.STAGES)
def test_people_find_their_turn_at_each_stage(desk: Store, stage: rehearsal.Stage) -> None:
    lead = people.at_hand(desk)
    graders = rehearsal.rehearse(desk, lead, stage)
    steps = [one.step.words for who in graders for one in reading.desks(desk, who)]
    assert len(steps) == 3
    assert all(words.startswith(NEXT[stage]) for words in steps), steps
    assert all("(invented)" in who.name for who in graders)


def test_there_is_a_difference_to_settle_and_a_third_mark_counts(tmp_path: Path) -> None:
    for seed in range(3):
        store = open_store(tmp_path / f"{seed}.db")
        people.lead_link(store, "Lena")
        lead = people.at_hand(store)
        rehearsal.rehearse(store, lead, "differences")
        assert len(watching.differences(store, lead)) == 1, "whatever the secret seed"
        store.close()


def test_the_report_stage_has_scores_close_to_what_is_meant(desk: Store) -> None:
    lead = people.at_hand(desk)
    rehearsal.rehearse(desk, lead, "report")
    found = results.of(desk, lead)
    assert found.unblinded
    assert len(found.essays) == 30 - rehearsal.ROUND
    for one in found.essays:
        assert one.source is not None
        assert one.score is not None
        assert abs(one.score - one.source.fields["intended"]) <= 1
    assert {one.how for one in found.essays} == {"mean of 2 readers", "third reader"}


def test_a_rehearsal_needs_an_empty_database(desk: Store) -> None:
    lead = people.at_hand(desk)
    rehearsal.rehearse(desk, lead, "ranks")
    with pytest.raises(InputError, match="holds a study already"):
        rehearsal.rehearse(desk, lead, "ranks")
