"""Numbers in words."""

import re

import pytest

from benchbar.scoring import numerals


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("eighteen", 18),
        ("sixty-nine", 69),
        ("Sixty Nine", 69),
        ("one hundred and five", 105),
        ("two hundred", 200),
        ("hundred", 100),
        ("twenty-first", 21),
        ("thirtieth", 30),
        ("zero", 0),
        ("018", 18),
    ],
)
def test_value(words: str, number: int) -> None:
    assert re.fullmatch(numerals.NUMBER, words, re.IGNORECASE)
    assert numerals.value(words) == number


@pytest.mark.parametrize("words", ["often", "someone", "tenor", "1234567"])
def test_words_that_only_hold_a_number_are_none(words: str) -> None:
    assert re.search(numerals.NUMBER, words, re.IGNORECASE) is None
