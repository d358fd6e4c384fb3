"""Marks of model graders: read from whatever a model writes, or not at all; never raises."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam.essays import materials
from benchbar.exam.essays.marking import Mark, read
from benchbar.exam.essays.rubrics import Rubric
from benchbar.records import Reply
from benchbar.tasks import TASKS
from benchbar.tasks.base import Rules
from benchbar.tasks.essay_mark import ISSUES, document_of, item_of
from tests.exam.essays.made_materials import make

GOOD = '{"points": {"1a": 3, "1b": 1.5, "2a": 0}, "score": 4, "comment": "Sound."}'


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return materials.read(make(tmp_path_factory.mktemp("study"))).questions[0].rubric


def marked(text: str, rubric: Rubric, stop: str = "stop") -> Mark:
    return read(Reply("e1", turns=(text,), stop_reason=stop), rubric)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"Issue 1a is right.\n\n```json\n{GOOD}\n```",
        f"<think>{GOOD.replace('4', '2')}</think>{GOOD}",
        f'At first {{"score": 2}} seemed right. But:\n{GOOD}',
        GOOD.replace('"score": 4', '"score": "4/6"'),
        GOOD.replace("3,", '"3",'),
        f"{GOOD}\n\nI hope this helps {{}}.",
    ],
)
def test_a_mark_is_read(text: str, rubric: Rubric) -> None:
    found = marked(text, rubric)
    assert (found.score, found.points, found.why) == (4, {"1a": 3, "1b": 1.5, "2a": 0}, "")
    assert found.comment == "Sound."
    assert found.notes == ()


@pytest.mark.parametrize(
    ("text", "stop", "why"),
    [
        ("", "stop", "no answer"),
        ("Score: 4", "stop", "no JSON object with a score"),
        ('{"score": 7}', "stop", "score '7' is none from 1 to 6"),
        ('{"score": 4.3}', "stop", "score '4.3' is none"),
        ('{"score": true}', "stop", "score 'True' is none"),
        ('{"score": null}', "stop", "score 'None' is none"),
        ('{"score": NaN}', "stop", "score 'nan' is none"),
        (GOOD, "failed", "failed"),
        (GOOD, "content_filter", "content_filter"),
        ("<think>{}", "stop", "no answer"),
    ],
)
def test_what_is_no_mark_says_why(text: str, stop: str, why: str, rubric: Rubric) -> None:
    found = marked(text, rubric, stop)
    assert found.score is None
    assert why in found.why


def test_points_are_kept_within_what_an_issue_is_worth(rubric: Rubric) -> None:
    found = marked('{"points": {"1a": 99, "1b": -1, "9z": 4}, "score": 5}', rubric)
    assert found.points == {"1a": 3, "1b": 0, "2a": 0}
    assert found.notes == (
        "99 points for 1a, which is worth 3", "no points for 1b", "no points for 2a"
    )  # fmt: skip


@given(st.text(max_size=300))
def test_it_never_raises(text: str) -> None:
    empty = Rubric(Path("rubric.md"), "", {}, ())
    assert marked(text, empty).points == {}


@pytest.mark.parametrize("shard", ["{", '{"a":', "[", '{"score": 9} ', '{"score": 3', "\\"])
def test_runaway_replies_are_read_or_refused(shard: str, rubric: Rubric) -> None:
    found = marked(shard * 100_000, rubric)
    assert found.score is None
    assert found.why
    assert marked(shard * 100_000 + GOOD, rubric).score in (4, None)


def test_a_grader_has_the_rubric_before_the_essay() -> None:
    document = document_of(
        "e1", [("QUESTION", "Who pays?"), ("POINT SHEET", "1a")], "The keeper.", source="study"
    )
    assert document.words(document.lines[0]) == "The keeper."
    item = TASKS["essay_mark"].ask(document, 0, Rules())
    assert item == item_of(document)
    item.traits[ISSUES] = "1a,2b"
    for prompt, reasoned in (("reasoned", True), ("direct", False), ("default", True)):
        (message,) = TASKS["essay_mark"].turns(item, document, prompt)
        assert message.startswith("=== QUESTION ===\n\nWho pays?\n\n=== POINT SHEET ===")
        assert '{"points": {"1a": POINTS, "2b": POINTS}, "score": SCORE' in message
        assert ("what the essay gets right" in message) is reasoned
    with pytest.raises(InputError, match="choose from reasoned, direct"):
        TASKS["essay_mark"].turns(item, document, "kind")
    assert TASKS["essay_mark"].judge(item, document, Reply("e1")) == ()
