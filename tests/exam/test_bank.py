"""The practice questions: whole, balanced, unlike each other, and no key that shows by its form."""

import re
from collections import Counter

import pytest

from benchbar.exam.questions import SUBJECTS, Question, practice
from benchbar.tasks.shuffle import LETTERS

BANK = practice()


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def runs(question: Question, length: int) -> set[tuple[str, ...]]:
    told = words(question.stem)
    return {tuple(told[at : at + length]) for at in range(len(told) - length + 1)}


@pytest.mark.parametrize("question", BANK, ids=[question.id for question in BANK])
def test_a_question_is_whole_and_of_fair_length(question: Question) -> None:
    assert question.subject in SUBJECTS
    assert question.topic
    assert question.difficulty
    assert len(words(question.rule)) >= 15
    story, _, asked = question.stem.rpartition("\n\n")
    assert 60 <= len(question.stem.split()) <= 180
    assert story
    assert asked.endswith("?")
    assert len(question.explanations) == len({*question.explanations}) == 4
    for letter, choice, why in zip(LETTERS, question.choices, question.explanations, strict=True):
        assert choice.endswith(".")
        assert len(words(why)) >= 8
        assert why.startswith("Right.") == (letter == question.key)


def test_subjects_and_answers_are_balanced() -> None:
    assert Counter(question.subject for question in BANK) == dict.fromkeys(SUBJECTS, 9)
    letters = Counter(question.key for question in BANK)
    assert all(14 <= letters[letter] <= 18 for letter in LETTERS)
    for subject in SUBJECTS:
        own = Counter(question.key for question in BANK if question.subject == subject)
        assert all(2 <= own[letter] <= 3 for letter in LETTERS)


def test_no_number_and_no_story_is_used_twice() -> None:
    assert len({question.id for question in BANK}) == len(BANK)
    assert len({question.topic for question in BANK}) == len(BANK)
    seen: dict[tuple[str, ...], str] = {}
    for question in BANK:
        for run in runs(question, 10):
            assert seen.setdefault(run, question.id) == question.id, " ".join(run)


def test_the_right_choice_does_not_show_by_its_length() -> None:
    places = Counter(
        sorted(map(len, question.choices)).index(len(question.right)) for question in BANK
    )
    assert all(places[place] <= 0.4 * len(BANK) for place in range(4))
    assert places[3] <= 0.25 * len(BANK)
    long = [q for q in BANK if max(map(len, q.choices)) > 2.2 * min(map(len, q.choices))]
    assert long == []


def test_the_right_choice_does_not_show_by_yes_or_no() -> None:
    asked = [question for question in BANK if question.right.split(",")[0] in ("Yes", "No")]
    yes = sum(question.right.startswith("Yes") for question in asked)
    assert 0.35 * len(asked) <= yes <= 0.65 * len(asked)


def test_no_choice_points_to_others() -> None:
    for question in BANK:
        assert not re.search("of the above|none of these", " ".join(question.choices), re.I)
        asked = question.stem.rpartition("\n\n")[2]
        assert not re.search(r"\b(?:not|except|least)\b", asked, re.I)
