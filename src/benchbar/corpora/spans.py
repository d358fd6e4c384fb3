"""Spans of testimony: cut from a transcript, their lines numbered anew."""

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate

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


class Roll:
    """A transcript ready to be cut: its words by line, and the tokens up to each line.

    Each line is counted once, however many spans it stands in.
    """

    def __init__(self, transcript: Document) -> None:
        self.id = transcript.id
        self.title = transcript.title
        self.words = tuple(transcript.words(line) for line in transcript.lines)
        self.cites = tuple(line.cite for line in transcript.lines)
        self._tokens = [0, *accumulate(tokens.count(f"1: {words}\n") for words in self.words)]

    def size(self, first: int, *, first_page: int | None, pages: int, lines_per_page: int) -> int:
        """Return the tokens of a span, exactly, the empty line before a question included.

        (Line numbers have up to three digits: one token.)
        """
        end = first + pages * lines_per_page
        total = self._tokens[end] - self._tokens[first]
        for last in range(first + lines_per_page - 1, end, lines_per_page):
            words = self.words[last]
            total += _more_before_blank(words)
        if first_page is not None:
            total += sum(_head_tokens(len(str(first_page + page))) for page in range(pages))
        return total


def cut(
    roll: Roll, first: int, *, name: str, pages: int, lines_per_page: int, rng: random.Random
) -> Document:
    """Return ``pages`` pages of a transcript from its line ``first`` on, numbered anew.

    One page has no page number. Of several, the first has a random number greater than the lines
    on a page, so that a bare pair of numbers can be read in one way only.
    """
    first_page = rng.randint(lines_per_page + 1, lines_per_page + _FIRST_PAGES)
    parts: list[str] = []
    lines: list[Line] = []
    start, place = 0, first
    for page in range(first_page, first_page + pages):
        if pages > 1:
            parts.append(f"Page {page}:\n")
            start += len(parts[-1])
        for number in range(1, lines_per_page + 1):
            own = cite.RecordCite(page if pages > 1 else None, number)
            shown = f"{number}: {roll.words[place]}\n"
            words = start + len(shown) - len(roll.words[place]) - 1
            end = start + len(shown) - 1
            lines.append(Line(str(own), start, words, words, end))
            parts.append(shown)
            start, place = end + 1, place + 1
        parts.append("\n")
        start += 1
    return Document(
        id=name,
        kind="transcript",
        text="".join(parts).removesuffix("\n\n"),
        lines=tuple(lines),
        source=roll.id,
        title=roll.title,
    )


@lru_cache(1 << 14)
def _more_before_blank(words: str) -> int:
    """Return how many tokens an empty line adds to the line before it."""
    return tokens.count(f"1: {words}\n\n") - tokens.count(f"1: {words}\n")


@cache
def _head_tokens(digits: int) -> int:
    """Return the tokens of the head of a page; of all numbers of so many digits they are one."""
    return tokens.count(f"Page {10 ** (digits - 1)}:\n")
