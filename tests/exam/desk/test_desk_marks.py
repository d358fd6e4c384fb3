"""What a mark may be, how it is changed, and what is kept of one that was only begun."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from benchbar.errors import InputError
from benchbar.exam.desk import (
    calibration,
    closing,
    intake,
    live,
    marking,
    people,
    reading,
    results,
    training,
    watching,
)
from benchbar.exam.desk import schema as db
from benchbar.exam.desk.acts import StaleError
from benchbar.exam.desk.options import Options
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store
from tests.exam.desk.made_study import OPTIONS, Study, grade, materials, question, run_round, start


@pytest.fixture
def study(small: Store) -> Study:
    found = start(small)
    run_round(found, "mee-1")
    live.deal(small, found.lead, "mee-1")
    return found


def first(study: Study) -> str:
    code = reading.next_code(study.store, study.graders["Ada"], "mee-1")
    assert code
    return code


BAD = [
    ((0.0,), "must be from 1 to 6"),
    ((7.0,), "must be from 1 to 6"),
    ((3.5,), "steps of 1"),
    ((float("nan"),), "must be from 1 to 6"),
    ((3.0, {"9z": 1}), "none of this name"),
    ((3.0, {"1a": 3.5}), "from 0 to 3"),
    ((3.0, {"1a": -1}), "from 0 to 3"),
    ((3.0, {"1a": float("nan")}), "from 0 to 3"),
    ((3.0, {}, "x" * 20_001), "20,000 are the most"),
]


@pytest.mark.parametrize(("given", "why"), BAD)
def test_what_cannot_be_a_mark(study: Study, given: tuple[Any, ...], why: str) -> None:
    code = first(study)
    with pytest.raises(InputError, match=why):
        marking.mark(study.store, study.graders["Ada"], code, *given)
    assert reading.paper(study.store, study.graders["Ada"], code).mark is None


def test_a_change_names_what_it_replaces_and_why_and_both_are_kept(study: Study) -> None:
    store, ada, code = study.store, study.graders["Ada"], first(study)
    marking.mark(store, ada, code, 3.0, {"1a": 1}, "fair")
    with pytest.raises(InputError, match="say why"):
        marking.mark(store, ada, code, 4.0, replaces=1)
    with pytest.raises(StaleError, match="a score of 3"):
        marking.mark(store, ada, code, 4.0, why="read again")
    with pytest.raises(StaleError):
        marking.mark(store, ada, code, 4.0, replaces=2, why="read again")
    found = marking.mark(store, ada, code, 4.0, {"1a": 2}, "good", replaces=1, why="read again")
    assert found.number == 2
    with store.reading() as session:
        rows = session.scalars(select(db.Mark).where(db.Mark.code == code).order_by("number")).all()
        assert [(one.score, one.why, one.by) for one in rows] == [
            (3.0, "", ada.id), (4.0, "read again", ada.id),
        ]  # fmt: skip
        assert rows[0].at < rows[1].at


def test_half_points_where_the_study_has_them(small: Store) -> None:
    found = start(small, options=Options(step=0.5, calibration_essays=6))
    run_round(found, "mee-1")
    live.deal(small, found.lead, "mee-1")
    code = first(found)
    assert marking.mark(small, found.graders["Ada"], code, 3.5).score == 3.5


def test_hostile_text_is_kept_as_text(store: Store) -> None:
    found = start(store)
    run_round(found, "mee-1")
    live.deal(store, found.lead, "mee-1")
    ada, code = found.graders["Ada"], first(found)
    text = "'; DROP TABLE mark; -- <script>alert(1)</script> \x00\ud800 \u202e{}"
    comment = marking.mark(store, ada, code, 3.0, {}, text).comment
    assert comment == "'; DROP TABLE mark; -- <script>alert(1)</script> \ufffd {}"
    read = reading.paper(store, ada, code).mark
    assert read is not None
    assert read.comment == comment
    for odd in ("' OR 1=1 --", "\x00", "\ud800", "", "x" * 10_000):
        with pytest.raises(RefusedError, match="no essay of this code"):
            reading.paper(store, ada, odd)
        with pytest.raises(InputError, match="none of this name"):
            reading.pile(store, ada, odd)
        with pytest.raises(RefusedError, match="not known here"):
            people.enter(store, odd)
        assert people.visit(store, odd) is None
    for number in (0, -1, 2**40, 2**80):
        with pytest.raises(InputError, match="only a person who takes part"):
            people.invite(store, found.lead, number)
        with pytest.raises(InputError, match="does not grade"):
            calibration.open_round(store, found.lead, "mee-1", [ada.id, number])
        with pytest.raises(InputError, match="no calibration round"):
            watching.agreement(store, found.lead, "mee-1", number)


def test_a_draft_outlives_the_page_and_goes_with_the_mark(study: Study) -> None:
    store, ada, code = study.store, study.graders["Ada"], first(study)
    marking.save_draft(store, ada, code, {"score": 3, "comment": "so f"})
    marking.save_draft(store, ada, code, {"score": 4, "comment": "so far \x00"})
    assert reading.paper(store, ada, code).draft == {"score": 4, "comment": "so far "}
    assert [row.begun for row in reading.pile(store, ada, "mee-1")].count(True) == 1
    marking.mark(store, ada, code, 4.0)
    assert reading.paper(store, ada, code).draft is None
    with pytest.raises(InputError, match="200,000 are the most"):
        marking.save_draft(store, ada, code, {"comment": "x" * 200_000})


def test_a_rank_order_that_is_being_made_is_kept(small: Store) -> None:
    found = start(small)
    ids = [who.id for who in found.graders.values()]
    calibration.open_round(small, found.lead, "mee-1", ids)
    ada = found.graders["Ada"]
    training.done(small, ada, "mee-1")
    marking.save_order(small, ada, "mee-1", {"order": ["a"]})
    assert reading.round_of(small, ada, "mee-1").draft == {"order": ["a"]}
    codes = [row.code for row in reading.round_of(small, ada, "mee-1").rows]
    for wrong in (codes[:-1], [*codes, codes[0]], [*codes[:-1], "ABCDEFGH"]):
        with pytest.raises(InputError, match="each of the round's 6 essays once"):
            calibration.rank(small, ada, "mee-1", wrong)
    assert calibration.rank(small, ada, "mee-1", codes) == 1
    with pytest.raises(StaleError) as caught:
        calibration.rank(small, ada, "mee-1", codes[::-1])
    assert (caught.value.number, caught.value.standing) == (1, codes)


def test_an_earlier_rounds_marks_stay_as_they_are(small: Store) -> None:
    study = start(small)
    run_round(study, "mee-1")
    store, ada = study.store, study.graders["Ada"]
    old = reading.round_of(store, ada, "mee-1").rows[0].code
    ids = [who.id for who in study.graders.values()]
    calibration.open_round(store, study.lead, "mee-1", ids)
    order = [row.code for row in reading.round_of(store, ada, "mee-1").rows]
    calibration.rank(store, ada, "mee-1", order)
    calibration.lock_ranks(store, ada, "mee-1")
    marking.mark(store, ada, order[0], 3.0)
    with pytest.raises(RefusedError, match="a calibration round that is over"):
        marking.mark(store, ada, old, 1.0, replaces=1, why="x")
    assert reading.paper(store, ada, old).refusal == "this calibration round is over"
    for code in order[1:]:
        marking.mark(store, ada, code, 3.0)
    calibration.lock_scores(store, ada, "mee-1")
    old = order[0]
    with pytest.raises(RefusedError, match="scores of this round are locked"):
        marking.mark(store, ada, old, 1.0, replaces=1, why="x")


def test_essays_kept_for_calibration_come_first_and_never_into_a_pile(small: Store) -> None:
    found = start(small, materials(question("mee-1", 20, benchmarks=2, kept=9)), options=OPTIONS)
    run_round(found, "mee-1")
    with small.reading() as session:
        uses = session.execute(
            select(db.Essay.pool, db.Essay.benchmark).join(
                db.Placing, db.Placing.essay == db.Essay.id
            )
        ).all()
    assert {tuple(one) for one in uses} == {("calibration", None)}
    live.deal(small, found.lead, "mee-1")
    with small.reading() as session:
        pools = session.scalars(
            select(db.Essay.pool)
            .join(db.Placing, db.Placing.essay == db.Essay.id)
            .where(db.Placing.use.in_(("live", "second")))
        )
        assert set(pools) == {""}


def test_too_few_essays_for_a_round_are_told(small: Store) -> None:
    found = start(small, materials(question("mee-1", 10)))
    ids = [who.id for who in found.graders.values()]
    run_round(found, "mee-1", bad=["Cleo"])
    with pytest.raises(RefusedError, match="4 essays left .* takes 6"):
        calibration.open_round(small, found.lead, "mee-1", ids)
    with pytest.raises(InputError, match="two graders or more"):
        calibration.open_round(small, found.lead, "mee-1", ids[:1])
    with pytest.raises(InputError, match="3 essays or more"):
        calibration.open_round(small, found.lead, "mee-1", ids, essays=2)
    assert calibration.open_round(small, found.lead, "mee-1", ids, essays=4) == 2


def test_options_are_held_to_their_bounds_and_kept_with_reasons(small: Store) -> None:
    found = start(small)
    for bad in (Options(step=0.3), Options(kappa=2), Options(drift_every=0)):
        with pytest.raises(InputError, match="must be"):
            intake.set_options(small, found.lead, bad, "x")
    with pytest.raises(InputError, match="say why"):
        intake.set_options(small, found.lead, Options(), " ")
    intake.set_options(small, found.lead, Options(kappa=0.6), "a pilot")
    with small.reading() as session:
        rows = session.scalars(select(db.Setting).order_by(db.Setting.number)).all()
        assert [one.options["kappa"] for one in rows] == [0.7, 0.6]


def test_materials_come_in_once(small: Store) -> None:
    found = start(small)
    with pytest.raises(InputError, match="has its materials already"):
        intake.take_in(small, found.lead, materials())


def test_a_question_comes_back_as_it_went_in(small: Store) -> None:
    made = question("mee-1", 12, benchmarks=2)
    found = start(small, materials(made))
    read = training.read(small, found.graders["Ada"], "mee-1")
    for name in ("id", "kind", "title", "subjects", "minutes", "parts", "text", "file", "library"):
        assert getattr(read.question, name) == getattr(made, name)
    assert read.question.rubric.guidelines == made.rubric.guidelines
    assert read.question.rubric.sheet == made.rubric.sheet
    assert [one.name for one in read.question.answers] == ["Model answer 1"]
    assert [one.score for one in read.benchmarks] == [2, 1]


def test_withdrawn_essays_go_to_others_and_second_readers_differ(study: Study) -> None:
    store, lead, cleo = study.store, study.lead, study.graders["Cleo"]
    code = reading.pile(store, cleo, "mee-1")[0].code
    marking.mark(store, cleo, code, 3.0)
    unread = reading.pile(store, cleo, "mee-1")[1].code
    gone = live.withdraw(store, lead, cleo.id, "mee-1", "ill")
    for act in (reading.paper, partial(marking.mark, score=3.0)):
        with pytest.raises(RefusedError, match="no essay of this code"):
            act(store, cleo, code=unread)
    assert [row.code for row in reading.pile(store, cleo, "mee-1")] == [code]
    assert gone > 0
    live.deal(store, lead, "mee-1", [study.graders["Ada"].id, study.graders["Ben"].id])
    live.second(store, lead, "mee-1", 99)
    with store.reading() as session:
        rows = session.execute(
            select(db.Placing.essay, db.Placing.person).where(
                db.Placing.use.in_(("live", "second")),
                db.Placing.code.not_in(select(db.Withdrawal.code)),
            )
        ).all()
    pairs = [tuple(row) for row in rows]
    assert len(pairs) == len(set(pairs)) == 2 * 12
    for name in ("Ada", "Ben", "Cleo"):
        grade(study, study.graders[name], "mee-1")
    closing.lock(store, lead)
    with pytest.raises(RefusedError, match="the study is locked"):
        marking.mark(store, cleo, code, 4.0, replaces=1, why="x")


def test_a_model_reads_all_and_leaves_the_people_their_scores(small: Store) -> None:
    found = start(small, materials(question("mee-1", 20, benchmarks=2)), models=["Mo"])
    run_round(found, "mee-1")
    counts = live.deal(small, found.lead, "mee-1")
    mo = found.graders["Mo"]
    assert counts[mo.id] == 12 + 4
    for name, who in found.graders.items():
        grade(found, who, "mee-1", above=3.0 if name == "Mo" else 0.0)
    closing.lock(small, found.lead)
    told = results.of(small, found.lead)
    assert {one.readers for one in told.essays} == {"people"}
    for one in told.essays:
        people = [r.score for r in one.readings if r.kind == "human"]
        assert one.score == sum(people) / len(people)
        assert len(one.readings) == len(people) + 1
    by_name = {one.grader: one for one in told.graders}
    assert by_name["Mo"].shared == 12
    assert by_name["Mo"].above is not None
    assert by_name["Mo"].above.value > 1
    assert by_name["Ada"].above is None or by_name["Ada"].above.value == 0
    assert [one.readers for one in told.questions] == ["people"]


def test_a_new_round_closes_the_piles_of_its_graders_until_it_is_passed(small: Store) -> None:
    study = start(small, materials(question("mee-1", 30, kept=12)))
    run_round(study, "mee-1")
    live.deal(small, study.lead, "mee-1")
    ada, ben, cleo = study.graders.values()
    code = first(study)
    calibration.open_round(small, study.lead, "mee-1", [ada.id, ben.id], why="Ben has drifted")
    for act in (reading.paper, partial(marking.mark, score=3.0)):
        with pytest.raises(RefusedError, match="over and passed"):
            act(small, ada, code=code)
    with pytest.raises(RefusedError, match="over and passed"):
        reading.pile(small, ada, "mee-1")
    assert grade(study, cleo, "mee-1") > 0


def test_nothing_is_dealt_to_one_who_has_not_passed(small: Store) -> None:
    study = start(small)
    with pytest.raises(RefusedError, match="nobody has passed"):
        live.deal(small, study.lead, "mee-1")
    run_round(study, "mee-1", bad=["Cleo"])
    ada, _, cleo = study.graders.values()
    with pytest.raises(RefusedError, match="has not passed"):
        live.deal(small, study.lead, "mee-1", [ada.id, cleo.id])
    assert cleo.id not in live.deal(small, study.lead, "mee-1")
    with pytest.raises(RefusedError, match="has not passed"):
        live.second(small, study.lead, "mee-1", 3, [cleo.id])
