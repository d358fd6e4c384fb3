"""Read a real transcript: its lines of testimony, and what in the file is not testimony.

rows of the file -> line numbers -> pages -> kinds of pages -> testimony and what is set aside.
Each row that is not blank ends up in one of the two, none twice; what could not be read is named.
"""

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Literal

from benchbar.corpora.transcript_matter import Kind, closing_matter, page_kinds
from benchbar.corpora.transcript_pages import Furniture, Page, cut_pages
from benchbar.corpora.transcript_rows import Row, is_condensed, number_rows, split_rows
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

_NOT_TEXT = (b"%PDF-", b"{\\rtf", b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of other programs begin: PDF, rich text, word processor files new and old."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
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
    """Read a transcript from a text file, in UTF-8, UTF-16 with its mark, or Windows-1252.

    Raises:
        InputError: The file cannot be opened, is no text, is empty, or has several pages a sheet.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a text file that can be read") from error
    return clean(_decoded(data, str(path)), path.name)


def clean(text: str, name: str) -> Transcript:
    """Sort the text of a transcript into testimony and the rest.

    Args:
        text: The whole file; rows may end in any way, form feeds may stand anywhere.
        name: What to call it, in messages too.

    Raises:
        InputError: The text is empty or has several pages a sheet.
    """
    rows = split_rows(text)
    if not rows:
        raise InputError(f"{name}: the file is empty; give the text of a transcript")
    numbered = number_rows(rows)
    if is_condensed(numbered):
        raise InputError(
            f"{name}: several pages stand side by side on a sheet; "
            "print it as full-size text, one page a sheet"
        )
    if all(row.number is None for row in numbered):
        return _plain(rows, name)
    return _paged(cut_pages(numbered), name)


def _decoded(data: bytes, name: str) -> str:
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    not_text = data.startswith(_NOT_TEXT) or (encoding != "utf-16" and b"\0" in data)
    try:
        text = None if not_text else _text(data, encoding)
    except UnicodeDecodeError:
        text = None
    if text is None or "\0" in text:
        raise InputError(f"{name}: this is no plain text; save or export it as text (.txt)")
    return text.rstrip("\x1a")


def _text(data: bytes, encoding: str | None) -> str:
    if encoding:
        return data.decode(encoding)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _plain(rows: Sequence[Row], name: str) -> Transcript:
    lines = tuple(Testimony(None, None, row.words) for row in rows)
    note = "No line numbers were found: every row with words on it is taken as testimony."
    return Transcript(name, lines, (), (note,))


def _paged(pages: Sequence[Page], name: str) -> Transcript:
    kinds = page_kinds(pages)
    lines: list[Testimony] = []
    set_aside: list[SetAside] = []
    notes = _notes(pages, kinds)
    for page, kind, following in zip_longest(pages, kinds, kinds[1:]):
        last = 0
        for row, why in _sorted_rows(page, kind, closes=following != "testimony"):
            last = row.number or last
            if why is None:
                lines.append(Testimony(page.number, row.number, row.words))
                continue
            set_aside.append(SetAside(page.number, row.number, row.row, row.text.strip(), why))
            if why == "could not be read":
                notes.append(
                    f"{_where(page.number)}, after line {last} (row {row.row} of the file): "
                    "words without a line number were left out."
                )
    return Transcript(name, tuple(lines), tuple(set_aside), tuple(notes))


def _sorted_rows(page: Page, kind: Kind, *, closes: bool) -> Iterator[tuple[Row, Why | None]]:
    """Yield each row of a page with the reason for leaving it out, None for testimony."""
    closing = closing_matter(page) if closes and kind == "testimony" else None
    for place, row in enumerate(page.rows):
        if closing and place >= closing[0]:
            kind = closing[1]
        yield row, _reason(row, kind, page.furniture.get(place))


def _reason(row: Row, kind: Kind, furniture: Furniture | None) -> Why | None:
    if furniture:
        return furniture
    if row.number is not None and not row.words:
        return "blank line"
    if kind == "testimony" and row.number is not None:
        return None
    if kind == "testimony":
        return "time stamp" if row.only_stamp else "could not be read"
    if kind == "caption" and row.number is None:
        return "unnumbered caption line"
    return kind


def _notes(pages: Sequence[Page], kinds: Sequence[Kind]) -> list[str]:
    """Say what is odd about pages and numbers, each in a sentence with page and line."""
    notes = [note for before, after in pairwise(pages) if (note := _turn(before, after))]
    if all(page.number is None for page in pages):
        notes.append("No page numbers were found: the lines have only their own numbers.")
    for page, kind in zip(pages, kinds, strict=True):
        if kind == "testimony":
            notes += _gaps(page)
    return notes + _moved(pages)


def _where(page: int | None) -> str:
    return "A page without number" if page is None else f"Page {page}"


def _turn(before: Page, after: Page) -> str | None:
    """Say what is odd between two pages: a jump, a step back, or no page number at all."""
    if before.last_line is None or before.number is None:
        return None
    end = f"page {before.number}, line {before.last_line}"
    if after.number is None:
        first = after.first_line
        again = f"After {end} the lines start again at {first} without a page number."
        return None if first is None else again
    if after.number > before.number + 1:
        return f"After {end} the pages jump to {after.number}."
    if after.number <= before.number:
        return f"After {end} the page numbers start again at {after.number}."
    return None


def _gaps(page: Page) -> list[str]:
    """Say which line numbers are missing inside a page of testimony."""
    numbers = [row.number for row in page.rows if row.number is not None]
    late = numbers[:1] != [1]
    return [
        *([f"{_where(page.number)}: the lines start at {numbers[0]}."] if numbers and late else []),
        *(
            f"{_where(page.number)}: line {a} is followed by line {b}."
            for a, b in pairwise(numbers)
            if b != a + 1
        ),
    ]


def _moved(pages: Sequence[Page]) -> list[str]:
    """Say where the line numbers first move sideways, which scans and conversions do."""
    columns = [
        (page, row.column) for page in pages for row in page.rows[:8] if row.number in range(1, 10)
    ]
    for (before, old), (after, new) in pairwise(columns):
        if before is not after and abs(old - new) > 1:
            return [f"{_where(after.number)}: the line numbers move sideways from here."]
    return []
