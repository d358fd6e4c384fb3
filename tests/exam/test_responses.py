"""The answers of a run: every planned one is there, in the letters of the questions' file."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.exam import responses
from benchbar.exam.questions import practice
from benchbar.records import Cell, Item
from benchbar.runs.folder import open_run
from benchbar.tasks.shuffle import order_of
from tests.exam.made_exam import CELLS, make_exam, mostly_right, questions
from tests.report import made_run


def test_every_planned_answer_is_there(tmp_path: Path) -> None:
    def some(item: Item, cell: Cell, trial: int) -> str | None:
        told = {"1": None, "2": "", "3": "I cannot choose between A or B.", "4": "Banana."}
        return told.get(item.id, mostly_right(item, cell, trial))

    found = responses.of_run(open_run(make_exam(tmp_path, questions(10), answer=some)), "corrected")
    assert len(found) == 10 * len(CELLS) * 3
    why = {(one.question, one.why) for one in found}
    assert {("1", "missing"), ("2", "empty")} <= why
    for one in found:
        assert (one.answer is None) == (one.why is not None) == (one.question in "1234")
        assert not (one.why and one.correct)
    assert {one.subject for one in found} == {one.subject for one in questions(10)}


@pytest.mark.parametrize("shuffle", [None, 5])
def test_letters_are_those_of_the_file(tmp_path: Path, shuffle: int | None) -> None:
    def second(item: Item, cell: Cell, trial: int) -> str:
        order = order_of(item, trial)
        ranked = [order.shown(letter) for letter in ("B", "A", "D")]
        return "\n".join(
            f"{place} Choice: {one}"
            for place, one in zip(("First", "Second", "Third"), ranked, strict=True)
        )

    run = open_run(make_exam(tmp_path, shuffle=shuffle, answer=second))
    for grader in ("published", "corrected"):
        found = responses.of_run(run, grader)
        assert {(one.answer, one.second, one.third) for one in found} == {("B", "A", "D")}
        assert all(one.correct == (one.key == "B") for one in found)
        assert [one.within(3) for one in found] == [one.key != "C" for one in found]
        assert all((one.shown == one.shown_key) == one.correct for one in found)
        shown = Counter(one.shown for one in found)
        assert (len(shown) == 4) == (shuffle is not None)


def test_verdicts_agree_with_the_letters(tmp_path: Path) -> None:
    run = open_run(make_exam(tmp_path, shuffle=2))
    right = sum(one.outcome == "correct" for one in run.verdicts() if one.grader == "corrected")
    assert right == sum(one.correct for one in responses.of_run(run, "corrected"))


def test_models_that_differ_in_other_settings_are_told_apart(tmp_path: Path) -> None:
    one = Cell("maker/model", "ranked")
    cells = (
        one,
        msgspec.structs.replace(one, reasoning_effort="high"),
        msgspec.structs.replace(one, reasoning_effort="high", system_message="Be brief."),
        msgspec.structs.replace(one, model="maker/other"),
    )
    run = open_run(make_exam(tmp_path, questions(4), cells=cells, trials=1))
    assert list(dict.fromkeys(one.model for one in responses.of_run(run, "published"))) == [
        "maker/model (reasoning_effort None)",
        "maker/model (reasoning_effort high)",
        "maker/model (reasoning_effort high, no. 2)",
        "maker/other",
    ]


def test_other_runs_are_refused(tmp_path: Path) -> None:
    run = open_run(made_run.make_run(tmp_path, per_test=2))
    with pytest.raises(InputError, match="no exam: its items are of cite_to_defined"):
        responses.of_run(run, "corrected")


def test_practice_questions_are_known_by_their_words(tmp_path: Path) -> None:
    asked = questions(3)
    assert not responses.are_practice(responses.items(open_run(make_exam(tmp_path, asked))))
    stem = f"  {practice()[5].stem.upper()}\n"
    other = tmp_path / "other"
    mixed = [*asked, msgspec.structs.replace(practice()[5], id="99", stem=stem)]
    assert responses.are_practice(responses.items(open_run(make_exam(other, mixed))))


def test_words_around_a_practice_question_do_not_hide_it(tmp_path: Path) -> None:
    stem = f"Question 7 of 50: {practice()[5].stem} Choose one."
    around = [msgspec.structs.replace(practice()[5], id="99", stem=stem)]
    assert responses.are_practice(responses.items(open_run(make_exam(tmp_path, around))))


def test_questions_that_were_changed_since_are_refused(tmp_path: Path) -> None:
    run = make_exam(tmp_path)
    (path,) = (run / "questions" / "items").rglob("*.jsonl")
    path.write_text(path.read_text().replace('"gold":"A"', '"gold":"B"'))
    with pytest.raises(InputError, match="changed since it was built"):
        responses.of_run(open_run(run), "corrected")
