"""Which choice of a reply is its first, second and third, and on which side its label stands."""

import pytest

from benchbar.scoring.corrected import letters
from benchbar.scoring.corrected.ranks import ranked
from benchbar.scoring.picks import Offered

OFFERED = Offered(("a red shed", "a blue barn", "a green hut", "a white mill"), stem="Which?")


@pytest.mark.parametrize(
    ("reply", "ranks"),
    [
        ("First choice: C. Second choice: A.", [("C", 0, False), ("A", 1, False)]),
        ("C is my first choice.", [("C", 0, True)]),
        ("C (first choice), A (second choice)", [("C", 0, True), ("A", 1, True)]),
        ("B first, then A, then C", [("B", 0, True), ("A", 1, False), ("C", 2, False)]),
        ("C, A", []),
    ],
)
def test_ranks_and_their_labels(reply: str, ranks: list[tuple[str, int, bool]]) -> None:
    found = ranked(reply, letters.claims(reply, OFFERED), OFFERED)
    assert [(one.claim.value, one.rank, one.behind) for one in found] == ranks
