import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]

from benchbar.records import GRADERS, Cell, Reply
from benchbar.runs import sloppy
from benchbar.runs.exports import export, lm_eval
from benchbar.runs.exports.base import prompts
from benchbar.runs.plan import judge, pairs, plan, turns
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


def python(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the real lm-eval, without a network but for this machine."""
    own = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **own, **variables},
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
        "version": f"blt-{data.manifest.version}", "seed": 7, "data_digest": data.digest,
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


def asked_by_lm_eval(folder: Path, server: Loopback, **variables: str) -> dict[str, Any]:
    """Let lm-eval ask all tests of the folder ``out``, and return its results by test."""
    address = f"model=good,base_url={server.url}/chat/completions"
    done = python(
        folder, "-m", "lm_eval", "run", "--include_path", "out", "--tasks", "benchbar",
        "--model", "local-chat-completions",
        "--model_args", address, "--apply_chat_template", "--output_path", "results", **variables,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    (path,) = (folder / "results").rglob("results_*.json")
    written: dict[str, Any] = json.loads(path.read_text())
    return written


def test_lm_eval_asks_everything_and_its_scores_are_ours(data: Data, tmp_path: Path) -> None:
    export("lm-eval", data.folder, tmp_path / "made", windows=["4k"])
    (tmp_path / "made").rename(tmp_path / "out")
    right: dict[str, Counter[str]] = {}
    study = plan(data.folder, (Cell("any/model"),), windows=["4k"])
    asked = []
    for document, items in pairs(study, data):
        for item in items:
            (prompt,) = turns(item, document, "default")
            asked.append(prompt)
            reply = Reply(item.id, turns=(sloppy.answer(prompt, 1).text,))
            counts = right.setdefault(f"benchbar_4k_{item.corpus}_{item.task}", Counter())
            counts["all"] += 1
            for verdict in judge(item, document, "default", reply):
                counts[verdict.grader] += verdict.outcome == "correct"

    with Loopback(behave=lambda prompt, _: Act(sloppy.answer(prompt, 1).text)) as server:
        written = asked_by_lm_eval(tmp_path, server)
    assert sorted(server.asked) == sorted(asked)
    assert server.bodies[0]["max_tokens"] == lm_eval.MOST_TOKENS
    found = {name: told for name, told in written["results"].items() if name in right}
    assert found.keys() == right.keys()
    assert len(found) == 11
    for name, counts in right.items():
        assert written["n-samples"][name]["effective"] == counts["all"] == 6
        for grader in GRADERS:
            assert found[name][f"{grader},none"] == pytest.approx(counts[grader] / counts["all"])
    total = sum(right.values(), Counter())
    assert 0 < total["published"] < total["corrected"] < total["all"] == 66
    exact = sum(6 * told["exact_match,none"] for told in found.values())
    assert exact < total["corrected"]


def test_without_our_package_exact_matches_are_reported(data: Data, tmp_path: Path) -> None:
    chosen: dict[str, Any] = {"tasks": ["text_to_cite"], "corpora": ["synthetic"]}
    export("lm-eval", data.folder, tmp_path / "out", windows=["4k"], **chosen)
    rows = (tmp_path / f"out/{TASK}.test.jsonl").read_text().splitlines()
    gold = {row["prompt"]: row["answer"] for row in map(json.loads, rows)}
    (tmp_path / "absent/benchbar").mkdir(parents=True)
    hidden = "raise ImportError"
    (tmp_path / "absent/benchbar/__init__.py").write_text(hidden)
    (first, *_) = gold

    def answer(prompt: str, before: int) -> Act:
        return Act(f"**{gold[prompt]}**" if prompt == first else gold[prompt])

    with Loopback(behave=answer) as server:
        written = asked_by_lm_eval(tmp_path, server, PYTHONPATH=str(tmp_path / "absent"))
    told = written["results"][TASK]
    assert told["exact_match,none"] == pytest.approx(5 / 6)
    assert "corrected,none" not in told
