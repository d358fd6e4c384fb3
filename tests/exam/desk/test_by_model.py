"""A model at the desk: under the rules of all graders; what it gave is handed in once, or not."""

from collections.abc import Callable

import pytest

from benchbar.errors import InputError
from benchbar.exam.desk import (
    by_model,
    calibration,
    closing,
    live,
    marking,
    people,
    reading,
    watching,
)
from benchbar.exam.desk.by_model import HandedIn
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.state import Who
from benchbar.exam.desk.store import Store
from benchbar.exam.essays import pairing
from benchbar.exam.essays.graded import Given
from benchbar.exam.essays.grading import Desk
from benchbar.exam.essays.marking import Mark
from benchbar.exam.essays.pairing import Shown
from tests.exam.desk.made_study import AUTHORS, Study, calibrate, quality, score, start

NAME = "acme/judge (direct)"


@pytest.fixture
def study(small: Store) -> Study:
    """A study whose model is in an open round with two people, who are through with it."""
    found = start(small, graders=("Ada", "Ben"))
    found.graders[NAME] = by_model.join(small, found.lead, NAME, ())
    open_round(found)
    return found


def open_round(study: Study) -> int:
    ids = [who.id for who in study.graders.values()]
    number = calibration.open_round(study.store, study.lead, "mee-1", ids)
    for name in ("Ada", "Ben"):
        calibrate(study, study.graders[name], "mee-1")
    return number


def close_round(study: Study, number: int) -> None:
    calibration.open_discussion(study.store, study.lead, "mee-1", number)
    calibration.close_discussion(study.store, study.lead, "mee-1", number)


def desk_of(study: Study) -> Desk:
    model = study.graders[NAME]
    by_model.go_through(study.store, model, "mee-1")
    found = by_model.before(study.store, model, "mee-1")
    assert found
    return found


def given_to(desk: Desk, *, without: str = "", upside_down: bool = False) -> Given:
    """Return what a model gives that sees the quality of essays, and prefers by it."""
    sign = -1 if upside_down else 1

    def better(a: str, b: str) -> bool:
        return sign * quality(desk.to_rank[a]) > sign * quality(desk.to_rank[b])

    shown = tuple(
        Shown(a, b, int(better(a, b)), int(not better(a, b)))
        for a, b in pairing.drawn(desk.to_rank)
    )
    marks = {
        code: () if code == without else (Mark({"1a": 1.5}, score(text), "Sound."),)
        for code, text in desk.to_mark.items()
    }
    why = {without: "no answer"} if without else {}
    return Given(tuple(sorted(desk.to_rank)), shown, marks, why)


def hand_in(study: Study, given: Given) -> HandedIn:
    return by_model.hand_in(study.store, study.graders[NAME], "mee-1", given)


def words(study: Study) -> str:
    return by_model.step(study.store, study.graders[NAME], "mee-1").words


def test_it_joins_once_with_all_questions(small: Store) -> None:
    study = start(small)
    one = by_model.join(small, study.lead, NAME, ["mee-1"])
    assert by_model.join(small, study.lead, NAME, ["mee-1"]) == one
    assert [desk.question for desk in reading.desks(small, one)] == ["mee-1"]
    assert by_model.join(small, study.lead, NAME, ["mpt-1"]) == one
    assert len(reading.desks(small, one)) == 2
    other = by_model.join(small, study.lead, "acme/other", ())
    assert len(reading.desks(small, other)) == 2
    assert one.kind == other.kind == "model"


def test_names_of_people_and_of_the_removed_are_not_taken(small: Store) -> None:
    study = start(small, models=["acme/gone"])
    with pytest.raises(InputError, match="a person of this name takes part"):
        by_model.join(small, study.lead, "Ada", ())
    people.remove(small, study.lead, study.graders["acme/gone"].id, "worthless")
    with pytest.raises(InputError, match="was removed from the study"):
        by_model.find(small, "acme/gone")
    with pytest.raises(InputError, match="no question 'zip': choose from mee-1, mpt-1"):
        by_model.join(small, study.lead, NAME, ["zip"])
    closing.lock(small, study.lead, early=True)
    with pytest.raises(RefusedError, match="locked"):
        by_model.join(small, study.lead, NAME, ())


def test_a_study_without_materials_has_no_questions(small: Store) -> None:
    with pytest.raises(InputError, match="no materials yet"):
        by_model.questions(small)


def test_it_reads_what_people_read_in_training_and_nothing_of_origins(study: Study) -> None:
    desk = desk_of(study)
    assert [score for score, _ in desk.benchmarks] == [2, 1]
    assert desk.question.rubric.issues[0].id == "1a"
    assert len(desk.to_rank) == len(desk.to_mark) == 6
    shown = f"{desk}"
    assert not [author for author in AUTHORS if author in shown]
    assert "essay-mee" not in shown


def test_before_a_round_there_is_nothing_to_do(small: Store) -> None:
    found = start(small)
    model = by_model.join(small, found.lead, NAME, ())
    step = by_model.go_through(small, model, "mee-1")
    assert step.words == "Wait: the lead opens the calibration round."
    assert by_model.before(small, model, "mee-1") is None
    assert by_model.hand_in(small, model, "mee-1", Given((), (), {"X": ()}, {})) == HandedIn(
        passed_over=1
    )


