"""``benchbar exam score`` as a user calls it."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar.exam.percentiles import LIMITS, models, published
from benchbar.exam.questions import PRACTICE_LABEL, practice
from benchbar.exam.response_file import COLUMNS, write
from benchbar.runs.folder import VERDICTS
from tests.cli.calling import Benchbar, refused
from tests.exam.made_answers import answers
from tests.exam.made_exam import CELLS, make_exam, mostly_right, questions
from tests.report import made_run


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Benchbar:
    monkeypatch.setenv("COLUMNS", "80")
    return Benchbar(capsys)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return make_exam(tmp_path)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.csv"
    write(path, answers(40, model="gpt-4", trials=2, seed=3))
    return path


def test_for_people(benchbar: Benchbar, run: Path, study: Path) -> None:
    ended = benchbar("exam", "score", run, "--beside", study, "--written", "4.2", "4.2")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0].startswith("maker/model answered 7")
    assert "95% interval" in " ".join(lines[:3])
    assert "40 questions, 12 sessions, 480 answers; corrected grader." in lines
    assert max(map(len, lines)) <= 80
    assert not any(line != line.rstrip() for line in lines)
    for said in (
        "new questions  these questions as published",
        "  ranked-with-reasons 0.5",
        "Best setting:",
        "By subject, in percent, beside published figures",
        "Letters as they were shown",
        "Agreement of trials",
        "scaled score",
        "correct ~ paper + temperature + prompt + (1|question) + (1|category)",
        "Beside study, right answers in percent",
        "GPT-4, replication: 50 sessions: exact (1)",
    ):
        assert said in ended.out


def test_percentiles_are_said_of_whom(benchbar: Benchbar, run: Path) -> None:
    text = " ".join(benchbar("exam", "score", run).out.split())
    known = {one.name for scale in LIMITS for one in (*published(scale), *models(scale))}
    mentions = [*re.finditer("[Pp]ercentile", text)]
    assert len(mentions) > 4
    for found in mentions:
        assert any(text.startswith(f" of {name}", found.end()) for name in known)


def test_for_programs(benchbar: Benchbar, run: Path, study: Path) -> None:
    words = ("--beside", study, "--name", "Theirs", "--written", "4", "4", "--grader", "published")
    ended = benchbar("exam", "score", run, *words, "--json")
    assert (ended.code, ended.err) == (0, "")
    found = json.loads(ended.out)
    (model,) = found["models"]
    assert model["overall"]["asked"] == 480
    assert model["overall"]["new"]["low"] < model["overall"]["new"]["value"]
    assert len(model["settings"]) == len(CELLS)
    assert model["settings"][1]["setting"] == {"prompt": "ranked", "temperature": 0.5}
    score = model["scored"][0]["scores"][0]
    assert score["scaled"]["conversion"]
    assert "percentile of" in score["positions"][0]["sentence"]
    assert score["ube"][0]["reported"]
    assert (found["grader"], found["beside"]["name"]) == ("published", "Theirs")
    fit = found["regressions"][0]["fit"]
    assert {test["name"] for test in fit["tests"]} == {"paper", "temperature", "prompt"}
    assert all(figure["source"] for figure in found["figures"])


def test_what_one_run_writes_another_is_compared_with(
    benchbar: Benchbar, run: Path, tmp_path: Path
) -> None:
    path = tmp_path / "ours.csv"
    ended = benchbar("exam", "score", run, "--responses", path)
    assert (ended.code, ended.err) == (0, f"answers of this run: {path}\n")
    assert path.read_text("utf-8-sig").splitlines()[0] == ",".join(COLUMNS)
    again = json.loads(benchbar("exam", "score", run, "--beside", path, "--json").out)["beside"]
    assert again["ours"]["correct"] == again["theirs"]["correct"]
    assert (again["common"], again["difference"]["value"]) == (40, 0)
    refused(benchbar("exam", "score", run, "--responses", path), "exists: name another file")
    assert benchbar("exam", "score", run, "--responses", path, "--force").code == 0


def test_practice_items_have_no_scaled_score(benchbar: Benchbar, tmp_path: Path) -> None:
    ended = benchbar("exam", "score", make_exam(tmp_path, practice()[:20]))
    assert ended.code == 0
    assert PRACTICE_LABEL in " ".join(ended.out.split())
    assert "ercentile" not in ended.out
    assert "conversion" not in ended.out


def test_an_incomplete_run_is_scored_and_told(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_exam(
        tmp_path,
        answer=lambda item, cell, trial: None if trial == 3 else mostly_right(item, cell, trial),
    )
    ended = benchbar("exam", "score", run)
    assert ended.code == 0
    assert "160 of 480 planned answers are missing, and count as wrong" in ended.err
    assert "160 of 480 (missing 160)" in " ".join(ended.out.split())


def test_several_models_each_have_their_part(benchbar: Benchbar, tmp_path: Path) -> None:
    cells = [replace(cell, model=model) for model in ("a/one", "b/two") for cell in CELLS]
    ended = benchbar("exam", "score", make_exam(tmp_path, cells=cells))
    lines = ended.out.splitlines()
    assert [line for line in lines if line in ("a/one", "b/two")] == ["a/one", "b/two"]
    assert max(map(len, lines)) <= 80
    assert "correct ~ model + temperature + prompt" in ended.out


def test_grading_is_made_good(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_exam(tmp_path, graded=False)
    assert benchbar("exam", "score", run).code == 0
    assert (run / VERDICTS).is_file()


def test_names_cannot_move_the_cursor(benchbar: Benchbar, tmp_path: Path) -> None:
    cells = [replace(CELLS[0], model="maker/m\x1b[2J")]
    asked = [replace(one, subject="To\x1b[2Jrts") for one in questions(6)]
    ended = benchbar("exam", "score", make_exam(tmp_path, asked, cells=cells, trials=1))
    assert ended.code == 0
    assert "\x1b" not in ended.out
    assert "‹U+001B›" in ended.out


def test_a_page(benchbar: Benchbar, run: Path, tmp_path: Path) -> None:
    ended = benchbar("exam", "score", run, "--out", tmp_path / "page")
    assert ended.code == 0
    assert any((tmp_path / "page").iterdir())


def test_other_runs_are_refused(benchbar: Benchbar, tmp_path: Path) -> None:
    refused(benchbar("exam", "score", made_run.make_run(tmp_path)), "no exam: its items are of")
    refused(benchbar("exam", "score", tmp_path), "no run here")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--name x", "give both"),
        ("--scored 175", "give both"),
        ("--written 7 4", "between 1 and 6"),
        ("--correlation 2", "between 0 and 1"),
        ("--passing 500", "between 0 and 400"),
        ("--beside nowhere.csv", "does not exist"),
        ("--responses .", "is a folder"),
    ],
)
def test_wrong_input_ends_in_one_line(benchbar: Benchbar, run: Path, words: str, said: str) -> None:
    refused(benchbar("exam", "score", run, *words.split()), said)


def test_a_file_cannot_pass_for_this_run(benchbar: Benchbar, run: Path, study: Path) -> None:
    ended = benchbar("exam", "score", run, "--beside", study, "--name", "this run")
    refused(ended, "a name of their own")
