"""Real transcripts: each layout is read line for line, and nothing in the file is lost."""

import codecs
import hashlib
import os
import re
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchbar.corpora import transcript_dress, transcripts
from benchbar.corpora.transcripts import clean, read_transcript
from benchbar.errors import InputError

SAMPLES = Path(__file__).parent / "samples"
ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("BENCHBAR_SHARED", ROOT.parent / "shared")) / "data" / "transcripts"

Facts = tuple[list[tuple[int | None, int | None, str]], dict[str, int]]

# What a person reads in each sample: the testimony, and how many rows are what else.
EXPECTED: dict[str, Facts] = {
    "double_spaced_page_right": (
        [
            (3, 1, "EXAMINATION"),
            (3, 2, "BY MS. THORN:"),
            (3, 3, "Q    You kept the log of"),
            (3, 4, "the ferry?"),
            (4, 1, "A    I did, for"),
            (4, 2, "3 years.  The mate kept it"),
            (4, 3, "before."),
        ],
        {
            "page header": 5,
            "caption": 4,
            "unnumbered caption line": 3,
            "appearances": 5,
            "blank line": 4,
            "certificate": 4,
        },
    ),
    "footers_and_minute_stamps": (
        [
            (3, 1, "Quay; Tuesday, 9:14 A.M."),
            (3, 2, "THE VIDEOGRAPHER:  On the record at"),
            (3, 3, "1:15 P.M. in the matter of Linden."),
            (3, 5, "EXAMINATION"),
            (3, 6, "BY MS. THORN:"),
            (4, 1, 'Q    You wrote "at 01:10" here?'),
            (4, 2, "A    I did, and below it, at 01:12"),
            (4, 3, "10 knots."),
            (4, 4, "(Two speakers at once.)"),
            (4, 5, "Q    Thank you."),
        ],
        {
            "caption": 5,
            "unnumbered caption line": 2,
            "blank line": 6,
            "page footer": 21,
            "index": 5,
            "certificate": 5,
            "word index": 10,
        },
    ),
    "padded_page_number": (
        [
            (313, 1, "PAUL QUILL,"),
            (313, 2, "being first duly sworn, testified as follows:"),
            (313, 3, "BY MS. THORN:"),
            (313, 4, "Q    Were you at the pier at"),
            (313, 5, "9:20 that morning?"),
            (313, 6, "A    Yes.  I counted"),
            (314, 1, "12 passengers, and then I"),
            (314, 2, "lost count."),
            (314, 3, "(The reporter marked Exhibit 7.)"),
            (314, 4, "MR. OAKES:  Objection."),
            (314, 6, "THE WITNESS:  May I see it?"),
        ],
        {
            "page header": 5,
            "caption": 5,
            "unnumbered caption line": 3,
            "blank line": 5,
            "index": 6,
            "errata": 6,
        },
    ),
    "running_header": (
        [
            (27, 1, "Q.    Did the mate say"),
            (27, 2, "page 9 of the log was gone?"),
            (27, 3, "MS. THORN:  Form."),
            (27, 4, "A.    He did not."),
            (27, 5, '"Q.  Who did?'),
            (28, 1, '"A.  The captain."'),
            (28, 2, "That is what it says."),
            (28, 3, "Q.    And then?"),
            (28, 4, "A.    And then we sailed."),
        ],
        {
            "page header": 3,
            "caption": 3,
            "unnumbered caption line": 2,
            "blank line": 5,
            "errata": 5,
        },
    ),
    "scanned_trial": (
        [
            (88, 1, "the log, did he show it to you?"),
            (88, 2, "A. Yes, he did."),
            (88, 3, "Q. And was it signed?"),
            (88, 4, "A Signed, sealed and — as we say—"),
            (88, 6, "witnessed."),
            (89, 1, "He went below again."),
            (89, 2, "12 of us stayed on deck."),
            (89, 3, "**********"),
            (90, 1, "Q Who was the first to leave?"),
            (90, 2, "A The mate."),
            (90, 3, "Q When was that?"),
            (90, 4, "A At noon."),
            (90, 5, "MR. OAKES: Nothing more."),
            (90, 6, "THE COURT: Thank you."),
        ],
        {"page header": 6, "blank line": 4, "page footer": 6},
    ),
    "stamps_before_numbers": (
        [
            (4102, 1, "THE COURT:  Is the jury here?"),
            (4102, 2, "MR. OAKES:  They are, Your Honor, all"),
            (4102, 3, "12 of them.  We said 9:00 or 9:15."),
            (4102, 4, "THE COURT:  Good."),
            (4102, 5, "(The jury came in.)"),
            (4102, 6, "THE COURT:  Call your witness."),
            (4103, 1, "DIRECT EXAMINATION BY MS. THORN:"),
            (4103, 2, "Q.  Your name, please."),
            (4103, 3, "A.  Paul Quill."),
            (4103, 5, "(Proceedings ended at 9:20 a.m.)"),
        ],
        {"page header": 4, "caption": 5, "blank line": 5, "certificate": 4},
    ),
}


