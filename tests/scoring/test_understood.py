"""What a verdict says besides its outcome: the answer as understood, and the rule that decided."""

import re

import pytest

from benchbar.records import Document, Reply, StopReason, Verdict
from benchbar.scoring.judge import judge
from tests.scoring import small_documents as made
from tests.scoring import test_scoring_cases as by_rule
from tests.scoring.rules import RULES

PAGE = made.transcript(
    "1: Q.    Who came?\n2: A.    Harlan Voss.\n3: Q.    When?\n4: A.    At noon."
)
LAW = made.statute(
    "Section 52.  Definition of cleight.\n"
    '(a) The term "cleight" means-\n'
    "  (1) any batist, or\n"
    "  (2) any roust.\n"
    '(b) The term "batist" means any caset.'
)


def both(
    document: Document, task: str, target: str, reply: str, stop: StopReason = "stop"
) -> tuple[Verdict, Verdict]:
    """The verdicts of the published and of the corrected grader."""
    item = made.item(document, task, made.place_of(document, target))
    published, corrected = RULES[task]
    given = Reply(item.id, turns=(reply,), stop_reason=stop)
    return judge(item, document, given, published=published, corrected=corrected)


@pytest.mark.parametrize(
    ("target", "reply", "answer"),
    [
        ("line 2", "It is on 1:2.", "line 2"),
        ("line 2", "Page 1, line 3", "line 3"),
        ("line 2", "lines 2 and 4", "line 2; line 4"),
        ("line 2", "5:2", "line 2 of page 5"),
    ],
)
def test_lines_are_told_as_cites(target: str, reply: str, answer: str) -> None:
    assert both(PAGE, "text_to_cite", target, reply)[1].answer == answer


@pytest.mark.parametrize(
    ("reply", "published", "corrected"),
    [
        ("(a)(1)", "(a)(1)", "(a)(1)"),
        ("section 52(b)", "section 52(b)", "section 52(b)"),
        ("section 52(a)(1) or (2)", "section 52(a)(1)", "section 52(a)(1), section 52(a)(2)"),
        ("section 53(a)(1)", "", "section 53(a)(1)"),
    ],
)
def test_places_are_told_as_cites(reply: str, published: str, corrected: str) -> None:
    found = both(LAW, "text_to_cite", "section 52(a)(1)", reply)
    assert [verdict.answer for verdict in found] == [published, corrected]


def test_parts_below_a_whole_section_are_told() -> None:
    found = both(LAW, "text_to_cite", "section 52", "52(a)(1)")
    assert [verdict.answer for verdict in found] == ["section 52(a)(1)"] * 2


def test_terms_are_told_one_by_one() -> None:
    assert both(LAW, "cite_to_defined", "section 52(b)", "cleight or batist")[1].answer == (
        "cleight, batist"
    )


def test_what_a_cut_off_reply_had_said_is_kept() -> None:
    reply = "Let me see. Line 3 asks when, so the words may be on line"
    _, corrected = both(PAGE, "text_to_cite", "line 2", reply, stop="max_tokens")
    assert (corrected.outcome, corrected.error) == ("not_an_answer", "truncated")
    assert corrected.answer == "line 3"


def test_rules_have_plain_names() -> None:
    names = set()
    for case in by_rule.CASES:
        source, question, one = case.values
        for verdict in by_rule.judged(source, question, one):
            names.add(verdict.rule)
    assert len(names) > 40
    assert not [name for name in names if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", name)]
