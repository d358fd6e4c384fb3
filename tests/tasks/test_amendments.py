import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.tasks import amendments
from benchbar.tasks.amendments import amend

CASES = [
    ("within 30 days", "within 31 days"),
    ("made in 1999, or", "made in 1998, or"),
    ("a fine of $1,000,000", "a fine of $1,000,001"),
    ("of 999,999 units", "of 999,998 units"),
    ("4.5 percent", "4.6 percent"),
    ("0.9 or 1.0", "0.9 or 1.1"),
    ("the 30th day after", "the 31st day after"),
    ("the 111th Congress", "the 112th Congress"),
    ("the 22d Congress", "the 23d Congress"),
    ("as section 2000d requires", "as section 2001d requires"),
    ("42 U.S.C. 1396d", "42 U.S.C. 1397d"),
    ("section 247d–6d", "section 247d–7d"),
    ("sections 12 and 1083d", "sections 12 and 1084d"),
    ("section 1396r–8 of this title", "section 1396r–9 of this title"),
    ("paragraph (3)", "paragraph (4)"),
    ("paragraphs (1) and (2)", "paragraphs (1) and (3)"),
    ("section 152(f)(1)(A)", "section 153(f)(1)(A)"),
    ("not later than December 31", "not later than December 30"),
    ("June 30, 2015", "June 30, 2016"),
    ("the 30th day of June", "the 29th day of June"),
    ("100 percent of it", "99 percent of it"),
    ("1 of the boats may sail", "1 of the boats shall sail"),
    ("subsection (d)", "subsection (a)"),
    ("subsection (a)", "subsection (b)"),
    ("subsections (a) and (d)", "subsections (a) and (b)"),
    ("subparagraph (D)", "subparagraph (A)"),
    ("clause (i)", "clause (ii)"),
    ("clauses (i) and (v)", "clauses (i) and (ii)"),
    ("subparagraph (A)(v)", "subparagraph (A)(i)"),
    ("the person(s) named or known", "the person(s) named and known"),
    ("by whom or what; or", "by whom and what; or"),
    ("bread and butter, and", "bread or butter, and"),
    ("(1) first, (2) second", "unless otherwise provided by section 101, (1) first, (2) second"),
    ("the master may act", "the master shall act"),
    ("the master shall act", "the master may act"),
    ("oars and/or sails", "unless otherwise provided by section 101, oars and/or sails"),
    ("the rest", "unless otherwise provided by section 101, the rest"),
]


@pytest.mark.parametrize(("text", "amended"), CASES)
def test_lines_are_amended_by_the_first_rule_that_applies(text: str, amended: str) -> None:
    assert amend(text).made_in(text) == amended


WORDS = st.lists(
    st.sampled_from(
        "the ferry 30 1 (a) (3) (i) or and may shall $1,500 May 31 30th section 1396r–8 "
        "clause subsection December 2019 4.5 percent 100 and/or, ; — (B)".split()
    ),
    min_size=1,
).map(" ".join)


@given(st.one_of(WORDS, st.text(min_size=1, max_size=60)))
def test_exactly_one_place_is_changed_and_can_be_changed_back(text: str) -> None:
    change = amend(text)
    amended = change.made_in(text)
    assert amended != text
    old = text[change.start : change.end]
    back = amendments.Change(change.start, change.start + len(change.new), old)
    assert back.made_in(amended) == text


@given(WORDS)
def test_words_stay_words_and_numbers_stay_numbers(text: str) -> None:
    change = amend(text)
    old = text[change.start : change.end]
    if change.new != amendments.OPENING:
        assert bool(re.search(r"\d", old)) == bool(re.search(r"\d", change.new))
        assert re.fullmatch(r"[\d.,]+(?:st|nd|rd|th|d)?|[A-Za-z]+", change.new)
