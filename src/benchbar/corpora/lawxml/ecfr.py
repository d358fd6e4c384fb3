"""The electronic Code of Federal Regulations: sections in DIV8, paragraphs known by labels alone.

Format: eCFR XML as in the bulk data of the Government Publishing Office. The labels (a), (1), (i),
(A) stand in the running text of ``<P>``; their order says which is which level.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lxml.etree import _Element as Element

from benchbar.corpora.lawxml.defining import marked_terms
from benchbar.corpora.lawxml.opening import local, roots, words
from benchbar.corpora.lawxml.sections import Piece, section
from benchbar.corpora.outline_labels import Label, labels_at
from benchbar.corpora.outline_sequence import Event, place
from benchbar.records import Document

_HEAD = re.compile(r"§\s*(?P<number>\d[\w.–-]*)\s+(?P<title>.+)")
_NOTES = frozenset({"SU", "FTREF", "FTNT"})
_LEFT_OUT = ("TABLE", "EXTRACT", "EXAMPLE", "GPOTABLE", "MATH")
_ANNOUNCES = re.compile(r"\b[Dd]efin(?:ed|itions?)\b|\b(?:terms?|words?|phrases?)\b[^.]*[:—–-]$")
_HEADED = re.compile(r"\((?:\w{1,4})\)\s")


def read(path: Path) -> Iterator[Document]:
    """Yield the sections of a file; reserved ones and those with tables or extracts are left out.

    Raises:
        InputError: It is no well-formed XML.
    """
    for name, root in roots(path):
        law = words(root.find(".//HEADER//TITLE")).partition(":")[0].replace("Title", "CFR title")
        for position, div in enumerate(root.iter("DIV8"), 1):
            head = _HEAD.match(words(div.find("HEAD")))
            if head is None or "[Reserved]" in head[0] or any(
                next(div.iter(tag), None) is not None for tag in _LEFT_OUT
            ):  # fmt: skip
                continue
            pieces = _pieces(div)
            if pieces:
                yield section(
                    head["number"], head["title"], pieces, law=law, name=name, position=position
                )


class _Paragraph(NamedTuple):
    """A paragraph with its labels, its italic heading, its words and the terms it defines."""

    labels: tuple[Label, ...]
    header: str
    text: str
    terms: tuple[str, ...] = ()

    @property
    def defines(self) -> bool:
        """Whether it is a definition without a label: what is labelled behind it stands in it."""
        return bool(self.terms) and not self.labels


def _pieces(div: Element) -> list[Piece]:
    """Return the parts of a section, their levels found by the order of their labels."""
    paragraphs = [
        one for child in div if local(child) in ("P", "FP", "FP-1", "FP-2") for one in _split(child)
    ]
    placed = iter(place([Event(one.labels) for one in paragraphs if one.labels]))
    pieces: list[Piece] = []
    path: tuple[str, ...] = ()
    for one in paragraphs:
        found = next(placed) if one.labels else None
        shown = "".join(label.text for label in one.labels)
        if found is not None and found.stack is not None:
            depth = len(found.stack) - found.opened
            path = (*path[:depth], *(label.bare for label in one.labels[-found.opened :]))
            pieces.append(Piece(path, shown, one.header, one.text, depth, one.terms))
            continue
        text = f"{shown} {one.header} {one.text}".strip().replace("  ", " ")
        if not text:
            continue
        if one.defines:
            above = _holding(pieces, path)
            pieces.append(Piece(above, "", "", text, len(above), one.terms))
        elif not pieces:
            pieces.append(Piece((), "", "", text, 0))
        else:
            pieces.append(Piece(None, "", "", text, max(0, len(path) - 1)))
    return pieces


def _holding(pieces: list[Piece], path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the innermost open part that announces definitions; the section if none does."""
    announced = {
        one.path
        for one in pieces
        if one.path and _ANNOUNCES.search(f"{one.header} {one.text}") and not one.terms
    }
    held = (path[:n] for n in range(len(path), 0, -1))
    return next((one for one in held if one in announced), ())


def _split(element: Element) -> Iterator[_Paragraph]:
    """Yield a paragraph, and what follows a label inside it: ``(a) Fees. (1) The fee is``."""
    marks = [words(one, without=_NOTES) for one in element.iter("I")]
    yield from _parts(words(element, without=_NOTES), marks)


def _parts(text: str, marks: list[str]) -> Iterator[_Paragraph]:
    labels, end = labels_at(text)
    labels = tuple(label for label in labels if label.text.startswith("("))
    rest = text[end:].strip() if labels else text
    lead = marks[0] if marks and rest.startswith(marks[0]) else ""
    behind = rest[len(lead) :].lstrip()
    ended = lead.endswith((".", ":", "—")) or behind[:1] in (".", "—")
    if not lead or not ended:
        yield _Paragraph(labels, "", rest, marked_terms(rest, marks))
        return
    if behind[:1] in (".", "—"):
        lead, behind = lead + behind[0], behind[1:].lstrip()
    if _HEADED.match(behind) and labels_at(behind)[0]:
        yield _Paragraph(labels, lead, "")
        yield from _parts(behind, marks[1:])
    else:
        yield _Paragraph(labels, lead, behind, marked_terms(behind, marks[1:]))
