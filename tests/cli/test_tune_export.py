"""``benchbar tune export`` as a user calls it."""

import ast
import json
import shlex
from pathlib import Path

import pytest

from benchbar.suites.data import Data
from benchbar.tune.consumers import CONSUMERS
from tests.cli.calling import Benchbar, refused


@pytest.fixture
def benchbar(capsys: pytest.CaptureFixture[str]) -> Benchbar:
    return Benchbar(capsys)


def test_it_says_what_it_wrote(benchbar: Benchbar, data: Data, tmp_path: Path) -> None:
    out = tmp_path / "rows"
    done = benchbar("tune", "export", data.folder, "--format", "openai", "--out", out)
    assert done.code == 0
    assert done.out.splitlines() == [str(path) for path in sorted(out.iterdir())]
    for name in ("train.jsonl", "dev.jsonl", "manifest.json"):
        assert str(out / name) in done.out
    items = sum(e.records for name, e in data.manifest.files.items() if ".train." in name)
    assert f"guard: {items} training items checked against 132 test items" in done.err
    assert "train.jsonl: " in done.err
    assert "the longest row has" in done.err
    assert "gpt-4.1-mini" in done.err
    assert "from memory, not checked" in done.err
    assert f"next: benchbar tune openai {out} --model MODEL" in done.err


def test_leaks_are_named(benchbar: Benchbar, data: Data, tmp_path: Path) -> None:
    out = tmp_path / "rows"
    words = (
        "tune",
        "export",
        data.folder,
        "--format",
        "trl",
        "--out",
        out,
        "--guard",
        "lines",
        "--corpus",
        "transcripts",
    )
    done = benchbar(*words, "--json")
    manifest = json.loads(done.out)
    lost = sum(manifest["guard"]["left_out"].values())
    assert lost > 0
    assert f"{lost} left out, all in {out / 'left-out.jsonl'}" in done.err
    first = json.loads((out / "left-out.jsonl").read_text().splitlines()[0])
    assert first["id"] in done.err
    assert "million" not in done.err
    assert (manifest["format"], manifest["guard"]["strict"]) == ("trl", "lines")


def test_options_reach_the_rows(benchbar: Benchbar, data: Data, tmp_path: Path) -> None:
    out = tmp_path / "rows"
    done = benchbar(
        "tune", "export", data.folder, "--format", "axolotl", "--out", out, "--json",
        "--window", "4k", "--corpus", "code,transcripts", "--task", "cite_to_text",
        "--per-test", "4", "--dev", "2", "--mix", "code/cite_to_text=0.5", "--seed", "9",
        "--style", "labelled", "--base", "my/base", "--epochs", "5",
    )  # fmt: skip
    assert done.code == 0
    manifest = json.loads(done.out)
    rows = {test["corpus"]: (test["train"], test["dev"]) for test in manifest["tests"]}
    assert rows == {"code": (2, 2), "transcripts": (4, 2)}
    assert (manifest["seed"], manifest["style"]) == (9, "labelled")
    settings = (out / "axolotl.yaml").read_text()
    assert "base_model: my/base" in settings
    assert "num_epochs: 5" in settings
    row = json.loads((out / "train.jsonl").read_text().splitlines()[0])
    assert row["messages"][-1]["content"].startswith("Answer: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--mix", "code=x"], "is not a test and its weight"),
        (["--mix", "cite_to_text=-1"], "is not a test and its weight"),
        (["--mix", "cite_to_text=nan"], "is not a test and its weight"),
        (["--mix", "cite_to_txt=1"], "--mix cite_to_txt: no such test"),
        (
            ["--per-test", "99"],
            "lower --per-test or --dev, build more items, or leave it out with --mix",
        ),
        (["--style", "rhyme"], "'rhyme' is not one of"),
        (["--against", "nowhere"], "no items here"),
    ],
)
def test_refusals(
    benchbar: Benchbar, data: Data, tmp_path: Path, words: list[str], said: str
) -> None:
    out = tmp_path / "rows"
    refused(
        benchbar("tune", "export", data.folder, "--format", "openai", "--out", out, *words), said
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words", [["sara", "--example"], ["forms"], ["blt", "--window", "4k", "--items", "2"]]
)
def test_no_build_replaces_rows(
    benchbar: Benchbar, data: Data, tmp_path: Path, words: list[str]
) -> None:
    """Beside them lies the record of a job that was paid for."""
    rows = tmp_path / "rows"
    benchbar("tune", "export", data.folder, "--format", "openai", "--out", rows)
    (rows / "openai.json").write_text("{}")
    before = {path.name: path.read_bytes() for path in rows.iterdir()}
    refused(
        benchbar("build", *words, "--out", rows, "--force"),
        "rows holds dev.jsonl, which this command does not make: it is not replaced",
    )
    assert {path.name: path.read_bytes() for path in rows.iterdir()} == before


@pytest.mark.parametrize("form", CONSUMERS)
def test_the_next_command_can_be_copied(
    benchbar: Benchbar, data: Data, tmp_path: Path, form: str
) -> None:
    out = tmp_path / "of the firm's & mine"
    done = benchbar("tune", "export", data.folder, "--format", form, "--out", out)
    (told,) = (line for line in done.err.splitlines() if line.startswith("next: "))
    command = told.removeprefix("next: ").partition(", or datasets.load_dataset(")
    assert str(out) in shlex.split(command[0])
    assert (form == "trl") == bool(command[2])
    if command[2]:
        assert ast.literal_eval(command[2].partition(") for")[0]) == str(out)
