"""The printed commands make the same items, to the byte, and ask under the same settings."""

import shlex
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from benchbar.cli import cli
from benchbar.records import Cell
from benchbar.report.commands import run_commands
from benchbar.runs.folder import open_run
from benchbar.runs.study import plan
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.items import Options
from benchbar.suites.order import Order
from benchbar.suites.remake import build_command
from benchbar.tasks.base import Rules

ORDERS = {
    "one test": Order(
        windows=("4k",), corpora=("synthetic",), tasks=("cite_to_text",), items=(("test", 3),)
    ),
    "both splits, options": Order(
        windows=("8k", "4k"),
        corpora=("transcripts", "synthetic"),
        items=(("test", 2), ("train", 2)),
        seed=9,
        options=Options(15, 3, ("2x2", "3x3"), rules=Rules(least_edits=4)),
    ),
    "training items": Order(windows=("4k",), corpora=("code",), items=(("train", 2),)),
}


def invoke(command: str, **folders: Path) -> None:
    words = [str(folders.get(word, word)) for word in shlex.split(command)]
    done = CliRunner().invoke(cli, words[1:], standalone_mode=False)
    assert not done.exception, done.output


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_the_command_makes_the_same_items(order: Order, tmp_path: Path) -> None:
    build(order, tmp_path / "mine")
    mine = Data(tmp_path / "mine")
    invoke(build_command(mine.manifest), DATA=tmp_path / "again")
    assert Data(tmp_path / "again").digest == mine.digest


def test_imported_items_have_no_command(data: Data) -> None:
    imported = msgspec.structs.replace(data.manifest, options={"least_words": 1})
    assert build_command(imported).startswith("# these items were imported")


def test_the_command_asks_in_the_same_way(data: Data, tmp_path: Path) -> None:
    cells = tuple(
        Cell("benchbar/reader", variant=variant, temperature=temperature, seed=3, max_tokens=90)
        for variant in ("default", "question-first")
        for temperature in (0.0, None)
    )
    study = plan(
        data.folder, cells, windows=("4k",), corpora=("synthetic",), tasks=("cite_to_text",),
        trials=2, limit=1,
    )  # fmt: skip
    (command,) = run_commands(study)
    invoke(command, DATA=data.folder, RUN=tmp_path / "run")
    again = open_run(tmp_path / "run").study
    for name in ("cells", "windows", "corpora", "tasks", "trials", "limit", "split", "data_digest"):
        assert getattr(again, name) == getattr(study, name)


def test_what_no_one_command_can_ask_takes_several(data: Data) -> None:
    cells = (Cell("a/b", seed=1), Cell("c/d e", seed=2), Cell("c/d e", "precise", 1.0, seed=2))
    study = plan(data.folder, (Cell("benchbar/reader"),))
    commands = run_commands(msgspec.structs.replace(study, cells=cells))
    assert len(commands) == 3
    assert commands[1].startswith("benchbar run DATA --model 'c/d e' ")
    assert commands[2].endswith("--variant precise --temperature 1 --trials 1 --seed 2 --out RUN-3")


def test_a_system_message_is_a_file(data: Data) -> None:
    study = plan(data.folder, (Cell("a/b", system_message="Be brief; $(rm -rf ~)"),))
    (command,) = run_commands(study)
    assert "--system-message SYSTEM.txt" in command
    assert "rm" not in command
