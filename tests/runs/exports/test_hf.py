import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchbar.runs.exports import export, hf
from benchbar.suites.data import Data
from tests import ferries

LOAD = """
import json, sys
import datasets

datasets.disable_progress_bars()
folder = sys.argv[1]
by_files = datasets.load_dataset("json", data_files={"test": folder + "/data/*.test.jsonl"})
whole = datasets.load_dataset(folder)
one = datasets.load_dataset(folder, "4k.synthetic.cite_to_text")
print(json.dumps({
    "by_files": list(by_files["test"]),
    "whole": {split: len(rows) for split, rows in whole.items()},
    "one": {split: rows["id"] and list(rows["id"]) for split, rows in one.items()},
}))
"""


def load(folder: Path, cache: Path) -> dict[str, Any]:
    """Open an exported folder with the real library, without a network."""
    pytest.importorskip("datasets", reason="the package datasets is not installed")
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


def test_the_card_says_what_it_is(data: Data, tmp_path: Path) -> None:
    export("hf", data.folder, tmp_path / "out")
    card = (tmp_path / "out/README.md").read_text()
    assert card.startswith("---\nlicense: mit\n")
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
    assert not hf._is_free(theirs, ["synthetic"])
    assert not hf._is_free(law.manifest, ["synthetic", "roe.v.wade"])
    assert "must have the right to" in hf._source(law.manifest, "roe")
