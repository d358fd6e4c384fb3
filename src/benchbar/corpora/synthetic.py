"""Synthetic sections: a tree of invented terms, each defined as any of the terms below it.

Source: BLT, arXiv 2311.09693; layouts as in its examples. The *spread* layout gives each term
a line of its own (text-to-cite, cite-to-text); the *collapsed* layout puts a definition on one
line (defined-to-cite, cite-to-defined).
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from benchbar import cite, tokens
from benchbar.corpora import nonces
from benchbar.records import Document, Line

Layout: TypeAlias = Literal["spread", "collapsed"]
DrawTerms: TypeAlias = Callable[[random.Random, int], list[str]]

SOURCE = "synthetic"
_SLOT = "\x00"
_HEAD = "Section %s.  "
_SECTIONS = range(1010, 10_000)
"""All of four digits: the places of lines do not depend on the number."""

_Integers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with slots for its terms.

    ``lead`` is indent and label with one blank behind; ``header`` and ``body`` hold a slot for
    each term; ``nodes`` are the places of these terms in the tree, counted
    from the top, row by row.
    """

    path: tuple[str, ...]
    lead: str
    header: str
    body: str
    nodes: tuple[int, ...]
    leaf: bool
    defines: bool


@dataclass(frozen=True, slots=True)
class _Template:
    """A whole section, ready for a section number and terms.

    Attributes:
        terms: How many.
        pattern: The text, with a ``%s`` for the number and for each term in reading order.
        ordered: Puts terms into reading order.
        cites: Of each line, what follows the section number.
        leaves: Of each line, whether it is one.
        defined: Of each line, the place of the term that it defines in the tree; None if none.
        places: Where each line, its words, its plain words and its end would stand if terms took
            no room; integers, four rows.
        before: How many terms stand before each of these places.
        tokens: Of the section with an empty line, if its terms are nonces.
    """

    terms: int
    pattern: str
    ordered: Callable[[list[str]], tuple[str, ...]]
    cites: tuple[str, ...]
    leaves: tuple[bool, ...]
    defined: tuple[int | None, ...]
    places: _Integers
    before: _Integers
    tokens: int


def generate(
    rng: random.Random,
    *,
    name: str,
    width: int,
    depth: int,
    layout: Layout,
    draw: DrawTerms = nonces.draw_nonces,
) -> Document:
    """Return a synthetic section.

    Args:
        rng: Source of the section number and the terms.
        name: The document's id.
        width: Terms below each term that has any.
        depth: Levels of terms below the root.
        layout: A line for each term, or a line for each definition.
        draw: What draws the terms: nonces or ids.
    """
    template = _template(width, depth, layout)
    number = str(rng.choice(_SECTIONS))
    terms = draw(rng, template.terms)
    ordered = template.ordered(terms)
    room = np.zeros(len(ordered) + 1, np.int64)  # taken by the terms before a place
    np.cumsum([len(term) for term in ordered], out=room[1:])
    start, words, plain, end = (template.places + room[template.before]).tolist()
    head = f"section {number}"
    cites = [head + rest for rest in template.cites]
    defined = [() if node is None else (terms[node],) for node in template.defined]
    lines = map(Line, cites, start, words, plain, end, template.leaves, defined)
    return Document(
        id=name,
        kind="statute",
        text=template.pattern % (number, *ordered),
        lines=tuple(lines),
        source=SOURCE,
        title="",
        section=number,
    )


def size(width: int, depth: int, layout: Layout) -> int:
    """Return the tokens of every section of a shape whose terms are nonces, exactly.

    The empty line before a question is counted in, since it glues to the last line.
    """
    return _template(width, depth, layout).tokens


def term(document: Document, line: Line) -> str | None:
    """Return the term that a line is about: the one it defines, lists, or has in its heading."""
    if line.terms:
        return line.terms[0]
    words = document.plain(line).split()
    if words:
        return words[1].rstrip(",.")
    return document.header(line).rstrip(".").rpartition(" ")[2] or None


