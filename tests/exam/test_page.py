"""The page of an exam: whole, honest, and deaf to what anyone is called."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.exam import findings, page, repeat
from benchbar.exam.questions import PRACTICE_LABEL
from benchbar.exam.results import Results
from benchbar.exam.scale import conversions
from benchbar.exam.ube import passing_scores
from benchbar.report.numbers import percent
from benchbar.runs.study import open_run
from tests.exam.made_exam import make_exam
from tests.exam.made_results import EVIL, MADE, practice, replication, single, two_models
from tests.report.made_pages import ALLOWED, Page


def written(found: Results, out: Path) -> Page:
    there = page.write(found, out, force=False)
    assert there == out / "index.html"
    return Page(there)


def flat(text: str) -> str:
    return " ".join(text.split())


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", MADE)
def test_every_kind_of_result_makes_a_whole_page(name: str, tmp_path: Path) -> None:
    out = tmp_path / "page"
    found = MADE[name]()
    told = written(found, out)
    assert told.tags <= ALLOWED
    assert len(told.ids) == len(set(told.ids))
    assert "default-src 'none'" in told.policy
    assert not {one for one in told.attributes if one.startswith("on") or one == "style"}
    for link in told.links:
        assert link[1:] in told.ids if link.startswith("#") else (out / link).is_file(), link
    for svg in (out / "figures").iterdir():
        assert f"figures/{svg.name}" in told.links
    assert json.loads((out / "results.json").read_bytes())["grader"] == found.grader
    for one in found.models:
        text = flat(told.text)
        for claim in (one.overall.new, one.overall.these, one.overall.published):
            assert claim is None or percent(claim) in text


def test_the_first_sentence_has_result_interval_and_size(tmp_path: Path) -> None:
    found = replication()
    text = flat(written(found, tmp_path / "page").text)
    (one,) = found.models
    value, low, high = re.findall(r"[\d.]+", percent(one.overall.new))
    assert (
        f"openai/gpt-4 answered {value}% of 200 questions correctly over 50 sessions, 10,000 "
        f"answers in all. On new questions of this kind, {low} to {high}% right answers are to be "
        "expected" in text
    )
    assert "2 prompts at 5 temperatures, 5 trials of each." in text
    assert "those of the corrected grader" in text
    assert "8 of 10,000 unanswered, counted as wrong: the call failed 4" in text


def test_every_conversion_and_population_stands_with_its_source(tmp_path: Path) -> None:
    found = replication()
    text = flat(written(found, tmp_path / "page").text)
    for conversion in conversions():
        assert conversion.name in text
        assert flat(conversion.origin.source) in text
    for score in found.models[0].scored[0].standing.scores:
        for at in score.positions:
            assert at.sentence in text
            assert flat(at.origin.source) in text
    for one in passing_scores():
        assert one.jurisdiction in text


def test_no_sentence_says_percentile_without_of_whom(tmp_path: Path) -> None:
    text = flat(written(replication(), tmp_path / "page").text)
    said = re.findall(r"\d(?:st|nd|rd|th) percentile\b.{0,4}", text)
    assert len(said) > 20
    assert all(one.endswith(" of ") for one in said)


def test_practice_items_have_no_scaled_score_and_nothing_beside(tmp_path: Path) -> None:
    out = tmp_path / "page"
    text = flat(written(practice(), out).text)
    assert text.casefold().count(PRACTICE_LABEL) == 2
    for word in ("Seperac", "Delaware", "percentile", "MBE", "GPT-4, original study"):
        assert word not in text.split("Published figures What")[0], word
    assert not (out / "tables" / "standings.csv").exists()
    assert "2 of 56 replies are missing" in text


def test_published_figures_carry_status_and_source(tmp_path: Path) -> None:
    found = replication()
    told = written(found, tmp_path / "page")
    text = flat(told.text)
    for one in found.figures:
        assert flat(one.source) in text
        assert one.status in text
    figure = (tmp_path / "page" / "figures" / "exam-subjects-1.svg").read_text(encoding="utf-8")
    assert "GPT-4, original study (read off a plot, no interval): 64.9 %" in figure


def test_one_session_tells_no_agreement_and_no_settings(tmp_path: Path) -> None:
    out = tmp_path / "page"
    text = flat(written(single(), out).text)
    assert "of 60 questions correctly in one session." in text
    assert "asked once in each setting" in text
    assert "By temperature" not in text
    assert "Subject" not in text
    assert sorted(one.name for one in (out / "tables").iterdir()) == [
        "accuracy-by-part.csv", "standings.csv",
    ]  # fmt: skip


def test_a_refused_regression_says_why(tmp_path: Path) -> None:
    text = flat(written(two_models(), tmp_path / "page").text)
    assert "Not fitted: each question was asked once in each condition" in text
    assert "Left out: paper (it cannot be told apart from condition)." in text


def test_tables_hold_all_intervals_and_no_formula(tmp_path: Path) -> None:
    out = tmp_path / "page"
    found = MADE["hostile"]()
    evil = replace(found.models[0], model="=cmd|'/c calc'!A0", subjects=found.models[1].subjects)
    written(replace(found, models=(evil,)), out)
    table = rows(out / "tables" / "accuracy-by-part.csv")
    assert {one["by"] for one in table} == {
        "all", "setting", "prompt", "temperature", "trial", "subject",
    }  # fmt: skip
    for one in table:
        assert one["model"] == "'=cmd|'/c calc'!A0"
        assert float(one["new_low"]) <= float(one["accuracy"]) <= float(one["new_high"])
        assert float(one["published_low"]) <= float(one["published_high"])
        assert "\u202e" not in one["part"]


def test_the_table_of_terms_keeps_the_names_of_r(tmp_path: Path) -> None:
    out = tmp_path / "page"
    written(replication(), out)
    terms = rows(out / "tables" / "regression-terms.csv")
    fitted = replication().regressions[0]
    assert fitted.fit
    assert [one["term"] for one in terms if one["formula"] == fitted.formula] == [
        one.term for one in fitted.fit.terms
    ]
    assert {one["formula"] for one in terms} == {fitted.formula, fitted.wider_formula}


def test_hostile_names_are_only_text(tmp_path: Path) -> None:
    out = tmp_path / "page"
    told = written(MADE["hostile"](), out)
    source = (out / "index.html").read_text(encoding="utf-8")
    assert "<script>document" not in source
    assert "<img" not in source
    assert "\u202e" not in source
    assert EVIL.replace("\u202e", "‹U+202E›") in told.text
    for svg in (out / "figures").iterdir():
        assert "<script" not in svg.read_text(encoding="utf-8")


def test_only_the_page_of_an_exam_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "page"
    written(single(), out)
    with pytest.raises(InputError, match="--force"):
        page.write(single(), out, force=False)
    page.write(practice(), out, force=True)
    assert not (out / "tables" / "standings.csv").exists()
    other = tmp_path / "report"
    (other / "tables").mkdir(parents=True)
    (other / "tables" / "accuracy.csv").write_text("of a report", encoding="utf-8")
    with pytest.raises(InputError, match="not a page of an exam"):
        page.write(single(), other, force=True)


def test_a_run_told_as_a_page_says_how_to_repeat_it(tmp_path: Path) -> None:
    run = open_run(make_exam(tmp_path, shuffle=4))
    found = replace(
        findings.results(run),
        settings=repeat.settings_of(run),
        commands=repeat.commands_of(run),
    )
    told = written(found, tmp_path / "page")
    assert "--prompt ranked --prompt ranked-with-reasons --temperature 0 --temperature 0.5" in (
        flat(told.text)
    )
    assert run.study.data_digest in told.text
    assert "No effect of" in told.text


def test_an_interval_without_width_is_not_rounded_to_one(tmp_path: Path) -> None:
    run = make_exam(tmp_path, answer=lambda item, cell, trial: f"First Choice: {item.gold}")
    told = flat(written(findings.results(open_run(run)), tmp_path / "page").text)
    assert "100.0 no width" in told
    assert "[99.9, 100.0]" not in told


def test_a_scaled_score_is_given_for_official_questions_only(tmp_path: Path) -> None:
    told = flat(written(single(), tmp_path / "page").text)
    assert "only if these are equated questions of the official exam" in told
    assert "where these are others, take no scaled score from here" in told
