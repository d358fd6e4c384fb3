"""The commands of an exam: they must be ones that the program takes."""

import shlex
from pathlib import Path

import pytest

from benchbar.cli import main
from benchbar.exam.repeat import commands_of, settings_of
from benchbar.records import Cell
from benchbar.runs.study import open_run
from tests.exam.made_exam import CELLS, make_exam


def test_a_grid_is_one_command(tmp_path: Path) -> None:
    run = open_run(make_exam(tmp_path, shuffle=4))
    ask, score = commands_of(run)
    name = str(run.data.manifest.options["questions"])
    assert ask == (
        f"benchbar exam run {shlex.quote(name)} --model maker/model --prompt ranked --prompt "
        "ranked-with-reasons --temperature 0 --temperature 0.5 --trials 3 --shuffle --out RUN"
    )
    assert score == "benchbar exam score RUN --out RUN-PAGE"


def test_settings_that_no_command_varies_are_runs_of_their_own(tmp_path: Path) -> None:
    cells = (*CELLS, Cell("maker/model", "plain", None, seed=3))
    run = open_run(make_exam(tmp_path, cells=cells, trials=1))
    commands = commands_of(run)
    assert [one.split()[-1] for one in commands] == ["RUN-1", "RUN-2", "RUN-1-PAGE", "RUN-2-PAGE"]
    assert "--temperature none --trials 1 --seed 3 --out RUN-2" in commands[1]
    assert "--shuffle" not in commands[0]


def test_the_settings_prove_the_questions(tmp_path: Path) -> None:
    run = open_run(make_exam(tmp_path, shuffle=4))
    told = settings_of(run)
    assert told["data digest"] == run.study.data_digest
    assert told["choices"] == "shuffled"
    assert told["seed of their order"] == "4"
    assert "prices" not in told


def test_the_command_is_one_that_the_program_takes(tmp_path: Path) -> None:
    run = open_run(make_exam(tmp_path))
    _, _, _, _, *options = shlex.split(commands_of(run)[0])
    with pytest.raises(SystemExit) as ended:
        main(["exam", "run", "practice", *options, "--dry-run"])
    assert ended.value.code == 0
