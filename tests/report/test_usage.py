"""What is unknown is told apart from nothing."""

import pytest

from benchbar.records import Reply
from benchbar.report.usage import Usage, usage_of


def used(*replies: Reply) -> Usage:
    (found,) = usage_of(replies).values()
    return found


def test_sums_and_what_a_reply_took() -> None:
    found = used(
        Reply("a", tokens_in=2_000, tokens_out=10, tokens_reasoning=0, cost=1.5, seconds=0.25),
        Reply("b", tokens_in=1_000, tokens_out=30, tokens_reasoning=7, cost=2.25, seconds=12.0),
    )
    assert found.tokens(found.tokens_in) == "3,000 (1,500 a reply)"
    assert found.tokens(found.tokens_out) == "40 (20 a reply)"
    assert found.tokens(found.tokens_reasoning) == "7 (4 a reply)"
    assert found.dollars == "$3.75"
    assert found.time == "6.1 s, at most 12.0 s"


def test_unknown_is_not_nothing() -> None:
    found = used(Reply("a"), Reply("b"))
    assert found.dollars == found.time == found.tokens(found.tokens_in) == "unknown"
    free = used(Reply("a", cost=0.0, tokens_in=0))
    assert (free.dollars, free.tokens(free.tokens_in)) == ("$0.00", "0 (0 a reply)")


def test_a_sum_says_of_how_many_it_does_not_know() -> None:
    found = used(Reply("a", tokens_in=5, cost=0.00123), Reply("b"), Reply("c"))
    assert found.tokens(found.tokens_in) == "5 (5 a reply), unknown of 2 replies"
    assert found.dollars == "$0.0012, unknown of 2 replies"


@pytest.mark.parametrize("cell", ["one", "two"])
def test_cells_are_kept_apart(cell: str) -> None:
    found = usage_of([Reply("a", "one", cost=1.0), Reply("a", "two", cost=2.0)])
    assert found[cell].cost.total == (1.0 if cell == "one" else 2.0)