@cache
def _template(width: int, depth: int, layout: Layout) -> _Template:
    rows = list(_rows(width, depth, layout))
    order = [node for row in rows for node in row.nodes]
    pattern = _HEAD + "\n".join(row.lead + row.header + row.body for row in rows)
    sample = pattern % _SECTIONS[0]
    return _Template(
        terms=sum(width**level for level in range(depth + 1)),
        pattern=pattern.replace(_SLOT, "%s"),
        ordered=itemgetter(*order),
        cites=tuple("".join(f"({label})" for label in row.path) for row in rows),
        leaves=tuple(row.leaf for row in rows),
        defined=tuple(row.nodes[0] if row.defines else None for row in rows),
        places=np.array(list(_places(rows))).T,
        before=np.array(list(_terms_before(rows))).T,
        tokens=tokens.count(sample.replace(_SLOT, nonces.nonces()[0]) + "\n\n"),
    )


def _places(rows: list[_Row]) -> Iterator[tuple[int, int, int, int]]:
    """Yield where each line, its words, its plain words and its end stand without terms."""
    at = 0
    for row in rows:
        lead = row.lead if row.path else _HEAD % _SECTIONS[0]
        shown = at + len(lead) - len(lead.lstrip()) if row.path else at
        words = at + len(lead)
        plain = words + len(row.header.replace(_SLOT, ""))
        end = plain + len(row.body.replace(_SLOT, ""))
        yield shown, words, plain, end
        at = end + 1


def _terms_before(rows: list[_Row]) -> Iterator[tuple[int, int, int, int]]:
    """Yield how many terms stand before each place of each line."""
    before = 0
    for row in rows:
        in_header = row.header.count(_SLOT)
        yield before, before, before + in_header, before + len(row.nodes)
        before += len(row.nodes)


def _rows(width: int, depth: int, layout: Layout) -> Iterator[_Row]:
    """Yield the rows of a section; a node is a level and a place in it."""
    first = [sum(width**below for below in range(level)) for level in range(depth + 2)]

    def define(level: int, n: int, path: tuple[str, ...], header: str) -> Iterator[_Row]:
        own = first[level] + n
        below = tuple(range(first[level + 1] + n * width, first[level + 1] + (n + 1) * width))
        if layout == "collapsed":
            listed = _series([f"any {_SLOT}"] * width)
            body = f'The term "{_SLOT}" means {listed}.'
            yield _Row(path, _lead(path), header, body, (own, *below), True, True)
            return
        yield _Row(path, _lead(path), header, f'The term "{_SLOT}" means-', (own,), False, True)
        for k, node in enumerate(below, 1):
            end = "." if k == width else ", or" if k == width - 1 else ","
            inner = (*path, cite.label(len(path), k))
            yield _Row(inner, _lead(inner), "", f"any {_SLOT}{end}", (node,), True, False)

    def explain(level: int, n: int, path: tuple[str, ...]) -> Iterator[_Row]:
        if level == depth - 1 and path:
            yield from define(level, n, path, "")
            return
        header = f"Definition of {_SLOT}" if path else f"Definition of {_SLOT}."
        yield _Row(path, _lead(path), header, "", (first[level] + n,), False, False)
        yield from define(level, n, (*path, cite.label(len(path), 1)), "General rule. ")
        if level < depth - 1:
            for k in range(width):
                inner = (*path, cite.label(len(path), k + 2))
                yield from explain(level + 1, n * width + k, inner)

    yield from explain(0, 0, ())


def _lead(path: tuple[str, ...]) -> str:
    return "  " * (len(path) - 1) + f"({path[-1]}) " if path else ""


def _series(parts: list[str]) -> str:
    """Join as lawyers do: a or b; a, b, or c."""
    if len(parts) < 3:
        return " or ".join(parts)
    return ", ".join(parts[:-1]) + ", or " + parts[-1]
