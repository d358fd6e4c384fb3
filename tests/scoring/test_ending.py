"""Of answers gone through in one paragraph the last counts."""

import pytest

from benchbar.scoring.claims import Decision
from benchbar.scoring.corrected.ending import last_sentence
from benchbar.scoring.prose import Claim


def left(text: str, rule: str, *, hedged: bool = False) -> tuple[str, ...]:
    """Return which of the answers X, Y and Z are left."""
    claims = tuple(Claim(name, text.index(name), text.index(name) + 1) for name in "XYZ")
    return last_sentence(text, Decision(claims, rule, hedged)).values


def test_last_sentence() -> None:
    assert left("It opens with X. Then comes Y. The third is Z.", "last-mentioned") == ("Z",)


@pytest.mark.parametrize(
    ("text", "rule", "hedged"),
    [
        ("It is X. It may be Y. Or Z.", "last-mentioned", True),
        ("The first: X\nThe second: Y\nThe third: Z", "last-mentioned", False),
        ("It opens with X. Then comes Y.\nThe third is Z.", "last-mentioned", False),
        ("It opens with X. Then comes Y. The third is Z.", "last-committed", False),
    ],
)
def test_answers_side_by_side_stay(text: str, rule: str, hedged: bool) -> None:
    assert left(text, rule, hedged=hedged) == ("X", "Y", "Z")
