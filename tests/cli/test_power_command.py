"""``benchbar power`` as a user calls it."""

import json
from pathlib import Path

import pytest

from benchbar.records import Cell
from tests.cli.calling import Benchbar, refused
from tests.report.made_run import READER, make_run


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_a_table_over_differences_and_trials(benchbar: Benchbar) -> None:
    ended = benchbar("power")
    assert (ended.code, ended.err) == (0, "")
    assert " 3 points    3,876     1,938     1,551      1,260" in ended.out
    assert "assumed: accuracy 50%" in ended.out
    assert "Miller 2024" in ended.out


def test_json_is_in_shares(benchbar: Benchbar) -> None:
    told = json.loads(benchbar("power", "--difference", "3", "--trials", "10", "--json").out)
    assert told["needed"] == [
        {"difference": 0.03, "trials": 10, "questions": 1260, "prompts": 25200}
    ]
    assert (told["level"], told["power"], told["paired"]) == (0.95, 0.8, True)


def test_the_other_way_round(benchbar: Benchbar) -> None:
    told = json.loads(benchbar("power", "--questions", "3876", "--trials", "1", "--json").out)
    assert told["shown"][0]["difference"] == pytest.approx(0.03, abs=1e-5)


def test_models_on_different_questions_need_more(benchbar: Benchbar) -> None:
    def needed(*more: str) -> float:
        words = ("power", "--difference", "3", "--trials", "3", "--json", *more)
        found: float = json.loads(benchbar(*words).out)["needed"][0]["questions"]
        return found

    assert needed("--unpaired") > needed() > needed("--correlation", "0.9")
    assert needed() > needed("--accuracy", "90")
    assert needed("--power", "90") > needed()


def test_a_pilot(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=20)
    ended = benchbar("power", "--pilot", run)
    assert ended.code == 0
    assert "Spread as in benchbar/reader and benchbar/sloppy" in ended.out
    assert "1 trial\n" in ended.out
    refused(benchbar("power", "--pilot", run, "--trials", "3"), "run it with --trials 2")


def test_a_pilot_for_different_questions(benchbar: Benchbar, tmp_path: Path) -> None:
    words = ("power", "--pilot", make_run(tmp_path, per_test=3), "--unpaired")
    assert "two models on different questions" in benchbar(*words).out


def test_a_pilot_of_one_model_needs_two_trials(benchbar: Benchbar, tmp_path: Path) -> None:
    run = make_run(tmp_path, per_test=3, cells=(READER,))
    refused(benchbar("power", "--pilot", run), "--trials 2")


def test_a_pilot_of_many_models_is_refused(benchbar: Benchbar, tmp_path: Path) -> None:
    cells = tuple(Cell("benchbar/reader", temperature=t) for t in (0.0, 0.5, 1.0))
    run = make_run(tmp_path, per_test=2, cells=cells)
    refused(benchbar("power", "--pilot", run), "one or two models or settings, not 3")


def test_wrong_input_ends_in_one_line(benchbar: Benchbar) -> None:
    refused(benchbar("power", "--difference", "0.03"), "write 3 for 3 points")
    refused(benchbar("power", "--difference", "3", "--questions", "9"), "one of the two")
    refused(benchbar("power", "--accuracy", "100"), "Invalid value for '--accuracy'")
    refused(benchbar("power", "--pilot", "nowhere"), "no run here")
