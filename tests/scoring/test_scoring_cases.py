"""Every example of the rules is graded as it says, and every kind of error has an example."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from benchbar.records import Reply, Verdict
from benchbar.scoring import amounts, forms, taxonomy, yesno
from benchbar.scoring.judge import judge
from tests.scoring import rules
from tests.scoring import small_documents as made

RULES = rules.RULES | {
    "applies_to": (yesno.published, yesno.corrected),
    "sara": (yesno.published, yesno.corrected),
    "amounts": (amounts.published, amounts.corrected),
    "form": (forms.published, forms.corrected),
}
"""Rules by task; a question whose task has two kinds of answer names its ``rules``."""
LEAST_CASES = 250
OF_CHOICES = {"second choice right", "third choice right", "wrong choice"}
"""What only a question with choices shows: see ``tests.tasks.test_multiple_choice``."""


def cases() -> Iterator[Any]:
    """Yield each example with its file, question and name."""
    folder = files("benchbar.scoring") / "cases"
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        documents = {one["name"]: one for one in data["document"]}
        for question in data["question"]:
            for case in question["cases"]:
                name = f"{path.name}:{question['task']}:{question['target']}:{case['why']}"
                yield pytest.param(documents[question["document"]], question, case, id=name)


CASES = list(cases())


def judged(
    source: dict[str, Any], question: dict[str, Any], case: dict[str, Any]
) -> tuple[Verdict, Verdict]:
    """The verdicts of both graders on an example."""
    document = made.document(source["kind"], source["text"], source.get("title", ""))
    item = made.item(
        document,
        question["task"],
        made.place_of(document, question["target"]),
        alternatives=tuple(question.get("alternatives", ())),
        unamended=question.get("unamended"),
        asked=question.get("asked"),
        question=question.get("question", ""),
        gold=question.get("gold"),
    )
    published, corrected = RULES[question.get("rules", question["task"])]
    reply = Reply(id=item.id, turns=(case["reply"],), stop_reason=case.get("stop", "stop"))
    return judge(item, document, reply, published=published, corrected=corrected)


@pytest.mark.parametrize(("source", "question", "case"), CASES)
def test_case(source: dict[str, Any], question: dict[str, Any], case: dict[str, Any]) -> None:
    kinds = [verdict.error or verdict.outcome for verdict in judged(source, question, case)]
    assert kinds == [case["published"], case["corrected"]]


def test_cases_have_names_and_are_many() -> None:
    assert len(CASES) >= LEAST_CASES
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("grader", ["published", "corrected"])
def test_every_kind_of_error_has_an_example(grader: str) -> None:
    expected = [case.values[2][grader] for case in CASES]
    shown = {kind for error in expected for kind in error.split(", ")}
    assert shown == {"correct", *taxonomy.ERROR_KINDS, *taxonomy.NOT_AN_ANSWER} - OF_CHOICES
