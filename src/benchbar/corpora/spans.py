"""Spans of testimony: cut from a transcript, their lines numbered anew."""

import random
from collections.abc import Sequence
from functools import lru_cache

from benchbar import cite, tokens
from benchbar.records import Document, Line

_FIRST_PAGES = 300


def whole(
    *, name: str, lines: Sequence[str], cites: Sequence[str], source: str, title: str
) -> Document:
    """Return a whole transcript as one document, one line of testimony a line, no numbers shown.

    Args:
        name: The document's id.
        lines: The words of each line.
        cites: The original cite of each line, printed by ``benchbar.cite``.
        source: Where the transcript comes from.
        title: Its caption.
    """
    places, start = [], 0
    for words, own in zip(lines, cites, strict=True):
        end = start + len(words)
        places.append(Line(own, start, start, start, end))
        start = end + 1
    return Document(
        id=name,
        kind="transcript",
        text="\n".join(lines),
        lines=tuple(places),
        source=source,
        title=title,
    )


def cut(
    transcript: Document,
    first: int,
    *,
    name: str,
    pages: int,
    lines_per_page: int,
    rng: random.Random,
) -> Document:
    """Return ``pages`` pages of a transcript from its line ``first`` on, numbered anew.

    One page has no page number. Of several, the first has a random number greater than the lines
    on a page, so that a bare pair of numbers can be read in one way only.
    """
    first_page = rng.randint(lines_per_page + 1, lines_per_page + _FIRST_PAGES)
    parts: list[str] = []
    lines: list[Line] = []
    start = 0
    for page in range(pages):
        if pages > 1:
            head = f"Page {first_page + page}:\n"
            parts.append(head)
            start += len(head)
        for number in range(1, lines_per_page + 1):
            origin = transcript.lines[first + page * lines_per_page + number - 1]
            shown = f"{number}: {transcript.words(origin)}"
            own = cite.RecordCite(first_page + page if pages > 1 else None, number)
            words, end = start + len(str(number)) + 2, start + len(shown)
            lines.append(Line(str(own), start, words, words, end))
            parts.append(shown + "\n")
            start = end + 1
        parts.append("\n")
        start += 1
    return Document(
        id=name,
        kind="transcript",
        text="".join(parts).removesuffix("\n\n"),
        lines=tuple(lines),
        source=transcript.id,
        title=transcript.title,
    )


def size(transcript: Document, first: int, *, pages: int, lines_per_page: int) -> int:
    """Return the tokens of such a span, exactly, the empty line before a question included.

    Each line is counted once, however many spans it stands in. (Page numbers have two or three
    digits, and line numbers up to three: one token either way.)
    """
    total = pages * _head_tokens() if pages > 1 else 0
    for place in range(first, first + pages * lines_per_page):
        last = (place - first + 1) % lines_per_page == 0
        total += _line_tokens(transcript.words(transcript.lines[place]), last)
    return total


@lru_cache(1 << 20)
def _line_tokens(words: str, is_last_of_page: bool) -> int:
    return tokens.count(f"1: {words}\n\n" if is_last_of_page else f"1: {words}\n")


@lru_cache(1)
def _head_tokens() -> int:
    return tokens.count("Page 100:\n")
