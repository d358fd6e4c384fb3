"""Parts: a user's document cut where it has empty lines, so that a stretch of it fits a prompt."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from benchbar import tokens
from benchbar.records import Document, Line

_BETWEEN = "\n\n"
_LONGEST_REMINDER = 160


def parts(document: Document, most: int) -> Iterator[Document]:
    """Yield the parts of a document in order, each of at most ``most`` tokens.

    A part is what stands between two empty lines; one that is too long is cut between lines,
    before a line that stands as far out as may be. What is cut off is headed by the openings of
    the divisions and sections that it stands in: without them no reader could tell the place of
    ``(b)``. They are text but no lines, so that nothing is asked about twice. Lines keep their
    cites, and the term that they define, unless the document defines it twice: then no part may
    seem to hold its only definition.
    """
    twice = _defined_twice(document)
    for number, (first, stop) in enumerate(_Cutter(document, most), 1):
        head = _reminder(document, first)
        lines = [*document.lines[first : stop - 1], _last(document, stop)]
        start = _start(document, first)
        yield msgspec.structs.replace(
            document,
            id=f"{document.id}#{number}",
            text=head + document.text[start : lines[-1].end],
            lines=tuple(_without(line.moved(len(head) - start), twice) for line in lines),
        )


def _defined_twice(document: Document) -> set[str]:
    """Return the terms that several lines define, letter case ignored."""
    terms = Counter(term for line in document.lines for term in {one.lower() for one in line.terms})
    return {term for term, n in terms.items() if n > 1}


def _without(line: Line, terms: set[str]) -> Line:
    """Return a line that defines none of some terms; what defines several is never asked about."""
    if len(line.terms) == 1 and line.terms[0].lower() in terms:
        return msgspec.structs.replace(line, terms=())
    return line


def _last(document: Document, stop: int) -> Line:
    """Return the last line of a part: no leaf if flush text goes on behind it in the next part."""
    line = document.lines[stop - 1]
    goes_on = stop < len(document.lines) and document.lines[stop].cite == "flush"
    return msgspec.structs.replace(line, leaf=False) if goes_on else line


class _Cutter:
    """Where the parts of a document begin and end, as places in its lines."""

    def __init__(self, document: Document, most: int) -> None:
        self._document = document
        self._most = most
        ends = [0, *(line.end for line in document.lines)]
        self._sizes = [tokens.count(document.text[a:b]) + 2 for a, b in pairwise(ends)]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        first, size = 0, 0
        for n, own in enumerate(self._sizes):
            if n > first and self._is_apart(n):
                yield first, n
                first, size = n, 0
            while n > first and size + own > self._most:
                cut = self._cut(first, n)
                yield first, cut
                first = cut
                head = tokens.count(_reminder(self._document, first))
                size = head + sum(self._sizes[first:n])
            size += own
        if self._sizes:
            yield first, len(self._sizes)

    def _is_apart(self, n: int) -> bool:
        lines = self._document.lines
        return _BETWEEN in self._document.text[lines[n - 1].end : lines[n].start]

    def _cut(self, first: int, stop: int) -> int:
        """Return the outermost line of the second half, the last of those, to begin a part."""
        half = first + max(1, (stop - first) // 2)
        return min(range(half, stop + 1), key=lambda n: (_indent(self._document, n), -n))


def _start(document: Document, n: int) -> int:
    """Return where the text of a line begins, with its indent and a heading before it."""
    after = document.lines[n - 1].end if n else 0
    while document.text[after] == "\n":
        after += 1
    return after


def _indent(document: Document, n: int) -> int:
    start = document.lines[n].start
    return start - document.text.rfind("\n", 0, start) - 1


def _reminder(document: Document, first: int) -> str:
    """Return the openings of what a line stands in, outermost first, a line each."""
    found: list[str] = []
    inside = _indent(document, first) + (document.lines[first].cite == "flush")
    n = first
    while inside > 0 and n > 0:
        n -= 1
        indent = _indent(document, n)
        if indent < inside and document.lines[n].cite != "flush":
            found.append(" " * indent + _opening(document, document.lines[n]) + "\n")
            inside = indent
    return "".join(reversed(found))


def _opening(document: Document, line: Line) -> str:
    """Return a line's label and heading; without one, its words as far as they are short."""
    if line.plain > line.words:
        return document.text[line.start : line.plain].rstrip()
    shown = document.shown(line)
    if len(shown) <= _LONGEST_REMINDER:
        return shown
    return shown[:_LONGEST_REMINDER].rpartition(" ")[0] + " ..."
