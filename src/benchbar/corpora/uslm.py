"""The United States Code in USLM XML, read section by section: which are kept, and in what lines.

Format: United States Legislative Markup, version 1 (the Code as published by the Office of the
Law Revision Counsel) and version 2. Files are streamed; memory holds one section at a time.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, TypeAlias, cast

from lxml import etree
from lxml.etree import _Element as Element

from benchbar.corpora import uslm_text as texts
from benchbar.corpora.uslm_lines import (
    FLUSH,
    Row,
    document,
    heading,
    inner_cite,
    is_citable,
    section_number,
)
from benchbar.errors import InputError
from benchbar.records import Document

Why: TypeAlias = Literal[
    "repealed",
    "omitted",
    "transferred",
    "renumbered",
    "reserved",
    "vacant",
    "not in force",
    "table in the law text",
    "quoted hierarchical text",
    "no identifier",
    "no text",
]

_STATUS: dict[str, Why] = {
    "repealed": "repealed",
    "omitted": "omitted",
    "transferred": "transferred",
    "renumbered": "renumbered",
    "reserved": "reserved",
    "vacant": "vacant",
}
_SECTION = texts.tags("section")
_PUBLICATION = texts.tags("docPublicationName")
_ROOTS = texts.tags("uscDoc lawDoc section")
_QUOTED = texts.tags("quotedContent quotedText")
_OUTER = (*_SECTION, *texts.tags("notes note quotedContent quotedText toc"))
_NUM, _HEADING = frozenset(texts.tags("num")), frozenset(texts.tags("heading"))
_TABLES = ("{http://www.w3.org/1999/xhtml}table", *texts.tags("table layout"))
_WEB_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_CHUNK = 1 << 16
_MOST_BETWEEN = 24 << 20
"""Bytes between the ends of two sections; no section of the Code comes near it."""
_PLACE = re.compile(r"/.+?/t([^/ ]+)/s([^/ ]+)")


class Excluded(NamedTuple):
    """A section that is left out, and why."""

    section: str
    title: str
    why: Why


class Kept(NamedTuple):
    """A section that is kept; ``noted_table`` says that its notes hold a table."""

    document: Document
    identifier: str
    noted_table: bool


class Publication(NamedTuple):
    """What a file says of itself, such as ``Online@119-36``; comes before its sections."""

    name: str


def sections(source: Path | BinaryIO, name: str) -> Iterator[Document | Excluded]:
    """Yield each section of a file, as a document or as what is left out; errors as ``parse``."""
    if isinstance(source, Path):
        with source.open("rb") as stream:
            yield from sections(stream, name)
        return
    for found in parse(source, name):
        if isinstance(found, Kept):
            yield found.document
        elif isinstance(found, Excluded):
            yield found


def is_code(source: BinaryIO) -> bool:
    """Say whether a file's root element is one of the U.S. Code; only its beginning is read."""
    parser = etree.XMLPullParser(events=("start",), resolve_entities=False, no_network=True)
    try:
        parser.feed(source.read(_CHUNK))
        _, root = next(iter(parser.read_events()))
    except (etree.XMLSyntaxError, StopIteration):
        return False
    return cast(Element, root).tag in _ROOTS


def parse(
    source: BinaryIO, name: str, *, of_code: bool = False
) -> Iterator[Kept | Excluded | Publication]:
    """Yield what a file of USLM XML holds, in its order; a part of it may come before an error.

    Sections quoted inside notes are no sections of the Code and are passed over.

    Args:
        source: The XML, whose root is a whole title or a single section.
        name: Name of the file, for ids and errors.
        of_code: Refuse all but the U.S. Code: the sections of bills have no identifiers of its
            form.

    Raises:
        InputError: It is no well-formed USLM, or declares a document type, and so perhaps entities.
    """
    position = 0
    for element in _elements(source, name, of_code=of_code):
        if element.tag in _PUBLICATION:
            yield Publication(texts.words(element))
        elif element.tag in _SECTION and next(element.iterancestors(*_OUTER), None) is None:
            position += 1
            yield _read(element, name, position)
            _forget(element)


