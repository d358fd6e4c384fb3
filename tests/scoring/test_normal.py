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
    assert normal.bare(r"x\y") == "x y"


@given(st.text())
def test_never_raises(text: str) -> None:
    normal.quoted(normal.readable(text))
    normal.bare(normal.readable(text))


def test_marks_of_the_graders_own_are_taken_out_of_a_reply() -> None:
    assert normal.readable("\ue001 li\ue000ne\ue002 3") == "line 3"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[x] line 3\n- [ ] line 4", "\ue001 line 3\n\ue002 line 4"),
        ("2204 \u2192 (a) \u21d2 (2)", "2204 > (a) > (2)"),
        ("S e c t i o n  5 ( a ) ( 1 )", "Section 5(a)(1)"),
        ("a b c", "a b c"),
        ('{"final_answer": "x"}', "answer: x"),
        ('{"finalAnswer": "x"}', "answer: x"),
        ('{"wrong_answer": "x"}', "wrong answer: x"),
        ("<student_answer>x</student_answer>", "student answer: x"),
    ],
)
def test_boxes_arrows_and_the_names_of_fields(text: str, shown: str) -> None:
    assert " ".join(normal.readable(text).split(" ")).replace("  ", " ") == shown


def test_a_cell_that_says_yes_or_no_is_a_mark() -> None:
    rows = normal.bare("| line 3 | No |\n| line 4 | Yes |").split("\n")
    assert [row.split() for row in rows] == [["line", "3", "\ue002"], ["line", "4", "\ue001"]]


def test_of_many_empty_rows_one_is_left() -> None:
    assert normal.readable("line 3" + "\n \t" * 500 + "\nline 4") == "line 3\n\nline 4"
    assert normal.quoted("line 3" + "| " * 500 + "line 4") == "line 3\n\n line 4"
