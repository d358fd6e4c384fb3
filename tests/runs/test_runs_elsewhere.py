"""Replies made elsewhere become a run that readers take like any other."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Item, Verdict
from benchbar.runs import study
from benchbar.runs.elsewhere import import_replies
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order


@pytest.fixture
def items(built: Path) -> list[Item]:
    return list(Data(built).items("4k", "synthetic", "text_to_cite", "test"))


def replies(tmp_path: Path, rows: list[dict[str, object]], name: str = "replies.jsonl") -> Path:
    path = tmp_path / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def rows_of(items: list[Item], cell: str) -> list[dict[str, object]]:
    return [{"id": item.id, "reply": item.gold, "cell": cell} for item in items]


def test_each_cell_becomes_a_model_and_the_tests_answered_are_covered(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    rows = [*rows_of(items, "gpt/x"), *rows_of(items[:-1], "")]
    outcome = import_replies(tmp_path / "run", [replies(tmp_path, rows)], built)
    assert (outcome.planned, outcome.stored, outcome.missing) == (2 * len(items), len(rows), 1)
    run = study.open_run(tmp_path / "run")
    assert [cell.model for cell in run.study.cells] == ["elsewhere/gpt/x", "elsewhere/replies"]
    assert run.study.tests == (("4k", "synthetic", "text_to_cite"),)
    assert {verdict.outcome for verdict in run.verdicts()} == {"correct"}
    assert len(list(run.verdicts())) == 2 * len(rows)


def test_verdicts_are_those_of_the_same_replies_graded_without_a_run(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    texts = ["line 3", "", "I cannot say.", *(item.gold for item in items)]
    rows: list[dict[str, object]] = [
        {"id": item.id, "reply": text, "trial": trial, "stop_reason": "length"}
        for item in items
        for trial, text in enumerate(texts, 1)
    ]
    path = replies(tmp_path, rows)
    study.score_replies(built, path, tmp_path / "verdicts.jsonl")
    import_replies(tmp_path / "run", [path], built)
    graded = list(jsonl.read(tmp_path / "verdicts.jsonl", Verdict))
    imported = list(jsonl.read(tmp_path / "run" / "verdicts.jsonl", Verdict))
    assert [replace(verdict, cell="") for verdict in imported] == graded
    assert {verdict.outcome for verdict in graded} == {"correct", "wrong", "not_an_answer"}


def test_tests_without_a_reply_are_not_missing(tmp_path: Path) -> None:
    """Two tests that differ in corpus and task do not bring in the other two of their product."""
    data, run = tmp_path / "data", tmp_path / "run"
    build(Order(("4k",), ("synthetic", "code"), items=(("test", 2),)), data)
    asked = [("4k", "synthetic", "text_to_cite"), ("4k", "code", "cite_to_text")]
    some = [item for test in asked for item in Data(data).items(*test, "test")]
    assert import_replies(run, [replies(tmp_path, rows_of(some, "a"))], data).complete
    assert set(study.open_run(run).study.tests) == set(asked)


def test_several_files_are_read_as_one(built: Path, items: list[Item], tmp_path: Path) -> None:
    first = replies(tmp_path, rows_of(items[:1], "a"), "a.jsonl")
    second = replies(tmp_path, rows_of(items[1:], "a"), "b.jsonl")
    assert import_replies(tmp_path / "run", [first, second], built).complete
    with pytest.raises(InputError, match=r"a\.jsonl:1: same id, cell and trial as .*a\.jsonl:1"):
        import_replies(tmp_path / "again", [first, tmp_path / "." / "a.jsonl"], built)


def test_nothing_is_replaced_or_half_made(built: Path, items: list[Item], tmp_path: Path) -> None:
    run, good = tmp_path / "run", replies(tmp_path, rows_of(items, "a"))
    import_replies(run, [good], built)
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    with pytest.raises(InputError, match="run: exists already: .*--force"):
        import_replies(run, [good], built)
    bad = replies(tmp_path, [*rows_of(items, "b"), {"id": "x", "reply": ""}], "bad.jsonl")
    with pytest.raises(InputError, match=r"bad\.jsonl:\d+: no item 'x'"):
        import_replies(run, [bad], built, force=True)
    assert before == {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    other = replies(tmp_path, rows_of(items, "b"), "other.jsonl")
    import_replies(run, [other], built, force=True)
    assert [cell.model for cell in study.open_run(run).study.cells] == ["elsewhere/b"]
    with pytest.raises(InputError, match="is not replaced, even by --force"):
        import_replies(built, [good], built, force=True)


def test_both_splits_or_no_reply_make_no_run(
    built: Path, items: list[Item], tmp_path: Path
) -> None:
    data = Data(built)
    train = [item for test in data.sets() if test[3] == "train" for item in data.items(*test)]
    mixed = replies(tmp_path, [*rows_of(items, ""), *rows_of(train[:1], "")])
    with pytest.raises(InputError, match="answers items of both splits"):
        import_replies(tmp_path / "run", [mixed], built)
    with pytest.raises(InputError, match="no reply in it"):
        import_replies(tmp_path / "run", [replies(tmp_path, [])], built)
    assert not (tmp_path / "run").exists()
