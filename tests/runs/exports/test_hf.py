import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from huggingface_hub import DatasetCard
from msgspec.structs import replace

from benchbar.cli import cli
from benchbar.records import Cell, Split
from benchbar.runs.exports import export, hf, hf_card
from benchbar.suites import forms, sara
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from tests import ferries

LOAD = """
import json, sys
import datasets

datasets.disable_progress_bars()
folder = sys.argv[1]
by_files = datasets.load_dataset("json", data_files={"test": folder + "/data/*.test.jsonl"})
whole = datasets.load_dataset(folder)
one = datasets.load_dataset(folder, "4k.synthetic.cite_to_text")
configs = datasets.get_dataset_config_names(folder)
print(json.dumps({
    "configs": {
        config: {split: len(rows) for split, rows in datasets.load_dataset(folder, config).items()}
        for config in configs
    },
    "by_files": list(by_files["test"]),
    "whole": {split: len(rows) for split, rows in whole.items()},
    "one": {split: rows["id"] and list(rows["id"]) for split, rows in one.items()},
}))
"""


def load(folder: Path, cache: Path) -> dict[str, Any]:
    """Open an exported folder with the real library, without a network."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(folder)],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    loaded: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return loaded


def test_datasets_loads_it(data: Data, tmp_path: Path) -> None:
    export("hf", data.folder, tmp_path / "out")
    loaded = load(tmp_path / "out", tmp_path / "cache")
    items = {item.id: (document, item) for document, them in data.pairs() for item in them}
    assert loaded["whole"] == {"test": 132, "train": 198}
    assert loaded["one"]["train"] == [
        f"blt-4k-synthetic-cite_to_text-train-{n:04d}" for n in range(1, 10)
    ]
    for row in loaded["by_files"]:
        document, item = items[row["id"]]
        assert row["prompt"] == f"{document.text}\n\n{item.question}"
        assert row["accepted"] == [item.gold, *item.alternatives]
        assert row["tokens"] == item.traits["tokens"]
        assert row["second_prompt"] == ""


def test_every_configuration_and_split_loads_with_all_its_rows(data: Data, tmp_path: Path) -> None:
    export("hf", data.folder, tmp_path / "out")
    tests: dict[str, dict[str, int]] = {"default": {"test": 132, "train": 198}}
    for *test, split in data.sets():
        tests.setdefault(".".join(test), {})[split] = {"test": 6, "train": 9}[split]
    assert load(tmp_path / "out", tmp_path / "cache")["configs"] == tests


def test_a_large_test_goes_on_in_other_files(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export("hf", data.folder, tmp_path / "whole", windows=["4k"])
    monkeypatch.setattr(hf, "MOST_BYTES", 20_000)
    export("hf", data.folder, tmp_path / "parts", windows=["4k"])
    found = sorted((tmp_path / "parts/data").iterdir())
    assert "4k.code.cite_to_amended.test-00001-of-00003.jsonl" in [one.name for one in found]
    assert "4k.synthetic.text_to_cite.test.jsonl" in [one.name for one in found]
    longest = max(len(row) for one in found for row in one.read_bytes().splitlines())
    assert max(one.stat().st_size for one in found) < 20_000 + longest + 1
    joined: dict[str, bytes] = {}
    for one in found:
        name = re.sub(r"-\d+-of-\d+", "", one.name)
        joined[name] = joined.get(name, b"") + one.read_bytes()
    assert joined == {one.name: one.read_bytes() for one in (tmp_path / "whole/data").iterdir()}
    loaded = load(tmp_path / "parts", tmp_path / "cache")
    assert loaded["configs"]["4k.code.cite_to_amended"] == {"test": 6, "train": 9}
    assert loaded["whole"] == {"test": 66, "train": 99}


def test_the_hashes_are_those_of_the_files(data: Data, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export("hf", data.folder, out)
    check = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=out, capture_output=True, check=False).returncode == 0
    sums = (out / "SHA256SUMS").read_text().splitlines()
    assert {row.split("  ")[1] for row in sums} == {
        f"data/{one.name}" for one in out.glob("data/*")
    }
    card = (out / "README.md").read_text()
    for row in sums:
        digest, name = row.split("  ")
        assert re.search(rf"\| `{re.escape(name)}` \| [69] \| `{digest}` \|", card)
    with (out / "data/4k.code.text_to_cite.test.jsonl").open("ab") as file:
        file.write(b" ")
    assert subprocess.run(check, cwd=out, capture_output=True, check=False).returncode == 1


def test_the_hub_reads_the_card(data: Data, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export("hf", data.folder, out)
    about = DatasetCard.load(out / "README.md").data
    assert about.license == "mit"
    assert about.language == ["en"]
    assert about.size_categories == ["n<1K"]
    assert about.pretty_name == f"Basic legal text (blt {data.manifest.version})"
    configs = {one["config_name"]: one["data_files"] for one in about.to_dict()["configs"]}
    assert len(configs) == 23
    named = {path for files in configs.values() for one in files for path in one["path"]}
    assert named == {f"data/{one.name}" for one in out.glob("data/*")}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"cells": (Cell("any/model", variant="question-first"),)},
        {"split": "train", "tasks": ["cite_to_text"], "corpora": ["code"], "limit": 2},
    ],
)
def test_the_commands_of_the_card_make_the_same_bytes(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    tests = ("text_to_cite", "cite_to_text")
    counts: tuple[tuple[Split, int], ...] = (("test", 3), ("train", 3))
    build(Order(("4k",), ("synthetic", "code"), tests, counts, seed=5), tmp_path / "data")
    export("hf", tmp_path / "data", tmp_path / "out", **options)
    card = (tmp_path / "out/README.md").read_text()
    (commands,) = re.findall(r"```sh\n(benchbar build .+\n.+)\n```", card)
    folders = {"DATA": str(tmp_path / "again"), "FOLDER": str(tmp_path / "out-again")}
    for command in commands.splitlines():
        words = [folders.get(word, word) for word in command.split()]
        done = CliRunner().invoke(cli, words[1:], standalone_mode=False)
        assert not done.exception, done.output
    for path in (tmp_path / "out").rglob("*.*"):
        again = tmp_path / "out-again" / path.relative_to(tmp_path / "out")
        assert again.read_bytes() == path.read_bytes()


def test_no_command_is_told_that_would_make_others(data: Data, tmp_path: Path) -> None:
    export("hf", data.folder, tmp_path / "out")
    card = (tmp_path / "out/README.md").read_text()
    assert "build each split by itself (--split test --items 6, --split train --items 9)" in card


def test_a_selection_is_called_so(data: Data, tmp_path: Path) -> None:
    export("hf", data.folder, tmp_path / "out", tasks=["cite_to_text"])
    card = (tmp_path / "out/README.md").read_text()
    assert "a selection of the 330 items" in card


@pytest.mark.parametrize(
    ("suite", "title"), [("sara", "Cases under a statute"), ("forms", "Every")]
)
def test_each_suite_is_called_by_its_name(tmp_path: Path, suite: str, title: str) -> None:
    if suite == "sara":
        sara.build(sara.EXAMPLE, tmp_path / "data", corpus=sara.EXAMPLE_CORPUS)
    else:
        forms.build(tmp_path / "data")
    export("hf", tmp_path / "data", tmp_path / "out")
    card = (tmp_path / "out/README.md").read_text()
    assert card.startswith(f'---\npretty_name: "{title}')
    assert "license: mit" in card
    assert f"benchbar build {suite}" in card


def test_the_card_says_what_it_is(data: Data, tmp_path: Path) -> None:
    export("hf", data.folder, tmp_path / "out")
    card = (tmp_path / "out/README.md").read_text()
    assert "\nlicense: mit\n" in card
    assert "- seed: `7`" in card
    assert "depositions that were never taken" in card
    assert data.digest in card
    assert "| `data/8k.transcripts.text_to_cite.train.jsonl` | 9 | `" in card


def test_what_is_not_ours_is_not_given_away(tmp_path: Path) -> None:
    law = ferries.folder(tmp_path / "law")
    export("hf", law.folder, tmp_path / "out")
    card = (tmp_path / "out/README.md").read_text()
    assert "license: mit" in card
    assert "United States Code" in card
    theirs = replace(law.manifest, suite="import-blt")
    assert not hf_card.is_free(theirs, {"synthetic"})
    assert not hf_card.is_free(law.manifest, {"synthetic", "roe.v.wade"})
    assert "must have the right to" in hf_card.source(law.manifest, "roe")