def told(read: transcripts.Transcript) -> list[tuple[int | None, int | None, str]]:
    return [(line.page, line.line, line.words) for line in read.lines]


def reasons(read: transcripts.Transcript) -> dict[str, int]:
    return dict(Counter(aside.why for aside in read.set_aside))


def filled_rows(text: str) -> int:
    return sum(bool(piece.strip()) for piece in re.split(r"\r\n|[\n\r\f]", text))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_each_layout_is_sorted_exactly(name: str) -> None:
    path = SAMPLES / f"{name}.txt"
    read = read_transcript(path)
    assert (told(read), reasons(read)) == EXPECTED[name]
    assert len(read.lines) + len(read.set_aside) == filled_rows(path.read_text("utf-8"))


def test_every_sample_has_an_expectation() -> None:
    names = {path.stem for path in SAMPLES.glob("*.txt")}
    assert {name for name in names if not name.startswith("contract_")} == set(EXPECTED)


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8"),
        lambda text: codecs.BOM_UTF8 + text.encode("utf-8"),
        lambda text: text.encode("utf-16"),
        lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        lambda text: text.encode("cp1252"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16", "utf-16 big-endian", "windows-1252"],
)
def test_every_encoding_gives_the_same_words(encode, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    path = tmp_path / "deposition.txt"
    path.write_bytes(encode("Page 7\n1 Q. The café — was it open?\n2 A. “Yes.”\n3 Q. When?\n"))
    assert told(read_transcript(path)) == [
        (7, 1, "Q. The café — was it open?"),
        (7, 2, "A. “Yes.”"),
        (7, 3, "Q. When?"),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \r\n\f\n", "empty"),
        (b"Q.\0\1\2 binary", "no plain text"),
        (b"%PDF-1.7 and so on", "damaged"),
        (b"{\\rtf1 Q. Yes}", "rich text"),
        (codecs.BOM_UTF16_LE + b"odd", "no plain text"),
    ],
)
def test_what_is_no_transcript_is_refused(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "given.txt"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message) as refused:
        read_transcript(path)
    assert "given.txt" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.txt"):
        read_transcript(tmp_path / "none.txt")


def test_several_pages_on_a_sheet_are_refused() -> None:
    sheet = "\n".join(f"{n:>2} Q. Left side.     {n:>2} A. Right side." for n in range(1, 26))
    with pytest.raises(InputError, match="one page a sheet"):
        clean(sheet, "condensed.txt")


def test_text_without_numbers_is_all_testimony() -> None:
    read = clean("Q.  Did you see it?\r\r\nA.  12 times.\n\nPage 9 was torn.\n", "plain")
    assert told(read) == [
        (None, None, "Q.  Did you see it?"),
        (None, None, "A.  12 times."),
        (None, None, "Page 9 was torn."),
    ]
    assert not read.set_aside


def test_line_numbers_alone_are_enough() -> None:
    text = "".join(f"   {n:>2}   A.  Line {n}.\n" for n in (1, 2, 3, 4, 1, 2, 3, 4))
    read = clean(text, "unpaged")
    assert [(line.page, line.line) for line in read.lines] == [(None, n) for n in (1, 2, 3, 4)] * 2
    assert any("No page numbers" in note for note in read.notes)


