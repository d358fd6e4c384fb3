"""Percentages for people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.report.numbers import percent, plural
from benchbar.stats.proportions import wilson


@pytest.mark.parametrize(
    ("successes", "n", "digits", "text"),
    [
        (97, 100, 1, "97.0 [91.5, 99.0]"),
        (97, 100, 0, "97 [92, 99]"),
        (100, 100, 0, "100 [96, 100]"),
        (0, 100, 0, "0 [0, 4]"),
        (9_999, 10_000, 1, "99.9 [99.9, 100.0]"),
        (1, 10_000, 0, "1 [0, 1]"),
        (37, 40, 0, "93 [80, 97]"),
        (39, 40, 0, "98 [87, 100]"),
    ],
)
def test_reads_like_this(successes: int, n: int, digits: int, text: str) -> None:
    assert percent(wilson(successes, n), digits=digits) == text


@given(st.integers(1, 10**7), st.sampled_from([0, 1, 2]))
def test_never_claims_certainty(n: int, digits: int) -> None:
    for successes in (0, n):
        value, interval = percent(wilson(successes, n), digits=digits).split(" ", 1)
        low, high = interval.strip("[]").split(", ")
        assert low != high
        assert value in (low, high)


def test_counts_agree_with_their_noun() -> None:
    assert plural(1, "answer") == "1 answer"
    assert plural(1_200, "answer") == "1,200 answers"
