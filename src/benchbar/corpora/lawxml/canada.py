"""Canadian acts and regulations: Section, Subsection, Paragraph, Subparagraph, Clause.

Format: the XML of the Justice Laws Website. Subsections are numbered, paragraphs lettered:
``section 4(2.1)`` and ``section 68(1)(a)(i)``.
"""

from collections.abc import Iterator
from pathlib import Path

from lxml.etree import _Element as Element

from benchbar.corpora.lawxml.opening import local, roots, words
from benchbar.corpora.lawxml.sections import Piece, section
from benchbar.records import Document

_PARTS = frozenset({"Subsection", "Paragraph", "Subparagraph", "Clause", "Subclause"})
_NOTES = frozenset({"FootnoteRef", "Footnote", "HistoricalNote"})
_NOT_LAW = ("RelatedOrNotInForce", "BillPiece", "RegulationPiece", "AmendedText", "Schedule")
_LEFT_OUT = ("TableGroup", "FormGroup", "ImageGroup", "BilingualGroup")


def read(path: Path) -> Iterator[Document]:
    """Yield the sections in force; repealed ones and those with a table are left out.

    Raises:
        InputError: It is no well-formed XML.
    """
    for name, root in roots(path):
        law = words(root.find("Identification/ShortTitle")) or words(
            root.find("Identification/LongTitle")
        )
        position = 0
        for element in root.iter("Section"):
            if next(element.iterancestors(*_NOT_LAW), None) is not None:
                continue
            position += 1
            number = words(element.find("Label"))
            left_out = any(next(element.iter(tag), None) is not None for tag in _LEFT_OUT)
            if not number or left_out or _is_repealed(element):
                continue
            title = words(element.find("MarginalNote"), without=_NOTES)
            pieces = list(_pieces(element, (), 0))
            if pieces:
                yield section(number, title, pieces, law=law, name=name, position=position)


def _is_repealed(element: Element) -> bool:
    """Say whether nothing is left of a part but a note that it was repealed."""
    text = element.find("Text")
    return text is not None and text.find("Repealed") is not None


def _pieces(element: Element, path: tuple[str, ...], depth: int) -> Iterator[Piece]:
    """Yield the parts below a section or a definition in order."""
    begun = False
    for child in element:
        name = local(child)
        if name in _PARTS and not _is_repealed(child):
            begun = True
            yield from _part(child, path, depth)
        elif name == "Definition" and not _is_repealed(child):
            begun = True
            yield from _definition(child, path, depth)
        elif name == "Text" and not begun:
            begun = True
            yield Piece(path, "", "", words(child, without=_NOTES), depth, _terms(child))
        elif name == "Text" or name.startswith("Continued"):
            yield Piece(None, "", "", words(child, without=_NOTES), max(0, depth))


def _part(element: Element, above: tuple[str, ...], depth: int) -> Iterator[Piece]:
    label = words(element.find("Label"))
    path = (*above, label.strip("()"))
    header = words(element.find("MarginalNote"), without=_NOTES)
    own = element.find("Text")
    yield Piece(path, label, header, words(own, without=_NOTES), depth, _terms(own))
    for child in element:
        name = local(child)
        if name in _PARTS and not _is_repealed(child):
            yield from _part(child, path, depth + 1)
        elif name == "Definition" and not _is_repealed(child):
            yield from _definition(child, path, depth + 1)
        elif child is not own and (name == "Text" or name.startswith("Continued")):
            yield Piece(None, "", "", words(child, without=_NOTES), depth)


def _definition(element: Element, path: tuple[str, ...], depth: int) -> Iterator[Piece]:
    """Yield a definition: it has no number, so it is cited as the part that it stands in."""
    own = element.find("Text")
    yield Piece(path, "", "", words(own, without=_NOTES), depth, _terms(own))
    for child in element:
        if local(child) in _PARTS:
            yield from _part(child, path, depth + 1)
        elif child is not own and (local(child) == "Text" or local(child).startswith("Continued")):
            yield Piece(None, "", "", words(child, without=_NOTES), depth)


def _terms(text: Element | None) -> tuple[str, ...]:
    """Return the terms that a text defines, which stand marked in it."""
    return () if text is None else tuple(words(one) for one in text.iter("DefinedTermEn"))
