"""Logs of Inspect become runs, graded as if we had asked ourselves."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from inspect_ai import eval as inspect_eval
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from msgspec.structs import replace

from benchbar.cli import cli
from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import study
from benchbar.runs.elsewhere import import_replies
from benchbar.runs.folder import open_run
from benchbar.runs.inspect_blt import blt
from benchbar.suites.build import build
from benchbar.suites.order import Order


def log_of(logs: Path, model: str | Model, task: dict[str, Any], **options: Any) -> Path:
    """Let Inspect ask the tests of basic legal text, and return where the log is."""
    (log,) = inspect_eval(
        blt(**task), model=model, log_dir=str(logs), display="none", ctl_server=False, **options
    )
    return Path(log.location)


@pytest.mark.parametrize("tests", [("text_to_cite", "cite_to_text"), ("applies_to",)])
def test_a_log_gives_the_verdicts_of_a_run(tmp_path: Path, tests: tuple[str, ...]) -> None:
    data = tmp_path / "data"
    build(Order(("4k",), ("synthetic",), tests, (("test", 12),)), data)
    study.run(study.plan(data, (Cell("benchbar/sloppy"),), trials=2), tmp_path / "mine")
    log = log_of(tmp_path, "benchbar/sloppy", {"data": str(data)}, epochs=2, temperature=0.0)
    outcome = import_replies(tmp_path / "run", [log], data)
    assert outcome.complete
    run, mine = open_run(tmp_path / "run"), open_run(tmp_path / "mine")
    (cell,) = run.study.cells
    assert cell == Cell("elsewhere/benchbar/sloppy")
    assert [replace(one, cell="") for one in run.verdicts()] == [
        replace(one, cell="") for one in mine.verdicts()
    ]
    ours = {(one.id, one.trial): one for one in mine.replies()}
    for reply in run.replies():
        same = ours[reply.id, reply.trial]
        assert (reply.turns, reply.tokens_in, reply.tokens_out) == (
            same.turns, same.tokens_in, same.tokens_out,
        )  # fmt: skip


def test_items_that_the_task_built_are_built_again(tmp_path: Path) -> None:
    chosen = {"corpus": "code", "task": "cite_to_amended", "seed": 5, "limit": 3}
    log = log_of(tmp_path, "benchbar/reader", chosen)
    data = tmp_path / "data"
    build(Order(("4k",), ("code",), items=(("test", 100),), seed=5), data)
    done = CliRunner().invoke(
        cli, ["import", str(tmp_path / "run"), str(log), "--data", str(data), "--json"]
    )
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert [(row["task"], row["n"], row["correct"]) for row in rows] == [
        ("cite_to_amended", 3, 3), ("cite_to_amended", 3, 3),
    ]  # fmt: skip


def test_settings_and_models_are_cells(built: Path, tmp_path: Path) -> None:
    task = {"data": str(built), "task": "cite_to_text", "limit": 1, "variant": "question-first"}
    warm = log_of(tmp_path, "benchbar/sloppy", task, temperature=0.5, max_tokens=99)
    bare = log_of(tmp_path, "benchbar/reader", task, system_message="Be brief.")
    import_replies(tmp_path / "run", [warm, bare], built)
    one, other = open_run(tmp_path / "run").study.cells
    assert one == Cell(
        "elsewhere/benchbar/sloppy", variant="question-first", temperature=0.5, max_tokens=99
    )
    assert (other.model, other.temperature) == ("elsewhere/benchbar/reader", None)
    assert other.system_message == "Be brief."


def test_what_failed_is_a_failed_reply(built: Path, tmp_path: Path) -> None:
    usage = ModelUsage(input_tokens=3, output_tokens=1, total_tokens=4)
    outputs = [
        ModelOutput.from_content("mockllm/model", "Nowhere."), ModelOutput(model="mockllm/model"),
    ]  # fmt: skip
    for output in outputs:
        output.usage = usage
    model: Model = get_model("mockllm/model", custom_outputs=outputs, memoize=False)
    task = {"data": str(built), "task": "text_to_cite", "limit": 3}
    log = log_of(tmp_path, model, task, max_samples=1)
    outcome = import_replies(tmp_path / "run", [log], built)
    assert not outcome.complete
    first, second = open_run(tmp_path / "run").replies()
    assert (first.stop_reason, first.turns, first.tokens_in) == ("stop", ("Nowhere.",), 3)
    assert (second.stop_reason, second.turns) == ("failed", ())
    assert second.error


def test_other_words_are_refused(built: Path, tmp_path: Path) -> None:
    task = {"corpus": "synthetic", "task": "text_to_cite", "seed": 9, "limit": 1}
    log = log_of(tmp_path, "benchbar/reader", task)
    with pytest.raises(InputError, match="asked blt-4k-synthetic-.* in other words"):
        import_replies(tmp_path / "run", [log], built)
    assert not (tmp_path / "run").exists()


def test_other_items_twice_asked_and_mixtures_are_refused(built: Path, tmp_path: Path) -> None:
    log = log_of(tmp_path, "benchbar/reader", {"task": "cite_to_text", "window": "8k", "limit": 1})
    with pytest.raises(InputError, match="no item 'blt-8k-synthetic-cite_to_text-test-0001'"):
        import_replies(tmp_path / "run", [log], built)
    task = {"data": str(built), "task": "text_to_cite", "limit": 1}
    log = log_of(tmp_path, "benchbar/reader", task)
    with pytest.raises(InputError, match="was answered already in epoch 1"):
        import_replies(tmp_path / "run", [log, log], built)
    with pytest.raises(InputError, match="import logs and replies one by one"):
        import_replies(tmp_path / "run", [log, tmp_path / "replies.jsonl"], built)
    for path, content in (("no.eval", None), ("bad.eval", b"no log")):
        if content:
            (tmp_path / path).write_bytes(content)
        with pytest.raises(InputError, match=f"{path}: is no log of Inspect, or not a whole one"):
            import_replies(tmp_path / "run", [tmp_path / path], built)
    assert not (tmp_path / "run").exists()
