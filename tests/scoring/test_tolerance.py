"""Nearness of amounts: exact to the dollar or cent, else within the larger of share and dollars."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.scoring.tolerance import SARA, Tolerance, dollars, exact, shown, weigh

amounts = st.decimals(-(10**9), 10**9, places=2)


@pytest.mark.parametrize(
    ("answer", "gold", "rule"),
    [
        ("13425", "13425", "exact"),
        ("13425.49", "13425", "exact"),
        ("13424.50", "13425", "exact"),
        ("13424.49", "13425", "within-tolerance"),
        ("13425.5", "13425.50", "exact"),
        ("13425.51", "13425.50", "within-tolerance"),
        ("18425", "13425", "within-tolerance"),
        ("18425.01", "13425", "beyond-tolerance"),
        ("110000", "100000", "within-tolerance"),
        ("110000.01", "100000", "beyond-tolerance"),
        ("-5000", "0", "within-tolerance"),
        ("-5001", "0", "beyond-tolerance"),
    ],
)
def test_rule(answer: str, gold: str, rule: str) -> None:
    found = weigh(Decimal(answer), Decimal(gold), SARA)
    assert found.rule == rule
    assert (found.outcome == "correct") == (rule != "beyond-tolerance")
    assert (found.error == "wrong amount") == (rule == "beyond-tolerance")


def test_relative_error_is_answer_minus_gold_in_whole_dollars() -> None:
    assert weigh(Decimal("20000.40"), Decimal(13425), SARA).relative_error == 6575
    assert weigh(Decimal(0), Decimal(13425), SARA).relative_error == -13425
    assert weigh(Decimal(13000), Decimal(13425), SARA).relative_error == -425
    assert weigh(Decimal(13425), Decimal(13425), SARA).relative_error is None
    assert weigh(Decimal(10) ** 30, Decimal(13425), SARA).relative_error is None


def test_a_task_may_choose_another_tolerance() -> None:
    none = Tolerance(Decimal(0), Decimal(0))
    assert weigh(Decimal(13424), Decimal(13425), none).outcome == "wrong"
    assert weigh(Decimal("13424.50"), Decimal(13425), none).rule == "exact"


@pytest.mark.parametrize("text", ["$13,425", "13425", " $13,425.00 ", "13425.0"])
def test_dollars(text: str) -> None:
    assert dollars(text) == 13425


@pytest.mark.parametrize("text", ["", "much", "$1.2.3"])
def test_no_dollars(text: str) -> None:
    with pytest.raises(ValueError, match="no amount"):
        dollars(text)


@given(amounts)
def test_reading_what_is_printed(amount: Decimal) -> None:
    assert dollars(shown(amount)) == amount
    assert exact(amount, amount)
    assert weigh(amount, amount, SARA).outcome == "correct"
