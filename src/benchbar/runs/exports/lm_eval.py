"""Tasks for lm-evaluation-harness: ``lm_eval --include_path FOLDER --tasks benchbar``.

A YAML file and a JSON Lines file a test, and ``grader.py``, which finds the rows beside itself, so
that the folder can be moved, and grades with our two graders where benchbar is installed. Without
it only exact match is reported.
"""

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import msgspec

from benchbar.records import Cell, Item, Reply
from benchbar.runs import plan
from benchbar.runs.exports.base import Files, Prompt, prompts
from benchbar.runs.folded import Folded, fold
from benchbar.runs.plan import Study
from benchbar.suites.data import Data

TAG = "benchbar"
GRADER = "grader.py"
SETTINGS = ("variant", "temperature", "top_p", "max_tokens")
MOST_TOKENS = 1_024
"""Most tokens of a reply unless the settings say otherwise; lm-eval's own 256 cut reasoning off."""


class Row(msgspec.Struct, frozen=True):
    """An item as lm-eval reads it; ``record`` holds what the graders need, as JSON."""

    id: str
    prompt: str
    answer: str
    accepted: list[str]
    record: str


def write(studies: Sequence[Study], data: Data, folder: Path) -> None:
    """Write each test to ``<task>.yaml`` and ``<task>.<split>.jsonl``, and ``grader.py``."""
    cell = studies[0].cells[0]
    with Files(folder) as files:
        for study in studies:
            for prompt in prompts(study, data, cell.variant):
                files.add(f"{_name(prompt.item)}.{study.split}.jsonl", row(prompt))
    for name in files.records:
        task = name.rsplit(".", 2)[0]
        config = "\n".join(_config(task, name, cell, data)) + "\n"
        (folder / f"{task}.yaml").write_text(config, encoding="utf-8", newline="\n")
    source = resources("benchbar.runs.exports").joinpath(GRADER)
    (folder / GRADER).write_bytes(source.read_bytes())


def row(prompt: Prompt) -> Row:
    """Return an item as lm-eval reads it."""
    item = prompt.item
    folded = fold(item, prompt.document, prompt.text)
    return Row(
        id=item.id,
        prompt=prompt.text,
        answer=item.gold,
        accepted=[item.gold, *item.alternatives],
        record=msgspec.json.encode(folded).decode(),
    )


def marks(prompt: str, record: str, text: str) -> dict[str, float]:
    """Return 1 or 0 of each of our graders for a reply; called by ``grader.py``."""
    item, document = msgspec.json.decode(record, type=Folded).unfold(prompt)
    verdicts = plan.task_of(item).judge(item, document, Reply(item.id, turns=(text,)))
    return {verdict.grader: float(verdict.outcome == "correct") for verdict in verdicts}


def _name(item: Item) -> str:
    return f"{TAG}_{item.window}_{item.corpus}_{item.task}"


def _config(task: str, rows: str, cell: Cell, data: Data) -> Iterator[str]:
    """Yield the lines of a task's YAML file; JSON in it is YAML too."""
    generation: dict[str, Any] = {
        "until": [],
        "max_gen_toks": cell.max_tokens or MOST_TOKENS,
        "do_sample": bool(cell.temperature),
    }
    for name in ("temperature", "top_p"):
        if (value := getattr(cell, name)) is not None:
            generation[name] = value
    yield f"task: {json.dumps(task)}"
    yield f"tag: {TAG}"
    yield f"custom_dataset: !function {GRADER.removesuffix('.py')}.rows"
    yield f"dataset_kwargs: {json.dumps({'file': rows})}"
    yield "test_split: test"
    yield "output_type: generate_until"
    yield "doc_to_text: prompt"
    yield "doc_to_target: answer"
    yield "num_fewshot: 0"
    yield f"generation_kwargs: {json.dumps(generation)}"
    yield f"process_results: !function {GRADER.removesuffix('.py')}.process_results"
    yield "metric_list:"
    for metric in ("corrected", "published", "exact_match"):
        yield f"- {{metric: {metric}, aggregation: mean, higher_is_better: true}}"
    yield "metadata:"
    yield f"  version: {json.dumps(f'{data.manifest.suite}-{data.manifest.version}')}"
    yield f"  seed: {data.manifest.seed}"
    yield f"  data_digest: {data.digest}"
