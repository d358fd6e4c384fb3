"""Spans of testimony: cut from a transcript, their lines numbered anew."""

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain

import numpy as np

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


def count(transcript: Document) -> tuple[int, ...]:
    """Return the tokens of each line of a transcript with its number.

    (Numbers of up to three digits are one token.)
    """
    words = (transcript.words(line) for line in transcript.lines)
    return tuple(tokens.count(f"1: {said}\n") for said in words)


class Roll:
    """A transcript ready to be cut: its words by line, and the tokens up to each line."""

    def __init__(self, transcript: Document, counts: Sequence[int]) -> None:
        """Take a transcript, and what ``count`` says of it."""
        self.id = transcript.id
        self.title = transcript.title
        self.words = tuple(transcript.words(line) for line in transcript.lines)
        self.cites = tuple(line.cite for line in transcript.lines)
        self._tokens = [0, *accumulate(counts)]

    def size(self, first: int, *, first_page: int, pages: int, lines_per_page: int) -> int:
        """Return the tokens of a span as ``cut``, the empty line before a question included."""
        end = first + pages * lines_per_page
        total = self._tokens[end] - self._tokens[first]
        for last in range(first + lines_per_page - 1, end, lines_per_page):
            words = self.words[last]
            total += _more_before_blank(words)
        if pages > 1:
            total += sum(_head_tokens(len(str(first_page + page))) for page in range(pages))
        return total


def first_number(rng: random.Random, lines_per_page: int) -> int:
    """Draw the number of a first page: greater than the lines on a page.

    A bare pair of numbers can then be read in one way only.
    """
    return rng.randint(lines_per_page + 1, lines_per_page + _FIRST_PAGES)


def cut(
    roll: Roll, first: int, *, name: str, first_page: int, pages: int, lines_per_page: int
) -> Document:
    """Return ``pages`` pages of a transcript from its line ``first`` on, numbered anew.

    One page has no page number.
    """
    shown_pages = range(first_page, first_page + pages) if pages > 1 else (None,)
    form = _form(lines_per_page)
    heads = [f"Page {page}:\n" if page else "" for page in shown_pages]
    said = roll.words[first : first + pages * lines_per_page]
    text = "\n".join(
        head + form % said[n * lines_per_page : (n + 1) * lines_per_page]
        for n, head in enumerate(heads)
    )
    length = np.array([len(words) for words in said]).reshape(pages, lines_per_page)
    lead = np.array([len(f"{n + 1}: ") for n in range(lines_per_page)])
    ends = np.cumsum(lead + length + 1, axis=1)  # of the lines of each page, from its first on
    heights = np.array([len(head) for head in heads])
    tops = heights + np.concatenate([[0], np.cumsum(heights + ends[:, -1] + 1)[:-1]])
    end = ends + tops[:, None] - 1
    words = (end - length).ravel().tolist()
    start = (end - length - lead).ravel().tolist()
    cites = chain.from_iterable(_cites(page, lines_per_page) for page in shown_pages)
    return Document(
        id=name,
        kind="transcript",
        text=text.removesuffix("\n"),
        lines=tuple(map(Line, cites, start, words, words, end.ravel().tolist())),
        source=roll.id,
        title=roll.title,
    )


@cache
def _form(lines_per_page: int) -> str:
    """Return a page of numbered lines with a ``%s`` for the words of each."""
    return "".join(f"{n + 1}: %s\n" for n in range(lines_per_page))


@lru_cache(1 << 13)
def _cites(page: int | None, lines_per_page: int) -> tuple[str, ...]:
    return tuple(str(cite.RecordCite(page, n + 1)) for n in range(lines_per_page))


@lru_cache(1 << 14)
def _more_before_blank(words: str) -> int:
    """Return how many tokens an empty line adds to the line before it."""
    return tokens.count(f"1: {words}\n\n") - tokens.count(f"1: {words}\n")


@cache
def _head_tokens(digits: int) -> int:
    """Return the tokens of the head of a page; of all numbers of so many digits they are one."""
    return tokens.count(f"Page {10 ** (digits - 1)}:\n")
