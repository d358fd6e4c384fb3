"""Items fall into the groups that the report names."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.records import Item
from benchbar.report.buckets import BREAKDOWNS, OFFSETS, offset, record_cite
from tests.report.made_run import SLOPPY, answer, make_items

POSITION, DEPTH, PAGES, LENGTH = (breakdown.bucket for breakdown in BREAKDOWNS)


def item(corpus: str = "synthetic", **changes: object) -> Item:
    found = next(one for one in make_items(1) if one.corpus == corpus)
    return msgspec.structs.replace(found, **changes)


@given(st.integers(0, 100_000))
def test_a_line_lies_in_its_bucket(target: int) -> None:
    bucket = POSITION(item(target=target))
    assert bucket
    first, last = (int(part.replace(",", "")) for part in bucket.title.split("–"))
    assert first == bucket.order <= target + 1 <= last
    assert last - first == 4 or first > 50


def test_transcripts_count_lines_on_their_page() -> None:
    bucket = POSITION(item("transcripts", gold="line 23 of page 71", target=300))
    assert bucket
    assert bucket.title == "21–25"


def test_the_cite_is_found_in_question_or_answer() -> None:
    there = record_cite(item("transcripts", gold="7: Q. Yes.", asked="line 7 of page 80"))
    assert there
    assert (there.page, there.line) == (80, 7)
    assert record_cite(item(gold="section 1010(b)(1)", asked="any caset, or")) is None


@pytest.mark.parametrize(
    ("gold", "asked", "title"),
    [
        ("section 1010(b)(1)", "the words", "2 levels"),
        ("(1) the mooring;", "section 1010(b)(1)(A)", "3 levels"),
        ("section 1010", "the words", "the section"),
        ("article II, section 3(b)", "the words", "1 level"),
    ],
)
def test_depth_counts_levels_below_the_section(gold: str, asked: str, title: str) -> None:
    bucket = DEPTH(item(gold=gold, asked=asked))
    assert bucket
    assert bucket.title == title


def test_only_statutes_have_depth() -> None:
    assert DEPTH(item("transcripts", gold="line 23 of page 71")) is None
    assert DEPTH(item(gold="words", asked="more words")) is None


def test_pages_and_length() -> None:
    two = PAGES(item(traits={"pages": 2, "tokens": 499}))
    assert two
    assert two.title == "2 pages"
    assert PAGES(item(traits={})) is None
    titles = [LENGTH(item(traits={"tokens": n})) for n in (499, 500, 2_999, 3_000, 999_999)]
    assert [one.title for one in titles if one] == [
        "under 500", "500–999", "2,000–2,999", "3,000–5,999", "205,000 and more",
    ]  # fmt: skip
    assert LENGTH(item(traits={})) is None


@pytest.mark.parametrize(
    ("relative", "place"),
    [
        (1, "1 after"), (-1, "1 before"), (-19, "4+ before"), (4, "4+ after"), ("0:2", "2 after"),
        ("-1:0", "earlier page"), ("2:-3", "later page"), (None, None), ("0:0", None),
        ("far", None),
    ],
)  # fmt: skip
def test_offsets(relative: int | str | None, place: str | None) -> None:
    verdict = answer(item("transcripts"), SLOPPY)[2]
    wrong = msgspec.structs.replace(verdict, outcome="wrong", relative_error=relative)
    assert offset(wrong) == place
    assert place is None or place in OFFSETS
    assert offset(msgspec.structs.replace(wrong, outcome="correct")) is None
