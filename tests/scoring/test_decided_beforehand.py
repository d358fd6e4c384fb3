"""Replies that were decided by the specification, before they were graded, in ``beforehand``.

Where two kinds of error can be defended, both are written, ``a|b``; a case whose outcome itself
can be seen in two ways says so (``open``) and holds nobody to it.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchbar.records import Document, Item, Reply
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made
from tests.scoring.rules import RULES

FOLDER = Path(__file__).parent / "beforehand"
LEAST_CASES = 1_900


def cases() -> Iterator[Any]:
    """Yield each reply with its item and document, and a name that tells where it stands."""
    for path in sorted(FOLDER.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        documents = {
            one["name"]: made.document(one["kind"], one["text"], one.get("title", ""))
            for one in table["document"]
        }
        for question in table["question"]:
            document = documents[question["document"]]
            item = made.item(
                document,
                question["task"],
                made.place_of(document, question["target"]),
                alternatives=tuple(question.get("alternatives", ())),
                unamended=question.get("unamended"),
            )
            for case in question["cases"]:
                if "open" not in case:
                    name = f"{path.stem}:{item.task}:{question['target']}:{case['why']}"
                    yield pytest.param(document, item, case, id=name)


CASES = list(cases())


@pytest.mark.parametrize(("document", "item", "case"), CASES)
def test_as_decided(document: Document, item: Item, case: dict[str, str]) -> None:
    published, corrected = RULES[item.task]
    reply = Reply(id=item.id, turns=(case["reply"],), stop_reason=case.get("stop", "stop"))  # type: ignore[arg-type]
    both = judge(item, document, reply, published=published, corrected=corrected)
    kinds = [verdict.error or verdict.outcome for verdict in both]
    assert kinds[1] in case["corrected"].split("|")
    assert kinds[0] == case.get("published", kinds[0])


def test_they_are_many_and_of_all_tasks() -> None:
    assert len(CASES) >= LEAST_CASES
    assert {case.values[1].task for case in CASES} == set(RULES)
    right = sum(case.values[2]["corrected"] == "correct" for case in CASES)
    assert len(CASES) / 3 < right < 2 * len(CASES) / 3
