"""The multiple choice as a task: what is shown, in which order, and how replies are judged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Item, Reply
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules
from benchbar.tasks.multiple_choice import NAME, PROMPT, WORDINGS, ask, document_of
from benchbar.tasks.shuffle import LETTERS, SEED, Letter, order_of

TASK = TASKS[NAME]
STEM = "A ferry left early.\n\nIs the company liable?"
CHOICES = ("Yes, it left.", "Yes, it sank.", "No, it waited.", "No, it floats.")
DOCUMENT = document_of("q-1", STEM, CHOICES, source="test")


def asked(key: Letter = "C", seed: int | None = None) -> Item:
    item = ask(DOCUMENT, 1 + LETTERS.index(key), Rules())
    assert item is not None
    return replace(item, id="q-1", traits={} if seed is None else {SEED: seed})


def judged(item: Item, prompt: str, text: str, trial: int = 1) -> list[tuple[str, str | None, str]]:
    shown = TASK.as_asked(item, DOCUMENT, prompt, trial)
    found = TASK.judge(*shown, Reply("q-1", trial=trial, turns=(text,)))
    return [(one.outcome, one.error, one.answer) for one in found]


@given(st.text(min_size=1), st.tuples(*[st.text(min_size=1)] * 4))
def test_a_question_is_its_lines(stem: str, choices: tuple[str, str, str, str]) -> None:
    document = document_of("q", stem, choices, source="")
    assert [document.words(line) for line in document.lines] == [stem, *choices]
    assert [line.cite for line in document.lines] == ["stem", *LETTERS]
    assert document.text == "\n".join((stem, "", *map(document.shown, document.lines[1:])))


def test_only_questions_are_asked() -> None:
    assert ask(DOCUMENT, 0, Rules()) is None
    assert ask(replace(DOCUMENT, kind="statute"), 3, Rules()) is None
    item = asked()
    assert (item.gold, item.target, item.asked) == ("C", 3, STEM)


@pytest.mark.parametrize("prompt", WORDINGS)
def test_every_prompt_shows_the_question(prompt: str) -> None:
    (message,) = TASK.turns(asked(), DOCUMENT, prompt)
    assert DOCUMENT.text in message
    assert ("First Choice: [letter]" in message) is WORDINGS[prompt].ranked
    assert ("Authority:" in message) is WORDINGS[prompt].reasons


def test_an_unknown_prompt_is_refused() -> None:
    with pytest.raises(InputError, match="no prompt 'rank': choose from default, plain, ranked"):
        TASK.turns(asked(), DOCUMENT, "rank")


@given(seed=st.integers(0, 10**6), trial=st.integers(1, 50), key=st.sampled_from(LETTERS))
def test_a_shuffled_question_is_the_same_question(seed: int, trial: int, key: Letter) -> None:
    item, document = TASK.as_asked(asked(key, seed), DOCUMENT, "ranked", trial)
    right = CHOICES[LETTERS.index(key)]
    assert document.words(document.lines[item.target]) == right
    assert document.lines[item.target].cite == item.gold
    assert {*map(document.words, document.lines)} == {STEM, *CHOICES}
    assert order_of(asked(key, seed), trial).back(item.gold) == key
    assert item.traits[PROMPT] == "ranked"
    for found in TASK.judge(item, document, Reply("q-1", turns=(item.gold,))):
        assert (found.outcome, found.answer) == ("correct", item.gold)
    assert judged(asked(key, seed), "ranked", right, trial)[1][0] == "correct"


@pytest.mark.parametrize(
    ("prompt", "text", "outcome", "error", "answer"),
    [
        ("plain", "C", "correct", None, "C"),
        ("plain", "B", "wrong", "wrong choice", "B"),
        ("ranked", "First Choice: C\nSecond Choice: A\nThird Choice: B", "correct",
         None, "C, A, B"),
        ("ranked", "First Choice: A\nSecond Choice: C\nThird Choice: B", "wrong",
         "second choice right", "A, C, B"),
        ("ranked", "First Choice: A\nSecond Choice: B\nThird Choice: C", "wrong",
         "third choice right", "A, B, C"),
        ("ranked", "First Choice: A\nSecond Choice: B\nThird Choice: D", "wrong",
         "wrong choice", "A, B, D"),
    ],
)  # fmt: skip
def test_both_graders_read_ranks(
    prompt: str, text: str, outcome: str, error: str | None, answer: str
) -> None:
    assert judged(asked(), prompt, text) == [(outcome, error, answer)] * 2


def test_a_list_is_ranks_only_where_ranks_were_asked() -> None:
    assert judged(asked(), "ranked", "C, A, B")[1] == ("correct", None, "C, A, B")
    assert judged(asked(), "plain", "C, A, B")[1][:2] == ("wrong", "multiple answers")


def test_no_answer_is_told_apart() -> None:
    assert judged(asked(), "ranked", "") == [("not_an_answer", "empty", "")] * 2
    assert judged(asked(), "plain", "I cannot give legal advice.")[1][:2] == (
        "not_an_answer",
        "refused",
    )
    failed = Reply("q-1", stop_reason="failed", error="no network")
    assert [one.error for one in TASK.judge(asked(), DOCUMENT, failed)] == ["failed"] * 2


def test_every_trial_asks_the_same_unless_shuffled() -> None:
    for trial in range(1, 4):
        item, document = TASK.as_asked(asked(), DOCUMENT, "ranked", trial)
        assert (item.gold, item.target, document) == ("C", 3, DOCUMENT)
