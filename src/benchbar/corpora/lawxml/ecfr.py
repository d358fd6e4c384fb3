"""The electronic Code of Federal Regulations: sections in DIV8, paragraphs known by labels alone.

Format: eCFR XML as in the bulk data of the Government Publishing Office. The labels (a), (1), (i),
(A) stand in the running text of ``<P>``; their order says which is which level.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml.etree import _Element as Element

from benchbar.corpora.lawxml.opening import local, roots, words
from benchbar.corpora.lawxml.sections import Piece, section
from benchbar.corpora.outline_labels import Label, labels_at
from benchbar.corpora.outline_sequence import Event, place
from benchbar.records import Document

_HEAD = re.compile(r"§\s*(?P<number>\d[\w.–-]*)\s+(?P<title>.+)")
_NOTES = frozenset({"SU", "FTREF", "FTNT"})
_LEFT_OUT = ("TABLE", "EXTRACT", "EXAMPLE", "GPOTABLE", "MATH")
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


class _Paragraph:
    """A paragraph with its labels, its italic heading and its words."""

    def __init__(self, labels: tuple[Label, ...], header: str, text: str, term: str) -> None:
        self.labels, self.header, self.text, self.term = labels, header, text, term


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
            pieces.append(Piece(path, shown, one.header, one.text, depth))
            continue
        text = f"{shown} {one.header} {one.text}".strip().replace("  ", " ")
        if not text:
            continue
        above = not pieces or bool(one.term)
        depth = max(0, len(path) - 1)
        pieces.append(Piece(() if above else None, "", "", text, depth * (not above),
                            (one.term,) if one.term else ()))  # fmt: skip
    return pieces


def _split(element: Element) -> Iterator[_Paragraph]:
    """Yield a paragraph, and what follows a label inside it: ``(a) Fees. (1) The fee is``."""
    text = words(element, without=_NOTES)
    labels, end = labels_at(text)
    labels = tuple(label for label in labels if label.text.startswith("("))
    rest = text[end:].strip() if labels else text
    italic = next(iter(element.iter("I")), None)
    lead = words(italic) if italic is not None else ""
    if not lead or not rest.startswith(lead):
        yield _Paragraph(labels, "", rest, "")
        return
    behind = rest[len(lead) :].lstrip()
    if not lead.endswith((".", ":", "—")) and not behind.startswith("."):
        term = lead if re.match(r"(?:means?|includes?|has|shall mean)\b", behind) else ""
        yield _Paragraph(labels, "", rest, term)
        return
    if behind.startswith("."):
        lead, behind = f"{lead}.", behind[1:].lstrip()
    yield _Paragraph(labels, lead, "" if _HEADED.match(behind) else behind, "")
    if _HEADED.match(behind):
        inner, end = labels_at(behind)
        yield _Paragraph(inner, "", behind[end:].strip(), "")
