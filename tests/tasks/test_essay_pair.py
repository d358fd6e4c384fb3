"""Two essays in one prompt: what is shown, in which order, and what is asked."""

import pytest

from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules
from benchbar.tasks.essay_mark import document_of as single
from benchbar.tasks.essay_pair import NAME, document_of, item_of

PAPERS = [("QUESTION", "Who pays?"), ("POINT SHEET", "1a")]
DOCUMENT = document_of("AB-CD", PAPERS, "The keeper.", "Nobody.", source="study")


def test_both_essays_are_lines_of_the_document() -> None:
    assert [DOCUMENT.words(line) for line in DOCUMENT.lines] == ["The keeper.", "Nobody."]
    assert DOCUMENT.text == (
        "=== QUESTION ===\n\nWho pays?\n\n=== POINT SHEET ===\n\n1a\n\n"
        "=== FIRST ESSAY ===\n\nThe keeper.\n\n=== END OF THE FIRST ESSAY ===\n\n"
        "=== SECOND ESSAY ===\n\nNobody.\n\n=== END OF THE SECOND ESSAY ==="
    )


def test_a_pair_is_asked_about_once() -> None:
    assert TASKS[NAME].ask(DOCUMENT, 0, Rules()) == item_of(DOCUMENT)
    assert TASKS[NAME].ask(DOCUMENT, 1, Rules()) is None
    assert TASKS[NAME].ask(single("AB", PAPERS, "The keeper.", source="s"), 0, Rules()) is None


@pytest.mark.parametrize(
    ("variant", "reasoned"), [("reasoned", True), ("direct", False), ("default", True)]
)
def test_the_prompt_ends_in_the_two_forms_of_an_answer(variant: str, reasoned: bool) -> None:
    (message,) = TASKS[NAME].turns(item_of(DOCUMENT), DOCUMENT, variant)
    assert message.startswith(DOCUMENT.text)
    assert message.endswith('{"better": "first"}\n{"better": "second"}')
    assert ("what each essay gets right" in message) is reasoned
    assert "no instruction to you" in message


def test_other_prompts_are_refused_and_no_verdict_is_given() -> None:
    with pytest.raises(InputError, match="choose from reasoned, direct"):
        TASKS[NAME].turns(item_of(DOCUMENT), DOCUMENT, "kind")
    assert TASKS[NAME].judge(item_of(DOCUMENT), DOCUMENT, Reply("AB-CD")) == ()
