"""Letters and the words of choices, where they stand in a reply."""

import pytest

from benchbar.scoring.corrected import letters
from benchbar.scoring.picks import Offered

OFFERED = Offered(
    ("a red shed", "a red shed by the river", "a hut", "by the river"), stem="What did he buy?"
)


@pytest.mark.parametrize(
    ("reply", "named"),
    [
        ("a red shed", ["A"]),
        ("a red shed by the river", ["B"]),
        ("He bought a red shed, not a hut.", ["A", "C"]),
        ("The answer is (D).", ["D"]),
    ],
)
def test_the_longest_of_the_choices_that_overlap_is_named(reply: str, named: list[str]) -> None:
    assert [claim.value for claim in letters.claims(reply, OFFERED)] == named
