"""Replies freed of their dress."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.scoring import normal


@pytest.mark.parametrize(
    ("text", "visible", "inside"),
    [
        ("plain", "plain", False),
        ("<think>no</think>yes", "yes", False),
        ("no</think>yes", "yes", False),
        ("<think>no", "", True),
        ("before <thinking>no", "before ", True),
        ("<think>a<think>b</think>c</think>d", "d", False),
        ("[THINK]no[/THINK]yes", "yes", False),
        ("<|channel|>analysis<|message|>no", "", True),
        ("<|channel|>analysis<|message|>no<|channel|>final<|message|>yes", "yes", False),
    ],
)
def test_reasoning_is_cut_out(text: str, visible: str, inside: bool) -> None:
    assert normal.without_reasoning(text) == (visible, inside)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("# Heading", "Heading"),
        ("> quoted\n> twice", "quoted\ntwice"),
        ("```python\nx\n```", "x"),
        ("$\\boxed{69:3}$", "answer: 69:3"),
        ("costs $5 and $6", "costs $5 and $6"),
        ("<answer>x</answer>", "answer: x"),
        ("a &amp; b", "a & b"),
        ('{"citation": "x", "reasoning": "y"}', "reasoning: y\ncitation: x"),
        ('So: {"answer": {"page": 1, "line": 2}}', "So: \npage: 1\nline: 2"),
        ("{not json}", "{not json}"),
    ],
)
def test_readable(text: str, readable: str) -> None:
    assert normal.readable(text) == readable


def test_emphasis_sets_words_apart() -> None:
    assert normal.quoted('**x** and `y` and *"z"*') == '"x" and "y" and "z"'
    assert normal.quoted("**Answer:** x") == "Answer: x"
    assert normal.bare("**x** `y` {z}") == "x y z"


@given(st.text())
def test_never_raises(text: str) -> None:
    normal.quoted(normal.readable(text))
    normal.bare(normal.readable(text))


def test_marks_of_the_graders_own_are_taken_out_of_a_reply() -> None:
    assert normal.readable("\ue001 li\ue000ne\ue002 3") == "line 3"
