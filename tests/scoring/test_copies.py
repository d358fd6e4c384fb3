"""Lines of a document found in a reply: alone, together, in part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Item
from benchbar.scoring.corrected.copies import Copies, Copy
from benchbar.scoring.corrected.wording import Wording
from benchbar.scoring.index import index_of
from tests.scoring import small_documents as made

DOCUMENT = made.document(
    "transcript",
    """
1: Q.    And what did you hear in the
2: quarry, Mr. Ostrow?
3: A.    No.  I heard the horn, and then
4: nothing but gravel.
5: Q.    Was the horn loud?
6: A.    Yes.
""",
)
TARGET = 3


def found(reply: str, item: Item | None = None) -> list[Copy]:
    """Return the copies of lines in a reply to a question about the fourth line."""
    asked = item or made.item(DOCUMENT, "cite_to_text", TARGET)
    return Copies(Wording(reply), asked, index_of(DOCUMENT)).found()


@pytest.mark.parametrize(
    ("reply", "lines", "whole"),
    [
        ("nothing but gravel.", (3,), (3,)),
        ("So it is nothing but gravel.", (3,), (3,)),
        ("A. No. I heard the horn, and then\nnothing but gravel.", (2, 3), (2, 3)),
        ("3: A. No. I heard the horn, and then\n4: nothing but gravel.", (2, 3), (2, 3)),
        ('"I heard the horn, and then nothing but gravel."', (2, 3), (3,)),
        ("nothing but gravel. Q. Was the", (3, 4), (3,)),
        ("nothing but gravel.\nQ. Was the horn loud?\nA. Yes.", (3, 4, 5), (3, 4, 5)),
        ("The answer is: Q. Was the horn loud?", (4,), (4,)),
        ("I heard the horn", (2,), ()),
        ("It says: 3 I heard the horn, and then", (2,), ()),
        ("Line 6 is: A. Yes. That is all.", (5,), (5,)),
    ],
)
def test_one_stretch(reply: str, lines: tuple[int, ...], whole: tuple[int, ...]) -> None:
    (copy,) = found(reply)
    assert set(copy.lines) == set(lines)
    assert set(copy.whole) >= set(whole)


def test_words_between_two_lines_keep_them_apart() -> None:
    copies = found('"Q. Was the horn loud?" follows "nothing but gravel."')
    assert [copy.lines for copy in copies] == [(4,), (3,)]


def test_lines_that_are_no_neighbours_stay_apart() -> None:
    copies = found("A. Yes.\nnothing but gravel.")
    assert [copy.lines for copy in copies] == [(5,), (3,)]


def test_line_before_its_change() -> None:
    item = made.item(DOCUMENT, "cite_to_amended", TARGET, unamended="4: nothing but sand.")
    (old,) = found("nothing but sand.", item)
    assert (old.lines, old.unamended) == ((3,), True)


def test_parent_and_leaf_of_a_statute_are_one_stretch() -> None:
    statute = made.document(
        "statute",
        """
§ 9. Kilns.
(a) A kiln shall be fired-
  (1) by day; or
  (2) by night, if-
    (A) the wind is low; and
    (B) a guard is set.
""",
    )
    item = made.item(statute, "cite_to_text", made.place_of(statute, "section 9(a)(2)(B)"))
    wording = Wording("(2) by night, if-\n(B) a guard is set.")
    (copy,) = Copies(wording, item, index_of(statute)).found()
    assert copy.lines == (3, 5)


@given(st.lists(st.sampled_from('nothing but gravel. horn Yes. A. Q. 4: \n " ( not'.split(" "))))
def test_copies_lie_in_the_reply_in_order(words: list[str]) -> None:
    reply = " ".join(words)
    at = 0
    for copy in found(reply):
        assert at <= copy.start < copy.stop <= len(Wording(reply).words)
        at = copy.stop
