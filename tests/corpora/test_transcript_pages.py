"""A transcript printed in any dress is cut into the pages and lines it was printed from."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchbar.corpora import transcripts
from benchbar.errors import InputError
from tests.corpora.printer import (
    NUMBERINGS,
    SPEECH,
    STAMPS,
    Dress,
    as_pdf,
    deposition,
    dressed,
    dresses,
    printed,
)

ONLY_ANSWERS = (*SPEECH[:2], *SPEECH[4:7], SPEECH[9])
WORDS = st.sampled_from([SPEECH, ONLY_ANSWERS]).flatmap(st.permutations).map(lambda w: [*w] * 4)
FIRST = st.integers(1, 1200)


def spoken_pages(dress: Dress, words: list[str], count: int) -> list[list[str]]:
    """Return pages full of lines, each with a question on top."""
    return [
        [dressed(dress, text) for text in ["Q.  Go on.", *((words[n:] + words) * 3)]][
            : dress.height
        ]
        for n in range(count)
    ]


def expected(dress: Dress, first: int, pages: list[list[str]]) -> list[transcripts.Testimony]:
    return [
        transcripts.Testimony(
            None if dress.numbering == "none" else page,
            number if dress.lines_numbered else None,
            text,
        )
        for page, texts in enumerate(pages, start=first)
        for number, text in enumerate(texts, start=1)
    ]


def is_ambiguous(dress: Dress, first: int, count: int) -> bool:
    """Whether "11  DAILY COPY" stands below line 10 of 10: it could be line 11 as well."""
    beside = dress.numbering in ("volume", "header left")
    return beside and dress.height + 1 in range(first, first + count)


@settings(max_examples=250, deadline=None)
@given(dress=dresses(), first=FIRST, words=WORDS, count=st.integers(2, 6))
def test_what_is_printed_is_read_back(
    dress: Dress, first: int, words: list[str], count: int
) -> None:
    spoken = spoken_pages(dress, words, count)
    pages = deposition(dress, spoken)
    assume(not is_ambiguous(dress, first, len(pages)))
    read = transcripts.clean(printed(dress, first, pages), "printed")
    begin = first + (len(pages) - count) // 2
    assert list(read.lines) == expected(dress, begin, spoken)
    assert not any(aside.why == "could not be read" for aside in read.set_aside)


@settings(max_examples=25, deadline=None)
@given(dress=dresses(form_feeds=True, row_end="\n", indent=1), first=FIRST, words=WORDS)
def test_a_printed_pdf_is_read_back(
    dress: Dress, first: int, words: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    spoken = spoken_pages(dress, words, 4)
    pages = deposition(dress, spoken)
    assume(not is_ambiguous(dress, first, len(pages)))
    path = tmp_path_factory.mktemp("pdf") / "printed.pdf"
    path.write_bytes(as_pdf(dress, first, pages))
    read = transcripts.read_transcript(path)
    assert list(read.lines) == expected(dress, first + (len(pages) - 4) // 2, spoken)


@pytest.mark.parametrize("numbering", [name for name in NUMBERINGS if name != "none"])
@pytest.mark.parametrize("form_feeds", [True, False])
@pytest.mark.parametrize("matter", [True, False])
def test_lines_without_numbers_are_read_page_by_page(
    numbering: str, form_feeds: bool, matter: bool
) -> None:
    dress = Dress(numbering=numbering, form_feeds=form_feeds, lines_numbered=False, matter=matter)
    spoken = [
        [f"Q.  After the {page} boats?", *(f"A.  Boat {page}-{n} went by us." for n in range(24))]
        for page in range(4)
    ]
    pages = deposition(dress, spoken)
    read = transcripts.clean(printed(dress, 41, pages), "printed")
    assert list(read.lines) == expected(dress, 44 if matter else 41, spoken)


GARBLED = {"1": "l", "2": "2", "5": "S", "8": "B", "0": "O"}


@settings(max_examples=60, deadline=None)
@given(
    dress=dresses(numbering="right", stamps="none", speakers="dots"),
    words=WORDS,
    wrong=st.sets(st.integers(2, 9), max_size=4),
)
def test_misread_line_numbers_are_mended(dress: Dress, words: list[str], wrong: set[int]) -> None:
    spoken = spoken_pages(dress, words, 4)

    def garble(row: re.Match[str]) -> str:
        digits = row[2]
        if int(digits) % 10 not in wrong or int(digits) % 2:
            return row[0]
        return row[1] + "".join(GARBLED.get(digit, digit) for digit in digits)

    text = printed(replace(dress, row_end="\n"), 5, spoken)
    read = transcripts.clean(re.sub(r"(?m)^( *)(\d\d?)(?=  )", garble, text), "scanned")
    assert list(read.lines) == expected(dress, 5, spoken)
    even = range(2, dress.height + 1, 2)
    hit = any(n % 10 in wrong and set(str(n)) & {"1", "5", "8", "0"} for n in even)
    assert any("mended" in note for note in read.notes) == hit


def rows(*numbers: int) -> str:
    return "".join(f"{n:>2}   A.  I said so {n} times.\n" for n in numbers)


def test_a_wrong_digit_between_its_neighbours_is_mended_and_told() -> None:
    text = "Page 7\n" + rows(1, 2, 3, 4, 9, 6, 7, 8) + "Page 8\n" + rows(1, 2, 3, 4, 5, 6, 7, 8)
    read = transcripts.clean(text, "scanned")
    assert [line.line for line in read.lines] == [*range(1, 9)] * 2
    assert read.notes == (
        "Line numbers were misread in the file and mended: 9 as line 5 of page 7.",
    )


def test_a_missing_or_wrong_page_number_is_told_from_its_neighbours() -> None:
    page = rows(1, 2, 3, 4, 5, 6)
    heads = ("Page 7", "Page 8", "", "Page 10", "Page 17", "Page 12")
    text = "\f".join(f"{head}\n{page}" for head in heads)
    read = transcripts.clean(text, "scanned")
    assert sorted({line.page for line in read.lines if line.page}) == [7, 8, 9, 10, 11, 12]
    assert "Page 9 has no number in the file; it is told from the pages before and after." in (
        read.notes
    )
    assert any(note.startswith("Page 11 has the number 17 in the file") for note in read.notes)


@pytest.mark.parametrize(
    "stamps", [name for name in STAMPS if "after" in name or name == "minutes"]
)
def test_a_time_in_the_words_is_no_time_stamp(stamps: str) -> None:
    dress = Dress(stamps=stamps)
    words = [["Q.  When was it?", "A.  It was at 9:20", *["that same day, I think."] * 23]] * 3
    read = transcripts.clean(printed(dress, 9, words), "stamped")
    assert [line.words for line in read.lines] == [text for page in words for text in page]


def condensed(*, stacked: bool) -> str:
    """Print four pages a sheet: two side by side, and two below."""
    half = [
        f"{n:>2} Q. Left side.{' ' * (n % 3)}".ljust(40) + f"{n:>2} A. Right." for n in range(1, 26)
    ]
    sheet = [f"{'Page 5':<40}Page 7", *half]
    return "\n".join([*sheet, f"{'Page 6':<40}Page 8", *half] if stacked else sheet)


@pytest.mark.parametrize("stacked", [True, False])
def test_condensed_prints_are_refused_with_advice(stacked: bool) -> None:
    with pytest.raises(InputError, match="one page a sheet"):
        transcripts.clean(condensed(stacked=stacked), "condensed.txt")


def test_testimony_about_numbers_is_not_condensed() -> None:
    text = "".join(f"{n:>2}   A.  There were boats, {n}\n" for n in range(1, 26))
    assert len(transcripts.clean(text, "counted").lines) == 25


def test_a_docx_with_numbers_in_a_table_is_read(tmp_path: Path) -> None:
    import docx

    document = docx.Document()
    for page in (4, 5):
        document.add_paragraph(f"Page {page}")
        table = document.add_table(1, 2)
        table.cell(0, 0).text = "\n".join(map(str, range(1, 6)))
        table.cell(0, 1).text = "\n".join(
            ["Q.  Where?", "A.  Here.", "Q.  When?", "A.  At 9:20", "I think."]
        )
    path = tmp_path / "typed.docx"
    document.save(str(path))
    read = transcripts.read_transcript(path)
    assert [(line.page, line.line) for line in read.lines] == [
        (page, n) for page in (4, 5) for n in range(1, 6)
    ]
    assert read.lines[3].words == "A.  At 9:20"


def test_a_first_line_read_as_a_letter_is_mended() -> None:
    page = rows(1, 2, 3, 4, 5, 6)
    text = f"Page 7\n{page}Page 8\n{page.replace(' 1  ', ' l  ', 1)}"
    read = transcripts.clean(text, "scanned")
    assert [(line.page, line.line) for line in read.lines][6] == (8, 1)
