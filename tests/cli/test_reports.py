"""``benchbar report --check`` and ``benchbar leaderboard``, as a user and as CI call them."""

import json
from pathlib import Path

import msgspec
import pytest

from benchbar import jsonl
from benchbar.records import Cell, Verdict
from tests.cli.calling import Benchbar, refused
from tests.report.made_run import READER, make_run, regrade


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return make_run(tmp_path, per_test=20)


def test_check_passes_above_and_fails_below(benchbar: Benchbar, run: Path, tmp_path: Path) -> None:
    passed = benchbar("report", run, "--out", tmp_path / "one", "--check", "10%")
    assert (passed.code, passed.err) == (0, "")
    assert passed.out == f"{tmp_path / 'one' / 'index.html'}\n"
    failed = benchbar("report", run, "--out", tmp_path / "two", "--check", "0.99")
    assert failed.code == 1
    assert failed.out == f"{tmp_path / 'two' / 'index.html'}\n"
    assert (tmp_path / "two" / "index.html").is_file()
    assert failed.err.startswith(
        "benchbar: check failed, 99% wanted of each test by the corrected grader: benchbar/sloppy, "
    )
    assert failed.err.count("\n") == 1
    assert "benchbar/reader" not in failed.err


def test_a_floor_that_is_none_stops_before_any_work(
    benchbar: Benchbar, run: Path, tmp_path: Path
) -> None:
    refused(benchbar("report", run, "--out", tmp_path / "out", "--check", "90"), "such as 0.9 or")
    assert not (tmp_path / "out").exists()


def test_hostile_names_do_not_reach_the_terminal(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=20, cells=(Cell(model="evil/x\x1b[2J"),))
    verdicts = jsonl.read(run / "verdicts.jsonl", Verdict)
    wrong = {"outcome": "wrong", "error": "not found"}
    regrade(run, [msgspec.structs.replace(one, **wrong) for one in verdicts])
    failed = benchbar("report", run, "--out", tmp_path / "out", "--check", "1%")
    assert failed.code == 1
    assert "evil/x‹U+001B›[2J, " in failed.err
    assert "\x1b" not in failed.err


def test_a_leaderboard_of_reports(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=20)
    benchbar("report", run, "--out", tmp_path / "both")
    one, two = (tmp_path / name for name in ("one.json", "two.json"))
    for path, keep in ((one, 0), (two, 1)):
        told = json.loads((tmp_path / "both" / "results.json").read_bytes())
        told["runs"][0]["cells"] = [told["runs"][0]["cells"][keep]]
        path.write_text(json.dumps(told), encoding="utf-8")
    out = tmp_path / "lb"
    done = benchbar("leaderboard", one, two, "--out", out)
    assert (done.code, done.out, done.err) == (0, f"{out / 'index.html'}\n", "")
    told = benchbar("leaderboard", tmp_path / "both", "--out", out, "--force", "--json")
    (board,) = json.loads(told.out)
    assert [entry["model"] for entry in board["ranked"]] == ["benchbar/reader", "benchbar/sloppy"]
    assert [entry["best_rank"] for entry in board["ranked"]] == [1, 2]
    published = benchbar(
        "leaderboard", one, two, "--out", out, "--force", "--json", "--grader", "published"
    )
    assert json.loads(published.out) != json.loads(told.out)


def test_other_items_are_not_ranked_together(benchbar: Benchbar, tmp_path: Path) -> None:
    for name, size in (("a", 5), ("b", 6)):
        (tmp_path / name).mkdir()
        run = make_run(tmp_path / name, per_test=size, cells=(READER,))
        benchbar("report", run, "--out", tmp_path / name / "report")
    reports = (tmp_path / "a" / "report", tmp_path / "b" / "report")
    refused(benchbar("leaderboard", *reports, "--out", tmp_path / "lb"), "items (data digests)")
    assert not (tmp_path / "lb").exists()


def test_what_is_no_report_is_refused(benchbar: Benchbar, tmp_path: Path) -> None:
    refused(benchbar("leaderboard", tmp_path, "--out", tmp_path / "lb"), "no such file")
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    refused(
        benchbar("leaderboard", tmp_path / "x.json", "--out", tmp_path / "lb"),
        "no results of a report",
    )
    refused(benchbar("leaderboard", "--out", tmp_path / "lb"), "Missing argument")
    assert not (tmp_path / "lb").exists()
