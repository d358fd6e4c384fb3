"""Findings of a locked study: agree with its results, tell nothing early, keep people apart."""

import json

import msgspec
import numpy as np
import pytest
from scipy import stats

from benchbar.exam.desk import (
    calibration,
    closing,
    intake,
    live,
    marking,
    people,
    reading,
    results,
)
from benchbar.exam.desk.gate import KAPPA
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.report import agreeing, findings
from benchbar.exam.desk.report.author_totals import EVERYONE, Mbe, Wanted
from benchbar.exam.desk.report.findings import as_json, gather
from benchbar.exam.desk.results import EssayScore
from benchbar.exam.desk.store import Store
from benchbar.stats import raters
from tests.exam.desk import made_study
from tests.exam.desk.made_study import AUTHORS
from tests.exam.desk.report.made_report import finished


def test_before_the_lock_there_are_no_findings(small: Store) -> None:
    study = made_study.start(small)
    with pytest.raises(RefusedError, match="lock the study first"):
        gather(small, study.lead)
    with pytest.raises(RefusedError, match="only a lead"):
        gather(small, study.graders["Ada"])


def test_they_agree_with_the_results(store: Store) -> None:
    study = made_study.start(store)
    made_study.finish(study)
    found, told = gather(store, study.lead), results.of(store, study.lead)
    assert found.questions == told.questions
    assert [one.score for one in found.essays] == [one.score for one in told.essays]
    by_author = {(one.author.author, one.author.readers): one.author for one in found.outcomes}
    assert len(by_author) == len(told.written) == len(AUTHORS)
    for one in told.written:
        mine = by_author[one.author, one.readers]
        assert mine.raw
        assert mine.raw.value == pytest.approx(one.raw)
        assert mine.mee_questions == one.mee_questions
    assert found.study.locked < found.study.unblinded
    assert not found.study.early
    assert found.unsettled == 0
    assert {one.essay for one in found.settled} == {
        one.essay for one in told.essays if one.how == "third reader"
    }
    assert {one.score for one in found.settled} == {4.0}
    replaced = {one.grader: one.replaced for one in found.changes}
    assert replaced == {"the lead": len(found.settled), "Ada": 0, "Ben": 0, "Cleo": 0}
    assert found.removed["name"] > 0


def test_while_it_is_blind_no_origin_is_in_them(store: Store) -> None:
    study = finished(store, unblind=False)
    found = gather(store, study.lead, Wanted(mbe={EVERYONE: (Mbe("given", 150),)}))
    assert {found.outcomes, found.of_prompts, found.origins} == {()}
    told = msgspec.json.encode(as_json(found)).decode()
    for author in AUTHORS:
        assert author not in told
    assert found.study.unblinded == ""
    closing.unblind(store, study.lead)
    opened = gather(store, study.lead)
    assert {one.author.author for one in opened.outcomes} == set(AUTHORS)


def test_agreement_is_that_of_the_marks(small: Store) -> None:
    study = finished(small)
    found = gather(small, study.lead)
    first = found.rounds[0]
    assert (first.question, first.number, first.essays, first.over) == ("mee-1", 1, 6, True)
    assert [one.grader for one in first.gates] == ["Ada", "Ben", "Cleo", "Mo"]
    assert {one.against for one in first.gates} == {"people"}
    kinds = {one.graders: one.kinds for one in first.pairs}
    assert kinds["Ada", "Ben"] == "people"
    assert kinds["Ada", "Mo"] == "a person and a model"
    assert [(one.kinds, one.graders) for one in first.together] == [("people", 3)]
    assert first.together[0].single
    assert first.together[0].single.value == 1


def test_two_graders_have_one_interval_wherever_they_stand(small: Store) -> None:
    study = made_study.start(small, graders=("Ada", "Ben"))
    ids = [who.id for who in study.graders.values()]
    calibration.open_round(small, study.lead, "mee-1", ids)
    made_study.calibrate(study, study.graders["Ada"], "mee-1")
    made_study.calibrate(study, study.graders["Ben"], "mee-1", bad=True)
    calibration.open_discussion(small, study.lead, "mee-1", 1)
    calibration.close_discussion(small, study.lead, "mee-1", 1)
    closing.lock(small, study.lead, early=True)
    (one,) = gather(small, study.lead).rounds
    (pair,) = one.pairs
    assert pair.kappa
    assert pair.ranks
    assert pair.kappa.low < pair.kappa.value < pair.kappa.high
    for gate in one.gates:
        figures = {figure.name: figure.found for figure in gate.figures}
        assert figures[KAPPA] == pair.kappa
        assert figures[agreeing.RANK] == pair.ranks


