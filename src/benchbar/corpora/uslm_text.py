"""The words inside a USLM element: what is law text, and how its white space is written."""

import re
from collections.abc import Iterable
from typing import cast

from lxml import etree
from lxml.etree import _Element as Element

NAMESPACES = ("http://xml.house.gov/schemas/uslm/1.0", "http://schemas.gpo.gov/xml/uslm")


def tags(names: str) -> tuple[str, ...]:
    """Return element names as lxml has them, in either version of USLM."""
    return tuple(f"{{{space}}}{name}" for space in NAMESPACES for name in names.split())


PARTS = frozenset(
    tags("subsection paragraph subparagraph clause subclause item subitem subsubitem level")
)
_NOTES = tags("notes note footnote sourceCredit toc")
_REFERENCE = tags("ref")
FLUSH = frozenset(tags("continuation"))
_BLOCKS = FLUSH | frozenset(
    tags("p proviso chapeau content list listItem listContent quotedContent")
)
_RAISED = tags("sup")
_MARK = "\ue000"
_FLUSH_MARK = "\f"
_MARKS = re.compile(rf"\s*{_MARK}[{_MARK}\s]*(.?)")
_CLOSING = frozenset(".,;:!?)]}”’—–")
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_BASE = re.compile(r"(?:(?<!\d)10|(?<![a-z])(?:cm|mm|m|km|ft|in|s))$")
"""What a power stands on: ten, or a unit."""
_string = etree.XPath("string()")


def strip_notes(section: Element) -> None:
    """Take out of a section what is not law text: notes, source credit, footnotes and their marks.

    Where a footnote or its mark stood a sign is left, so that ``line_text`` can close the gap.
    """
    for whole in [child for child in section if child.tag in _NOTES]:
        section.remove(whole)
    for note in list(section.iter(*_NOTES)):
        _cut(note, _MARK)
    for reference in list(section.iter(*_REFERENCE)):
        if reference.get("class") == "footnoteRef" or reference.get("idref"):
            _cut(reference, _MARK)
    for raised in list(section.iter(*_RAISED)):
        _spell_out(raised)


def cut_parts(parts: Iterable[Element]) -> None:
    """Take parts out of a section without a trace."""
    for part in parts:
        _cut(part, "")


def _cut(element: Element, mark: str) -> None:
    """Remove an element but keep the text that follows it."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    left = mark + (element.tail or "")
    if before is None:
        parent.text = (parent.text or "") + left
    else:
        before.tail = (before.tail or "") + left
    element.tail = None
    parent.remove(element)


def _spell_out(raised: Element) -> None:
    """Keep a raised number apart from the digits before it: 1 3⁄32, 10³.

    A raised number that is neither part of a fraction nor a power is the mark of a footnote that
    was named before, and is taken out like one.
    """
    digits, before = (raised.text or "").strip(), _text_before(raised)
    if not digits.isdigit() or len(digits) > 2:
        return
    if (raised.tail or "").startswith(("⁄", "/")):
        raised.text = f" {digits}" if before[-1:].isdigit() else digits
    elif _BASE.search(before):
        raised.text = digits.translate(_SUPERSCRIPT)
    else:
        _cut(raised, _MARK)


def _text_before(element: Element) -> str:
    before, parent = element.getprevious(), element.getparent()
    if before is not None:
        return before.tail or ""
    return (parent.text or "") if parent is not None else ""


def line_text(text: str) -> str:
    """Return text as it stands in a line: any white space is one plain space, marks are gone."""
    if _MARK in text:
        text = _MARKS.sub(_closed, text)
    return " ".join(text.replace("\u00ad", "").replace("\u200b", "").split())


def _closed(match: re.Match[str]) -> str:
    """Close the gap of a footnote mark: no space is left before punctuation."""
    spaced = any(c.isspace() for c in match[0]) and match[1] not in _CLOSING
    return (" " if spaced else "") + match[1]


def words(element: Element) -> str:
    """Return the words of an element as one line."""
    return line_text(cast(str, _string(element)) if len(element) else element.text or "")


def split(element: Element) -> list[str]:
    """Return the words of an element as one line, then any flush text inside it, a line each.

    Paragraphs share a line; none of the lines is empty.
    """
    return [text for raw in _raw(element).split(_FLUSH_MARK) if (text := line_text(raw))]


def _raw(element: Element) -> str:
    if not any(child.tag in _BLOCKS for child in element):
        return cast(str, _string(element))
    pieces = [element.text or ""]
    for child in element:
        inner = _raw(child)
        if child.tag in _BLOCKS:
            inner = (_FLUSH_MARK if child.tag in FLUSH else "\n") + inner + "\n"
        pieces += (inner, child.tail or "")
    return "".join(pieces)
