"""Parts: a user's document cut where it has empty lines, so that a stretch of it fits a prompt."""

from collections.abc import Iterator, Sequence

import msgspec

from benchbar import tokens
from benchbar.records import Document, Line

_BETWEEN = "\n\n"


def parts(document: Document, most: int) -> Iterator[Document]:
    """Yield the parts of a document in order, each of at most ``most`` tokens.

    A part is what stands between two empty lines; one that is too long is cut between lines.
    Parts that follow one another, an empty line between them, are the document again (but for
    the empty lines where a part was cut). Lines keep their cites.
    """
    for number, lines in enumerate(_runs(document, most), 1):
        start = document.text.rfind("\n", 0, lines[0].start) + 1
        yield msgspec.structs.replace(
            document,
            id=f"{document.id}#{number}",
            text=document.text[start : lines[-1].end],
            lines=tuple(line.moved(-start) for line in lines),
        )


def _runs(document: Document, most: int) -> Iterator[Sequence[Line]]:
    """Yield the lines of each part."""
    run: list[Line] = []
    size = 0
    for line in document.lines:
        own = tokens.count(document.text[line.start : line.end] + "\n\n") + 1
        apart = run and _BETWEEN in document.text[run[-1].end : line.start]
        if run and (apart or size + own > most):
            yield run
            run, size = [], 0
        run.append(line)
        size += own
    if run:
        yield run