def test_long_runs_of_blanks_are_shortened_and_short_ones_kept() -> None:
    read = clean("Page 4\n1 Q.       Did  you\n2 A.   Yes.\n3 Q. And?\n", "spaced")
    assert [line.words for line in read.lines] == ["Q.    Did  you", "A.   Yes.", "Q. And?"]


def test_words_without_a_number_are_reported_not_lost() -> None:
    rows = [f"{n} Q. Number {n}?" for n in range(1, 9)]
    text = "\n".join(["Page 30", *rows[:5], "that ran over", *rows[5:]])
    read = clean(text, "wrapped")
    lost = [(a.page, a.row, a.text) for a in read.set_aside if a.why == "could not be read"]
    assert lost == [(30, 7, "that ran over")]
    assert any("Page 30, after line 5 (row 7" in note for note in read.notes)


def test_oddities_are_noted_with_page_and_line() -> None:
    def page(number: int, lines: tuple[int, ...]) -> str:
        return f"Page {number}\n" + "".join(f"{n} Q. Number {n}?\n" for n in lines)

    text = page(4, (1, 2, 3, 4, 5)) + page(9, (1, 2, 4, 5)) + page(3, (2, 3, 4, 5))
    assert clean(text, "odd").notes == (
        "After page 4, line 5 the pages jump to 9.",
        "After page 9, line 5 the page numbers start again at 3.",
        "Page 9: line 2 is followed by line 4.",
        "Page 3: the lines start at 2.",
    )


def test_a_certificate_below_the_last_answer_is_set_aside() -> None:
    rows = [
        "Q. Is that all?",
        "A. Yes.",
        "(Ended at noon.)",
        "CERTIFICATE OF REPORTER",
        "I certify.",
    ]
    text = "Page 8\n" + "".join(f"{n} {words}\n" for n, words in enumerate(rows, start=1))
    read = clean(text, "ending")
    assert [line.line for line in read.lines] == [1, 2, 3]
    assert reasons(read) == {"page header": 1, "certificate": 2}


def test_a_second_volume_begins_with_its_own_cover() -> None:
    cover = "Page 1\n1 IN THE SUPERIOR COURT\n2 ADA LINDEN,\n3 Plaintiff,\n4 vs.\n5 THE FERRY\n"
    talk = "Page 2\n1 Q. Go on.\n2 A. Well,\n3 then\n4 Q. Yes?\n5 A. No.\n"
    read = clean(cover + talk + cover + talk, "volumes")
    assert [line.page for line in read.lines] == [2] * 10


def test_one_endless_row_is_read() -> None:
    assert len(clean("1 Q. At " + "12:15 " * 200_000, "endless").lines) == 1


