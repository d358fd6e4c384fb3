"""Words of no term that a reply offers on an equal footing with a term."""

import pytest

from benchbar.scoring.corrected.rivals import rivals
from benchbar.scoring.prose import Claim

KNOWN = {"graft", "orchard"}


@pytest.mark.parametrize(
    ("reply", "offered"),
    [
        ("graft or skep", ["skep"]),
        ("skep or graft", ["skep"]),
        ("- graft\n- skep", ["skep"]),
        ("1. graft\n2. skep\n\nBoth are defined.", ["skep"]),
        ("The term is graft.\n- skep", []),
        ("graft or orchard", []),
        ("graft", []),
    ],
)
def test_rivals_of_a_term(reply: str, offered: list[str]) -> None:
    start = reply.index("graft")
    named = [Claim("graft", start, start + len("graft"))]
    assert [claim.value for claim in rivals(reply, named, KNOWN)] == offered
