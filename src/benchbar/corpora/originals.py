"""Spans of whole original pages: cut from a transcript with the numbers the reporter gave them."""

import random
from bisect import bisect_right
from itertools import accumulate, groupby

from benchbar import cite, tokens
from benchbar.corpora.spans import Roll
from benchbar.errors import InputError
from benchbar.records import Document, Line


class Original:
    """A transcript ready to be cut at its own pages, and the tokens up to each page.

    Attributes:
        roll: The transcript.
        pages: The page numbers, in order.
        starts: The place of each page's first line in the roll, and of the end behind the last.
    """

    def __init__(self, roll: Roll) -> None:
        """Find the pages of a roll.

        Raises:
            InputError: A line has no page or number, a cite occurs twice, or a page comes again.
        """
        self.roll = roll
        self._cites = [_cite(roll.id, text) for text in roll.cites]
        runs = [(page, len(list(run))) for page, run in groupby(self._cites, lambda own: own.page)]
        self.pages = tuple(page for page, _ in runs if page is not None)
        self.starts = (0, *accumulate(length for _, length in runs))
        if len(set(self._cites)) < len(self._cites) or len(set(self.pages)) < len(self.pages):
            raise InputError(
                f"{roll.id}: pages or lines have the same numbers twice, so original cites are "
                "ambiguous; import each volume as a file of its own, or leave out --numbering"
            )
        self._tokens = [0, *accumulate(map(self._page_tokens, range(len(self.pages))))]

    def page_of(self, place: int) -> int:
        """Return the index of the page that holds a line of the roll."""
        return bisect_right(self.starts, place) - 1

    def around(self, place: int, pages: int, rng: random.Random) -> int:
        """Draw the index of the first of ``pages`` pages that hold a line of the roll."""
        page = self.page_of(place)
        return rng.randint(max(0, page - pages + 1), min(page, len(self.pages) - pages))

    def size(self, first: int, *, pages: int) -> int:
        """Return the tokens of a span, exactly, the empty line before a question included."""
        return self._tokens[first + pages] - self._tokens[first]

    def shown(self, page: int) -> list[str]:
        """Return the lines of a page as they are shown, its head first."""
        places = range(self.starts[page], self.starts[page + 1])
        lines = [f"{self._cites[n].line}: {self.roll.words[n]}" for n in places]
        return [f"Page {self.pages[page]}:", *lines]

    def _page_tokens(self, page: int) -> int:
        *lines, last = self.shown(page)
        return tokens.count(f"{last}\n\n") + sum(tokens.count(f"{line}\n") for line in lines)


def cut_original(original: Original, first: int, *, name: str, pages: int) -> Document:
    """Return ``pages`` original pages of a transcript from page index ``first`` on.

    Every page has its head, `Page 69:`, even one alone; each line has its own number, and
    numbers may be missing: lines without words, captions and the like are not there. Cites are
    those of the reporter, `line 18 of page 69`. The first line is at ``original.starts[first]``
    of the roll.
    """
    parts: list[str] = []
    lines: list[Line] = []
    start = 0
    for page in range(first, first + pages):
        head, *shown = original.shown(page)
        start += len(head) + 1
        for place, text in enumerate(shown, original.starts[page]):
            end = start + len(text)
            words = end - len(original.roll.words[place])
            lines.append(Line(original.roll.cites[place], start, words, words, end))
            start = end + 1
        parts += [head, *shown, ""]
        start += 1
    return Document(
        id=name,
        kind="transcript",
        text="\n".join(parts[:-1]),
        lines=tuple(lines),
        source=original.roll.id,
        title=original.roll.title,
    )


def _cite(name: str, text: str) -> cite.RecordCite:
    own = cite.parse(text)
    if not isinstance(own, cite.RecordCite) or own.page is None:
        raise InputError(
            f"{name}: {text} has no page and line of its own; leave out --numbering original"
        )
    return own
