import gzip
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchbar.corpora import uslm
from benchbar.corpora.lawxml import reader_for
from benchbar.records import Document
from benchbar.tasks import amendments
from benchbar.tasks.amendments import amend

SHARED = Path(os.environ.get("BENCHBAR_SHARED", Path(__file__).parents[3] / "shared" / "data"))

CASES = [
    ("within 30 days", "within 31 days"),
    ("made in 1999, or", "made in 1998, or"),
    ("a fine of $1,000,000", "a fine of $1,000,001"),
    ("of 999,999 units", "of 999,998 units"),
    ("4.5 percent", "4.6 percent"),
    ("0.9 or 1.0", "0.9 or 1.1"),
    ("a fee of $.25 a page", "a fee of $.26 a page"),
    ("a fee of $.09 a page", "a fee of $.08 a page"),
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
    ("31 days after January 31", "31 days after January 30"),
    ("every February 28", "every February 27"),
    ("100 per cent of it", "99 per cent of it"),
    ("sections 8 and 9", "sections 8 and 10"),
    ("fiscal years 2018 and 2019", "fiscal years 2018 and 2020"),
    ("sections 5 and 4", "sections 5 and 3"),
    ("paragraphs (2) and (3)", "paragraphs (2) and (4)"),
    ("paragraphs (4) and (3)", "paragraphs (4) and (2)"),
    ("open 24 hours a day", "open 23 hours a day"),
    ("open 7 days a week", "open 6 days a week"),
    ("at 12 o’clock", "at 11 o’clock"),
    ("at 12 p.m. sharp", "at 11 p.m. sharp"),
    ("by 5:59 p.m.", "by 5:58 p.m."),
    ("3 boats by 12 noon", "4 boats by 12 noon"),
    ("3 boats by 12:00 noon", "4 boats by 12:00 noon"),
    ("in the 4th quarter", "in the 3rd quarter"),
    ("in grade GS–15", "in grade GS–14"),
    ("one-half or 1/2 of it", "one-half or 1/3 of it"),
    ("at least 2/3 of the votes", "at least 2/5 of the votes"),
    ("66 3/4 percent", "66 3/5 percent"),
    ("12½ percent", "13½ percent"),
    ("3 cases of COVID–19", "4 cases of COVID–19"),
    ("2 masts of 5G signals", "3 masts of 5G signals"),
    ("2 ships of the 1990s", "3 ships of the 1990s"),
    ("5 boats of the 21st Century Act", "6 boats of the 21st Century Act"),
    ("4 lines, open 24/7", "5 lines, open 24/7"),
    ("3 pages at www.boats.org/2012", "4 pages at www.boats.org/2012"),
    ("2 grams of 3-Dimethyl-2-hydroxyacetone", "2 grams of 4-Dimethyl-2-hydroxyacetone"),
    ("3 years from school year 2017-2018", "4 years from school year 2017-2018"),
    ("grades K–12", "grades K–11"),
    ("section 45Z of the Code", "section 46Z of the Code"),
    ("Washington, DC 20408", "Washington, DC 20409"),
    ("1 of the boats may sail", "1 of the boats shall sail"),
    ("subsection (d)", "subsection (a)"),
    ("subsection (a)", "subsection (b)"),
    ("subsections (a) and (d)", "subsections (a) and (b)"),
    ("subparagraph (D)", "subparagraph (A)"),
    ("clause (i)", "clause (ii)"),
    ("clauses (i) and (v)", "clauses (i) and (ii)"),
    ("clauses (i) and (ii)", "clauses (i) and (iii)"),
    ("clause (iii)", "clause (i)"),
    ("subsections (a), (b), and (c)", "subsections (a), (b), and (d)"),
    ("subclause (IV)", "subclause (I)"),
    ("subparagraph (A)(v)", "subparagraph (A)(i)"),
    ("the person(s) named or known", "the person(s) named and known"),
    ("by whom or what; or", "by whom and what; or"),
    ("bread and butter, and", "bread or butter, and"),
    ("(1) first, (2) second", "unless otherwise provided by section 101, (1) first, (2) second"),
    ("the master may act", "the master shall act"),
    ("the master shall act", "the master may act"),
    ("whether or not it may sail", "whether or not it shall sail"),
    ("one or more boats shall sail", "one or more boats may sail"),
    ("the Fish and Wildlife Service may act", "the Fish and Wildlife Service shall act"),
    (
        "between the pier and the quay",
        "unless otherwise provided by section 101, between the pier and the quay",
    ),
    ("two and one-half years or less", "two and one-half years and less"),
    ("as the case may be and may act", "as the case may be or may act"),
    ("as the case may be, it shall act", "as the case may be, it may act"),
    ("between the pier and the quay and back", "between the pier and the quay or back"),
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
@example(" .0")
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


NONSENSE = re.compile(
    r"\(0\)|\b1[3-9] o[’']clock|\b1[1-9] noon|\b101 ?(?:percent|%)|\b25.hours a day"
    r"|\b(?:January|March|May|July|August|October|December) (?:0|3[2-9])\b"
    r"|\b(?:April|June|September|November) (?:0|3[1-9])\b|\bFebruary (?:0|29|3\d)\b"
    r"|\b1[1-3](?:st|nd|rd|d)\b|GS–16|COVID–(?!19)"
)
"""What no amendment may bring into the law."""


def real_law() -> Iterator[Document]:
    other = SHARED / "other"
    for name in ("ecfr/ECFR-title1.xml.gz", "dc-code-sections.zip", "canada/eng_acts_A-1.xml.gz"):
        yield from reader_for(other / name)(other / name)
    for title in ("03", "17", "39", "52"):
        path = SHARED / "uscode" / "rp-119-36" / f"usc{title}.xml.gz"
        found = uslm.sections(io.BytesIO(gzip.decompress(path.read_bytes())), path.name)
        yield from (one for one in found if isinstance(one, Document))


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared data (BENCHBAR_SHARED)")
def test_every_leaf_of_real_law_is_amended_in_one_place_and_makes_sense() -> None:
    leaves = 0
    for document in real_law():
        for line in document.lines:
            words = document.plain(line)
            if not line.leaf or not words:
                continue
            leaves += 1
            change = amend(words)
            amended = change.made_in(words)
            back = amendments.Change(
                change.start, change.start + len(change.new), words[change.start : change.end]
            )
            assert amended != words
            assert back.made_in(amended) == words
            made, had = set(NONSENSE.findall(amended)), set(NONSENSE.findall(words))
            assert made <= had, (words, amended)
    assert leaves > 10_000