def test_what_readers_of_the_same_essays_agree_is_that_of_the_results(small: Store) -> None:
    study = finished(small)
    with small.reading() as session:
        known = agreeing.raters_of(session)
        twice = [
            one for name in ("mee-1", "mpt-1") for one in agreeing.read_twice(session, name, known)
        ]
    assert [(one.question, one.readers, one.essays, one.kappa, one.adjacent) for one in twice] == [
        (one.question, one.readers, one.double, one.kappa, one.adjacent)
        for one in results.of(small, study.lead).questions
    ]


def test_the_mean_of_what_a_grader_gave_has_an_interval(small: Store) -> None:
    study = finished(small)
    found = gather(small, study.lead)
    for one in found.by_grader:
        (mine,) = [
            shares.counts
            for shares in found.scores
            if (shares.whose, shares.question) == (one.grader, one.question)
        ]
        scores = np.repeat(list(mine), list(mine.values()))
        half = stats.t.ppf(0.975, len(scores) - 1) * stats.sem(scores)
        told = agreeing.mean_given(one)
        assert told
        assert told.value == pytest.approx(scores.mean())
        assert told.low == pytest.approx(max(1, scores.mean() - half))
        assert told.high == pytest.approx(min(6, scores.mean() + half))
    told_all = json.loads(msgspec.json.encode(as_json(found)))
    assert all(one["mean_interval"]["low"] for one in told_all["by_grader"])
    assert agreeing.mean_given(found.by_grader[0]._replace(spread=None)) is None


def test_what_changed_during_the_study_is_told_with_its_reason(small: Store) -> None:
    study = made_study.start(small)
    made_study.run_round(study, "mee-1")
    live.deal(small, study.lead, "mee-1")
    chosen = msgspec.structs.replace(made_study.OPTIONS, kappa=0.6, difference=2.0)
    intake.set_options(small, study.lead, chosen, "Ben found it too strict")
    live.withdraw(small, study.lead, study.graders["Ada"].id, "mee-1", "ill")
    people.remove(small, study.lead, study.graders["Ben"].id, "went home")
    closing.lock(small, study.lead, early=True)
    told = [(one.what, one.of, one.told, one.why) for one in gather(small, study.lead).incidents]
    assert told[:2] == [
        ("option changed", "difference", "1 to 2", "Ben found it too strict"),
        ("option changed", "kappa", "0.7 to 0.6", "Ben found it too strict"),
    ]
    (ill,) = [one for one in told if one[0] == "readings withdrawn" and one[1] == "Ada"]
    assert ill[2].endswith("of mee-1, not yet read")
    assert ill[3] == "ill"
    assert ("grader left", "Ben", "", "went home") in told
    unnamed = gather(small, study.lead, by_name=False).incidents
    ben = study.graders["Ben"].label
    assert unnamed[0].why == f"{ben} found it too strict"
    assert {one.of for one in unnamed if one.what == "grader left"} == {ben}


@pytest.mark.parametrize(("wide", "bins"), [(0.5, [2.0, 2.5, 3.5]), (0.25, [2.0, 2.25, 3.25])])
def test_means_are_counted_in_bins_of_half_a_step(wide: float, bins: list[float]) -> None:
    made = [EssayScore("e", "q", one, "people", "", (), None) for one in (2.0, 2.25, 3.25)]
    (found,) = findings._shares(made, ["q"], wide)
    assert list(found.counts) == bins


