"""A reply ends where it goes on with a next question that nobody asked."""

import pytest

from benchbar.scoring.corrected.turns import first_turn
from benchbar.scoring.prose import Claim, Prose


def kept(text: str) -> str:
    """What is left of a reply whose answers are the words X, if questions on Y are of another."""
    claims = [Claim("X", at, at + 1) for at, letter in enumerate(text) if letter == "X"]
    end = first_turn(Prose(text), claims, lambda question: "Y" in question)
    return text if end == len(text) else text[:end].rstrip()


@pytest.mark.parametrize(
    "further",
    [
        "\n\nIs Y so?\nX",
        "\nQuestion: Is Y so?\nAnswer: X",
        "\n\nQ: Bob is a b. Is Y so? A: X",
        "\n\n**Question 2:** what of Y?\nX",
    ],
)
def test_an_invented_question_ends_the_reply(further: str) -> None:
    assert kept(f"X{further}") == "X"
    assert kept(f"So the answer is X.{further}") == "So the answer is X."


def test_a_question_before_the_answer_leaves_a_later_one_to_end_the_reply() -> None:
    asked = "So:\nIs Y so?\nThe answer is X."
    assert kept(f"{asked}\n\nIs Y so?\nX") == asked


@pytest.mark.parametrize(
    "text",
    [
        "Is Y so? X\n\nIs it so? X",
        "It is about X, one may think.\n\nIs Y so?\nThe answer is X",
        "X\n\nIs it so? X",
        "\nIs Y so?\nX",
        "\nIs Y so?\nI do not know.",
        "X",
        "",
    ],
)
def test_questions_in_the_course_of_thinking_do_not(text: str) -> None:
    assert kept(text) == text
