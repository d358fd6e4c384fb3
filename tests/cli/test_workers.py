"""Several workers of one run, from the command line."""

import json
import shutil
from pathlib import Path

import pytest

from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


@pytest.fixture
def planned(benchbar: Benchbar, data: Data, tmp_path: Path) -> Path:
    out = tmp_path / "run"
    words = ("--model", "benchbar/reader", "--window", "4k", "--limit", "2")
    ended = benchbar("run", data.folder, *words, "--out", out, "--plan-only")
    assert (ended.code, ended.out) == (0, "")
    assert "nothing was asked: start workers, on every machine that sees it, with" in ended.err
    assert f"'benchbar run --join {out}'" in ended.err
    return out


def test_a_planned_run_is_asked_by_who_joins(benchbar: Benchbar, planned: Path) -> None:
    ended = benchbar("run", "--join", planned)
    assert ended.code == 0
    assert "benchbar/reader" in ended.out
    assert "replies (" in ended.err
    again = benchbar("run", "--join", planned, "--json")
    assert again.code == 0
    assert {row["accuracy"] for row in json.loads(again.out)} == {1.0}


def test_a_planned_run_goes_on_as_any_other(benchbar: Benchbar, planned: Path) -> None:
    left = benchbar("run", "--resume", planned, "--dry-run", "--json")
    assert json.loads(left.out)["prompts"] > 0
    assert benchbar("run", "--resume", planned).code == 0


def test_what_is_planned_is_told_as_json(benchbar: Benchbar, data: Data, tmp_path: Path) -> None:
    words = ("--model", "benchbar/reader", "--limit", "1", "--plan-only", "--json")
    told = json.loads(benchbar("run", data.folder, *words, "--out", tmp_path / "run").out)
    assert told["planned"] == told["missing"] > 0
    assert told["asked"] == 0


def test_who_joins_takes_the_run_as_it_is(benchbar: Benchbar, planned: Path) -> None:
    refused(
        benchbar("run", "--join", planned, "--budget", "3", "--workers", "2"),
        "--join takes a run as it is: leave out --workers, --budget",
    )
    assert not (planned / "verdicts.jsonl").exists()


def test_there_must_be_a_run_to_join(benchbar: Benchbar, tmp_path: Path) -> None:
    refused(benchbar("run", "--join", tmp_path / "none"), "no run here")
    assert not (tmp_path / "none").exists()


def test_more_workers_than_calls_are_refused(
    benchbar: Benchbar, data: Data, tmp_path: Path
) -> None:
    words = ("--model", "benchbar/reader", "--out", tmp_path / "run", "--workers", "11")
    refused(benchbar("run", data.folder, *words), "--workers 11: more than the 10 calls")
    assert not (tmp_path / "run").exists()


def test_workers_of_an_exam(benchbar: Benchbar, tmp_path: Path) -> None:
    out = tmp_path / "exam"
    words = ("--model", "benchbar/candidate", "--limit", "4", "--out", out)
    ended = benchbar("exam", "run", "practice", *words, "--workers", "2")
    assert ended.code == 0, ended.err
    alone = benchbar("exam", "run", "practice", *words, "--force")
    assert alone.out == ended.out
    shutil.rmtree(out)
    assert benchbar("exam", "run", "practice", *words, "--plan-only").code == 0
    joined = benchbar("exam", "run", "--join", out)
    assert (joined.code, joined.out) == (0, ended.out)


def test_a_study_file_says_nothing_of_workers(
    benchbar: Benchbar, data: Data, tmp_path: Path
) -> None:
    file = tmp_path / "study.toml"
    for flag in ('join = "run"', "plan-only = true", "workers = 2"):
        file.write_text(f'[run]\nmodel = "benchbar/reader"\n{flag}\n')
        ended = benchbar("run", data.folder, "--study", file, "--out", tmp_path / "run")
        refused(ended, f"no setting {flag.split()[0]!r}")
