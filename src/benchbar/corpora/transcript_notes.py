"""What is odd about a transcript, told in sentences: its numbers, or that it seems to be none."""

import re
from collections.abc import Sequence
from itertools import pairwise

from benchbar.corpora.transcript_matter import Kind
from benchbar.corpora.transcript_pages import Page

UNLIKE_TESTIMONY = (
    "This seems to be no transcript: it has neither questions and answers nor line numbers. "
    "For a contract, statute or policy give --kind statute instead."
)
LIKE_TESTIMONY = (
    "This seems to be a transcript: questions and answers, or speakers, open many of its rows. "
    "Give --kind transcript instead."
)
_SPEECH = re.compile(
    r"[\s\d:.]*(?:Q(?:[.:]|\s{2,}|\s(?=[A-Z]))|QUESTION:|(?:MR|MS|MRS|DR)\.? [A-Z][A-Z.' -]{1,30}:"
    r"|THE (?:COURT|WITNESS|[A-Z]*REPORTER|VIDEOGRAPHER|CLERK|DEPONENT):|BY (?:MR|MS|MRS|DR)\b)"
)
_LEAST_SPEECH = 0.03
_TOLD = 12
"""So many mended numbers are told one by one."""


def is_speech(text: str) -> bool:
    """Say whether many rows of a text open with a question or the name of a speaker."""
    rows = [row for row in text.split("\n") if row.strip()]
    speech = sum(_SPEECH.match(row) is not None for row in rows)
    return speech > 1 and speech > _LEAST_SPEECH * len(rows)


def notes(pages: Sequence[Page], kinds: Sequence[Kind]) -> list[str]:
    """Say what is odd about pages and numbers, each in a sentence with page and line."""
    found = [note for before, after in pairwise(pages) if (note := _turn(before, after))]
    if all(page.number is None for page in pages):
        found.append("No page numbers were found: the lines have only their own numbers.")
    for page, kind in zip(pages, kinds, strict=True):
        if kind == "testimony":
            found += _gaps(page)
    return found + _moved(pages) + _misread_pages(pages) + _misread(pages)


def unread(page: int | None, line: int, row: int) -> str:
    """Say where words without a line number were left out."""
    place = f"{_where(page)}, after line {line} (row {row} of the file)"
    return f"{place}: words without a line number were left out."


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


def _misread(pages: Sequence[Page]) -> list[str]:
    """Say which line numbers were mended, and what stood there."""
    rows = [(page, row) for page in pages for row in page.rows if row.misread]
    if not rows:
        return []
    told = ", ".join(
        f"{row.misread} as line {row.number}"
        + ("" if page.number is None else f" of page {page.number}")
        for page, row in rows[:_TOLD]
    )
    more = f" and {len(rows) - _TOLD} more" if len(rows) > _TOLD else ""
    return [f"Line numbers were misread in the file and mended: {told}{more}."]


def _misread_pages(pages: Sequence[Page]) -> list[str]:
    return [
        f"Page {page.number} has "
        + (f"the number {page.misread}" if page.misread else "no number")
        + " in the file; it is told from the pages before and after."
        for page in pages
        if page.misread is not None
    ]
