"""The questions of an exam as items: nothing is lost, and only what may be is shuffled."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from benchbar.exam import items
from benchbar.exam.questions import practice
from benchbar.suites.audit import audit
from benchbar.suites.data import Data
from benchbar.tasks.shuffle import LETTERS, SEED


def test_every_question_becomes_an_item(tmp_path: Path) -> None:
    manifest = items.write(practice(), tmp_path, name="practice")
    pairs = [(item, document) for document, asked in Data(tmp_path).pairs() for item in asked]
    assert manifest.items == len(pairs) == len(practice())
    for question, (item, document) in zip(practice(), pairs, strict=True):
        assert (item.id, item.gold, item.asked) == (question.id, question.key, question.stem)
        assert tuple(map(document.words, document.lines)) == (question.stem, *question.choices)
        assert document.words(document.lines[item.target]) == question.right
        assert item.traits == {
            "subject": question.subject, "topic": question.topic, "difficulty": question.difficulty
        }  # fmt: skip
    assert (pairs[0][0].corpus, pairs[0][1].source) == ("practice", "practice")


@pytest.mark.parametrize("shuffle", [None, 0, 7])
def test_the_audit_finds_nothing_wrong(tmp_path: Path, shuffle: int | None) -> None:
    items.write(practice(), tmp_path, name="My questions (2024).csv", shuffle=shuffle)
    found = audit(tmp_path)
    assert (found.items, found.problems) == (len(practice()), ())


def test_the_audit_finds_a_wrong_key(tmp_path: Path) -> None:
    items.write(practice()[:3], tmp_path, name="practice")
    (path,) = tmp_path.glob("items/*/*/*.jsonl")
    key = practice()[0].key
    other = LETTERS[LETTERS.index(key) - 1]
    text = path.read_text().replace(f'"gold":"{key}"', f'"gold":"{other}"', 1)
    path.write_text(text)
    assert "changed since it was built" in audit(tmp_path).problems[0]


def test_choices_that_speak_of_others_are_not_shuffled(tmp_path: Path) -> None:
    first, second = practice()[:2]
    last = replace(second, choices=(*second.choices[:3], "None of the above."), key="A")
    items.write((first, last), tmp_path, name="two.csv", shuffle=3)
    shuffled = [SEED in item.traits for _, asked in Data(tmp_path).pairs() for item in asked]
    assert shuffled == [True, False]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("practice", "practice"),
        ("My questions (2024).csv", "my-questions-2024"),
        ("Prüfung.jsonl", "prüfung"),
        ("../..", "questions"),
        ("…/.csv", "csv"),
    ],
)
def test_files_give_their_name(name: str, slug: str) -> None:
    assert items.slug(name) == slug