PIECES = st.sampled_from(
    [
        *("", " ", "1", " 2 Q. Yes?", "3   A.  No.", "25", "Page 7", "00012", "x", "INDEX"),
        *("Linden - direct   45", "CERTIFICATE", "at 3:4 4:1,2", "09:14:05", "4 MR. OAKES:  01:15"),
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\f", "\n\f", "\n\n"])


@settings(deadline=None)
@given(st.lists(st.tuples(st.one_of(PIECES, st.text(max_size=12)), ENDS), max_size=40))
def test_no_row_is_lost_and_none_comes_twice(parts: list[tuple[str, str]]) -> None:
    text = "".join(piece + end for piece, end in parts)
    try:
        # Halves of wrapped lines are joined where there are many: that has tests of its own.
        with patch.object(transcript_dress, "_WRAPPED", 1):
            read = clean(text, "any")
    except InputError:
        assume(False)
    assert len(read.lines) + len(read.set_aside) == filled_rows(text)
    kept = [aside.row for aside in read.set_aside if "\f" not in text]
    assert len(kept) == len(set(kept))
    assert all(line.words == line.words.strip() != "" for line in read.lines)


# Read by eye in the files: lines of testimony, and the start of the SHA-256 of some words.
REAL: dict[str, tuple[int, set[tuple[int, int, str]], dict[str, int]]] = {
    "01": (
        275,
        {
            (203, 1, "b1230de11679"),
            (203, 16, "b4e2e4fba651"),
            (266, 7, "03659a87dfb1"),
            (270, 1, "92bf7c388e4d"),
            (275, 25, "a1c4993d33ad"),
        },
        {
            "page header": 18,
            "caption": 11,
            "unnumbered caption line": 9,
            "blank line": 59,
            "appearances": 34,
            "index": 55,
            "errata": 73,
        },
    ),
    "02": (
        275,
        {
            (5, 10, "4caa42c4b619"),
            (5, 25, "8d0e29d49d53"),
            (43, 1, "3dcd6eb9c881"),
            (44, 2, "c16cb4910802"),
            (49, 25, "8d1c14fb0169"),
        },
        {
            "page header": 18,
            "caption": 9,
            "unnumbered caption line": 10,
            "blank line": 86,
            "appearances": 20,
            "index": 37,
            "certificate": 81,
        },
    ),
    "05": (
        263,
        {
            (4288, 5, "2cae7c0d8724"),
            (4290, 20, "e41c8ae32f28"),
            (4412, 20, "f1f8fd5b0bdf"),
            (4416, 14, "a287a36c1dd7"),
            (4455, 12, "24b72da8a22d"),
        },
        {
            "page header": 18,
            "caption": 16,
            "unnumbered caption line": 6,
            "blank line": 102,
            "appearances": 24,
            "index": 24,
            "certificate": 19,
        },
    ),
    "09": (
        250,
        {
            (45, 1, "1edcef2fa04f"),
            (46, 9, "87940398a0ca"),
            (49, 8, "3371076d5598"),
            (51, 23, "75321d21e426"),
            (54, 25, "6631ae68f89d"),
        },
        {
            "page header": 13,
            "caption": 15,
            "unnumbered caption line": 11,
            "blank line": 42,
            "appearances": 23,
            "could not be read": 1,
            "certificate": 28,
            "errata": 44,
        },
    ),
    "14": (
        323,
        {
            (6, 2, "50973c36512e"),
            (7, 20, "227a855bf36d"),
            (27, 15, "e76afff53707"),
            (31, 24, "fd6ce7d21541"),
            (34, 25, "7a62da653601"),
        },
        {
            "caption": 31,
            "blank line": 98,
            "unnumbered caption line": 19,
            "page footer": 75,
            "appearances": 32,
            "index": 6,
            "certificate": 31,
            "errata": 57,
            "word index": 279,
        },
    ),
    "15": (
        70,
        {
            (922, 1, "23e442c242b4"),
            (922, 16, "9bdcb7de1a94"),
            (1017, 4, "f94acf1ee695"),
            (1017, 21, "6e9ba2d4743b"),
            (1018, 20, "2d62838c8272"),
        },
        {"page header": 6, "page footer": 6, "blank line": 5},
    ),
}


@pytest.mark.parametrize("name", sorted(REAL))
def test_real_excerpts_agree_with_what_was_read_by_eye(name: str) -> None:
    path = next(SHARED.glob(f"{name}_*.txt"), None)
    if path is None:
        pytest.skip("the real excerpts are not here; set BENCHBAR_SHARED to their folder")
    count, known, aside = REAL[name]
    read = read_transcript(path)
    digests = {
        (line.page, line.line, hashlib.sha256(line.words.encode()).hexdigest()[:12])
        for line in read.lines
    }
    assert len(read.lines) == len({(line.page, line.line) for line in read.lines}) == count
    assert known <= digests
    assert reasons(read) == aside
    text = path.read_bytes().decode("utf-8" if name in ("14", "15") else "latin-1")
    assert len(read.lines) + len(read.set_aside) == filled_rows(text)
    assert not [
        line for line in read.lines if re.match(rf"{line.line} |.* {{2}}\d\d:\d\d$", line.words)
    ]
