import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped,unused-ignore]
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai.types.chat import ChatCompletion
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter

from benchbar.records import Cell
from benchbar.runs.exports import export, openai_batch
from benchbar.runs.exports.requests import Request, custom_id, reply_key
from benchbar.runs.folder import open_run
from tests.runs.exports.batch_forms import REQUEST, answered

CELLS = (
    Cell("openai/gpt-4o", max_tokens=50, seed=3, system_message="Be brief."),
    Cell("openai-api/local/served", temperature=None, top_p=0.5, reasoning_effort="low"),
)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_requests_fit_the_documented_form(built: Path, tmp_path: Path) -> None:
    files = export("openai-batch", built, tmp_path / "out", cells=CELLS, trials=2)
    first, second = (file for file in files if file.parent.name == "requests")
    for row in rows(first) + rows(second):
        jsonschema.validate(row, REQUEST)
    assert len(rows(first)) == len(rows(second)) == 48 * 2
    body = rows(first)[0]["body"]
    assert {name: value for name, value in body.items() if name != "messages"} == {
        "model": "gpt-4o", "temperature": 0.0, "max_completion_tokens": 50, "seed": 3,
    }  # fmt: skip
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    body = rows(second)[0]["body"]
    assert {name: value for name, value in body.items() if name != "messages"} == {
        "model": "served", "top_p": 0.5, "reasoning_effort": "low",
    }  # fmt: skip


def test_the_maker_of_the_interface_reads_requests_and_our_samples(
    built: Path, tmp_path: Path
) -> None:
    files = export("openai-batch", built, tmp_path / "out", cells=CELLS, limit=1)
    body = TypeAdapter(CompletionCreateParamsNonStreaming)
    for file in files:
        for row in rows(file) if file.suffix == ".jsonl" else ():
            assert set(body.validate_python(row["body"])) == set(row["body"])
    sample = answered("name", "line 3", finish="length")
    completion = ChatCompletion.model_validate(sample["response"]["body"])
    assert completion.choices[0].message.content == "line 3"


def test_names_are_unique_and_find_the_way_back(built: Path, tmp_path: Path) -> None:
    files = export("openai-batch", built, tmp_path / "out", cells=CELLS, trials=3)
    names = [row["custom_id"] for file in files if file.suffix == ".jsonl" for row in rows(file)]
    assert len(set(names)) == len(names) == 48 * 2 * 3
    keys = {key for name in names if (key := reply_key(name))}
    assert {key[1] for key in keys} == {cell.key for cell in CELLS}
    assert {key[2] for key in keys} == {1, 2, 3}


def test_the_folder_is_a_run_without_replies(built: Path, tmp_path: Path) -> None:
    export("openai-batch", built, tmp_path / "out", cells=CELLS, limit=2)
    outcome = open_run(tmp_path / "out").outcome()
    assert (outcome.planned, outcome.stored, outcome.missing) == (16, 0, 16)


@given(st.text(), st.from_regex(r"[\w.-]+", fullmatch=True), st.integers(1, 10**6))
def test_a_name_is_read_back(item: str, cell: str, trial: int) -> None:
    expected = (item, cell, trial) if item else None
    assert reply_key(custom_id(item, cell, trial)) == expected


@pytest.mark.parametrize("name", ["", "request-1", "a|b", "a|b|c", "a|b|-1", "a|b|²", "|b|1"])
def test_other_names_are_none_of_ours(name: str) -> None:
    assert reply_key(name) is None


@given(st.lists(st.integers(0, 300), max_size=30), st.integers(1, 7), st.integers(100, 900))
def test_files_stay_within_the_limits(sizes: list[int], most: int, most_bytes: int) -> None:
    asked = [Request(str(n), "POST", "/", {"text": "x" * size}) for n, size in enumerate(sizes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_batch, "MOST_REQUESTS", most)
        patch.setattr(openai_batch, "MOST_BYTES", most_bytes)
        files = [list(rows) for rows in openai_batch.split(asked)]
    assert [row for rows in files for row in rows] == [
        msgspec.json.encode(one) + b"\n" for one in asked
    ]
    for rows in files:
        assert 0 < len(rows) <= most
        assert len(rows) == 1 or sum(map(len, rows)) <= most_bytes
    for rows, following in pairwise(files):
        full = sum(map(len, rows)) + len(following[0]) > most_bytes
        assert full or len(rows) == most
