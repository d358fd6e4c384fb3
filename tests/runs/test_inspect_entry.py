import subprocess
import sys
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai._util.error import PrerequisiteError

from benchbar.runs import inspect_entry
from benchbar.suites.build import build
from benchbar.suites.order import Order


def test_the_entry_point_is_declared() -> None:
    (entry,) = entry_points(group="inspect_ai", name="benchbar")
    assert entry.load() is inspect_entry


@pytest.mark.parametrize(("model", "least"), [("benchbar/reader", 1.0), ("benchbar/sloppy", 0.5)])
def test_inspect_can_run_our_task_with_our_models(
    built: Path, tmp_path: Path, model: str, least: float
) -> None:
    (log,) = inspect_eval(
        "benchbar/blt",
        model=model,
        task_args={"data": str(built), "limit": 3},
        log_dir=str(tmp_path),
        display="none",
        ctl_server=False,
    )
    assert log.status == "success"
    assert log.results is not None
    assert log.results.scores[0].metrics["accuracy"].value >= least
    assert log.samples is not None
    assert len(log.samples) == 12
    scores = log.samples[0].scores or {}
    assert scores["corrected"].metadata is not None
    assert scores["corrected"].metadata["published"] in ("correct", "wrong", "not_an_answer")


def test_items_are_built_where_none_are_given(tmp_path: Path) -> None:
    task = inspect_entry.blt(corpus="synthetic", task="cite_to_text", limit=2)
    assert [sample.id for sample in task.dataset] == [
        "blt-4k-synthetic-cite_to_text-test-0001",
        "blt-4k-synthetic-cite_to_text-test-0002",
    ]
    assert list(tmp_path.iterdir()) == []


def test_items_of_one_size_need_no_flag(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    order = Order(("8k",), ("synthetic",), ("cite_to_text",), (("test", 2),))
    build(order, one)
    build(replace(order, windows=("8k", "16k")), two)
    assert len(inspect_entry.blt(data=str(one)).dataset) == 2
    with pytest.raises(PrerequisiteError, match="-T window=..., one of 8k, 16k"):
        inspect_entry.blt(data=str(two))


@pytest.mark.parametrize(
    ("options", "told"),
    [({"window": "9k"}, "9k"), ({"data": "/nowhere"}, "no items here"), ({"limit": 0}, "--limit")],
)
def test_what_is_wrong_is_told_in_inspects_way(options: dict[str, Any], told: str) -> None:
    with pytest.raises(PrerequisiteError, match=told):
        inspect_entry.blt(**{"corpus": "synthetic", "task": "cite_to_text", **options})


def test_planning_and_grading_do_not_import_inspect() -> None:
    code = (
        "import sys; from benchbar.runs import study, plan, folder, grading, reader, sloppy; "
        "print([m for m in sys.modules if m.split('.')[0] in ('inspect_ai', 'openai')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
