"""``benchbar exam score`` as a user calls it."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar.exam.percentiles import LIMITS, models, published
from benchbar.exam.questions import PRACTICE_LABEL, practice
from benchbar.exam.response_file import COLUMNS, write
from benchbar.records import Cell, Item
from benchbar.runs.folder import VERDICTS
from benchbar.seeds import share_of
from benchbar.tasks.shuffle import LETTERS
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
    assert "Beware: 160 of 480 planned answers are missing, and count as wrong" in ended.out
    assert "160 of 480 (missing 160)" in " ".join(ended.out.split())
    ended = benchbar("exam", "score", run, "--json")
    assert "160 of 480 planned answers are missing" in ended.err
    assert len(json.loads(ended.out)["notes"]) == 1


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


def test_a_scaled_score_is_said_to_need_official_questions(benchbar: Benchbar, run: Path) -> None:
    said = "A scaled score has a meaning only if these are equated questions of the official exam."
    assert said in " ".join(benchbar("exam", "score", run).out.split())


def test_of_limits_the_closest_ones_are_quoted(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_exam(tmp_path, answer=lambda item, cell, trial: "I do not know.")
    told = " ".join(benchbar("exam", "score", run).out.split("Right answers")[0].split())
    assert "below the 1st percentile of first-time takers" in told
    assert "(By a model.)" in told
    assert "64th" not in told


def test_the_conversion_of_ones_own_exam_leads(
    benchbar: Benchbar, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "own.csv").write_text("raw,scaled\n0,40\n190,200\n")
    told = " ".join(benchbar("exam", "score", run, "--table", tmp_path / "own.csv").out.split())
    assert "By “own.csv”: - An MBE score of" in told
    assert "that scored lower, by “own.csv”" in told


def test_an_interval_without_width_is_not_rounded_to_one(
    benchbar: Benchbar, tmp_path: Path
) -> None:
    run = make_exam(tmp_path, answer=lambda item, cell, trial: f"First Choice: {item.gold}")
    (line,) = [
        one
        for one in benchbar("exam", "score", run).out.splitlines()
        if one.startswith("all sessions")
    ]
    assert line.endswith("no width")


def test_populations_of_every_scale_are_used(benchbar: Benchbar, run: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    rows = ["MBE,40,1", "MBE,200,99", "written,0,1", "written,200,99", "UBE,0,1", "UBE,400,99"]
    path.write_text(
        "population,administration,scale,score,percentile\n"
        + "".join(f"takers in {one.split(',')[0]},2025,{one}\n" for one in rows)
    )
    words = ("exam", "score", run, "--populations", path)
    ended = benchbar(*words, "--written", "4", "4")
    assert ended.err == ""
    for scale in ("UBE", "written", "MBE"):
        assert f"takers in {scale}; administration: 2025" in ended.out
    alone = benchbar(*words)
    assert "takers in MBE" in alone.out
    assert "rows of the scale written and UBE are of use with --written only" in alone.err


def test_no_effect_is_not_printed_as_minus_nothing(benchbar: Benchbar, tmp_path: Path) -> None:
    """Temperatures at which all answers are alike differ by a rounding error."""

    def same(item: Item, cell: Cell, trial: int) -> str:
        hard = share_of("hard", 0, item.id) + share_of("luck", 0, item.id, trial, "ranked") > 1.2
        return f"First Choice: {LETTERS[('ABCD'.index(item.gold) + hard) % 4]}"

    cells = [Cell("maker/model", "ranked", temperature) for temperature in (0.0, 0.5, 1.0)]
    ended = benchbar("exam", "score", make_exam(tmp_path, cells=cells, trials=4, answer=same))
    assert re.search(r"temperature1 +0\.000 \[", ended.out)
    assert "-0.000" not in ended.out


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
