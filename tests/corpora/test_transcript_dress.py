"""Line numbers are read in whatever dress a converter put them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.corpora.transcript_dress import undressed
from benchbar.corpora.transcript_rows import split_rows
from benchbar.corpora.transcripts import clean

SAID = ("Q.  Were you there?", "A.  I was, at 9.", "12 of us were.", "Q.  And then?", "A.  Fog.")
EXPECTED = [
    (page, line, SAID[(page + line) % len(SAID)]) for page in range(7, 11) for line in range(1, 11)
]


def pages(layout: str, heading: str = "Page {page}") -> str:
    """Pages of testimony with their line numbers as a layout says."""
    rows = []
    for page, line, words in EXPECTED:
        if line == 1 and heading:
            rows.append(heading.format(page=page))
        rows.append(layout.format(page=page, line=line, words=words))
    return "\n".join(rows)


@pytest.mark.parametrize(
    "layout",
    [
        "{line})  {words}",
        "({line}) {words}",
        "[{line}]   {words}",
        "{line}.  {words}",
        "{line:>2} | {words}",
        "{line:.<6}{words}",
        "{line}\\. {words}",
        "{line:>2}   {words:<40}{line:>3}",
    ],
)
def test_each_dress_of_a_number_is_taken_off(layout: str) -> None:
    found = clean(pages(layout), "roe.txt")
    assert [(line.page, line.line, line.words) for line in found.lines] == EXPECTED


@pytest.mark.parametrize("layout", ["{page}:{line}  {words}", "{page:05}:{line:02} {words}"])
def test_page_and_line_before_each_line_are_its_cite(layout: str) -> None:
    found = clean(pages(layout, heading=""), "roe.txt")
    assert [(line.page, line.line, line.words) for line in found.lines] == EXPECTED
    assert {aside.why for aside in found.set_aside} == {"page header"}


def test_the_second_halves_of_wrapped_lines_are_joined_to_the_first() -> None:
    rows = []
    for page, line, words in EXPECTED:
        rows += [f"Page {page}"] * (line == 1)
        rows += [f"{line:>2}   {words[:9]}", f"     {words[9:]}"][: 1 if line == 10 else 2]
    found = clean("\n".join(rows), "roe.txt")
    told = [(line.page, line.line, line.words.replace(" ", "")) for line in found.lines]
    assert told == [
        (page, line, (words[:9] if line == 10 else words).replace(" ", ""))
        for page, line, words in EXPECTED
    ]


def test_times_and_lists_are_no_line_numbers() -> None:
    for text in (
        "\n".join(f"10:{minute:02}  Q.  Yes?" for minute in range(60)),
        "\n".join(f"{n:>2}   ({n}) he said" for n in range(1, 20)),
        "\n".join(f"Q.  Is it {n}?\nA.  Yes." for n in range(1, 20)),
        "1. One.\n2. Two.\nQ.  Three?\nA.  Four.\nQ.  Five?\nA.  Six.",
    ):
        rows = split_rows(text)
        assert undressed(rows) == rows


@given(st.text(st.sampled_from("12:.)[] |9a\n\f"), max_size=200))
def test_no_words_get_lost_whatever_they_are(text: str) -> None:
    rows = split_rows(text)
    letters = "".join(row.text for row in rows).count("a")
    assert "".join(row.words for row in undressed(rows)).replace("Page", "").count("a") == letters