def test_ranks_and_scores_are_handed_in_and_locked(study: Study) -> None:
    desk = desk_of(study)
    assert hand_in(study, given_to(desk)) == HandedIn(ranked=6, marked=6)
    assert words(study).startswith("Wait: the lead opens the discussion.")
    close_round(study, 1)
    decisions = watching.agreement(study.store, study.lead, "mee-1", 1)
    assert all(one.passed for one in decisions)
    live.deal(study.store, study.lead, "mee-1")
    pile = desk_of(study)
    assert not pile.to_rank
    assert len(pile.to_mark) >= 12, "a model reads every essay, and the checks"
    done = hand_in(study, given_to(pile))
    assert (done.ranked, done.marked) == (0, len(pile.to_mark))
    assert words(study).startswith("Your pile is graded.")


def test_handing_in_again_changes_nothing(study: Study) -> None:
    given = given_to(desk_of(study))
    hand_in(study, given)
    events = watching.record(study.store, study.lead)
    assert hand_in(study, given) == HandedIn(passed_over=6)
    assert watching.record(study.store, study.lead) == events


@pytest.mark.parametrize("after", range(10))
def test_a_crash_at_any_act_is_made_good(
    study: Study, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever act is the last before the crash, handing in again makes the same end."""
    given = given_to(desk_of(study))
    acts: list[Callable[..., object]] = []

    def falling(act: Callable[..., object]) -> Callable[..., object]:
        def do(*arguments: object, **named: object) -> object:
            if len(acts) == after:
                raise KeyboardInterrupt
            acts.append(act)
            return act(*arguments, **named)

        return do

    with monkeypatch.context() as patch:
        patch.setattr(calibration, "rank", falling(calibration.rank))
        patch.setattr(calibration, "lock_ranks", falling(calibration.lock_ranks))
        patch.setattr(marking, "mark", falling(marking.mark))
        patch.setattr(by_model, "go_through", falling(by_model.go_through))
        with pytest.raises(KeyboardInterrupt):
            hand_in(study, given)
    hand_in(study, given)
    assert words(study).startswith("Wait: the lead opens the discussion.")
    kinds = [one.kind for one in watching.record(study.store, study.lead) if one.subject == NAME]
    for kind in (by_model.COMPARED, "ranks locked", "scores locked"):
        assert kinds.count(kind) == 1
    round_ = reading.round_of(study.store, study.graders[NAME], "mee-1")
    assert round_.order_number == 1
    assert all(row.score is not None for row in round_.rows)


def test_an_essay_without_a_mark_keeps_the_round_open(study: Study) -> None:
    desk = desk_of(study)
    stubborn = min(desk.to_mark)
    done = hand_in(study, given_to(desk, without=stubborn))
    assert done == HandedIn(unmarked={stubborn: "no answer"})
    assert words(study) == "Put the 6 essays in rank order, best first."
    blank = given_to(desk)._replace(shown=())
    assert hand_in(study, blank).unranked == tuple(sorted(desk.to_rank))
    assert hand_in(study, given_to(desk)).ranked == 6


def test_of_a_pile_the_others_are_marked(study: Study) -> None:
    hand_in(study, given_to(desk_of(study)))
    close_round(study, 1)
    live.deal(study.store, study.lead, "mee-1")
    pile = desk_of(study)
    stubborn = min(pile.to_mark)
    done = hand_in(study, given_to(pile, without=stubborn))
    assert (done.marked, done.unmarked) == (len(pile.to_mark) - 1, {stubborn: "no answer"})
    assert list(desk_of(study).to_mark) == [stubborn]


def test_what_was_given_in_an_earlier_round_is_passed_over(study: Study) -> None:
    first = given_to(desk_of(study), upside_down=True)
    hand_in(study, first)
    close_round(study, 1)
    with pytest.raises(RefusedError, match="has not passed"):
        live.deal(study.store, study.lead, "mee-1", [study.graders[NAME].id])
    assert words(study).startswith(
        "Wait: the lead opens another calibration round, with other essays, since"
    )
    assert open_round(study) == 2
    assert hand_in(study, first) == HandedIn(passed_over=6)
    assert words(study).startswith("Put the 6 essays")


def test_a_model_below_the_gate_is_dealt_nothing(study: Study) -> None:
    hand_in(study, given_to(desk_of(study), upside_down=True))
    close_round(study, 1)
    dealt = live.deal(study.store, study.lead, "mee-1")
    assert set(dealt) == {study.graders["Ada"].id, study.graders["Ben"].id}
    assert by_model.before(study.store, study.graders[NAME], "mee-1") is None


def test_rules_hold_for_models_as_for_people(study: Study) -> None:
    model: Who = study.graders[NAME]
    code = min(desk_of(study).to_mark)
    with pytest.raises(RefusedError, match="scores come after ranks"):
        marking.mark(study.store, model, code, 4)
