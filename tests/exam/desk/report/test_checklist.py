"""The checklist of a study's own database: each answer rests on what was done."""

from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.exam.desk import closing, live, people
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.report import checklist
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.pages import Page
from benchbar.exam.essays.protocol import CHECKS, Holding
from tests.exam.desk import made_study
from tests.exam.desk.made_study import Study, materials, question
from tests.exam.desk.report.made_report import finished


def answers(held: Holding) -> dict[str, str]:
    return {one.check: one.met for one in held.checks}


def notes(held: Holding) -> dict[str, str]:
    return {one.check: one.note for one in held.checks}


def test_every_check_has_an_answer_and_its_evidence(store: Store) -> None:
    study = finished(store)
    held = checklist.held(store, study.lead)
    assert held.title == "Goats"
    told, said = answers(held), notes(held)
    assert list(told) == [one.id for one in CHECKS]
    assert all(said.values())
    assert told == {
        "rubric": "yes",
        "official questions": "no",
        "model answers": "yes",
        "training": "yes",
        "calibration essays": "partly",
        "discussion": "yes",
        "several graders": "yes",
        "agreement": "partly",
        "blinding": "yes",
        "people's essays": "yes",
        "random order": "yes",
        "drift": "partly",
        "outside graders": "unknown",
        "whole exam": "unknown",
    }
    assert said["calibration essays"].startswith("2 rounds of 6 essays, ranked first")
    assert "the gate was passed by 4 of 4 graders" in said["discussion"]
    assert "unnoticed" not in said["drift"]
    assert "under new codes to" in said["drift"]
    assert "it cannot be told yet: below 5 such essays" in said["drift"]
    assert "labelled “invented”" in said["official questions"]
    assert "1.00 [0.61, 1.00] at least" in said["agreement"]
    assert "origins kept apart until the marks were locked" in said["blinding"]
    assert "locked first, unblinded then" in said["blinding"]


def graded(store: Store, *above: float, second_readers: float = 1.0) -> Study:
    """Return a study of which a question is graded live, each grader so far above what is right."""
    options = Options(calibration_essays=6, drift_every=3, second_readers=second_readers)
    made = materials(question("mee-1", 30, benchmarks=2))
    study = made_study.start(store, made, options=options)
    made_study.run_round(study, "mee-1")
    live.deal(store, study.lead, "mee-1")
    for who, off in zip(study.graders.values(), above, strict=True):
        made_study.grade(study, who, "mee-1", above=off)
    return study


def test_agreement_is_looked_at_in_live_grading_too(small: Store) -> None:
    study = graded(small, 0, 0, 0)
    held = checklist.held(small, study.lead)
    assert answers(held)["agreement"] == "yes"
    assert (
        "in live grading (0.7 and 90% are asked for): mee-1: kappa 1.00"
        in (notes(held)["agreement"])
    )


def test_readers_far_apart_do_not_agree_though_they_did_in_calibration(small: Store) -> None:
    study = graded(small, 0, 2, 4)
    held = checklist.held(small, study.lead)
    assert answers(held)["agreement"] == "partly"
    assert "22 essays read twice, below what is asked for" in notes(held)["agreement"]
    assert "within a point" in notes(held)["agreement"]
    assert held.conclusions[0].borne == "unknown"
    assert held.conclusions[0].open == ("agreement",)


def test_few_second_readings_show_nothing(small: Store) -> None:
    study = graded(small, 0, 0, 0, second_readers=0.1)
    held = checklist.held(small, study.lead)
    assert answers(held)["agreement"] == "partly"
    assert "too few to tell" in notes(held)["agreement"]


def test_before_anything_is_done_most_is_unknown(small: Store) -> None:
    lead = people.enter(small, people.lead_link(small, "Lena")).who
    assert set(answers(checklist.held(small, lead)).values()) == {"unknown"}
    study = made_study.start(small, materials(question("mee-1", 12)))
    told = answers(checklist.held(small, study.lead))
    assert told["rubric"] == told["blinding"] == "yes"
    assert told["training"] == told["agreement"] == told["several graders"] == "unknown"
    with pytest.raises(RefusedError, match="only a lead"):
        checklist.held(small, study.graders["Ada"])


def test_sealed_origins_answer_nothing(small: Store) -> None:
    study = finished(small, unblind=False)
    held = checklist.held(small, study.lead)
    assert answers(held)["people's essays"] == "unknown"
    assert "not told before the study is unblinded" in notes(held)["people's essays"]


def test_one_reader_to_every_essay_is_no_second_one(small: Store) -> None:
    options = Options(calibration_essays=6, drift_every=3, second_readers=0.0)
    made = materials(question("mee-1", 20, benchmarks=2))
    study = made_study.start(small, made, options=options, models=["Mo"])
    made_study.run_round(study, "mee-1")
    live.deal(small, study.lead, "mee-1")
    for who in study.graders.values():
        made_study.grade(study, who, "mee-1")
    held = checklist.held(small, study.lead)
    assert answers(held)["several graders"] == "partly"
    assert "3 people and 1 model; 0 of 12 essays read by two" in notes(held)["several graders"]


def test_a_model_that_graded_what_it_wrote_is_no_outsider(small: Store) -> None:
    study = finished(small, models=("acme/Zorblax-9b (direct)",))
    held = checklist.held(small, study.lead)
    assert answers(held)["outside graders"] == "no"
    assert "acme/Zorblax-9b (direct)" in notes(held)["outside graders"]


def test_a_form_fills_in_only_what_the_database_does_not_know(small: Store) -> None:
    study = finished(small)
    fields = {"outside graders": ["yes", "hired"], "official questions": "yes", "whole exam": True}
    form = Page(Path("form.md"), fields, "")
    told = checklist.held(small, study.lead, form)
    assert answers(told)["outside graders"] == answers(told)["whole exam"] == "yes"
    assert notes(told)["outside graders"].startswith("hired (as the lead says")
    assert answers(told)["official questions"] == "no"
    with pytest.raises(InputError, match="'magic' is no check"):
        checklist.held(small, study.lead, Page(Path("form.md"), {"magic": "yes"}, ""))


def test_a_study_without_calibration_has_none(small: Store) -> None:
    study = made_study.start(small)
    closing.lock(small, study.lead, early=True)
    told = answers(checklist.held(small, study.lead))
    assert told["calibration essays"] == told["discussion"] == "unknown"
