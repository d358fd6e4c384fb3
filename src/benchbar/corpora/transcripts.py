"""Read a real transcript: its lines of testimony, and what in the file is not testimony.

rows of the file -> line numbers -> pages -> kinds of pages -> testimony and what is set aside.
Each row that is not blank ends up in one of the two, none twice; what could not be read is named.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from benchbar.corpora import textfiles, transcript_notes
from benchbar.corpora.transcript_dress import undressed, unwrapped
from benchbar.corpora.transcript_matter import Kind, closing_matter, page_kinds
from benchbar.corpora.transcript_mending import mended
from benchbar.corpora.transcript_pages import Furniture, Page, cut_pages, mend_page_numbers
from benchbar.corpora.transcript_rows import Row, is_condensed, number_rows, split_rows
from benchbar.corpora.transcript_sides import seem_numbered, with_numbers_left
from benchbar.corpora.transcript_stamps import without_stamps
from benchbar.corpora.transcript_unnumbered import with_breaks
from benchbar.errors import InputError

Why = Literal[
    "page header",
    "page footer",
    "caption",
    "unnumbered caption line",
    "appearances",
    "index",
    "stipulations",
    "certificate",
    "errata",
    "word index",
    "blank line",
    "time stamp",
    "could not be read",
]


_WEB_PAGE = re.compile(r"\s*<(?:!doctype html|html|head|body|\?xml)\b", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:p|div|br|span|td|tr|b|i|u|font|li|pre|table|a)\b[^<>]{0,200}>", re.IGNORECASE
)
_TAG_WIDTH = 400
_TAGGED = 0.2
"""A larger share of rows with tags makes a web page."""
_NO_NUMBERS = "No line numbers were found: the lines are counted through the whole file."
_NUMBERS_UNREAD = (
    "Most rows have a small number at one end, yet no line numbers were found: look at the lines "
    "with 'benchbar corpus show' before you use them."
)


@dataclass(frozen=True, slots=True)
class Testimony:
    """A line of testimony and where the reporter had put it.

    Attributes:
        page: The original page number, None where the file has none.
        line: The original line number, None where the file has none.
        words: The words without number, time stamp and outer blanks; inner blanks are kept,
            but for runs longer than four.
    """

    page: int | None
    line: int | None
    words: str


@dataclass(frozen=True, slots=True)
class SetAside:
    """Something in the file that is not testimony, and why it was left out.

    Attributes:
        page: The page it stands on, None where that has no number.
        line: Its line number, None if it had none.
        row: The row of the file, from 1.
        text: The row as it stands in the file, without outer blanks.
        why: What it is.
    """

    page: int | None
    line: int | None
    row: int
    text: str
    why: Why


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript, sorted: testimony, what is not, and oddities, one sentence each."""

    name: str
    lines: tuple[Testimony, ...]
    set_aside: tuple[SetAside, ...]
    notes: tuple[str, ...]


def read_transcript(path: Path) -> Transcript:
    """Read a transcript from a text file in any encoding, the text layer of a PDF, or a DOCX.

    Raises:
        InputError: The file has no text that can be read, or several pages a sheet.
    """
    found = textfiles.read(path)
    transcript = clean(found.text, path.name)
    return replace(transcript, notes=(*found.notes, *transcript.notes))


def clean(text: str, name: str) -> Transcript:
    """Sort the text of a transcript into testimony and the rest.

    Args:
        text: The whole file; rows may end in any way, form feeds may stand anywhere.
        name: What to call it, in messages too.

    Raises:
        InputError: The text is empty, has several pages a sheet, or is a web page.
    """
    rows = split_rows(text)
    if not rows:
        raise InputError(f"{name}: the file is empty; give the text of a transcript")
    if _is_web_page(rows):
        raise InputError(f"{name}: this is a web page (HTML); open it and save it as text (.txt)")
    rows = with_numbers_left(undressed(rows))
    numbered = number_rows(rows)
    if is_condensed(numbered):
        raise InputError(
            f"{name}: several pages stand side by side on a sheet; "
            "print it as full-size text, one page a sheet"
        )
    if all(row.number is None for row in numbered):
        parted = with_breaks(rows)
        found = _paged(cut_pages(parted), name, numbered=False) if parted else _plain(rows, name)
        other = () if transcript_notes.is_speech(text) else (transcript_notes.UNLIKE_TESTIMONY,)
        other = (*other, _NUMBERS_UNREAD) if seem_numbered(rows) else other
        other = (*other, _NO_NUMBERS) if parted else other
        return replace(found, notes=(*other, *found.notes))
    return _paged(cut_pages(without_stamps(unwrapped(mended(numbered)))), name)


def _is_web_page(rows: Sequence[Row]) -> bool:
    tagged = sum(bool(_TAG.search(row.text[:_TAG_WIDTH])) for row in rows)
    return bool(_WEB_PAGE.match(rows[0].text)) or tagged > _TAGGED * len(rows)


def _plain(rows: Sequence[Row], name: str) -> Transcript:
    lines = tuple(Testimony(None, None, row.words) for row in rows)
    note = "No line numbers were found: every row with words on it is taken as testimony."
    return Transcript(name, lines, (), (note,))


def _paged(pages: Sequence[Page], name: str, *, numbered: bool = True) -> Transcript:
    mend_page_numbers(pages)
    kinds = page_kinds(pages, numbered=numbered)
    lines: list[Testimony] = []
    set_aside: list[SetAside] = []
    notes = transcript_notes.notes(pages, kinds)
    for page, kind, following in zip_longest(pages, kinds, kinds[1:]):
        last = 0
        for row, why in _sorted_rows(page, kind, following, numbered=numbered):
            last = row.number or last
            if why is None:
                lines.append(Testimony(page.number, row.number, row.words))
                continue
            set_aside.append(SetAside(page.number, row.number, row.row, row.text.strip(), why))
            if why == "could not be read":
                notes.append(transcript_notes.unread(page.number, last, row.row))
    return Transcript(name, tuple(lines), tuple(set_aside), tuple(notes))


def _sorted_rows(
    page: Page, kind: Kind, following: Kind | None, *, numbered: bool
) -> Iterator[tuple[Row, Why | None]]:
    """Yield each row of a page with the reason for leaving it out, None for testimony."""
    closes = kind == "testimony" and following != "testimony"
    closing = closing_matter(page) if closes else None
    for place, row in enumerate(page.rows):
        if closing and place >= closing[0]:
            kind = closing[1]
        yield row, _reason(row, kind, page.furniture.get(place), numbered=numbered)


def _reason(row: Row, kind: Kind, furniture: Furniture | None, *, numbered: bool) -> Why | None:
    if furniture:
        return furniture
    if row.number is not None and not row.words:
        return "blank line"
    if kind == "testimony":
        if row.only_stamp:
            return "time stamp"
        return "could not be read" if numbered and row.number is None else None
    if kind == "caption" and row.number is None and numbered:
        return "unnumbered caption line"
    return kind
