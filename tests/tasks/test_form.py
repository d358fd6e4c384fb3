"""Requests for a form: their prompt to the letter, and how replies are judged."""

import pytest
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Reply
from benchbar.tasks import form
from benchbar.tasks.base import Rules

PASSAGE = "The hall is closed.\nAsk the porter."
DOCUMENT = form.document_of("d", "Say this in one sentence.", PASSAGE, source="s")
ITEM = form.item_of(DOCUMENT, "sentences: 1", "Ask the porter, as the hall is closed.")


def test_a_request_behind_the_text_that_it_is_about() -> None:
    assert form.turns(ITEM, DOCUMENT, "default") == (f"{PASSAGE}\n\nSay this in one sentence.",)
    assert [(line.cite, DOCUMENT.shown(line)) for line in DOCUMENT.lines] == [
        ("passage", "The hall is closed."),
        ("passage", "Ask the porter."),
        ("request", "Say this in one sentence."),
    ]
    bare = form.document_of("d", "Say hello.", source="s")
    assert (bare.text, len(bare.lines)) == ("Say hello.", 1)


def test_there_is_one_wording() -> None:
    with pytest.raises(InputError, match="does not fit form"):
        form.turns(ITEM, DOCUMENT, "return")
    assert form.ask(DOCUMENT, 0, Rules()) is None


def test_both_verdicts() -> None:
    judged = form.judge(ITEM, DOCUMENT, Reply("i", turns=("Here it is:\n\nAsk the porter.",)))
    assert [(one.grader, one.outcome, one.error) for one in judged] == [
        ("published", "wrong", "too many"),
        ("corrected", "correct", None),
    ]


def test_a_reply_that_ended_at_its_limit() -> None:
    two = replace(ITEM, asked="sentences: 2")
    cut = form.judge(two, DOCUMENT, Reply("i", turns=("Ask the",), stop_reason="max_tokens"))
    assert [one.error for one in cut] == ["too few", "truncated"]


def test_what_is_wrong_with_an_item() -> None:
    assert list(form.prove(ITEM, DOCUMENT)) == []
    (fault,) = form.prove(replace(ITEM, asked="verses: 2"), DOCUMENT)
    assert fault.startswith("no form 'verses'")
    (fault,) = form.prove(replace(ITEM, question="Else."), DOCUMENT)
    assert "not the request" in fault
