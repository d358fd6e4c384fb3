"""The reader reasons: the prompt alone is enough to answer applies-to, and SARA it leaves alone."""

from pathlib import Path

import pytest

from benchbar.records import Reply
from benchbar.runs import reader
from benchbar.runs.reader_applying import ASKS_FOR_YES_OR_NO, conclude, reason
from benchbar.suites import sara as sara_suite
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.tasks import TASKS, applies_to

SECTION = """Section 1661.  Definition of b44.
(a) General rule. The term "b44" means-
  (1) any c22, or
  (2) any t11.
(b) The term "c22" means-
  (1) any q55, or
  (2) any f66.
(c) The term "t11" means-
  (1) any j99, or
  (2) any k11."""


def asked(term: str, path: str) -> str:
    return f"{SECTION}\n\nAlexis is {term}. Is section 1661{path} applicable to Alexis? Let's think"


def test_it_climbs_and_says_so() -> None:
    said = reader.answer(asked("an f66", "(b)"))
    assert said == (
        "First, section 1661(b) is about c22. Then, f66 is listed under c22. So section 1661(b) is "
        "applicable to Alexis."
    )
    assert reader.answer(ASKS_FOR_YES_OR_NO, said) == "Yes"
    other = reader.answer(asked("an f66", "(c)"))
    assert other.endswith("So section 1661(c) is not applicable to Alexis.")
    assert reader.answer(ASKS_FOR_YES_OR_NO, other) == "No"


def test_what_it_cannot_make_out() -> None:
    assert reason(asked("an f66", "(d)")) is None
    assert reason("Alexis is fine.\n\nIs it?") is None
    assert conclude("I do not know.") == ""
    assert reader.answer(ASKS_FOR_YES_OR_NO, "") == reader.UNCLEAR


def test_a_circle_of_definitions_ends() -> None:
    circle = (
        'Section 9.\n(a) The term "b" means-\n  (1) any c.\n(b) The term "c" means-\n  (1) any b.'
    )
    found = reason(
        f"{circle}\n\nAnn is a b. Is section 9(b)(2) applicable to Ann?"
    ) or reason(f"{circle}\n\nAnn is a x. Is section 9(a) applicable to Ann?")  # fmt: skip
    assert found is not None
    assert not found.applies


@pytest.mark.parametrize("window", ["4k", "8k", "16k"])
def test_every_prompt_is_answered_right_from_the_prompt_alone(window: str, tmp_path: Path) -> None:
    assert ASKS_FOR_YES_OR_NO == applies_to.THEREFORE
    order = Order(windows=(window,), corpora=("synthetic",), tasks=("applies_to",),
                  items=(("test", 30),))  # fmt: skip
    build(order, tmp_path / "data")
    task, asked = TASKS["applies_to"], 0
    for document, items in Data(tmp_path / "data").pairs():
        for item in items:
            first, second = task.turns(item, document, "default")
            reasoned = reader.answer(first)
            reply = Reply(item.id, turns=(reasoned, reader.answer(second, reasoned)))
            assert [v.outcome for v in task.judge(item, document, reply)] == ["correct"] * 2
            asked += 1
    assert asked == 30


def test_it_says_that_it_cannot_apply_the_law(tmp_path: Path) -> None:
    sara_suite.build(sara_suite.EXAMPLE, tmp_path / "data")
    task = TASKS["sara"]
    for document, items in Data(tmp_path / "data").pairs():
        for item in items:
            (prompt,) = task.turns(item, document, "default")
            assert reader.answer(prompt) == reader.UNABLE
            verdict = task.judge(item, document, Reply(item.id, turns=(reader.UNABLE,)))[1]
            assert (verdict.outcome, verdict.error) == ("not_an_answer", "refused")
