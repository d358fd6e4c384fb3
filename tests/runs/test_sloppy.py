from collections import Counter

import pytest

from benchbar.records import Reply
from benchbar.runs import mistakes, sloppy
from benchbar.scoring.taxonomy import ERROR_KINDS
from benchbar.suites.data import Data
from benchbar.tasks import TASKS

Graded = tuple[str, str, str, str | None]

TRIALS = 60
UNREACHABLE = {"omitted amendment", "wrong section", "wrong subsubitem", "wrong subitem"} | {
    "opposite answer",
    "unclear",
    "wrong amount",
    "second choice right",
    "third choice right",
    "wrong choice",
    "too few",
    "too many",
    "another form",
}
"""What no text can show here: nothing is amended, a document is one section, six levels deep.

Nor is any question answered by yes or no, by an amount, by one of some choices, or in a form.
"""


@pytest.fixture(scope="module")
def replies(data: Data) -> list[Graded]:
    """Window, task with corpus, outcome and error by the published grader, for many trials."""
    found: list[Graded] = []
    for document, items in data.pairs(lambda item: item.split == "test"):
        for item in items:
            task = TASKS[item.task]
            (prompt,) = task.turns(item, document, "default")
            for trial in range(1, TRIALS + 1):
                said = sloppy.answer(prompt, trial)
                reply = Reply(item.id, turns=(said.text,), stop_reason=said.stop_reason)
                published, _ = task.judge(item, document, reply)
                test = f"{item.corpus}-{item.task}"
                found.append((item.window, test, published.outcome, published.error))
    return found


def test_every_kind_of_error_is_made(
    replies: list[Graded],
) -> None:
    kinds = {kind for _, _, _, error in replies if error for kind in error.split(", ")}
    assert set(ERROR_KINDS) - UNREACHABLE <= kinds
    assert {"empty", "truncated", "blocked"} <= kinds


@pytest.mark.parametrize(
    ("window", "test", "accuracy"),
    [
        ("4k", "transcripts-text_to_cite", 0.82),
        ("4k", "transcripts-cite_to_text", 0.78),
        ("4k", "synthetic-text_to_cite", 0.88),
        ("4k", "synthetic-defined_to_cite", 0.90),
        ("8k", "transcripts-text_to_cite", 0.44),
        ("8k", "transcripts-cite_to_text", 0.26),
        ("8k", "synthetic-cite_to_text", 0.49),
        ("8k", "synthetic-text_to_cite", 0.64),
    ],
)
def test_it_is_right_about_as_often_as_published(
    replies: list[Graded], window: str, test: str, accuracy: float
) -> None:
    outcomes = Counter(o for w, t, o, _ in replies if (w, t) == (window, test))
    assert abs(outcomes["correct"] / outcomes.total() - accuracy) < 0.11


def test_the_line_after_is_cited_most_often() -> None:
    table = mistakes._WHERE_OFF
    assert (table[1], table[-1], sum(table.values())) == (76, 12, 97)
    assert sum(mistakes._WORDS_OFF.values()) == 174


def test_a_prompt_and_trial_fix_the_reply(data: Data) -> None:
    document, (item, *_) = next(data.pairs())
    (prompt,) = TASKS[item.task].turns(item, document, "default")
    once = [sloppy.answer(prompt, trial) for trial in range(1, 20)]
    assert once == [sloppy.answer(prompt, trial) for trial in range(1, 20)]
    assert len({said.text for said in once}) > 3


@pytest.mark.parametrize(
    "prompt", ["", "Hello?", "1: a b c\n\nWhat is the text of just line 9 above?"]
)
def test_what_cannot_be_answered_is_said(prompt: str) -> None:
    assert sloppy.answer(prompt).text
