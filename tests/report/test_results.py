"""``results.json``: whole, repeatable, and refused when it is not what we wrote."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchbar import __version__, jsonl
from benchbar.errors import InputError
from benchbar.records import Reply, Verdict
from benchbar.report import results
from benchbar.scoring.version import graders
from benchbar.suites.data import Data
from tests.report.made_files import write_files
from tests.report.made_run import READER, SLOPPY, make_run, regrade


@pytest.fixture
def out(run: Path, tmp_path: Path) -> Path:
    return write_files(tmp_path / "out", run)


def lose(run: Path, n: int) -> None:
    """Lose the last replies of a run, and their verdicts."""
    kept = list(jsonl.read(run / "replies.jsonl", Reply))[:-n]
    jsonl.write(run / "replies.jsonl", kept)
    ids = {(reply.id, reply.cell) for reply in kept}
    verdicts = [v for v in jsonl.read(run / "verdicts.jsonl", Verdict) if (v.id, v.cell) in ids]
    regrade(run, verdicts)


def test_it_names_all_that_made_the_figures(out: Path, run: Path) -> None:
    told = json.loads((out / "results.json").read_bytes())
    assert (told["format"], told["benchbar"]) == (1, __version__)
    (one,) = told["runs"]
    assert one | {"cells": 0} == {
        "name": "run", "suite": "blt", "version": "1", "seed": 7, "counter": "cl100k_base",
        "data_digest": Data(run.parent / "data").digest, "split": "test", "trials": 1,
        "limit": None, "asked_by": "0.1.0", "graders": graders(), "cells": 0,
    }  # fmt: skip
    assert [cell["settings"] for cell in one["cells"]] == [
        {name: getattr(cell, name) for name in cell.__struct_fields__} for cell in (READER, SLOPPY)
    ]
    assert one["cells"][1]["settings"]["seed"] == 7


def test_counts_add_up(out: Path) -> None:
    for run in results.read(out).runs:
        for cell in run.cells:
            assert cell.missing == cell.failed == 0
            assert len(cell.tests) == 12
            assert len(cell.means) == 4
            assert cell.cell in (READER, SLOPPY)
            for test in cell.tests:
                n = test.accuracy.n
                assert n == test.planned == test.correct + test.wrong + test.not_an_answer == 40
                assert sum(test.errors.values()) == test.wrong
                assert sum(test.no_answers.values()) == test.not_an_answer
                assert test.accuracy.value == test.correct / n


def test_what_is_missing_or_failed_is_counted(run: Path, tmp_path: Path) -> None:
    lose(run, 3)
    verdicts = list(jsonl.read(run / "verdicts.jsonl", Verdict))
    failed = verdicts[0].id
    regrade(run, [
        msgspec.structs.replace(one, outcome="not_an_answer", error="failed")
        if (one.id, one.cell) == (failed, READER.key) else one
        for one in verdicts
    ])  # fmt: skip
    cells = results.read(write_files(tmp_path / "out", run)).runs[0].cells
    assert sum(cell.missing for cell in cells) == 3
    assert [cell.failed for cell in cells] == [1, 0]


def test_a_file_or_its_folder_will_do(out: Path) -> None:
    assert results.read(out) == results.read(out / "results.json")


@pytest.mark.parametrize(
    ("where", "change", "said"),
    [
        ("accuracy", {"value": 1.5}, "no results of a report"),
        ("accuracy", {"value": 0.2, "low": 0.3}, "outside its interval"),
        ("accuracy", {"value": 0.95}, "is not 40 of 40"),
        ("accuracy", {"n": 0}, "no results of a report"),
        ("test", {"correct": -1}, "no results of a report"),
        ("test", {"correct": 39}, "do not add up to 40"),
        ("test", {"grader": "kind"}, "no results of a report"),
        ("settings", {"temperature": "hot"}, "no results of a report"),
        ("settings", {"warmth": 1}, "no results of a report"),
        ("file", {"format": 99}, "newer version in format 99"),
        ("file", {"format": "one"}, "no results of a report"),
        ("file", {"runs": None}, "no results of a report"),
    ],
)
def test_what_is_wrong_is_refused_with_its_name(
    out: Path, where: str, change: dict[str, Any], said: str
) -> None:
    path = out / "results.json"
    told = json.loads(path.read_bytes())
    cell = told["runs"][0]["cells"][0]
    parts = {"file": told, "settings": cell["settings"], "test": cell["tests"][0],
             "accuracy": cell["tests"][0]["accuracy"]}  # fmt: skip
    parts[where].update(change)
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(InputError, match=said) as refused:
        results.read(out)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize("told", [b"", b"\xff\xfe", b"{", b"[" * 100_000])
def test_what_is_no_json_is_refused(tmp_path: Path, told: bytes) -> None:
    (tmp_path / "results.json").write_bytes(told)
    with pytest.raises(InputError, match="no results of a report"):
        results.read(tmp_path)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"results\.json: no such file: name a folder"):
        results.read(tmp_path)


def test_two_runs_stand_apart(tmp_path: Path) -> None:
    runs = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        runs.append(make_run(tmp_path / name, per_test=2, cells=(SLOPPY,)))
    found = results.read(write_files(tmp_path / "out", *runs))
    assert [run.name for run in found.runs] == ["a/run", "b/run"]
    assert [len(run.cells[0].tests) for run in found.runs] == [12, 12]
