"""The results page of a study: whole, honest, harmless, and blind until it may not be."""

import csv
import json
import re
from pathlib import Path

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.exam.desk import calibration, closing
from benchbar.exam.desk.gate import Drift
from benchbar.exam.desk.machines import Biases
from benchbar.exam.desk.report import (
    agreeing,
    study_graders,
    study_page,
    study_plots,
    study_words,
)
from benchbar.exam.desk.report.author_totals import EVERYONE, Mbe, Wanted
from benchbar.exam.desk.report.findings import Findings, Shares, gather
from benchbar.exam.desk.report.incidents import Incident
from benchbar.exam.desk.results import GraderScore
from benchbar.exam.desk.store import Store
from benchbar.exam.essays.protocol import CHECKS
from benchbar.records import Estimate
from benchbar.stats.proportions import wilson
from tests.exam.desk import made_study
from tests.exam.desk.made_study import AUTHORS
from tests.exam.desk.report.made_report import HOSTILE, finished, hostile, of_example
from tests.report.made_pages import ALLOWED, Page

WITH_MBE = Wanted(mbe={EVERYONE: (Mbe("given", 150),)})


@pytest.fixture
def found(small: Store) -> Findings:
    study = finished(small)
    return gather(small, study.lead, WITH_MBE)


def flat(text: str) -> str:
    return " ".join(text.split())


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_page_is_whole(found: Findings, tmp_path: Path) -> None:
    out = tmp_path / "page"
    page = Page(study_page.write(found, out, force=False))
    assert page.tags <= ALLOWED
    assert len(page.ids) == len(set(page.ids))
    assert page.policy == study_page.policy()
    assert "default-src 'none'" in page.policy
    assert not {one for one in page.attributes if one.startswith("on") or one == "style"}
    for link in page.links:
        assert link[1:] in page.ids if link.startswith("#") else (out / link).is_file(), link
    for file in (*(out / "figures").iterdir(), *(out / "tables").iterdir()):
        assert f"{file.parent.name}/{file.name}" in page.links
    text = flat(page.text)
    for check in CHECKS:
        assert check.asks in text
    assert "Invented." in text
    told = json.loads((out / "results.json").read_bytes())
    assert told["study"]["title"] == "Goats"


def test_it_leads_with_what_the_scores_can_bear(found: Findings, tmp_path: Path) -> None:
    text = flat(Page(study_page.write(found, tmp_path / "page", force=False)).text)
    lead = text.index("22 essays on 2 questions were graded by 3 people and 1 model, blind")
    agreed = text.index("Agreement was reached in calibration: 4 of 4 graders")
    bear = text.index("What these scores can bear")
    assert lead < agreed < bear < text.index("Scores of essays, 1 to 6")
    assert "No The scores are what official graders would have given." in text
    assert "locked early" in text


def test_while_blind_no_origin_is_on_page_table_or_figure(small: Store, tmp_path: Path) -> None:
    study = finished(small, unblind=False)
    out = tmp_path / "page"
    study_page.write(gather(small, study.lead, WITH_MBE), out, force=False)
    told = "".join(one.read_text() for one in out.rglob("*") if one.is_file())
    for author in AUTHORS:
        assert author not in told
    assert not (out / "tables/authors.csv").exists()
    assert "still blind" in told
    assert "author" not in rows(out / "tables/marks-of-essays.csv")[0]
    assert 'id="authors"' not in (out / "index.html").read_text()
    closing.unblind(small, study.lead)
    study_page.write(gather(small, study.lead, WITH_MBE), out, force=True)
    assert {one["author"] for one in rows(out / "tables/authors.csv")} == set(AUTHORS)
    assert {one["author"] for one in rows(out / "tables/marks-of-essays.csv")} == set(AUTHORS)


def test_hostile_names_stay_text(small: Store, tmp_path: Path) -> None:
    study = hostile(small)
    out = tmp_path / "page"
    found = gather(small, study.lead, WITH_MBE)
    page = Page(study_page.write(found, out, force=False))
    assert page.tags <= ALLOWED
    assert "‹U+202E›" in page.text
    for drawn in ((out / "index.html").read_text(), study_page.html(found)):
        assert drawn.count("<script") == 1
        assert "\u202e" not in drawn
    for path in (out / "tables").iterdir():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                assert not any(re.match(r"\s*[=+@]", cell) for cell in row), path
    for path in (out / "figures").iterdir():
        assert "<script" not in path.read_text()
    (title,) = [json.loads((out / "results.json").read_bytes())["study"]["title"]]
    assert title == HOSTILE.rstrip("\u202e")


