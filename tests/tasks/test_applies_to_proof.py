"""The second derivation of the truth, on a section that was worked out by hand."""

import pytest

from benchbar.tasks.applies_to_proof import problems
from tests.tasks.test_applies_to import EXAMPLE


def said(person: str, path: str, gold: str, text: str = EXAMPLE, section: str = "1661") -> str:
    question = f"Alexis is {person}. Is section {section}{path} applicable to Alexis? Let's think."
    return "; ".join(problems((f"{text}\n\n{question}", ""), gold))


@pytest.mark.parametrize(
    ("person", "path", "gold"),
    [
        ("a q55", "(b)", "Yes"),
        ("a g77", "(b)", "Yes"),
        ("a g77", "(b)(2)", "Yes"),
        ("an a00", "(b)(2)", "No"),
        ("a q55", "(c)", "No"),
        ("an o55", "(c)(3)", "Yes"),
        ("an o55", "(c)(2)", "No"),
        ("a t11", "(b)", "No"),
        ("a t11", "(b)(2)", "No"),
    ],
)
def test_what_is_right(person: str, path: str, gold: str) -> None:
    assert said(person, path, gold) == ""
    assert "is wrong" in said(person, path, "No" if gold == "Yes" else "Yes")


@pytest.mark.parametrize(
    ("person", "path", "why"),
    [
        ("a c22", "(b)", "c22, which is or stands above c22, is unclear"),
        ("a c22", "(b)(2)", "c22, which is or stands above q55, is unclear"),
        ("a b44", "(b)(2)", "b44, which is or stands above q55, is unclear"),
        ("a q55", "(a)", "b44 is the term of the whole section"),
        ("a w99", "(b)", "w99 is no term of the section"),
        ("a q55", "(d)", "section 1661(d) defines no term"),
    ],
)
def test_what_may_never_be_asked(person: str, path: str, why: str) -> None:
    assert why in said(person, path, "Yes")


def test_what_cannot_be_read() -> None:
    assert said("a q55", "(b)", "Yes", section="1662") == "its section is not section 1662"
    assert list(problems(("No question.", ""), "Yes")) == ["its question cannot be read"]
