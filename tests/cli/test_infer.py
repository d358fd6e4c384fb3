"""``benchbar infer`` as far as it goes without Ray; with it see tests/parallel/test_ray_llm.py."""

import json
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

from benchbar.parallel.chat_client import Server
from benchbar.parallel.ray_rows import Answer, Engine, Places, as_payload
from benchbar.records import Cell
from benchbar.runs import inferring
from benchbar.runs.exports import export
from benchbar.suites.data import Data
from tests.cli.calling import Benchbar, refused
from tests.loopback import Act, Loopback, completion

KEY = "hidden-in-plain-sight"


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


@pytest.fixture
def run(data: Data, tmp_path: Path) -> Path:
    return exported(data, tmp_path / "run", Cell("vllm/org/one", system_message="Be \x1b[1mbrief."))


def exported(data: Data, out: Path, *cells: Cell) -> Path:
    chosen = {"tasks": ["cite_to_text"], "windows": ["4k"], "corpora": ["synthetic"]}
    export("vllm", data.folder, out, cells=cells, limit=2, **chosen)  # type: ignore[arg-type]
    return out


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Who was to answer; everything is answered by ``line 3``."""
    found: list[object] = []

    def answers(requests: Iterable[Places], way: object) -> Generator[Answer]:
        found.append(way)
        body = json.dumps(completion(Act(), "one"))
        for file, starts, sizes in requests:
            for start, size in zip(starts, sizes, strict=True):
                place = {"file": file, "start": start, "size": size}
                yield Answer(as_payload(place)["name"], 200, body)

    monkeypatch.setattr(inferring, "answers", answers)
    return found


def test_the_first_prompt_and_the_size_are_shown(
    run: Path, benchbar: Benchbar, ways: list[object]
) -> None:
    ended = benchbar("infer", run, "--dry-run")
    assert (ended.code, ended.err, ways) == (0, "", [])
    first, _, system, said, *_ = ended.out.splitlines()
    assert first.startswith("2 requests to org/one, ")
    assert "tokens in (cl100k_base). Nothing was asked." in first
    assert (system, said) == ("[system]", "Be ‹U+001B›[1mbrief.")
    assert "[user]" in ended.out
    told = json.loads(benchbar("infer", run, "--dry-run", "--json").out)
    assert told["requests"] == 2
    assert f"{told['tokens_in']:,} tokens in" in first
    assert told["first"]["body"]["model"] == "org/one"


def test_it_asks_tells_and_has_nothing_left(
    run: Path, benchbar: Benchbar, ways: list[object]
) -> None:
    ended = benchbar("infer", run)
    assert ended.code == 0
    assert f"{run}: 2 requests to org/one, " in ended.err
    assert f"{run}: 2 of 2 replies (2 stop)" in ended.err
    assert "Accuracy in percent" in ended.out
    again = benchbar("infer", run, "--json")
    assert again.code == 0
    assert "complete already; nothing was asked" in again.err
    assert {row["n"] for row in json.loads(again.out)} == {2}
    assert benchbar("infer", run, "--dry-run").out == "Nothing is lacking. Nothing was asked.\n"
    assert ways == [Engine("org/one")]


def test_the_flags_of_gpus_reach_the_engine(
    run: Path, benchbar: Benchbar, ways: list[object]
) -> None:
    words = (
        "--weights /w --replicas 3 --tensor-parallel 2 --max-model-len 8192 --gpu-memory 0.5 "
        "--batch-size 16 --engine-option dtype=half --engine-option seed=7 "
        "--engine-option enforce_eager=true --engine-option name=a=b"
    )
    assert benchbar("infer", run, *words.split()).code == 0
    options = {"dtype": "half", "seed": 7, "enforce_eager": True, "name": "a=b"}
    assert ways == [Engine("/w", 3, 2, 8192, 0.5, 16, options)]


@pytest.mark.parametrize(
    ("model", "variable"),
    [("vllm/one", "VLLM_API_KEY"), ("openai-api/here/one", "HERE_API_KEY")],
)
def test_the_flags_of_a_server_reach_it(
    model: str,
    variable: str,
    data: Data,
    tmp_path: Path,
    benchbar: Benchbar,
    ways: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(variable, KEY)
    run = exported(data, tmp_path / "run", Cell(model))
    with Loopback() as loopback:
        words = ("--base-url", loopback.url, "--max-connections", "7", "--qps", "3")
        ended = benchbar("infer", run, *words)
    assert ended.code == 0
    assert ways == [Server(loopback.url, KEY, 7, 3, 600)]
    assert KEY not in ended.out + ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--qps 3", "--qps is for a server: name one with --base-url"),
        ("--max-connections 3", "--max-connections is for a server"),
        ("--base-url http://h/v1 --replicas 2", "--replicas is for models on GPUs here"),
        ("--base-url http://h/v1 --weights w", "--weights is for models on GPUs here"),
        ("--base-url h", "must be a whole address"),
        ("--base-url http://u:p@h/v1", "put the key into the environment as VLLM_API_KEY"),
        ("--engine-option dtype", "--engine-option dtype: write it as NAME=VALUE"),
        ("--engine-option a-b=1", "write it as NAME=VALUE"),
        ("--gpu-memory 0", "--gpu-memory"),
        ("--gpu-memory nan", "give a finite number"),
        ("--part 0", "--part"),
    ],
)
def test_what_cannot_be_is_refused(
    words: str, said: str, run: Path, benchbar: Benchbar, ways: list[object]
) -> None:
    refused(benchbar("infer", run, *words.split()), said)
    assert ways == []


def test_one_folder_of_weights_is_not_two_models(
    data: Data, tmp_path: Path, benchbar: Benchbar, ways: list[object]
) -> None:
    run = exported(data, tmp_path / "run", Cell("vllm/one"), Cell("vllm/two"))
    refused(benchbar("infer", run, "--weights", "w"), "asks several models, one, two")
    assert ways == []


def test_a_folder_that_is_no_run_is_refused(data: Data, benchbar: Benchbar) -> None:
    refused(benchbar("infer", data.folder), "no exported run here")
