"""Cases under a statute: their prompt, to the letter, and how they are judged."""

import pytest
from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Item, Reply
from benchbar.tasks import sara
from benchbar.tasks.base import Rules

DOCUMENT = sara.document_of(
    "d", {"7": "Section 7.  Dues.\n\n(a) Rule.  A due is owed.", "8": "Section 8.  Toll.  Paid."},
    source="x",
)  # fmt: skip
STATED = sara.item_of(DOCUMENT, "Ivo has a boat.", "Section 8 applies to Ivo.", "Contradiction")
HOW_MUCH = sara.item_of(DOCUMENT, "Ivo earns $9.", "How much does Ivo owe?", "$40,000")


def outcome(item: Item, reply: str) -> tuple[str, str | None, str, int | str | None]:
    verdict = sara.TASK.judge(item, DOCUMENT, Reply("", turns=(reply,)))[1]
    return verdict.outcome, verdict.error, verdict.rule, verdict.relative_error


def test_sections_as_a_document() -> None:
    assert DOCUMENT.text == (
        "Section 7.  Dues.\n\n(a) Rule.  A due is owed.\n\nSection 8.  Toll.  Paid."
    )
    assert [(line.cite, DOCUMENT.shown(line)) for line in DOCUMENT.lines] == [
        ("section 7", "Section 7.  Dues."),
        ("flush", "(a) Rule.  A due is owed."),
        ("section 8", "Section 8.  Toll.  Paid."),
    ]


def test_the_prompts_to_the_letter() -> None:
    assert sara.turns(STATED, DOCUMENT, "default") == (
        f"{DOCUMENT.text}\n\nPremise: Ivo has a boat.\n\nHypothesis: Section 8 applies to Ivo.\n\n"
        "Read with the sections above, does the premise entail the hypothesis or contradict it? "
        "Answer Entailment or Contradiction.",
    )
    assert sara.turns(HOW_MUCH, DOCUMENT, "default") == (
        f"{DOCUMENT.text}\n\nFacts: Ivo earns $9.\n\nQuestion: How much does Ivo owe?\n\n"
        "Answer by the sections above, with one amount in US dollars.",
    )
    assert (STATED.target, HOW_MUCH.target) == (2, 0)
    with pytest.raises(InputError, match="does not fit sara"):
        sara.turns(STATED, DOCUMENT, "return")
    assert sara.ask(DOCUMENT, 0, Rules()) is None


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("Contradiction", ("correct", None)),
        ("The premise contradicts the hypothesis.", ("correct", None)),
        ("Entailment.", ("wrong", "opposite answer")),
        ("It depends.", ("wrong", "unclear")),
    ],
)
def test_one_of_two_words(reply: str, found: tuple[str, str | None]) -> None:
    assert outcome(STATED, reply)[:2] == found


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("$40,000", ("correct", None, "exact", None)),
        ("Ivo owes $45,000.", ("correct", None, "within-tolerance", 5000)),
        ("$45,001", ("wrong", "wrong amount", "last-committed", 5001)),
        ("$34,999", ("wrong", "wrong amount", "last-committed", -5001)),
    ],
)
def test_amounts_within_the_rule_of_the_paper(
    reply: str, found: tuple[str, str | None, str, int | None]
) -> None:
    assert outcome(HOW_MUCH, reply) == found


def test_another_tolerance_goes_with_the_item() -> None:
    strict = replace(
        HOW_MUCH, traits={sara.WITHIN_PERCENT: "2.5", sara.WITHIN_DOLLARS: "0"}
    )  # fmt: skip
    assert outcome(strict, "$41,000")[2] == "within-tolerance"
    assert outcome(strict, "$41,001")[0] == "wrong"


def test_the_sections_that_a_text_names() -> None:
    told = "Section 63(c)(2), sections 151 and 152, and § 7703 under section 63."
    assert sara.sections_in(told) == ["63", "151", "7703"]
    assert sara.sections_in("intersection 9, in 2017") == []


def test_what_proves_wrong() -> None:
    assert list(sara.prove(STATED, DOCUMENT)) == []
    assert list(sara.prove(HOW_MUCH, DOCUMENT)) == []
    wrong = replace(HOW_MUCH, gold="Maybe", asked="Section 9?")
    assert list(sara.prove(wrong, DOCUMENT)) == [
        "its question does not hold what is asked",
        "'Maybe' is neither Entailment, nor Contradiction, nor an amount",
        "its document lacks section 9, which is asked about",
    ]
