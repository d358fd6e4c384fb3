"""``benchbar tune curve`` as somebody would use it."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import Benchbar, refused
from tests.tune.made_learning import runs_of, two_tests


@pytest.fixture
def benchbar(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Benchbar:
    monkeypatch.chdir(tmp_path)
    runs_of(Path(), two_tests(Path("data")), (0, 1), (60, 12), (150, 20))
    return Benchbar(capsys)


RUNS = ("run150", "run0", "run60")


def test_from_runs_to_the_page(benchbar: Benchbar, tmp_path: Path) -> None:
    told = benchbar("tune", "curve", *RUNS)
    assert told.code == 0
    assert told.out.startswith("How much is enough, by the corrected grader\nMean accuracy of the")
    assert told.out.index("benchbar/smollm2\n") < told.out.index("benchbar/local/a60\n")
    assert "150  run150  100 [90, 100]   100 [84, 100]   100 [84, 100]" in told.out
    assert max(map(len, told.out.splitlines())) <= 100
    made = benchbar("tune", "curve", *RUNS, "--out", "page", "--grader", "published")
    assert "wrote page/index.html" in made.err
    assert "by the published grader" in (tmp_path / "page/index.html").read_text()
    refused(benchbar("tune", "curve", *RUNS, "--out", "page"), "page exists")
    assert benchbar("tune", "curve", *RUNS, "--out", "page", "--force").code == 0


def test_json_is_a_list_and_notes_are_talk(benchbar: Benchbar) -> None:
    told = benchbar("tune", "curve", "run60", "run150", "--json")
    assert [(one["run"], one["rows"]) for one in json.loads(told.out)] == [
        ("run60", 60), ("run150", 150),
    ]  # fmt: skip
    assert told.err == (
        "No run of benchbar/smollm2 itself is among these, so the curve has no beginning.\n"
    )


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (["run0"], "one run is no curve"),
        (["run0", "run0"], "the same run is given twice"),
        (["run0", "data"], "data: no run here"),
        (["run0", "gone"], "gone: no run here"),
    ],
)
def test_what_is_refused(benchbar: Benchbar, runs: list[str], said: str) -> None:
    refused(benchbar("tune", "curve", *runs), said)


def test_nothing_is_written_where_a_run_is_refused(benchbar: Benchbar, tmp_path: Path) -> None:
    (tmp_path / "a60" / "loss.csv").unlink()
    ended = benchbar("tune", "curve", *RUNS, "--out", "page")
    refused(ended, "run60: it is not known how much benchbar/local/a60 learnt")
    assert not (tmp_path / "page").exists()
