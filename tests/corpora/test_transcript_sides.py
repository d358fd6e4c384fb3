"""Line numbers right of the words or above them are read as those left of them are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.corpora.transcript_rows import split_rows
from benchbar.corpora.transcript_sides import with_numbers_left
from benchbar.corpora.transcripts import clean
from benchbar.errors import InputError

SAID = ("Q.  Were you there?", "A.  I was, at 9.", "12 of us were.", "Q.  And then?", "A.  Fog.")


def pages(layout: str, n: int = 4, height: int = 10) -> str:
    """Pages of testimony with their line numbers as a layout says."""
    rows = []
    for page in range(7, 7 + n):
        rows.append(f"Page {page}")
        for line in range(1, height + 1):
            rows.append(layout.format(line=line, words=SAID[(page + line) % len(SAID)]))
    return "\n".join(rows)


LAYOUTS = {
    "right": "{words:<60}{line:>3}",
    "right, flush left": "{words:<60}{line:<3}",
    "above": "{line}\n    {words}",
    "above with a point": "  {line}.\n{words}",
    "left": "{line:>3}   {words}",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_line_has_its_number_and_its_words(layout: str) -> None:
    found = clean(pages(LAYOUTS[layout]), "roe.txt")
    told = [(line.page, line.line, line.words) for line in found.lines]
    assert told == [
        (page, line, SAID[(page + line) % len(SAID)])
        for page in range(7, 11)
        for line in range(1, 11)
    ]
    assert {aside.why for aside in found.set_aside} == {"page header"}


def test_empty_lines_keep_their_numbers() -> None:
    for layout in ("right", "above"):
        text = pages(LAYOUTS[layout]).replace(SAID[4], " " * len(SAID[4]))
        found = clean(text, "roe.txt")
        assert [line.words for line in found.lines] == [
            SAID[(page + line) % 5]
            for page in range(7, 11)
            for line in range(1, 11)
            if (page + line) % 5 != 4
        ]
        assert sum(aside.why == "blank line" for aside in found.set_aside) == 8


def test_numbers_in_an_index_or_a_list_stay_where_they_are() -> None:
    for text in (
        "\n".join(f"Examination by Mr. Roe{n:>20}" for n in (4, 9, 12, 13, 44)),
        "\n".join(f"Q.  Is that number {n}?\nA.  Yes, {n}" for n in range(1, 20)),
        "1\n2\n3\nfour\nfive\nsix\nseven",
    ):
        rows = split_rows(text)
        assert with_numbers_left(rows) == rows


def test_numbers_that_were_not_understood_are_told() -> None:
    odd = "\n".join(
        f"{line}  09:{line:02}:11  Q.  Yes?" if line % 2 else f"   09:{line:02}   {line}  A.  No."
        for line in range(1, 26)
    )
    assert any("no line numbers were found" in note for note in clean(odd, "roe.txt").notes)
    plain = "\n".join(SAID * 5)
    assert not any("small number" in note for note in clean(plain, "roe.txt").notes)


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html>\n<html><body><pre>\n" + pages(LAYOUTS["left"]) + "\n</pre></body></html>",
        "\n".join(f"<p>{row}</p>" for row in pages(LAYOUTS["left"]).split("\n")),
    ],
)
def test_a_web_page_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"roe\.txt: this is a web page .*save it as text"):
        clean(text, "roe.txt")


def test_signs_of_markup_in_testimony_are_testimony() -> None:
    text = pages(LAYOUTS["left"]).replace("Fog.", "I typed <b> there.")
    assert sum("<b>" in line.words for line in clean(text, "roe.txt").lines) == 8


@given(st.text(st.sampled_from("12 9a\n\fQ.:"), max_size=200))
def test_no_row_gets_lost_whatever_it_is(text: str) -> None:
    rows = split_rows(text)
    moved = with_numbers_left(rows)
    before = sorted("".join(row.text.split()).replace(".", "") for row in rows)
    after = sorted("".join(row.text.split()).replace(".", "") for row in moved)
    assert sorted("".join(before)) == sorted("".join(after))
