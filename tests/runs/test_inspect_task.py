"""What Inspect makes of a task of ours, with models whose replies are known."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from msgspec.structs import replace

from benchbar.records import GRADERS, Cell
from benchbar.runs import inspect_task, study
from benchbar.runs.folder import open_run
from benchbar.runs.inspect_blt import blt
from benchbar.suites import given
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.tasks import essay
from tests import ferries


def evaluate(task: Task, model: str | Model, logs: Path, **options: Any) -> EvalLog:
    """Let Inspect ask a model, and return its log."""
    (log,) = inspect_eval(
        task, model=model, log_dir=str(logs), display="none", ctl_server=False, **options
    )
    return log


def says(*outputs: ModelOutput) -> Model:
    """A model that says these one after another, and needs no tokenizer to count them."""
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=list(outputs), memoize=False)


def output(text: str, stop: Any = "stop", error: str | None = None) -> ModelOutput:
    made = ModelOutput.from_content("mockllm/model", text, stop_reason=stop)
    made.error = error
    return made


def metrics(log: EvalLog) -> dict[str, dict[str, float]]:
    """Return the metrics of each score."""
    assert log.results is not None
    return {
        score.name: {name: float(metric.value) for name, metric in score.metrics.items()}
        for score in log.results.scores
    }


def verdicts(log: EvalLog) -> dict[tuple[str, int, str], tuple[str, str | None]]:
    """Return what each grader says of each reply, by item, trial and grader."""
    found = {}
    for sample in log.samples or ():
        for grader, score in (sample.scores or {}).items():
            about = score.metadata or {}
            found[str(sample.id), sample.epoch, grader] = about["outcome"], about["error"]
    return found


@pytest.mark.parametrize("tests", [["text_to_cite", "cite_to_text"], ["applies_to"]])
def test_scores_are_those_of_a_run(tmp_path: Path, tests: list[str]) -> None:
    data = tmp_path / "data"
    build(Order(("4k",), ("synthetic",), tuple(tests), (("test", 20),)), data)
    planned = study.plan(data, (Cell("benchbar/sloppy"),), trials=2)
    study.run(planned, tmp_path / "run")
    ours = {
        (one.id, one.trial, one.grader): (one.outcome, one.error)
        for one in open_run(tmp_path / "run").verdicts()
    }
    log = evaluate(blt(data=str(data)), "benchbar/sloppy", tmp_path / "logs", epochs=2)
    assert log.status == "success"
    assert verdicts(log) == ours
    assert {outcome for outcome, _ in ours.values()} > {"correct"}
    told = metrics(log)
    assert [*told] == ["corrected", "published"]
    for grader in GRADERS:
        right = [outcome == "correct" for (*_, by), (outcome, _) in ours.items() if by == grader]
        assert told[grader]["accuracy"] == pytest.approx(sum(right) / len(right))
        parts = [told[grader][f"4k synthetic {test}"] for test in tests]
        assert told[grader]["accuracy"] == pytest.approx(sum(parts) / len(parts))


def test_what_ends_a_reply_counts(built: Path, tmp_path: Path) -> None:
    task = blt(data=str(built), task="text_to_cite", limit=3)
    gold = [str(sample.target[0]) for sample in task.dataset]
    model = says(
        output(gold[0]), output("Well,", "max_tokens"), output("", "model_length", "too long")
    )
    log = evaluate(task, model, tmp_path, max_samples=1)
    found = [verdict for (*_, grader), verdict in verdicts(log).items() if grader == "corrected"]
    assert found == [
        ("correct", None), ("not_an_answer", "truncated"), ("not_an_answer", "truncated"),
    ]  # fmt: skip
    assert metrics(log)["corrected"]["accuracy"] == pytest.approx(1 / 3)


def test_no_choice_is_a_failure_and_no_wrong_answer(built: Path, tmp_path: Path) -> None:
    task = blt(data=str(built), task="text_to_cite", limit=1)
    log = evaluate(task, says(ModelOutput(model="mockllm/model")), tmp_path)
    assert log.status == "error"
    assert not log.results or not log.results.scores


def test_the_second_turn_is_said_after_the_first_reply(tmp_path: Path) -> None:
    task = blt(task="applies_to", limit=1)
    log = evaluate(task, says(output("Because."), output("Yes")), tmp_path)
    (sample,) = log.samples or []
    assert [message.role for message in sample.messages] == ["user", "assistant"] * 2
    assert sample.messages[0].text == sample.input


def test_what_no_rule_can_grade_is_refused(tmp_path: Path) -> None:
    (document, item), *_ = ferries.pairs()
    asked = replace(item, id="essay-1", window="exam", corpus="essays", task=essay.TASK.name)
    given.write([(document, asked)], tmp_path, suite="essays", version="1", options={})
    with pytest.raises(PrerequisiteError, match="essay-1: no rule can grade essay"):
        blt(data=str(tmp_path))


def test_documents_are_held_once(data: Data) -> None:
    """What graders need of an item is a fraction of its prompt at the larger sizes."""
    desk = inspect_task._Desk("default", "")
    for document, (item, *_) in data.pairs(lambda item: item.window == "8k"):
        sample = desk.take(item, document, "part")
        assert len(desk._packed[item.id]) < len(sample.input) / 1.5


def test_planning_and_grading_do_not_import_inspect() -> None:
    code = (
        "import sys, json; from benchbar.runs import study, plan, folder, grading, reader, sloppy; "
        "print(json.dumps([m for m in sys.modules if m.split('.')[0] in ('inspect_ai', 'openai')]))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == []
