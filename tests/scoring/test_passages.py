"""Passages of a reply that are lines of the document, and what else it may offer as one."""

import pytest

from benchbar.records import Document
from benchbar.scoring.corrected.passages import BEYOND, RIGHT, Passages
from benchbar.scoring.index import index_of
from tests.scoring import small_documents as made

BRAKES = made.transcript(
    """1: Q.    And on March 10, 2004, did you
2: inspect the brakes of the truck?
3: A.    I inspected the brakes twice.
4: MR. TULL:  Objection; vague."""
)
HARBOUR = made.statute(
    """§ 813. Harbour dues.
(a) Every ferry shall pay 31 dollars a day, and
(b) every barge shall pay 4.5 percent of its freight."""
)


def passages(document: Document, target: int, reply: str) -> Passages:
    """The passages of a reply to a question about one line."""
    return Passages(reply, made.item(document, "cite_to_text", target), index_of(document))


@pytest.mark.parametrize(
    ("document", "target", "reply", "values"),
    [
        (BRAKES, 2, "A. I inspected the brakes twice.", [RIGHT]),
        (BRAKES, 2, "A. I inspected the brakes twice. (not: MR. TULL: Objection; vague.)", [RIGHT]),
        (BRAKES, 2, "MR. TULL: Objection; vague.", ["3"]),
        (HARBOUR, 1, "Every ferry shall pay 31 dollars a day, and", [RIGHT]),
        (HARBOUR, 1, "Every ferry shall pay 31 dollars a day, and\n(b) Barges pay less.", [BEYOND]),
    ],
)
def test_what_passages_are(document: Document, target: int, reply: str, values: list[str]) -> None:
    assert [one.value for one in passages(document, target, reply).claims()] == values


@pytest.mark.parametrize(
    "reply",
    [
        "inspected the brakes",
        "It is: inspected the brakes",
        "The line reads inspected the brakes",
        'He says "inspected the brakes" or so',
    ],
)
def test_what_is_introduced_may_be_a_part(reply: str) -> None:
    assert "inspected the brakes" in passages(BRAKES, 2, reply).parts()
