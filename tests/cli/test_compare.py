"""``benchbar compare`` as a user calls it."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import Benchbar, refused
from tests.report.made_run import READER, make_run


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_says_which_is_better(
    benchbar: Benchbar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ended = benchbar("compare", make_run(tmp_path))
    assert (ended.code, ended.err) == (0, "")
    assert "benchbar/reader is better than benchbar/sloppy" in ended.out
    assert "Invented transcripts\n text to cite, 4k" in ended.out
    assert "\x1b" not in ended.out


def test_items_are_listed(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=20)
    assert "  blt-4k-" not in benchbar("compare", run).out
    assert "  blt-4k-" in benchbar("compare", run, "--items").out


def test_json(benchbar: Benchbar, tmp_path: Path) -> None:
    ended = benchbar("compare", make_run(tmp_path), "--grader", "published", "--json")
    told = json.loads(ended.out)
    assert told["grader"] == "published"
    assert told["pairs"][0]["results"][0]["level"] == "all"


def test_wrong_input_ends_in_one_line(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=2, cells=(READER,))
    refused(benchbar("compare", "nowhere"), "no run here")
    refused(benchbar("compare", run), "nothing to compare")
    refused(benchbar("compare", run, run), "given twice")
    refused(benchbar("compare"), "Missing argument")
    (run / "verdicts.jsonl").unlink()
    refused(benchbar("compare", run), "not graded yet")
