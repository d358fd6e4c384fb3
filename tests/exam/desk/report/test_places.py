"""Sentences on places among people: two sources of one score do not seem to contradict."""

import pytest

from benchbar.exam.desk.report.places import sentence
from benchbar.exam.facts import Origin
from benchbar.exam.percentiles import Position, Rank, positions


def test_each_says_by_what() -> None:
    told = [
        sentence(at)
        for at in positions("written", 130, (120, 140))
        if at.population == "first-time takers"
    ]
    assert told == [
        "A written score of 130 is below the 24th percentile of first-time takers "
        "(administration: not stated; by a published table, which does not reach so far); over "
        "the interval of the score, from under 24% to 42% of them did worse.",
        "A written score of 130 is at the 23rd percentile of first-time takers (administration: "
        "not stated; by a normal curve fitted to published figures of first-time takers); over "
        "the interval of the score, from 10% to 42% of them did worse.",
    ]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (Rank(40), Rank(99, "above"), "from 40% to over 99% of them did worse"),
        (Rank(1, "below"), Rank(99, "above"), ""),
        (None, None, ""),
    ],
)
def test_an_interval_is_told_where_it_says_more(
    low: Rank | None, high: Rank | None, said: str
) -> None:
    origin = Origin("2017", "published", "somebody")
    told = sentence(Position("MBE", 150, "all", "July", Rank(50), low, high, origin))
    assert told.startswith("An MBE score of 150 is at the 50th percentile of all (administration: ")
    assert (said in told) if said else ("did worse" not in told)
