"""Terms named in a reply: no longer, no shorter, and not where they tell a meaning."""

import pytest

from benchbar.scoring.corrected.naming import Naming

KNOWN = {"graft", "certified graft", "orchard", "answer"}


@pytest.mark.parametrize(
    ("reply", "named"),
    [
        ("certified graft", ["certified graft"]),
        ("The term is graft.", ["graft"]),
        ("graft graft graft", ["graft"]),
        ("graft I hope this helps", ["graft"]),
        ("graft, or possibly orchard", ["graft", "orchard"]),
        ("graft or orchard", ["graft", "orchard"]),
        ('The term "graft" means any orchard.', ["graft"]),
        ("Answer: graft", ["graft"]),
        ("answer", ["answer"]),
        ('"graft" is a part of an orchard', ["graft"]),
        ("graft\nCorrection: orchard", ["graft", "orchard"]),
        ("non-graft", []),
        ("old graft", []),
        ("graft and shoot", []),
        ("shoot and graft", []),
        ("grafts", []),
    ],
)
def test_terms_named(reply: str, named: list[str]) -> None:
    assert [claim.value for claim in Naming(reply, KNOWN).claims()] == named


def test_places_are_those_of_the_reply() -> None:
    reply = 'It is "Certified   Graft".'
    (claim,) = Naming(reply, KNOWN).claims()
    assert reply[claim.start : claim.end] == "Certified   Graft"