def test_authors_can_be_called_by_number(small: Store) -> None:
    study = finished(small)
    person = AUTHORS[0]
    wanted = Wanted(mbe={person: (Mbe("given", 150),)})
    found = gather(small, study.lead, wanted, authors_by_name=False)
    told = msgspec.json.encode(as_json(found)).decode()
    for name in (person, AUTHORS[2], "essay-mee-1", "intended"):
        assert name not in told
    assert AUTHORS[1] in told
    named = {one.author.author: one for one in gather(small, study.lead, wanted).outcomes}
    (mine,) = [one for one in found.outcomes if one.wholes]
    assert mine.author.author.startswith("Author ")
    assert mine.wholes == named[person].wholes
    assert {one.author.author for one in found.outcomes} == {AUTHORS[1], "Author 1", "Author 2"}


def test_live_pairs_are_of_the_essays_that_both_marked(small: Store) -> None:
    study = finished(small)
    found = gather(small, study.lead)
    by_essay = {
        one.essay: {o.grader: o.score for o in one.readings}
        for one in found.essays
        if one.question == "mee-1"
    }
    pairs = {one.pair.graders: one.pair for one in found.live if one.question == "mee-1"}
    assert ("Ben", "Mo") in pairs or ("Ada", "Mo") in pairs
    for (a, b), pair in pairs.items():
        both = [(given[a], given[b]) for given in by_essay.values() if a in given and b in given]
        assert pair.essays == len(both) >= 5
        apart = np.abs(np.diff(np.array(both), axis=1))
        assert pair.exact.value == pytest.approx((apart == 0).mean())
        kappa = raters.pairs(both, rng=np.random.default_rng(0))[0].kappa
        assert pair.kappa == kappa


def test_scores_given_and_lengths_are_counted(small: Store) -> None:
    study = finished(small)
    found = gather(small, study.lead)
    for one in found.by_grader:
        (counts,) = [
            shares.counts
            for shares in found.scores
            if (shares.whose, shares.question) == (one.grader, one.question)
        ]
        assert sum(counts.values()) == one.essays
        mean = sum(score * times for score, times in counts.items()) / one.essays
        assert mean == pytest.approx(one.mean)
    for length in found.lengths:
        assert length.correlation
        assert -1 <= length.correlation.low <= length.correlation.value <= length.correlation.high
    materials = {one.question: one for one in found.materials}
    assert (materials["mee-1"].essays, materials["mee-1"].benchmarks) == (20, 2)
    assert materials["mee-1"].calibrated == 6
    assert materials["mee-1"].graded == 12


def test_a_study_locked_early_says_what_is_open(small: Store) -> None:
    study = made_study.start(small)
    made_study.run_round(study, "mee-1")
    ada = study.graders["Ada"]
    live.deal(small, study.lead, "mee-1")
    code = reading.next_code(small, ada, "mee-1")
    assert code
    marking.mark(small, ada, code, 4.0)
    closing.lock(small, study.lead, early=True)
    found = gather(small, study.lead)
    assert found.study.early
    assert sum(one.unread for one in found.materials) > 3
    assert [one.graded for one in found.materials] == [1, 0]


def test_nothing_graded_at_all_is_found_as_such(small: Store) -> None:
    study = made_study.start(small)
    closing.lock(small, study.lead, early=True)
    closing.unblind(small, study.lead)
    found = gather(small, study.lead)
    assert {found.rounds, found.questions, found.outcomes} == {()}


def test_graders_can_be_called_by_number(small: Store) -> None:
    study = finished(small)
    told = msgspec.json.encode(as_json(gather(small, study.lead, by_name=False))).decode()
    for name in ("Ada", "Ben", "Cleo", '"Mo"', "Lena"):
        assert name not in told
    assert "Grader 2" in told


def test_json_names_everything(small: Store) -> None:
    study = finished(small)
    wanted = Wanted(mbe={EVERYONE: (Mbe("given", 150),)}, jurisdictions=("Texas",))
    found = gather(small, study.lead, wanted)
    told = msgspec.json.decode(msgspec.json.encode(as_json(found)))
    assert set(told) == set(findings.Findings.__struct_fields__)
    assert told["scores"][0]["counts"].keys() <= {f"{n / 2:g}" for n in range(2, 13)}
    whole = told["outcomes"][0]["wholes"][0]
    assert whole["margins"][0]["passing"]["jurisdiction"] == "Texas"
    assert "sentence" in whole["positions"][0]
