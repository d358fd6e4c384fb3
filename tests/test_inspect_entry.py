"""The entry point, and Inspect's way to spread the tasks of a set over several processes."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import read_eval_log

from benchbar import inspect_entry

SET = """
from inspect_ai import eval_set

eval_set(
    ["benchbar/blt", "benchbar/exam"],
    task_args={"limit": 2},
    model="benchbar/reader",
    log_dir="logs",
    display="none",
    ctl_server=False,
)
"""


def test_the_entry_point_is_declared() -> None:
    (entry,) = entry_points(group="inspect_ai", name="benchbar")
    assert entry.load() is inspect_entry


@pytest.mark.parametrize(("task", "samples"), [("benchbar/blt", 11), ("benchbar/exam", 1)])
def test_inspect_finds_our_tasks_and_models_by_their_names(
    tmp_path: Path, task: str, samples: int
) -> None:
    (log,) = inspect_eval(
        task, model="benchbar/reader", task_args={"limit": 1}, log_dir=str(tmp_path),
        display="none", ctl_server=False,
    )  # fmt: skip
    assert log.status == "success"
    assert len(log.samples or ()) == samples


def evaluate(folder: Path, **variables: str) -> subprocess.Popen[str]:
    """Start a process that evaluates the set."""
    return subprocess.Popen(
        [sys.executable, "-c", SET],
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> None:
    told, _ = process.communicate(timeout=120)
    assert process.returncode == 0, told[-2_000:]


def select(path: Path, task: dict[str, Any]) -> str:
    """Write down that a process is to evaluate this task alone."""
    chosen = {name: task[name] for name in ("identifier", "registry_name", "args_hash")}
    path.write_text(json.dumps({"version": 7, "eval_set_id": "spread", "tasks": [chosen]}))
    return str(path)


def test_each_task_of_a_set_can_have_a_process_of_its_own(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    ended(evaluate(tmp_path, INSPECT_EVAL_SET_CAPTURE=str(manifest)))
    assert not (tmp_path / "logs").exists()
    tasks = json.loads(manifest.read_text())["tasks"]
    assert [(task["registry_name"], task["samples"]) for task in tasks] == [
        ("benchbar/blt", 22), ("benchbar/exam", 2),
    ]  # fmt: skip
    chosen = [select(tmp_path / f"{task['sequence']}.json", task) for task in tasks]
    for process in [evaluate(tmp_path, INSPECT_EVAL_SET_SELECTION=one) for one in chosen]:
        ended(process)
    logs = [read_eval_log(str(path)) for path in (tmp_path / "logs").glob("*.eval")]
    assert sorted(log.eval.task for log in logs) == ["benchbar/blt", "benchbar/exam"]
    assert {log.eval.eval_set_id for log in logs} == {"spread"}
    assert {log.status for log in logs} == {"success"}
    assert sorted(len(log.samples or ()) for log in logs) == [2, 22]