def _elements(source: BinaryIO, name: str, *, of_code: bool) -> Iterator[Element]:
    """Yield sections and names of publications as they are read."""
    parser = etree.XMLPullParser(
        events=("end",),
        tag=(*_SECTION, *_PUBLICATION),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    chunk = source.read(_CHUNK)
    if not chunk.strip():
        raise InputError(f"{name}: empty; give a file of USLM XML")
    if _WEB_PAGE.match(chunk):
        raise InputError(f"{name}: a web page (HTML), not USLM XML; download the XML itself")
    checked = False
    silent = 0
    try:
        while chunk:
            parser.feed(chunk)
            silent += len(chunk)
            if silent > _MOST_BETWEEN:
                raise InputError(
                    f"{name}: {silent >> 20} MB without the end of a section; is it law in USLM?"
                )
            for _, found in parser.read_events():
                silent = 0
                element = cast(Element, found)
                if not checked:
                    _check_root(element.getroottree().getroot(), name, of_code=of_code)
                    checked = True
                yield element
            chunk = source.read(_CHUNK)
        _check_root(parser.close(), name, of_code=of_code)
    except etree.XMLSyntaxError as error:
        reason = str(error.msg).split(", line")[0]
        raise InputError(
            f"{name}: no well-formed XML at line {error.lineno}: {reason}; is the file whole?"
        ) from None


def _check_root(root: Element, name: str, *, of_code: bool) -> None:
    if root.getroottree().docinfo.internalDTD is not None:
        raise InputError(f"{name}: declares a document type, which files of the U.S. Code never do")
    found = etree.QName(root)
    if found.namespace not in texts.NAMESPACES:
        raise InputError(
            f"{name}: no USLM: the root element is {found.localname!r} of namespace "
            f"{found.namespace or 'none'}; give the XML files of the U.S. Code, and other law with "
            "--kind statute"
        )
    if of_code and root.tag not in _ROOTS:
        raise InputError(
            f"{name}: USLM, but not of the U.S. Code (root element {found.localname!r}); "
            "bills, public laws and compilations are read with --kind statute"
        )


def _forget(element: Element) -> None:
    """Free a section that was read, and all that stands before it in the file."""
    element.clear()
    above: Element | None = element
    while above is not None:
        parent = above.getparent()
        while parent is not None and above.getprevious() is not None:
            del parent[0]
        above = parent


def _read(section: Element, name: str, position: int) -> Kept | Excluded:
    identifier = section.get("identifier") or ""
    place = _PLACE.match(identifier)
    noted = _has(section, _TABLES)
    texts.strip_notes(section)
    label = next((texts.words(child) for child in section if child.tag in _NUM), "")
    number = section_number(label, place[2] if place else "")
    title = place[1] if place else ""
    if (why := _why_excluded(section, named=place is not None and is_citable(number))) is not None:
        return Excluded(number, title, why)
    texts.cut_parts([part for part in section.iter(*texts.PARTS) if part.get("status") is not None])
    rows = _section_rows(section, f"section {number}")
    if len(rows) < 2:
        return Excluded(number, title, "no text")
    made = document(
        rows,
        name=f"{identifier}@{name}:{position}",
        title=title,
        section=number,
        source=f"{name}:{position}",
    )
    return Kept(made, identifier, noted)


def _why_excluded(section: Element, *, named: bool) -> Why | None:
    status = section.get("status")
    if status is not None:
        return _STATUS.get(status, "not in force")
    if not named:
        return "no identifier"
    if _has(section, _TABLES):
        return "table in the law text"
    inner = section.iterdescendants(*_SECTION)
    quoted = section.iter(*_QUOTED)
    if next(inner, None) is not None or any(_has(quote, tuple(texts.PARTS)) for quote in quoted):
        return "quoted hierarchical text"
    return None


def _has(element: Element, wanted: tuple[str, ...]) -> bool:
    return next(element.iter(*wanted), None) is not None


class _Inside(NamedTuple):
    """What stands in a section or part: the pieces of its own line, and all lines below it."""

    cite: str
    label: str
    header: str
    text: str
    below: list[Row]

    @property
    def undivided(self) -> bool:
        return all(row.cite == FLUSH for row in self.below)


def _section_rows(section: Element, own: str) -> list[Row]:
    """Return the lines of a section: its heading, its own text, then its parts and flush text."""
    found = _inside(section, own, -1)
    rows = [Row(0, own, found.label, found.header, "", leaf=False)]
    if found.text:
        rows.append(Row(0, own, "", "", found.text, found.undivided))
    return rows + found.below


def _part_rows(part: Element, above: str, depth: int) -> list[Row]:
    """Return the lines of a part: its own, then those of its parts and its flush text.

    A part without a label is flush text of the part that it stands in.
    """
    found = _inside(part, above, depth)
    _, label, header, text, below = found
    if not label:
        flush = Row(max(depth - 1, 0), FLUSH, "", header, text, leaf=False)
        return [flush, *below] if header or text else below
    asked = found.cite != FLUSH and bool(text or header) and not text.startswith(",")
    return [Row(depth, found.cite, label, header, text, asked and found.undivided), *below]


def _inside(element: Element, above: str, depth: int) -> _Inside:
    """Read a section (depth -1) or a part; text before its parts shares one line."""
    own, label, header, text = above, "", "", ""
    below: list[Row] = []
    for child in element:
        tag = child.tag
        if tag in texts.PARTS:
            below += _part_rows(child, own, depth + 1)
        elif tag in _NUM:
            label = texts.words(child)
            own = own if depth < 0 else inner_cite(above, label, child.get("value") or "")
        elif tag in _HEADING:
            header = heading(texts.words(child))
        else:
            words, *flush = texts.split(child) or [""]
            if below:
                flush.insert(0, words)
            else:
                text = f"{text} {words}" if text else words
            below += [Row(max(depth, 0), FLUSH, "", "", more, leaf=False) for more in flush if more]
    return _Inside(own, label, header, text, below)