def test_one_page_for_the_desk_needs_no_file(found: Findings, tmp_path: Path) -> None:
    path = tmp_path / "one.html"
    path.write_text(study_page.html(found, back="/lead"), encoding="utf-8")
    page = Page(path)
    assert page.policy == study_page.policy()
    assert [link for link in page.links if not link.startswith("#")] == ["/lead"]
    path.write_text(study_page.html(found), encoding="utf-8")
    assert all(link.startswith("#") for link in Page(path).links)


def test_values_on_the_page_are_those_of_the_findings(found: Findings, tmp_path: Path) -> None:
    text = flat(Page(study_page.write(found, tmp_path / "page", force=False)).text)
    for part in found.outcomes:
        raw = part.author.raw
        assert raw
        told = raw.interval
        shown = f"[{told.low:.2f}, {told.high:.2f}]" if told else "[–]"
        assert part.author.author in text
        assert f"{raw.value:.2f} {shown}" in text
        for one in part.scaled:
            assert f"{one.value:.1f}" in text
            assert one.conversion in text
        for whole in part.wholes:
            assert f"passes in {whole.passes} of {whole.jurisdictions}" in text
            assert str(whole.total) in text
    drawn = rows(tmp_path / "page/tables/totals.csv")
    assert len(drawn) == sum(len(one.margins) for part in found.outcomes for one in part.wholes)


def test_what_models_lean_to_stands_on_the_page(found: Findings, tmp_path: Path) -> None:
    leaning = Biases(
        5, "Mo", "mee-1", 36, wilson(19, 36), wilson(32, 36), wilson(23, 36), 12,
        Estimate(0.5, 0.25, 0.75, 0.95, 12, 12, "t"), None,
    )  # fmt: skip
    found = msgspec.structs.replace(found, biases=(leaning,))
    text = flat(Page(study_page.write(found, tmp_path / "page", force=False)).text)
    assert "What models that grade lean to" in text
    assert "+0.50 [+0.25, +0.75]" in text
    (row,) = rows(tmp_path / "page/tables/leanings-of-models.csv")
    assert float(row["prefers_first"]) == pytest.approx(19 / 36)
    assert row["correlation_with_length"] == ""


