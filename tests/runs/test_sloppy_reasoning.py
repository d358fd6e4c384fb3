"""The sloppy reader errs as often as was published, and in every way."""

from collections import Counter
from pathlib import Path

import pytest

from benchbar.records import Reply, Verdict
from benchbar.runs import sloppy
from benchbar.suites import sara
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.tasks import TASKS, stepwise

REPLIES = 6


@pytest.fixture(scope="module")
def replies(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Reply, Verdict]]:
    folder = tmp_path_factory.mktemp("sloppy") / "data"
    build(Order(windows=("4k",), corpora=("synthetic",), tasks=("applies_to",),
                items=(("test", 100),)), folder)  # fmt: skip
    task, found = TASKS["applies_to"], []
    for document, items in Data(folder).pairs():
        for item in items:
            first, second = task.turns(item, document, "default")
            for trial in range(1, REPLIES + 1):
                reasoned = sloppy.answer(first, trial).text
                said = sloppy.answer(second, trial, reasoned)
                assert said == sloppy.answer(second, trial, reasoned)
                reply = Reply(item.id, trial=trial, turns=(reasoned, said.text),
                              stop_reason=said.stop_reason)  # fmt: skip
                found.append((reply, task.judge(item, document, reply)[1]))
    return found


def test_it_is_right_as_often_as_published(replies: list[tuple[Reply, Verdict]]) -> None:
    outcomes = Counter(verdict.outcome for _, verdict in replies)
    assert 0.74 <= outcomes["correct"] / outcomes.total() <= 0.84
    errors = Counter(verdict.error for _, verdict in replies if verdict.outcome == "wrong")
    assert errors.keys() == {"opposite answer", "unclear"}
    assert outcomes["not_an_answer"]


def test_it_reasons_in_steps_as_often_as_published(replies: list[tuple[Reply, Verdict]]) -> None:
    seen = [stepwise.signs(reply.turns[0]) for reply, _ in replies]
    first = [one for one in seen if one.first]
    assert 0.77 <= len(first) / len(seen) <= 0.87
    assert 0.47 <= sum(one.goes_on for one in first) / len(first) <= 0.57


def test_it_guesses_at_cases(tmp_path: Path) -> None:
    sara.build(sara.EXAMPLE, tmp_path / "data")
    task, outcomes = TASKS["sara"], Counter[tuple[str, str | None]]()
    for document, items in Data(tmp_path / "data").pairs():
        for item in items:
            for trial in range(1, 21):
                (prompt,) = task.turns(item, document, "default")
                said = sloppy.answer(prompt, trial)
                reply = Reply(item.id, turns=(said.text,), stop_reason=said.stop_reason)
                verdict = task.judge(item, document, reply)[1]
                outcomes[verdict.outcome, verdict.error] += 1
    assert {("correct", None), ("wrong", "opposite answer"), ("wrong", "wrong amount")} <= (
        outcomes.keys()
    )
    assert any(outcome == "not_an_answer" for outcome, _ in outcomes)
