"""Every style says the right answer: the corrected grader says so, of each item there is."""

import json
from typing import get_args

import pytest

from benchbar.cli.tune import export as command
from benchbar.records import Document, Item, Reply
from benchbar.suites.data import Data
from benchbar.tasks import TASKS
from benchbar.tune import leaks
from benchbar.tune.consumers import CONSUMERS
from benchbar.tune.styles import STYLES

ITEM = Item(
    id="x", window="4k", corpus="code", task="text_to_cite", split="train", document="d",
    question="?", asked="words", target=0, gold="section 1001(b)(2)",
)  # fmt: skip
DOCUMENT = Document("d", "statute", "(2) ...", (), "invented")


@pytest.mark.parametrize("name", STYLES)
def test_the_corrected_grader_takes_every_answer(data: Data, name: str) -> None:
    seen = set()
    for document, items in data.pairs():
        for item in items:
            answer = STYLES[name].answer(item, document)
            verdicts = TASKS[item.task].judge(item, document, Reply(item.id, turns=(answer,)))
            assert {v.grader: v.outcome for v in verdicts}["corrected"] == "correct", answer
            seen.add((item.corpus, item.task))
    assert len(seen) == 11


def test_examples_are_as_they_say() -> None:
    for name, style in STYLES.items():
        if name != "grounds":
            assert style.answer(ITEM, DOCUMENT) == style.example
    assert json.loads(STYLES["json"].example) == {"answer": ITEM.gold}


def test_grounds_show_the_line_where_it_is_not_the_answer(data: Data) -> None:
    grounds = STYLES["grounds"].answer
    for document, items in data.pairs():
        for item in items:
            shown = document.shown(document.lines[item.target])
            answer = grounds(item, document)
            assert answer.count(shown) == 1
            assert answer.endswith(item.gold)


def test_the_command_knows_all_there_is() -> None:
    assert tuple(STYLES) == command.STYLES
    assert tuple(CONSUMERS) == command.FORMATS
    assert get_args(leaks.Strictness) == command.LEVELS == leaks.LEVELS
    for style in STYLES.values():
        assert style.example in (command.command.help or "")
