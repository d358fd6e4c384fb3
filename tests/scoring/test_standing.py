"""How a reply stands to a place, by the words around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.scoring import standing


@pytest.mark.parametrize(
    ("lead", "after", "expected"),
    [
        ("The answer is ", "", "asserted"),
        ("The answer would be ", ".", "asserted"),
        ("If you are looking for the citation, it would be ", ".", "asserted"),
        ("If I had to pick one, the answer would be ", ".", "asserted"),
        ("Someone else might say that the answer is ", ".", "side"),
        ("A common mistake is to answer ", ".", "side"),
        ("A hasty reader, however, would answer ", ".", "side"),
        ("If the question had been about bees, the answer would be ", ".", "rejected"),
        ("Had you asked about bees, it would be ", ".", "rejected"),
        ("It would be ", " if the question were about bees.", "rejected"),
        ("Someone might say so. But no, it is ", ".", "asserted"),
        ("Previous answer: ", "", "side"),
        ("Draft: ", "", "side"),
        ("Final answer: ", "", "asserted"),
        ("The paragraph following ", "", "rejected"),
        ("", " and the next one", "rejected"),
        ("", " and no other", "asserted"),
        ("", ", plus the following paragraph.", "rejected"),
    ],
)
def test_a_place_is_asserted_or_not(lead: str, after: str, expected: str) -> None:
    assert standing.standing(lead, after) == expected


@pytest.mark.parametrize("field", ["Answer", "My final answer", "Exact citation", "Response"])
def test_a_field_of_the_reply(field: str) -> None:
    assert standing.own_field(f"{field}: ")
    assert not standing.foreign_field(f"{field}: ")


@pytest.mark.parametrize("field", ["Student's answer", "Previous answer", "Opponent's citation"])
def test_a_field_of_somebody_else(field: str) -> None:
    assert standing.foreign_field(f"{field}: ")
    assert not standing.own_field(f"{field}: ")


def test_no_field_of_an_answer() -> None:
    for lead in ("Section: ", "The answer is ", "Note: see the answer in ", ""):
        assert not standing.own_field(lead)
        assert not standing.foreign_field(lead)


@given(st.text(), st.text())
def test_any_words_are_read(lead: str, after: str) -> None:
    assert standing.standing(lead, after) in ("asserted", "possible", "rejected", "side")
