"""``benchbar essays``: an example to start from, and what is wrong with one's own materials."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import Benchbar, refused
from tests.exam.essays.made_materials import make


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_the_example_is_written_and_checked(benchbar: Benchbar, tmp_path: Path) -> None:
    study = tmp_path / "study"
    assert benchbar("essays", "init", study).code == 0
    told = benchbar("essays", "check", study)
    assert told.code == 0
    assert "mee-1  MEE  The kiln that ran cold" in told.out
    assert "36 essays" in told.out
    assert told.err == ""
    refused(benchbar("essays", "init", study), "exists")
    assert benchbar("essays", "init", study, "--force").code == 0


def test_other_folders_are_not_replaced(benchbar: Benchbar, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("dear to me")
    refused(benchbar("essays", "init", tmp_path / "mine", "--force"), "is not a study of essays")
    assert (tmp_path / "mine/thesis.txt").read_text() == "dear to me"


def test_problems_are_listed(benchbar: Benchbar, tmp_path: Path) -> None:
    make(tmp_path, goat__essays__02="", goat__answers__01="---\nscore: 9\n---\nText.")
    ended = benchbar("essays", "check", tmp_path)
    assert ended.code == 2
    assert "3 problems to mend" in ended.out
    assert "lacks 30 essays to calibrate graders with; a model answer" in ended.out
    assert f"{tmp_path}/goat/essays/02.md: holds no text" in ended.err
    told = benchbar("essays", "check", tmp_path, "--json")
    assert told.code == 2
    found = json.loads(told.out)
    assert len(found["problems"]) == 3
    assert found["questions"][0]["points"] == 5.5


def test_studies_are_held_against_the_protocol(benchbar: Benchbar, tmp_path: Path) -> None:
    told = benchbar("essays", "protocol", "--example", "katz")
    assert told.code == 0
    assert "What its scores can bear" in told.out
    form = tmp_path / "form.md"
    form.write_text(benchbar("essays", "protocol", "--form").out)
    found = json.loads(benchbar("essays", "protocol", form, "--json").out)
    assert {one["borne"] for one in found["conclusions"]} == {"unknown"}
    refused(benchbar("essays", "protocol"), "give a FORM, or --example katz")


def test_no_study_at_all(benchbar: Benchbar, tmp_path: Path) -> None:
    ended = benchbar("essays", "check", tmp_path / "nowhere")
    assert ended.code == 2
    assert "'benchbar essays init' shows an example" in ended.err


def test_a_model_writes_essays_that_join_the_study(benchbar: Benchbar, tmp_path: Path) -> None:
    study, run = make(tmp_path / "study"), tmp_path / "run"
    words = ("essays", "write", study, "--model", "benchbar/candidate")
    dry = benchbar(*words, "--dry-run", "--json")
    assert json.loads(dry.out)["prompts"] == 1
    ended = benchbar(*words, "--prompt", "plain", "--prompt", "by-part", "--out", run)
    assert ended.code == 0
    assert len(ended.out.splitlines()) == 2
    assert "2 essays added" in ended.err
    assert benchbar("essays", "add", study, run).err == "0 essays added\n"
    assert benchbar("essays", "write", "--resume", run).code == 0
    for shown in (("report", run, "--out", tmp_path / "report"), ("errors", run)):
        refused(benchbar(*shown), "holds essays or marks of essays, which no rule grades")
    assert benchbar("score", run).code == 2
    refused(benchbar("essays", "write", study), "a --model such as")
