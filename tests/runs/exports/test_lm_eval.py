import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]

from benchbar.records import Cell
from benchbar.runs.exports import export, lm_eval
from benchbar.runs.exports.base import prompts
from benchbar.runs.plan import plan
from benchbar.suites.data import Data
from tests.loopback import Act, Loopback

TASK = "benchbar_4k_synthetic_text_to_cite"


def config(path: Path) -> dict[str, Any]:
    """A task's file, with what stands behind ``!function`` as plain text."""
    read: dict[str, Any] = yaml.safe_load(path.read_text().replace("!function ", ""))
    return read


LIST = """
import sys
from lm_eval.tasks import TaskManager

print(*TaskManager(include_path=sys.argv[1], include_defaults=False).all_tasks, sep="\\n")
"""


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the real lm-eval, without a network but for this machine."""
    if not find_spec("lm_eval"):
        pytest.skip("the package lm_eval is not installed")
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "cache")},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_task_a_test(data: Data, tmp_path: Path) -> None:
    cell = Cell("any/model", temperature=0.5, max_tokens=77)
    export("lm-eval", data.folder, tmp_path / "out", cells=(cell,))
    made = {path.stem: config(path) for path in (tmp_path / "out").glob("*.yaml")}
    assert len(made) == 22
    for name, task in made.items():
        assert task["task"] == name
        assert (tmp_path / "out" / task["dataset_kwargs"]["file"]).is_file()
        assert task["generation_kwargs"] == {
            "until": [], "max_gen_toks": 77, "do_sample": True, "temperature": 0.5,
        }  # fmt: skip
    assert made[TASK]["metadata"] == {
        "version": "blt-1", "seed": 7, "data_digest": data.digest,
    }  # fmt: skip


@pytest.mark.parametrize("variant", ["default", "question-first"])
def test_rows_carry_what_the_graders_need(data: Data, variant: str) -> None:
    study = plan(data.folder, (Cell("any/model", variant=variant),), windows=["4k"])
    for prompt in prompts(study, data, variant):
        row = lm_eval.row(prompt)
        assert len(row.record) < len(row.prompt) + 4_000
        assert prompt.document.text not in row.record
        right = lm_eval.marks(row.prompt, row.record, f"**{row.answer}**")
        assert right["corrected"] == 1.0
        assert lm_eval.marks(row.prompt, row.record, "I cannot say.") == {
            "published": 0.0, "corrected": 0.0,
        }  # fmt: skip


def test_lm_eval_lists_the_tasks(data: Data, tmp_path: Path) -> None:
    export("lm-eval", data.folder, tmp_path / "out")
    done = python(tmp_path, "-c", LIST, "out")
    assert done.returncode == 0, done.stderr[-2_000:]
    names = {path.stem for path in (tmp_path / "out").glob("*.yaml")}
    assert set(done.stdout.split()) == {"benchbar", *names}


def test_lm_eval_asks_and_grades(data: Data, tmp_path: Path) -> None:
    export("lm-eval", data.folder, tmp_path / "made", windows=["4k"])
    (tmp_path / "made").rename(tmp_path / "out")
    rows = [
        json.loads(row)
        for row in (tmp_path / f"out/{TASK}.test.jsonl").read_text().split("\n")
        if row
    ]
    gold = {row["prompt"]: row["answer"] for row in rows}
    wrong = rows[0]["prompt"]

    def answer(prompt: str, before: int) -> Act:
        return Act("Nowhere." if prompt == wrong else f"It stands at **{gold[prompt]}**.")

    with Loopback(behave=answer) as server:
        address = f"model=good,base_url={server.url}/chat/completions"
        done = python(
            tmp_path, "-m", "lm_eval", "run", "--include_path", "out", "--tasks", TASK,
            "--model", "local-chat-completions",
            "--model_args", address, "--apply_chat_template", "--output_path", "results",
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    assert sorted(server.asked) == sorted(gold)
    (path,) = (tmp_path / "results").rglob("results_*.json")
    results = json.loads(path.read_text())["results"][TASK]
    assert results["corrected,none"] == pytest.approx(5 / 6)
    assert results["exact_match,none"] == 0.0
    assert server.bodies[0]["max_tokens"] == lm_eval.MOST_TOKENS
