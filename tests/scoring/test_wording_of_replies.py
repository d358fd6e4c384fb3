"""Folded words of a reply, where they stand, and what breaks there are between them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchbar.scoring import marks
from benchbar.scoring.corrected.wording import Wording

LINE = "A. I checked the driver's brakes twice."


@given(st.text(st.characters(codec="utf-8", exclude_characters="\ue000")))
@example("$:0")
@example("from $ 5 to $ five")
@example("$\n'5")
def test_words_are_those_of_the_folded_text(text: str) -> None:
    plain = marks.plain(text)
    wording = Wording(plain)
    assert " ".join(wording.words) == marks.fold(plain)
    for word, start, end in zip(wording.words, wording.starts, wording.ends, strict=True):
        assert marks.fold(plain[start:end]) == word


def test_phrases_are_found_as_whole_words() -> None:
    wording = Wording("The tow, a tower; the tow.")
    assert list(wording.find("the tow")) == [(0, 2), (4, 6)]
    assert list(wording.find("")) == []
    assert wording.phrase(2, 4) == "a tower"
    assert wording.startswith("tow a", 1)
    assert not wording.startswith("tow", 3)
    assert wording.common("a tower stood", 2) == 2


@pytest.mark.parametrize(
    ("front", "kind"),
    [
        ("", "hard"),
        ("Page 69, line 3: ", "hard"),
        ("(b)(1) ", "hard"),
        ('He wrote "', "hard"),
        ('It reads: "3: ', "hard"),
        ("Line 3 says ", "hard"),
        ("The exact text of the line is ", "hard"),
        ("Result => ", "hard"),
        ("Die Antwort lautet: ", "hard"),
        ('He said "no." ', "hard"),
        ("Let me think. ", "soft"),
        ("Not before ", ""),
        ("It is ", ""),
        ("Q. ", ""),
    ],
)
def test_what_stands_before_a_line(front: str, kind: str) -> None:
    wording = Wording(front + LINE)
    assert wording.opens(len(marks.fold(front).split())) == kind


@pytest.mark.parametrize(
    ("back", "kind"),
    [
        ("", "hard"),
        ('" is the text', "hard"),
        ("\nThat is all", "hard"),
        (" I hope this helps", "soft"),
        (" (line 3)", "soft"),
    ],
)
def test_what_stands_behind_a_line(back: str, kind: str) -> None:
    assert Wording(LINE + back).ends_at(7) == kind


@pytest.mark.parametrize("back", [" today", ", and then", "; not more", ".50"])
def test_what_goes_on_without_a_break(back: str) -> None:
    assert Wording(LINE.rstrip(".") + back).ends_at(7) == ""


@pytest.mark.parametrize(
    ("between", "joins"),
    [
        ("\n", True),
        ("\n4: ", True),
        (" (B) ", True),
        ('"\n"', True),
        ("\nLine 4:\n", True),
        (" and not ", False),
        (" 3 % ", False),
        ("\nThe next line is ", False),
    ],
)
def test_labels_join_words(between: str, joins: bool) -> None:
    wording = Wording(f"one{between}end")
    assert wording.joined_by_labels(1, len(wording.words) - 1) == joins
