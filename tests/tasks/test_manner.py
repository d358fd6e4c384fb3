"""What looks like the answer to a look-up, and what does not."""

import pytest

from benchbar.tasks import manner

PROMPT = "1: The lift will be out of order.\n(a) Dogs stay outside the fence.\n\nTell a visitor."


@pytest.mark.parametrize(
    "reply",
    [
        "line 10", "Line 10.", "line 3 of page 69", "page 69, line 3",
        "section 1001(b)(2)", "“section 7(a)”", "§ 7(a)", "(b)(2)",
        "The lift will be out of order.", "1: The lift will be out of order.",
        "(a) Dogs stay outside the fence.", "dogs stay outside the fence",
        "12: Q.    Where were you?",
    ],
)  # fmt: skip
def test_in_the_manner_of_a_look_up(reply: str) -> None:
    assert manner.is_of_a_lookup(reply, PROMPT)


@pytest.mark.parametrize(
    "reply",
    [
        "", "  ", "15:30", "Yes", "12", "Tell them that the lift is out of order.", "friendly",
        "See line 10 for more.", "1. Boil water.\n2. Pour.", "Elbe\nRhine",
        "The lift will be out of order.\nDogs stay outside.",
    ],
)  # fmt: skip
def test_in_its_own_manner(reply: str) -> None:
    assert not manner.is_of_a_lookup(reply, PROMPT)
