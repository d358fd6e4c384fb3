"""From the parts of a section, whatever XML they stood in, to its document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from benchbar.cite import StatuteCite
from benchbar.corpora.lawxml.defining import all_terms
from benchbar.corpora.uslm_lines import FLUSH, Row, document, heading
from benchbar.records import Document

_NAMEABLE = re.compile(r"[0-9A-Za-z.–-]+")
"""Labels that a cite can name; nothing is asked about a part with another."""


@dataclass(slots=True)
class Piece:
    """A part of a section.

    Attributes:
        path: Its labels, bare; None for flush text. Text without a label has its parent's.
        label: Its label as shown.
        header: Its heading.
        text: Its words.
        depth: Levels above it.
        terms: The terms that it defines, where the XML says so.
    """

    path: tuple[str, ...] | None
    label: str
    header: str
    text: str
    depth: int
    terms: tuple[str, ...] = ()


def section(
    number: str, title: str, pieces: Sequence[Piece], *, law: str, name: str, position: int
) -> Document:
    """Return the document of one section: its line, then a line a part.

    Args:
        number: Its number.
        title: Its heading.
        pieces: Its parts in order.
        law: Name of the law.
        name: Name of the file.
        position: Place of the section in the file.
    """
    own = str(StatuteCite(number))
    inner = {one.path[:n] for one in pieces if one.path for n in range(len(one.path))}
    rows = [Row(0, own, f"§ {number}.", heading(title), "", leaf=False)]
    for one in pieces:
        if one.path is None:
            rows.append(Row(one.depth, FLUSH, "", "", one.text, leaf=False))
            continue
        leaf = bool(one.text or one.header) and one.path not in inner
        nameable = all(map(_NAMEABLE.fullmatch, one.path))
        cite = str(StatuteCite(number, one.path)) if nameable else FLUSH
        rows.append(Row(one.depth, cite, one.label, heading(one.header), one.text, leaf))
    made = document(
        rows,
        name=f"{law} {number}@{name}:{position}",
        title=law,
        section=number,
        source=f"{name}:{position}",
    )
    headings = [title, *(_headings(one, pieces, title) for one in pieces)]
    marked: list[tuple[str, ...]] = [(), *(one.terms for one in pieces)]
    lines = tuple(
        msgspec.structs.replace(
            line, terms=all_terms(made.words(line), marked=terms, heading=heading)
        )
        for line, terms, heading in zip(made.lines, marked, headings, strict=True)
    )
    return msgspec.structs.replace(made, lines=lines)


def _headings(piece: Piece, pieces: Sequence[Piece], title: str) -> str:
    """Return the headings that a part stands under, the section's first."""
    above = (one.header for one in pieces if one.path and piece.path
             and one.path == piece.path[: len(one.path)])  # fmt: skip
    return " ".join((title, *above))
