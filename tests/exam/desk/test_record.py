"""What stays as it was, and what is on record: gates, options, marks, exports, second readers."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.exam.desk import export, intake, live, marking, people, reading, watching
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import OPTIONS, Study, grade, run_round, start


@pytest.fixture
def study(small: Store) -> Study:
    return start(small, options=replace(OPTIONS, second_readers=1.0))


def kinds(study: Study) -> list[str]:
    return [one.kind for one in watching.record(study.store, study.lead)]


def test_what_the_gate_has_decided_stays_when_a_grader_leaves(study: Study) -> None:
    number = run_round(study, "mee-1", bad=["Cleo"])
    before = watching.agreement(study.store, study.lead, "mee-1", number)
    assert [one.passed for one in before] == [True, True, False]
    people.remove(study.store, study.lead, study.graders["Ada"].id, "left town")
    assert watching.agreement(study.store, study.lead, "mee-1", number) == before
    assert watching.names(study.store, study.lead)[before[0].person] == "Ada"


def test_two_graders_agree_with_each_other_alike(small: Store) -> None:
    two = start(small, graders=("Ada", "Ben"))
    number = run_round(two, "mee-1")
    ada, ben = watching.agreement(small, two.lead, "mee-1", number)
    for mine, other in zip(ada.figures, ben.figures, strict=True):
        if mine.name != "bias":
            assert mine == other, "the same pair, the same interval"


def test_changed_options_are_on_record_with_their_reason(study: Study) -> None:
    intake.set_options(study.store, study.lead, Options(kappa=0.5), "too strict")
    found = watching.record(study.store, study.lead)[-1]
    assert (found.kind, found.by, found.why) == ("options changed", "Lena", "too strict")


def test_whole_points_are_refused_once_halves_were_given(study: Study) -> None:
    intake.set_options(study.store, study.lead, replace(OPTIONS, step=0.5), "finer")
    run_round(study, "mee-1")
    live.deal(study.store, study.lead, "mee-1")
    ada = study.graders["Ada"]
    code = reading.next_code(study.store, ada, "mee-1")
    assert code
    marking.mark(study.store, ada, code, 3.5)
    with pytest.raises(InputError, match="1 mark of half points were given already"):
        intake.set_options(study.store, study.lead, OPTIONS, "coarser")


def test_a_changed_mark_is_on_record_and_shown_to_its_grader(study: Study) -> None:
    run_round(study, "mee-1")
    live.deal(study.store, study.lead, "mee-1")
    ada = study.graders["Ada"]
    code = reading.next_code(study.store, ada, "mee-1")
    assert code
    marking.mark(study.store, ada, code, 3.0)
    assert reading.paper(study.store, ada, code).earlier == ()
    marking.mark(study.store, ada, code, 4.0, replaces=1, why="misread part 2")
    found = reading.paper(study.store, ada, code)
    assert [one.score for one in found.earlier] == [3.0]
    assert found.mark is not None
    assert (found.mark.score, found.mark.why) == (4.0, "misread part 2")
    told = watching.record(study.store, study.lead)[-1]
    assert (told.kind, told.by, told.why) == ("mark changed", "Ada", "misread part 2")


def test_exports_and_links_for_the_lead_are_on_record(study: Study, tmp_path: Path) -> None:
    export.write_csv(study.store, study.lead, tmp_path / "tables")
    export.write_json(study.store, study.lead, tmp_path / "all.jsonl")
    people.lead_link(study.store)
    assert kinds(study)[-3:] == ["exported", "exported", "given a link"]


def test_essays_that_lack_their_second_reader_are_counted(study: Study) -> None:
    run_round(study, "mee-1")
    live.deal(study.store, study.lead, "mee-1")

    def lacking() -> int:
        found = {one.question: one for one in watching.progress(study.store, study.lead)}
        return found["mee-1"].lacking

    assert lacking() == 0
    grade(study, study.graders["Ben"], "mee-1")
    people.remove(study.store, study.lead, study.graders["Ada"].id, "ill")
    missing = lacking()
    assert missing > 0
    undealt = {one.question: one.undealt for one in watching.progress(study.store, study.lead)}
    if undealt["mee-1"]:
        live.deal(study.store, study.lead, "mee-1")
    assert live.second(study.store, study.lead, "mee-1", lacking()) >= 0
    assert lacking() == 0


def test_models_are_told_from_people_in_a_discussion(small: Store) -> None:
    study = start(small, graders=("Ada", "Ben"), models=("acme/judge",))
    run_round(study, "mee-1")
    labels = {
        one.grader
        for essay in reading.discussion(small, study.graders["Ada"], "mee-1").essays
        for one in essay.given
        if not one.mine
    }
    assert {one.split()[0] for one in labels} == {"Grader", "Model"}
