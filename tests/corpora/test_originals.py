"""Original pages keep the reporter's numbers, and their size is known without cutting them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar import cite, tokens
from benchbar.corpora import spans
from benchbar.corpora.originals import Original, cut_original
from benchbar.errors import InputError
from tests.corpora.test_spans import WORDS

Place = tuple[int, int, str]


def original(places: list[Place]) -> Original:
    whole = spans.whole(
        name="roe.txt",
        lines=[words for _, _, words in places],
        cites=[str(cite.RecordCite(page, line)) for page, line, _ in places],
        source="roe.txt",
        title="Roe",
    )
    return Original(spans.Roll(whole, spans.count(whole)))


ROE = original(
    [
        *((68, 24, "Q.  And did"), (68, 25, "you look?")),
        *((69, 1, "A.  I did."), (69, 18, "MR. OAKES:  Form."), (71, 3, "A.  No.")),
    ]
)

PAGES = st.lists(
    st.tuples(st.sets(st.integers(1, 28), min_size=1, max_size=8), st.integers(1, 1200)),
    min_size=1,
    max_size=6,
    unique_by=lambda page: page[1],
)


@st.composite
def transcripts(draw: st.DrawFn) -> list[Place]:
    return [(page, line, draw(WORDS)) for lines, page in draw(PAGES) for line in sorted(lines)]


def test_pages_keep_their_numbers_and_gaps() -> None:
    document = cut_original(ROE, 1, name="s", pages=2)
    assert document.text == (
        "Page 69:\n1: A.  I did.\n18: MR. OAKES:  Form.\n\nPage 71:\n3: A.  No."
    )
    assert [line.cite for line in document.lines] == [
        *("line 1 of page 69", "line 18 of page 69", "line 3 of page 71"),
    ]


def test_one_page_has_its_head_too() -> None:
    assert cut_original(ROE, 2, name="s", pages=1).text == "Page 71:\n3: A.  No."


@given(transcripts(), st.data())
def test_lines_are_slices_with_the_reporters_cites(
    places: list[Place], data: st.DataObject
) -> None:
    made = original(places)
    pages = data.draw(st.integers(1, len(made.pages)))
    first = data.draw(st.integers(0, len(made.pages) - pages))
    document = cut_original(made, first, name="s", pages=pages)
    begin, end = made.starts[first], made.starts[first + pages]
    assert len(document.lines) == end - begin
    for line, (page, number, words) in zip(document.lines, places[begin:end], strict=True):
        assert line.cite == f"line {number} of page {page}"
        assert document.shown(line) == f"{number}: {words}"
        assert document.words(line) == words
        before = document.text[: line.start]
        assert before.rpartition("Page ")[2].partition(":")[0] == str(page)


@given(transcripts(), st.data())
def test_the_size_of_a_span_is_exact(places: list[Place], data: st.DataObject) -> None:
    made = original(places)
    pages = data.draw(st.integers(1, len(made.pages)))
    first = data.draw(st.integers(0, len(made.pages) - pages))
    document = cut_original(made, first, name="s", pages=pages)
    assert tokens.count(document.text + "\n\n") == made.size(first, pages=pages)


@given(transcripts(), st.data())
def test_a_span_drawn_around_a_line_holds_it(places: list[Place], data: st.DataObject) -> None:
    made = original(places)
    place = data.draw(st.integers(0, len(places) - 1))
    pages = data.draw(st.integers(1, len(made.pages)))
    first = made.around(place, pages, random.Random(data.draw(st.integers(0, 9))))
    assert 0 <= first <= len(made.pages) - pages
    assert made.starts[first] <= place < made.starts[first + pages]


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ([(5, 1, "a"), (5, 1, "b")], "twice"),
        ([(5, 1, "a"), (6, 1, "b"), (5, 2, "c")], "twice"),
    ],
)
def test_ambiguous_cites_are_refused(places: list[Place], message: str) -> None:
    with pytest.raises(InputError, match=message):
        original(places)


def test_lines_without_a_page_are_refused() -> None:
    whole = spans.whole(name="t", lines=["a"], cites=["line 1"], source="t", title="t")
    with pytest.raises(InputError, match="no page"):
        Original(spans.Roll(whole, spans.count(whole)))
