"""The District of Columbia Code: nested ``<para>`` with ``<num>`` and ``<text>``.

Format: the XML that the Council of the District of Columbia publishes, one section a file.
"""

from collections.abc import Iterator
from pathlib import Path

from lxml.etree import _Element as Element

from benchbar.corpora.lawxml.opening import local, roots, words
from benchbar.corpora.lawxml.sections import Piece, section
from benchbar.records import Document

SPACE = "https://code.dccouncil.us/schemas/dc-library"
_LEFT_OUT = frozenset({"table"})


def read(path: Path) -> Iterator[Document]:
    """Yield the sections of a file or archive; those with a table in the law are left out.

    Raises:
        InputError: It is no well-formed XML.
    """
    position = 0
    for name, root in roots(path):
        found = [root] if local(root) == "section" else root.iter(f"{{{SPACE}}}section")
        for element in found:
            position += 1
            number = words(_child(element, "num"))
            title = words(_child(element, "heading"))
            pieces = list(_pieces(element, (), 0))
            if number and pieces and not _has_table(element):
                yield section(number, title, pieces, law="D.C. Code", name=name, position=position)


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local(child) == name), None)


def _has_table(element: Element) -> bool:
    return any(
        local(child) == "table" or (local(child) != "annotations" and _has_table(child))
        for child in element
    )


def _pieces(element: Element, above: tuple[str, ...], depth: int) -> Iterator[Piece]:
    """Yield the parts below an element in order; text behind them is flush text."""
    begun = False
    for child in element:
        match local(child):
            case "para":
                begun = True
                yield from _para(child, above, depth)
            case "text" | "aftertext" if above == () and depth == 0 and not begun:
                begun = True
                yield Piece((), "", "", words(child), 0)
            case "text" | "aftertext" if above == () and depth == 0:
                yield Piece(None, "", "", words(child), 0)


def _para(para: Element, above: tuple[str, ...], depth: int) -> Iterator[Piece]:
    label = words(_child(para, "num"))
    path = (*above, label.strip("().")) if label else None
    header = words(_child(para, "heading"))
    texts = [child for child in para if local(child) in ("text", "aftertext")]
    first = next((child for child in para if local(child) in ("text", "para")), None)
    opening = words(first) if first is not None and local(first) == "text" else ""
    if path is not None or opening:
        yield Piece(path, label, header, opening, depth)
    for child in para:
        if local(child) == "para":
            yield from _para(child, path if path is not None else above, depth + 1)
        elif child in texts and child is not first:
            yield Piece(None, "", "", words(child), depth)
