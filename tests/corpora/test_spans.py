import random

from hypothesis import given
from hypothesis import strategies as st

from benchbar import cite, tokens
from benchbar.corpora import spans
from benchbar.records import Document

WORDS = st.text(st.sampled_from("abcdefgh QA.?-'\"(),:é"), min_size=1, max_size=50).map(
    lambda text: f"x{text.strip()}"
)


def transcript(lines: list[str]) -> Document:
    cites = [f"line {n % 25 + 1} of page {n // 25 + 5}" for n in range(len(lines))]
    return spans.whole(name="t", lines=lines, cites=cites, source="invented", title="Roe")


ROE = transcript([f"Q.    Did you see number {n}?" for n in range(200)])


def cut(first: int, pages: int, lines_per_page: int, seed: int = 1) -> Document:
    return spans.cut(
        spans.Roll(ROE, spans.count(ROE)),
        first,
        name="s",
        first_page=spans.first_number(random.Random(seed), lines_per_page),
        pages=pages,
        lines_per_page=lines_per_page,
    )


def test_a_whole_transcript_keeps_its_cites() -> None:
    assert ROE.text.split("\n")[26] == "Q.    Did you see number 26?"
    assert ROE.lines[26].cite == "line 2 of page 6"
    assert ROE.words(ROE.lines[26]) == "Q.    Did you see number 26?"


def test_one_page_has_line_numbers_only() -> None:
    document = cut(10, 1, 3)
    assert document.text == (
        "1: Q.    Did you see number 10?\n"
        "2: Q.    Did you see number 11?\n"
        "3: Q.    Did you see number 12?"
    )
    assert [line.cite for line in document.lines] == ["line 1", "line 2", "line 3"]


def test_several_pages_have_page_numbers_and_end_in_an_empty_line() -> None:
    document = cut(10, 2, 2)
    first = int(document.text.split(":")[0].removeprefix("Page "))
    assert document.text == (
        f"Page {first}:\n1: Q.    Did you see number 10?\n2: Q.    Did you see number 11?\n\n"
        f"Page {first + 1}:\n1: Q.    Did you see number 12?\n2: Q.    Did you see number 13?"
    )
    assert document.lines[3].cite == f"line 2 of page {first + 1}"


@given(st.integers(0, 50), st.integers(1, 5), st.integers(2, 30), st.integers(0, 50))
def test_lines_are_slices_numbered_from_the_top(
    first: int, pages: int, lines_per_page: int, seed: int
) -> None:
    document = cut(first, pages, lines_per_page, seed)
    assert len(document.lines) == pages * lines_per_page
    for n, line in enumerate(document.lines):
        own = cite.parse(line.cite)
        assert isinstance(own, cite.RecordCite)
        assert own.line == n % lines_per_page + 1
        assert document.shown(line) == f"{own.line}: {document.words(line)}"
        assert document.words(line) == ROE.words(ROE.lines[first + n])
        assert own.page is None if pages == 1 else (own.page or 0) > lines_per_page


@given(st.lists(WORDS, min_size=12, max_size=12), st.integers(1, 3))
def test_the_size_of_a_span_is_exact(lines: list[str], pages: int) -> None:
    whole = transcript(lines)
    roll = spans.Roll(whole, spans.count(whole))
    shape = {"pages": pages, "lines_per_page": 4}
    document = spans.cut(roll, 0, name="s", first_page=27, **shape)
    size = roll.size(0, first_page=27, **shape)
    assert tokens.count(document.text + "\n\n") == size


def test_page_numbers_of_four_digits_are_longer() -> None:
    whole = transcript([f"A. It was {n}." for n in range(2_200)])
    roll = spans.Roll(whole, spans.count(whole))
    document = spans.cut(roll, 0, name="s", first_page=10, pages=1_100, lines_per_page=2)
    size = roll.size(0, first_page=10, pages=1_100, lines_per_page=2)
    assert tokens.count(document.text + "\n\n") == size
