import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped,unused-ignore]
import pytest

from benchbar.records import Cell
from benchbar.runs.exports import export
from tests.runs.exports.batch_forms import REQUEST


@pytest.mark.parametrize(
    "model", ["vllm/org/weights", "hf/org/weights", "openai-api/here/org/weights"]
)
def test_one_file_with_the_name_of_the_weights(model: str, built: Path, tmp_path: Path) -> None:
    cell = Cell(model, max_tokens=64)
    files = export("vllm", built, tmp_path / "out", cells=(cell,))
    (requests,) = (file for file in files if file.suffix == ".jsonl")
    assert requests == tmp_path / f"out/requests/{cell.key}.jsonl"
    rows = [json.loads(line) for line in requests.read_text().splitlines()]
    assert len(rows) == 48
    for row in rows:
        jsonschema.validate(row, REQUEST)
        assert (row["body"]["model"], row["body"]["max_tokens"]) == ("org/weights", 64)
