"""Answers that the reply itself says to stand in another line are dropped."""

import pytest

from benchbar.scoring.corrected.elsewhere import fronts, without_elsewhere
from benchbar.scoring.index import index_of
from benchbar.scoring.prose import Claim
from tests.scoring import small_documents as made

DOCUMENT = made.document(
    "statute",
    """
§ 31. Terms.
(a) The term "skiff" means a small boat.
(b) The term "raft" means-
  (1) a float of logs; or
  (2) a float of casks.
""",
)


def kept(reply: str, asked: str, place: str) -> list[str]:
    """Return which of X, the answer, and Y, of another place, are left."""
    claims = [
        Claim(name, reply.index(name), reply.index(name) + 1)
        for name in sorted("XY", key=reply.index)
    ]
    other = made.place_of(DOCUMENT, place)
    item = made.item(DOCUMENT, "cite_to_text", made.place_of(DOCUMENT, asked))
    places = [[other] if claim.value == "Y" else [] for claim in claims]
    held = without_elsewhere(reply, claims, places, item, index_of(DOCUMENT))
    return [claim.value for claim in held]


@pytest.mark.parametrize(
    "reply",
    [
        "Section 31(b)(1) says Y, but section 31(b)(2) says X.",
        "X is it; Y stands at section 31(b)(1).",
        "(b)(1) is Y and (b)(2) is X",
    ],
)
def test_ascribed_to_its_own_line(reply: str) -> None:
    assert kept(reply, "section 31(b)(2)", "section 31(b)(1)") == ["X"]


@pytest.mark.parametrize(
    "reply", ["X and Y", "Section 31(b)(2) says X and Y.", "It is X (section 31(b)(2)), or Y."]
)
def test_not_ascribed(reply: str) -> None:
    assert kept(reply, "section 31(b)(2)", "section 31(b)(1)") == ["X", "Y"]


def test_a_longer_cite_is_not_the_shorter_one() -> None:
    reply = "Section 31(b)(2) says X, says Y"
    assert kept(reply, "section 31(b)(2)", "section 31(b)") == ["X", "Y"]


def test_all_stay_if_nothing_else_is_named() -> None:
    claims = [Claim("Y", 12, 13), Claim("Z", 18, 19)]
    item = made.item(DOCUMENT, "cite_to_text", 4)
    reply = "section (b) Y and Z"
    assert without_elsewhere(reply, claims, [[2], [2]], item, index_of(DOCUMENT)) == claims


def test_cites_in_front_of_a_line() -> None:
    assert {"line 3 of page 69", "page 69 line 3", "69 3"} <= set(fronts("line 3 of page 69"))
    assert {"section 31 b 2", "b 2", "paragraph 2"} <= set(fronts("section 31(b)(2)"))
    assert {"31 b 2", "sec 31 b 2", "§ 31 b 2"} <= set(fronts("section 31(b)(2)"))
    assert fronts("flush") == ()
