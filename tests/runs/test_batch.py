"""Runs through a provider's batch service, against one on this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.model import BatchConfig

from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import clients, study
from tests.batching import Batching

MODEL = "openai/gpt-4o-mini"


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[Batching]:
    monkeypatch.setattr(clients, "BATCHES", BatchConfig(size=1_000, send_delay=0.1, tick=0.05))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-this-test-only-0123456789")
    with Batching() as batching:
        yield batching


def planned(built: Path, batches: Batching, **options: object) -> study.Study:
    cell = Cell(MODEL, base_url=batches.url)
    chosen: dict[str, object] = {"tasks": ("text_to_cite",), "batch": True, **options}
    return study.plan(built, (cell,), **chosen)  # type: ignore[arg-type]


def test_all_calls_go_in_one_batch_and_come_back_graded(
    built: Path, batches: Batching, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    outcome = study.run(planned(built, batches, trials=2), tmp_path / "run", say=said.append)
    assert outcome.complete
    assert sum(batches.batches) == 24
    assert set(batches.batched.values()) == {2}
    assert set(batches.single.values()) == {1}, "the one word that is asked first"
    run = study.open_run(tmp_path / "run")
    assert run.graded
    assert run.study.batch
    assert {(reply.text, reply.tokens_in) for reply in run.replies()} == {("line 3", 100)}
    assert "in batches" in said[-1]
    assert capfd.readouterr().out == ""


REFUSED = {"status_code": 400, "body": {"error": {"code": "bad", "message": "no such luck"}}}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"error": {"code": 400, "message": "no such luck"}}, "400: no such luck"),
        ({"error": None, "response": REFUSED}, "bad: no such luck"),
        ({"error": {"code": "batch_expired", "message": "late"}, "response": None}, "late"),
        ({}, "the batch holds no reply"),
    ],
)
def test_what_failed_in_a_batch_is_asked_in_another(
    built: Path, batches: Batching, tmp_path: Path, row: dict[str, Any], told: str
) -> None:
    lost: set[str] = set()

    def answer(prompt: str) -> str | dict[str, Any]:
        if len(lost) < 2 and prompt not in lost:
            lost.add(prompt)
            return dict(row)
        return "line 3"

    batches.answer = answer
    outcome = study.run(planned(built, batches), tmp_path / "run")
    assert (outcome.stored, outcome.failed) == (10, 2)
    failed = [reply.error for reply in study.open_run(tmp_path / "run").replies() if reply.error]
    assert len(failed) == 2
    assert all(told in error for error in failed)
    outcome = study.resume(tmp_path / "run")
    assert (outcome.complete, outcome.asked) == (True, 2)
    assert (sum(batches.batches), batches.batches[-1]) == (14, 2)
    assert {prompt for prompt, times in batches.batched.items() if times > 1} == lost


@pytest.mark.parametrize("model", ["openai-api/local/good", "benchbar/reader", "ollama/llama3"])
def test_a_provider_without_batches_is_refused(built: Path, model: str) -> None:
    with pytest.raises(InputError, match=r"^--batch: '.*' takes no batches here, only openai, "):
        study.plan(built, (Cell(model),), batch=True)
