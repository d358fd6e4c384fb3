"""The commands that spread their work over an executor, chosen by name."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchbar import jsonl
from benchbar.parallel import choosing
from benchbar.parallel.base import Executor, Serial
from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused
from tests.report.made_run import make_run

Words = Callable[[Path, Path], tuple[str | Path, ...]]


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def build(data: Path, scratch: Path) -> tuple[str | Path, ...]:
    words = ("--window", "4k", "--items", "1", "--corpus", "synthetic")
    return ("build", "blt", *words, "--out", scratch / "items")


def audit(data: Path, scratch: Path) -> tuple[str | Path, ...]:
    return ("audit", data)


def score(data: Path, scratch: Path) -> tuple[str | Path, ...]:
    replies = scratch / "replies.jsonl"
    item = next(Data(data).items("4k", "synthetic", "text_to_cite", "test"))
    jsonl.write(replies, [{"id": item.id, "reply": item.gold}])
    return ("score", data, "--replies", replies, "--out", scratch / "verdicts.jsonl")


def compare(data: Path, scratch: Path) -> tuple[str | Path, ...]:
    return ("compare", make_run(scratch, per_test=2))


@pytest.mark.parametrize("words", [build, audit, score, compare])
def test_the_executor_named_is_taken(
    words: Words,
    benchbar: Benchbar,
    data: Data,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen: list[tuple[str, int | None]] = []

    def choose(name: choosing.Name, workers: int | None) -> Executor:
        chosen.append((name, workers))
        return Serial()

    line = words(data.folder, tmp_path)
    monkeypatch.setattr(choosing, "executor", choose)
    assert benchbar(*line, "--executor", "ray", "--workers", "3").code == 0
    assert chosen == [("ray", 3)]


@pytest.mark.parametrize("words", [build, audit, score, compare])
def test_without_ray_nothing_is_done(
    words: Words,
    benchbar: Benchbar,
    data: Data,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = words(data.folder, tmp_path)
    monkeypatch.delitem(sys.modules, "benchbar.parallel.ray", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    refused(benchbar(*line, "--executor", "ray"), "pip install 'benchbar[ray]'")
    assert not (tmp_path / "items").exists()
    assert not (tmp_path / "verdicts.jsonl").exists()
