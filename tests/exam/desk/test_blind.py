"""What says whose a text is goes, all else stays, and each removal is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.exam.desk import blind
from benchbar.exam.desk.blind import MARK

CASES = [
    ("name line", "Name: Jane Doe\nThe keeper pays.", "The keeper pays.", "line about the writer"),
    ("bold name line", "**Name:** Jane Doe\nPay.", "Pay.", "line about the writer"),
    ("examinee line", "Examinee No.: 4711\nPay.", "Pay.", "line about the writer"),
    ("model line", "Model: foo-9\nPay.", "Pay.", "line about the writer"),
    ("number inside", "I, candidate number 4711, say pay.", f"I, {MARK}, say pay.", "number"),
    ("mail", "Write to a.b@c.example.org now.", f"Write to {MARK} now.", "e-mail"),
    ("address", "See https://example.org/x for it.", f"See {MARK} for it.", "address"),
    ("plain address", "See www.example.org.", f"See {MARK}", "address"),
    ("disclaimer", "As an AI language model, I say pay.", "I say pay.", "disclaimer"),
    ("of a maker", "As an AI assistant developed by Acme, I say pay.", "I say pay.", "disclaimer"),
    ("large one", "As a large language model I say pay.", "I say pay.", "disclaimer"),
    ("I am", "I am an AI and no lawyer. Pay.", "Pay.", "disclaimer"),
    ("cut off", "As of my knowledge cutoff in 2023, pay.", "pay.", "disclaimer"),
    ("ChatGPT", "ChatGPT says pay.", f"{MARK} says pay.", "model"),
    ("version", "GPT-4o-mini says pay.", f"{MARK} says pay.", "model"),
    ("words", "Claude 3.5 Sonnet says pay.", f"{MARK} says pay.", "model"),
    ("maker", "OpenAI says pay.", f"{MARK} says pay.", "model"),
    ("Gemini", "Gemini 1.5 Pro says pay.", f"{MARK} says pay.", "model"),
    ("advice", "I cannot give legal advice on it. Pay.", "Pay.", "disclaimer"),
    ("credit", "Pay. Written by ChatGPT.", "Pay.", "model"),
    ("a line of credit", "Pay.\n\nThis essay was generated with GPT-4.\n", "Pay.", "model"),
    ("hidden", "Pay\u200b the\u202e keeper.\x00", "Pay the keeper.", "invisible character"),
]
STAYS = [
    ("a party's line that is long", "Name: " + "the keeper of the goat must pay for it. " * 4),
    ("a model of a car", "The model year was 1998."),
    ("by", "By statute: none applies."),
    ("an artificial lake", "As an artificial lake, it counts as land."),
    ("grants", "The grant was void."),
    ("a rule with a number", "Bar exam rule 4 of section 12."),
]


@pytest.mark.parametrize(("name", "text", "left", "kind"), CASES, ids=[one[0] for one in CASES])
def test_goes(name: str, text: str, left: str, kind: str) -> None:
    found, removed = blind.clean(text, ())
    assert found == left
    assert {one.kind for one in removed} == {kind}


@pytest.mark.parametrize(("name", "text"), STAYS, ids=[one[0] for one in STAYS])
def test_stays(name: str, text: str) -> None:
    assert blind.clean(text, ()) == (text.strip(), ())


@pytest.mark.parametrize(
    "line",
    [
        "Jane Doe", "Respectfully, Jane Doe", "Respectfully submitted, Doe", "— H. Doe, Section 4",
        "Doe, Jane", "**Jane Doe**", "Sincerely,  Jane Doe.",
    ],
)  # fmt: skip
def test_of_a_signature_nothing_is_left(line: str) -> None:
    names = blind.names_of("01", {"author": "Jane Doe"})
    assert blind.clean(f"{line}\nThe keeper pays.\n{line}", names)[0] == "The keeper pays."


def test_a_sentence_keeps_its_mark() -> None:
    names = blind.names_of("01", {"author": "Jane Doe"})
    text = "Doe signed. The memo drafted by the firm stays. I, Jane Doe, say pay."
    assert blind.clean(text, names)[0] == (
        f"{MARK} signed. The memo drafted by the firm stays. I, {MARK}, say pay."
    )


def test_names_of_the_question_stay() -> None:
    kept = "Claude sold Gemini Corp. a hat; see https://goat.example."
    text = "Claude pays Gemini, see https://goat.example. Doe says so, and ChatGPT."
    names = blind.names_of("01", {"author": "Claude Doe"}, kept)
    assert blind.clean(text, names, kept)[0] == (
        f"Claude pays Gemini, see https://goat.example. {MARK} says so, and {MARK}."
    )


def test_names_come_from_the_fields_that_tell_and_from_odd_file_names() -> None:
    fields = {"author": ["Jane Roe"], "model": "acme/Zorb-9", "label": "Invented", "id": 4711}
    assert blind.names_of("roe-2", fields) == (
        "4711", "Jane", "Jane Roe", "Roe", "Zorb-9", "acme/Zorb-9", "roe-2",
    )  # fmt: skip
    assert blind.names_of("07", {"model": "human"}) == ()


def test_a_name_goes_over_a_line_end_and_in_any_case() -> None:
    found, removed = blind.clean("So JANE\n  ROE says. Roebuck stays.", ["Jane Roe", "Roe"])
    assert found == f"So {MARK} says. Roebuck stays."
    assert removed == (blind.Removed("name", "JANE\n  ROE"),)


def test_counts_tell_kinds_alone() -> None:
    removed = blind.clean("Name: Jane Roe\nChatGPT, ChatGPT", ["Jane Roe"])[1]
    assert blind.counts(removed) == {"line about the writer": 1, "model": 2}


_WORDS = st.sampled_from("the keeper of a goat must pay for what it ate or ran into".split())
_NAMES = ("Quill Nonesuch", "Zorblax-9b", "acme/Zorblax-9b", "Vexmarch")


@given(st.lists(st.one_of(_WORDS, st.sampled_from(_NAMES)), max_size=30))
def test_no_name_is_left_and_nothing_else_is_lost(words: list[str]) -> None:
    found, removed = blind.clean(" ".join(words), _NAMES)
    assert not any(name.casefold() in found.casefold() for name in _NAMES)
    assert [word for word in words if word not in _NAMES] == found.replace(MARK, "").split()
    assert len(removed) == sum(word in _NAMES for word in words)


@given(st.text(max_size=200))
def test_cleaning_again_removes_nothing_more_than_texts_that_came_together(text: str) -> None:
    found, _ = blind.clean(text, ["Quill Nonesuch"])
    assert blind.plain(found) == found
    assert "\x00" not in found