def test_of_many_graders_no_pairs_are_compared(
    small: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (agreeing, study_graders):
        monkeypatch.setattr(module, "MOST_PAIRED", 2)
    study = finished(small)
    found = gather(small, study.lead)
    assert {one.pairs for one in found.rounds} == {()}
    assert found.live == ()
    text = flat(Page(study_page.write(found, tmp_path / "page", force=False)).text)
    assert "every pair of them is not compared" in text


def test_a_page_is_replaced_only_by_force(found: Findings, tmp_path: Path) -> None:
    out = tmp_path / "page"
    study_page.write(found, out, force=False)
    with pytest.raises(InputError, match="exists"):
        study_page.write(found, out, force=False)
    study_page.write(found, out, force=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("dear to me")
    with pytest.raises(InputError, match="not a results page of a study"):
        study_page.write(found, tmp_path / "mine", force=True)
    assert [one.name for one in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_a_study_of_which_nothing_was_graded_has_a_page(small: Store, tmp_path: Path) -> None:
    study = made_study.start(small)
    closing.lock(small, study.lead, early=True)
    closing.unblind(small, study.lead)
    page = Page(study_page.write(gather(small, study.lead), tmp_path / "page", force=False))
    text = flat(page.text)
    assert "No essay was graded live before the study was locked" in text
    assert "There was no calibration" in text
    assert page.tags <= ALLOWED


def test_the_example_that_ships_has_a_page(small: Store, tmp_path: Path) -> None:
    study = of_example(small, tmp_path / "example")
    found = gather(small, study.lead)
    text = flat(Page(study_page.write(found, tmp_path / "page", force=False)).text)
    assert "Invented example." in text
    assert "12 essays on 1 question were graded by 3 people, blind" in text
    assert "Agreement was reached in calibration: 3 of 3 graders passed" in text
    assert "12 essays say nothing of the author, and stand in no row here" in text
    assert "not said" in text


def test_graders_are_counted_once_and_none_who_failed_is_passed_over(small: Store) -> None:
    study = made_study.start(small, models=("Mo",))
    made_study.run_round(study, "mee-1", bad=("Ben", "Mo"))
    people_alone = [who.id for name, who in study.graders.items() if name != "Mo"]
    again = calibration.open_round(small, study.lead, "mpt-1", people_alone)
    for name in ("Ada", "Ben", "Cleo"):
        made_study.calibrate(study, study.graders[name], "mpt-1")
    calibration.open_discussion(small, study.lead, "mpt-1", again)
    calibration.close_discussion(small, study.lead, "mpt-1", again)
    closing.lock(small, study.lead, early=True)
    found = gather(small, study.lead)
    told = study_words.agreement(found)
    assert told.startswith("Agreement was reached by some in calibration: 2 of 4 graders passed")
    assert told.endswith("Kept out of live grading: Ben (of mee-1 only), Mo (model).")
    first, second = found.rounds
    repeated = msgspec.structs.replace(second, question="mee-1", number=2)
    told = study_words.agreement(msgspec.structs.replace(found, rounds=(first, repeated)))
    assert "3 of 4 graders passed" in told
    assert told.endswith(
        "1 of these had failed a round before: Ben. Kept out of live grading: Mo (model)."
    )


def test_names_too_long_for_their_place_stand_above_their_line() -> None:
    one = Estimate(0.5, 0.25, 0.75, 0.95, 12, 12, "t")
    scores = [
        GraderScore(name, "human", "mee-1", 9, 3, 1, 9, one, one, one)
        for name in ("Ada (invented person)", "Ben")
    ]
    drawn = study_plots._bias(scores, 0.5)
    assert drawn
    assert [row.group for row in drawn.rows] == ["Ada (invented person): mee-1", "Ben: mee-1"]
    assert {row.title for row in drawn.rows} == {""}
    drawn = study_plots._bias(scores[1:], 0.5)
    assert drawn
    assert [(row.group, row.title) for row in drawn.rows] == [("mee-1", "Ben")]


@pytest.mark.parametrize(
    ("counts", "bars", "last"), [({2.0: 1}, 6, "6"), ({2.5: 1}, 11, "6"), ({2.25: 1}, 21, "6")]
)
def test_a_histogram_has_a_bar_for_every_score_there_can_be(
    counts: dict[float, int], bars: int, last: str
) -> None:
    drawn = study_plots._counts("n", "t", "w", Shares("q", "", "people", counts))
    assert (len(drawn.bars), drawn.bars[-1].label, drawn.total) == (bars, last, 1)


def test_of_few_essays_marked_again_no_drift_is_told(found: Findings, tmp_path: Path) -> None:
    moved = Estimate(2.0, 1.5, 2.5, 0.95, 4, 4, "t")
    drift = tuple(
        Drift(found.graders[0].id, "mee-1", checks, moved, 2.0, flagged=True) for checks in (4, 5)
    )
    few = msgspec.structs.replace(found, drift=drift[:1])
    study_page.write(few, tmp_path / "few", force=False)
    assert [one["too_far"] for one in rows(tmp_path / "few/tables/drift.csv")] == [
        "cannot be told yet"
    ]
    assert not [line for line in study_words.warnings(few) if "moved further" in line]
    both = msgspec.structs.replace(found, drift=drift)
    text = flat(Page(study_page.write(both, tmp_path / "both", force=False)).text)
    assert "cannot be told yet" in text
    assert "too far" in text
    assert "unnoticed" not in text
    assert "1 grader (counted by question) moved further" in text


def test_what_changed_stands_on_the_page(found: Findings, tmp_path: Path) -> None:
    text = flat(Page(study_page.write(found, tmp_path / "none", force=False)).text)
    assert "Nothing changed in the course of the study" in text
    one = Incident("2026-11-30T08:22:01.000123Z", "option changed", "kappa", "0.7 to 0.6", "strict")
    changed = msgspec.structs.replace(found, incidents=(one,))
    text = flat(Page(study_page.write(changed, tmp_path / "page", force=False)).text)
    assert "What changed in the course of the study" in text
    for told in ("2026-11-30 08:22 UTC", "option changed", "0.7 to 0.6", "strict"):
        assert told in text
    assert "Nothing changed" not in text
    (row,) = rows(tmp_path / "page/tables/changes-during-the-study.csv")
    assert row["why"] == "strict"
