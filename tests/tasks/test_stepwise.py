"""Signs of stepwise reasoning, by hand."""

import pytest

from benchbar.tasks.stepwise import PUBLISHED, Signs, signs


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("First, look at (b). Then look at (c).", Signs(8, True, True)),
        ("First look at (b).\n\nNEXT, at (c).", Signs(7, True, True)),
        ("The first is this, the second that.", Signs(7, True, True)),
        ("First, look at (b).", Signs(4, True, False)),
        ("Then look, but first think.", Signs(5, True, False)),
        ("Firstly, then.", Signs(2, False, False)),
        ("Authentic nextdoor", Signs(2, False, False)),
        ("", Signs(0, False, False)),
    ],
)
def test_signs(text: str, found: Signs) -> None:
    assert signs(text) == found


def test_the_published_figures() -> None:
    assert [(one.accuracy, one.words, one.first, one.goes_on) for one in PUBLISHED] == [
        (79, 59, 82, 52), (67, 19, 84, 2),
    ]  # fmt: skip
