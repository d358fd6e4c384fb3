"""What is measured of the tests that are reasoned out, by hand."""

import pytest

from benchbar.records import Item, Reply, Verdict
from benchbar.report.tally import BltTest
from benchbar.report.transfer import Amounts, asks_how_much, reasoning_of
from benchbar.tasks.stepwise import Signs


def item(n: int, task: str = "applies_to", gold: str = "Yes") -> Item:
    return Item(
        id=f"i{n}", window="4k", corpus="synthetic", task=task, split="test", document=f"d{n}",
        question="?", asked="section 1(b)", target=0, gold=gold,
    )  # fmt: skip


def verdict(outcome: str, rule: str, off: int | None) -> Verdict:
    return Verdict("i", "", 1, "corrected", outcome, None, off, "", rule)  # type: ignore[arg-type]


def test_first_replies_by_test_and_cell() -> None:
    items = {one.id: one for one in (item(1), item(2), item(3, "sara"))}
    found = reasoning_of(
        [
            Reply("i1", "c", turns=("First this, then that.", "Yes")),
            Reply("i2", "c", turns=("It is so.", "No")),
            Reply("i2", "d", turns=("", "No")),
            Reply("i2", "d", 2),
            Reply("i3", "c", turns=("First",)),
            Reply("gone", "c", turns=("First",)),
        ],
        items,
        {"c": "C", "d": "D"},
    )
    test = BltTest("synthetic", "applies_to", "4k")
    assert found.keys() == {(test, "C"), (test, "D")}
    seen = found[test, "C"]
    assert seen.seen == [("d1", Signs(4, True, True)), ("d2", Signs(3, False, False))]
    assert seen.words is not None
    assert (seen.words.value, seen.words.n) == (3.5, 2)
    assert [one and one.value for one in (seen.first, seen.goes_on, seen.goes_on_of_first)] == [
        0.5, 0.5, 1.0,
    ]  # fmt: skip
    none = found[test, "D"]
    assert (none.silent, none.words, none.first) == (2, None, None)


def test_trials_of_one_question_are_not_independent() -> None:
    items = {one.id: one for one in (item(1), item(2))}
    replies = [Reply(f"i{n}", "", t, ("First",)) for n in (1, 2) for t in (1, 2, 3)]
    (found,) = reasoning_of(replies, items, {}).values()
    assert found.first is not None
    assert (found.first.n, found.first.clusters) == (6, 2)


def test_how_near_amounts_come() -> None:
    found = Amounts()
    for n, (gold, outcome, rule, off) in enumerate(
        [
            ("$40,000", "correct", "exact", None),
            ("$40,000", "correct", "within-tolerance", -4_000),
            ("$40,000", "wrong", "last-committed", 40_000),
            ("$40,000", "wrong", "multiple", None),
            ("$0", "correct", "exact", None),
            ("$0", "correct", "within-tolerance", 300),
            ("$40,000", "not_an_answer", "refused", None),
        ]
    ):
        found.add(item(n, "sara", gold), verdict(outcome, rule, off), f"t{n}")
    assert (found.n, found.unnamed, found.of_nothing) == (7, 2, 2)
    assert [share for _, share in found.off] == [0, 0.1, 1]
    assert found.share_exact is not None
    assert found.share_exact.value == pytest.approx(2 / 7)
    assert found.share_near is not None
    assert found.share_near.value == pytest.approx(4 / 7)
    assert found.relative_error is not None
    assert found.relative_error.value == pytest.approx(1.1 / 3)
    assert found.relative_error.low == 0


def test_one_amount_has_no_interval_and_so_no_mean() -> None:
    found = Amounts()
    found.add(item(1, "sara", "$5"), verdict("correct", "exact", None), "t")
    assert found.relative_error is None
    assert Amounts().share_exact is None


def test_what_asks_how_much() -> None:
    assert asks_how_much(item(1, "sara", "$5"))
    assert not asks_how_much(item(1, "sara", "Entailment"))
    assert not asks_how_much(item(1, "applies_to", "Yes"))
