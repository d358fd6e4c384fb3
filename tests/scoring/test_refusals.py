"""Declining to answer is told from answering that it is not there."""

import pytest

from benchbar.scoring import refusals


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I am unable to assist with this request.",
        "As an AI language model, I do not have opinions.",
        "I must decline.",
        "I’m not able to provide the text.",
        "I won't reproduce legal text.",
        "This is against my guidelines.",
        "Please provide the full text of the statute.",
        "I do not have access to the document.",
        "I cannot answer this question.",
    ],
)
def test_refuses(text: str) -> None:
    assert refusals.refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot find that text.",
        "I'm sorry, but there is no line 40.",
        "The text does not appear above.",
        "No such section.",
        "The term is not defined there.",
        "any ballinated, or",
    ],
)
def test_answers_that_it_is_not_there(text: str) -> None:
    assert not refusals.refuses(text)
