"""Checks of form that the examples do not show: each on its edge, and on hostile replies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Document, Item
from benchbar.scoring import forms
from benchbar.scoring.finding import wrong

NOTHING = Document("d", "question", "", (), "")


def found(form: str, reply: str) -> tuple[str, str]:
    item = Item("i", "short", "everyday", "form", "test", "d", "?", form, 0, "")
    finding = forms.corrected(item, NOTHING, reply)
    return finding.error or finding.outcome, finding.answer


@pytest.mark.parametrize(
    ("form", "reply", "expected"),
    [
        ("words: 5", "Fog, rain - and early darkness.", "correct"),
        ("words: 5", "Fog and rain.", "too few"),
        ("words: 2-3", "Fog, rain, mist, snow.", "too many"),
        ("paragraphs: 2", "One line.\nStill one.\n\nTwo.", "correct"),
        ("paragraphs: 2", "One.\nTwo.", "too few"),
        ("bullets: 2", "- One\n* Two", "correct"),
        ("bullets: 2", "- One\nTwo", "another form"),
        ("bullets: 2", "- One\n- Two\n- Three", "too many"),
        ("numbered: 2", "1) One\n2) Two", "correct"),
        ("numbered: 2", "**1.** One\n**2.** Two", "correct"),
        ("numbered: 2", "1. One\n3. Two", "another form"),
        ("numbered: 2", "One\nTwo", "another form"),
        ("steps: 2", "First, this. Then that.", "correct"),
        ("steps: 2", "It is 7.", "too few"),
        ("list: 2", '["a", "b"]', "correct"),
        ("list: 2", '["a"]', "too few"),
        ("list: 2", '{"a": 1}', "another form"),
        ("columns: 2", "| a | b |\n|---|---|\n| 1 | 2 |", "correct"),
        ("columns: 2", "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |", "too many"),
        ("columns: 2", "a and b", "another form"),
        ("capitals", "MIND THE STEP", "correct"),
        ("capitals", "Mind the STEP", "another form"),
        ("small letters", "snow", "correct"),
        ("small letters", "Snow", "another form"),
        ("question", "Who goes there?", "correct"),
        ("question", "I ask.", "another form"),
        ("starts: the harbour", "The harbour sleeps.", "correct"),
        ("starts: the harbour", "At dawn the harbour sleeps.", "another form"),
        ("ends: the end", "So it was. The end.", "correct"),
        ("ends: the end", "So it was.", "another form"),
        ("lines: 1; words: 2-3", "two words", "correct"),
        ("lines: 1; words: 2-3", "one\ntwo", "too many"),
        ("json: a", "[" * 5_000, "another form"),
    ],
)
def test_each_check_on_its_edge(form: str, reply: str, expected: str) -> None:
    assert found(form, reply)[0] == expected


def test_what_was_counted_is_told() -> None:
    assert found("sentences: 2", "One thing only.") == ("too few", "1 sentences")
    assert found("json: a, b", '{"b": 1}') == ("another form", "keys b")


@pytest.mark.parametrize("form", ["", "verses: 3", "lines", "lines: some", "lines: 3; words: -"])
def test_a_form_that_is_none(form: str) -> None:
    with pytest.raises(ValueError, match="no form|no number"):
        forms.parts(form)


def test_a_reply_at_its_limit_that_has_too_little_is_none() -> None:
    assert forms.cut_off(wrong("too few", "1 lines", "counted")).error == "truncated"
    assert forms.cut_off(wrong("another form", "", "looked-at")).error == "truncated"
    assert forms.cut_off(wrong("too many", "9 lines", "counted")).error == "too many"


@given(st.text(max_size=200), st.sampled_from(sorted(forms.CHECKS)))
def test_no_reply_breaks_a_check(reply: str, name: str) -> None:
    fault = forms.CHECKS[name](reply, "2")
    assert fault is None or fault.kind in ("too few", "too many", "another form")


@given(st.lists(st.sampled_from(["The sea is wide.", "Who knows?", "So be it!"]), min_size=1))
def test_sentences_are_counted(said: list[str]) -> None:
    assert len(forms.sentences_of(" ".join(said))) == len(said)


def test_a_long_hostile_reply_takes_no_time() -> None:
    assert found("sentences: 2", "a. " * 400_000)[0] == "too many"
    assert found("lines: 3", "```\n" * 200_000)[0] == "too many"
