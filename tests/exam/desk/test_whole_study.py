"""A whole study through the library alone: three graders and a lead, on both databases."""

import pytest

from benchbar.exam.desk import (
    calibration,
    closing,
    intake,
    live,
    marking,
    people,
    reading,
    results,
    watching,
)
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import AUTHORS, calibrate, grade, run_round, start


def test_a_whole_study(store: Store) -> None:
    study = start(store)
    ada, ben, cleo = study.graders.values()
    lead = study.lead

    steps = [desk.step.act for desk in reading.desks(store, ada)]
    assert steps == ["train", "train"]

    run_round(study, "mee-1", bad=["Cleo"])
    assert reading.desks(store, cleo)[0].step.words.startswith("Wait: the lead opens another")
    passed = live.deal(store, lead, "mee-1", why="Ada and Ben have passed")
    assert set(passed) == {ada.id, ben.id}
    with pytest.raises(RefusedError, match="below what the study asks"):
        reading.pile(store, cleo, "mee-1")

    run_round(study, "mpt-1")
    piles = live.deal(store, lead, "mpt-1")
    assert set(piles) == {ada.id, ben.id, cleo.id}

    for who in (ada, ben):
        grade(study, who, "mee-1", above=2.0 if who is ben else 0.0)
    for who in (ada, ben, cleo):
        grade(study, who, "mpt-1")

    drifts = {one.person: one for one in watching.drift(store, lead, "mee-1")}
    assert not drifts[ada.id].flagged
    assert drifts[ben.id].flagged

    differences = watching.differences(store, lead)
    assert differences
    with pytest.raises(RefusedError, match="between readers to be settled first"):
        closing.lock(store, lead)
    for one in differences:
        code = live.send_to_third(store, lead, one.essay, lead.id, "more than a point apart")
        assert marking.mark(store, lead, code, 3.0).number == 1
    assert watching.differences(store, lead) == ()

    closing.lock(store, lead, "all done")
    with pytest.raises(RefusedError, match="sealed until"):
        intake.origins(store, lead)
    blind = results.of(store, lead)
    assert blind.written == ()
    assert {one.source for one in blind.essays} == {None}

    closing.unblind(store, lead)
    told = results.of(store, lead)
    assert {one.author for one in told.written} == set(AUTHORS)
    for author in told.written:
        assert author.mee is not None
        assert author.mpt is not None
        assert author.raw == pytest.approx(0.6 * author.mee + 0.4 * author.mpt)
    assert len(told.essays) == (20 - 2 - 6) + (16 - 6)
    settled = [one for one in told.essays if one.how == "third reader"]
    assert {one.essay for one in settled} == {one.essay for one in differences}
    assert {one.score for one in settled} == {3.0}
    assert {one.readers for one in told.essays} == {"people"}


def test_a_grader_who_failed_passes_a_later_round(store: Store) -> None:
    study = start(store)
    run_round(study, "mee-1", bad=["Cleo"])
    assert run_round(study, "mee-1") == 2
    assert study.graders["Cleo"].id in live.deal(store, study.lead, "mee-1")


def test_whoever_left_is_not_waited_for(store: Store) -> None:
    study = start(store)
    ada, ben, cleo = study.graders.values()
    number = calibration.open_round(store, study.lead, "mee-1", [ada.id, ben.id, cleo.id])
    for who in (ada, ben):
        calibrate(study, who, "mee-1")
    with pytest.raises(RefusedError, match="1 grader of this round"):
        calibration.open_discussion(store, study.lead, "mee-1", number)
    people.remove(store, study.lead, cleo.id, "ill")
    calibration.open_discussion(store, study.lead, "mee-1", number)
    with pytest.raises(RefusedError, match="do not take part"):
        reading.round_of(store, cleo, "mee-1")


def test_one_who_is_left_alone_in_a_round_can_go_on_with_others(store: Store) -> None:
    study = start(store)
    ada, ben, cleo = study.graders.values()
    calibration.open_round(store, study.lead, "mee-1", [ada.id, ben.id])
    with pytest.raises(RefusedError, match="Ada is in round 1"):
        calibration.open_round(store, study.lead, "mee-1", [ada.id, cleo.id])
    people.remove(store, study.lead, ben.id, "ill")
    calibrate(study, ada, "mee-1")
    with pytest.raises(RefusedError, match="two graders or more"):
        calibration.open_discussion(store, study.lead, "mee-1", 1)
    assert calibration.open_round(store, study.lead, "mee-1", [ada.id, cleo.id]) == 2
