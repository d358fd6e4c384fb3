"""vLLM's offline batches (``vllm run-batch``): a run with one file of requests a cell."""

from collections.abc import Sequence
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs.exports.requests import requests
from benchbar.runs.plan import Study
from benchbar.suites.data import Data

_PROVIDERS = ("vllm", "hf")


def write(studies: Sequence[Study], data: Data, folder: Path) -> None:
    """Write each cell's requests to ``requests/<cell>.jsonl``."""
    (study,) = studies
    for cell in study.cells:
        asked = requests(study, data, cell, model=_served(cell), limit_name="max_tokens")
        jsonl.write(folder / "requests" / f"{cell.key}.jsonl", asked)


def _served(cell: Cell) -> str:
    """Return the name of the weights, as vLLM is started with."""
    provider, _, name = cell.model.partition("/")
    if provider in _PROVIDERS:
        return name
    if provider == "openai-api":
        return name.partition("/")[2]
    raise InputError(f"--model {cell.model}: name weights for vLLM as vllm/{cell.model}")
