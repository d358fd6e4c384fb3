import json
from pathlib import Path
from typing import Any

import pytest

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import plan
from benchbar.runs.exports import FORMATS, MARK, export
from benchbar.runs.exports.base import Format, prompts
from benchbar.suites.data import Data

MODELS = {"openai-batch": (Cell("openai/gpt-4o"),), "vllm": (Cell("vllm/meta/llama"),)}


def out_of(name: str, data: Data, out: Path, **options: Any) -> list[Path]:
    return export(name, data.folder, out, cells=MODELS.get(name, ()), **options)


def rows(files: list[Path]) -> list[dict[str, Any]]:
    found = [file for file in files if file.suffix == ".jsonl"]
    return [json.loads(line) for file in found for line in file.read_text().splitlines()]


def named(row: dict[str, Any]) -> tuple[str, str]:
    """The id and the prompt of a row in any of the formats."""
    if "body" in row:
        return row["custom_id"].split("|")[0], row["body"]["messages"][-1]["content"]
    return row["id"], row["prompt"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_item_is_found_back_with_its_prompt(name: str, data: Data, tmp_path: Path) -> None:
    study = plan.plan(data.folder, (Cell("any/model"),))
    expected = {one.item.id: one.text for one in prompts(study, data, "default")}
    made = dict(map(named, rows(out_of(name, data, tmp_path / "out", split="test"))))
    assert made == expected
    assert len(made) == 132


@pytest.mark.parametrize("name", FORMATS)
def test_filters_choose_the_items(name: str, data: Data, tmp_path: Path) -> None:
    files = out_of(
        name, data, tmp_path / "out", split="train", windows=["8k"], tasks=["cite_to_text"], limit=2
    )
    assert sorted(id_ for id_, _ in map(named, rows(files))) == [
        f"blt-8k-{corpus}-cite_to_text-train-000{n}"
        for corpus in ("code", "synthetic", "transcripts")
        for n in (1, 2)
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_items_give_the_same_bytes_and_no_paths(
    name: str, data: Data, tmp_path: Path
) -> None:
    first = out_of(name, data, tmp_path / "a")
    second = out_of(name, data, tmp_path / "b")
    assert [one.read_bytes() for one in first] == [one.read_bytes() for one in second]
    told = [one for one in first if one.name != "run.json"]
    assert not any(str(data.folder) in one.read_text() for one in told)
    mark = json.loads((tmp_path / "a" / MARK).read_text())
    assert (mark["format"], mark["data_digest"]) == (name, data.digest)


def test_both_splits_leave_where_no_model_is_asked(data: Data, tmp_path: Path) -> None:
    assert len(rows(out_of("blt", data, tmp_path / "blt"))) == 330
    assert len(rows(out_of("hf", data, tmp_path / "hf"))) == 330
    assert len(rows(out_of("lm-eval", data, tmp_path / "lm"))) == 132


def test_variants_word_the_prompts(data: Data, tmp_path: Path) -> None:
    cell = Cell("any/model", variant="question-first")
    made = rows(export("hf", data.folder, tmp_path / "hf", cells=(cell,), limit=1))
    assert all(row["prompt"].startswith("What ") and row["variant"] == cell.variant for row in made)
    made = rows(export("lm-eval", data.folder, tmp_path / "lm", cells=(cell,), limit=1))
    assert all(row["prompt"].startswith("What ") for row in made)


def test_an_existing_folder_is_kept(data: Data, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out_of("blt", data, out, limit=1)
    with pytest.raises(InputError, match="--force"):
        out_of("hf", data, out, limit=1)
    out_of("hf", data, out, limit=1, force=True)
    assert not (out / "4k").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("Dear")
    with pytest.raises(InputError, match="is not a folder of an export"):
        out_of("hf", data, tmp_path / "mine", force=True)
    with pytest.raises(InputError, match="is a file"):
        out_of("hf", data, tmp_path / "mine/letter.txt", force=True)


def test_whole_or_not_at_all(data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(studies: object, data: object, folder: Path) -> None:
        (folder / "half").write_text("")
        raise OSError("disk full")

    out_of("blt", data, tmp_path / "out", limit=1)
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setitem(FORMATS, "blt", Format(broken))
    for out in ("out", "new"):
        with pytest.raises(InputError, match="disk full"):
            out_of("blt", data, tmp_path / out, force=True)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "cells", "told"),
    [
        ("xml", (), "choose from blt, hf, lm-eval, openai-batch, vllm"),
        ("vllm", (), "name the model"),
        ("hf", (Cell("a/b"), Cell("a/c")), "one variant and one temperature"),
        ("blt", (Cell("a/b", variant="return"),), "no place for a variant"),
        ("openai-batch", (Cell("benchbar/reader"),), "is built in"),
        (
            "openai-batch",
            (Cell("openai/o3", reasoning_tokens=9),),
            "no place for a reasoning tokens",
        ),
        ("lm-eval", (Cell("a/b", system_message="Hm"),), "no place for a system message"),
        ("hf", (Cell("a/b", temperature=0.5),), "no place for a temperature"),
        ("vllm", (Cell("meta-llama/Llama-3.1-8B"),), "vllm/meta-llama/Llama-3.1-8B"),
        ("hf", (Cell("a/b", variant="shouted"),), "no variant 'shouted'"),
    ],
)
def test_what_does_not_fit_is_refused(
    name: str, cells: tuple[Cell, ...], told: str, data: Data, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        export(name, data.folder, tmp_path / "out", cells=cells)
    assert told in str(caught.value)
    assert not list(tmp_path.iterdir())
