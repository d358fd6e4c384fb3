"""The real model, forty steps: minutes of processor time, so in a stage of its own."""

import json
import os
from pathlib import Path

import pytest

from benchbar.cli import main
from benchbar.errors import InputError
from benchbar.runs import smollm2
from benchbar.tune import local

STAGE = "BENCHBAR_TEST_LOCAL"
ASKED = 20


def is_there() -> bool:
    try:
        local.check_base("benchbar/smollm2")
    except InputError:
        return False
    return True


pytestmark = [
    pytest.mark.skipif(not os.environ.get(STAGE), reason="takes minutes: make test-local"),
    pytest.mark.skipif(not is_there(), reason="needs the extra: make setup-local"),
    pytest.mark.filterwarnings("default"),
]


def call(*arguments: object) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert ended.value.code == 0


def test_forty_steps_are_worth_thirty_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, tuned = tmp_path / "data", tmp_path / "tuned"
    made = ("--window", "4k", "--corpus", "transcripts", "--pages", 1, "--task", "cite_to_text")
    call("build", "blt", *made, "--out", data)

    def accuracy(model: str) -> float:
        told = ("--limit", ASKED, "--max-tokens", 60, "--out", tmp_path / "run", "--force")
        capsys.readouterr()
        call("run", data, "--model", model, *told, "--json")
        graded = json.loads(capsys.readouterr().out)
        (row,) = (row for row in graded if row["grader"] == "corrected")
        assert row["n"] == ASKED
        return float(row["accuracy"])

    before = accuracy("benchbar/smollm2")
    smollm2.load.cache_clear()
    how = ("--steps", 40, "--questions", 4, "--dev", 0)
    call("tune", "local", "--data", data, "--out", tuned, *how)
    after = accuracy(f"benchbar/local/{tuned}")
    assert after >= before + 0.30
