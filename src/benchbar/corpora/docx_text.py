"""The text of a DOCX: paragraphs as lines with the labels they are numbered by, tables by row."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from itertools import zip_longest

import docx
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError
from lxml import etree

from benchbar.corpora.docx_numbers import Element, Numbers
from benchbar.errors import InputError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_REMOVED = {f"{_W}{name}" for name in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText")}
_SIGNS = {f"{_W}tab": "\t", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "\u2011"}
_MOST_UNPACKED = 200_000_000
_MOST_RATIO = 200
"""A file that grows more than this is made to fill the memory; texts shrink to a fifth or less."""
_HEADING = re.compile(r"heading ([1-6])", re.IGNORECASE)
_DAMAGES = (
    *(PackageNotFoundError, KeyError, AttributeError, TypeError, RuntimeError, OSError),
    *(zipfile.BadZipFile, zlib.error, etree.LxmlError),
)
"""What python-docx lets through when a part of the package is missing, cut short or no XML."""


def read(data: bytes, name: str, *, headings: bool = False) -> tuple[str, tuple[str, ...]]:
    """Return the text of a DOCX and notes on what of it was left out.

    Deleted words of tracked changes are left out, inserted ones are in. Of a row of a table the
    first lines of its cells stand side by side, parted by tabs, then their second lines. With
    ``headings`` these are marked as in Markdown, ``## `` for the second level.

    Raises:
        InputError: The file is damaged, no DOCX, or unpacks to far more than it should.
    """
    document = _open(data, name)
    try:
        styles = document.styles.element
        numbers = Numbers(_numbering(document), styles, marks=_marks(styles) if headings else {})
        text = "\n".join(_lines(document.element.body, numbers))
        return text + "\n", tuple(_notes(document))
    except _DAMAGES as error:
        raise _damaged(name) from error


def _open(data: bytes, name: str) -> Document:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            sizes = [one.file_size for one in packed.infolist()]
            names = set(packed.namelist())
    except zipfile.BadZipFile as error:
        raise _damaged(name) from error
    if sum(sizes) > min(_MOST_UNPACKED, max(20_000_000, _MOST_RATIO * len(data))):
        raise InputError(f"{name}: unpacks to over {sum(sizes) // 1_000_000} MB; it is not opened")
    if "word/document.xml" not in names and "[Content_Types].xml" not in names:
        raise InputError(f"{name}: this is an archive and no DOCX; give the files in it")
    try:
        return docx.Document(io.BytesIO(data))
    except ValueError as error:
        raise InputError(
            f"{name}: this is no DOCX but another office file; save it as DOCX or text"
        ) from error
    except _DAMAGES as error:
        raise _damaged(name) from error


def _damaged(name: str) -> InputError:
    return InputError(f"{name}: the file is damaged and cannot be unpacked; get or save it again")


def _numbering(document: Document) -> Element | None:
    relations = document.part.rels.values()
    found = (one for one in relations if one.reltype.endswith("/numbering"))
    part = next(found, None)
    return None if part is None else getattr(part.target_part, "element", None)


def _marks(styles: Element) -> dict[str, str]:
    """Return the marks of Markdown by the styles of headings, whatever language names them."""
    found = {}
    for style in styles.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        level = _HEADING.fullmatch("" if name is None else name.get(f"{_W}val") or "")
        if level:
            found[style.get(f"{_W}styleId") or ""] = f"{'#' * int(level[1])} "
    return found


def _lines(parent: Element, numbers: Numbers) -> Iterator[str]:
    """Yield the paragraphs and table rows of a body or cell; wrappers are looked into."""
    for one in parent:
        if one.tag == f"{_W}p":
            yield from _paragraph(one, numbers)
        elif one.tag == f"{_W}tbl":
            for row in one.iter(f"{_W}tr"):
                yield from _row(row, numbers)
        elif one.tag not in _REMOVED and one.tag != _MC_FALLBACK and isinstance(one.tag, str):
            yield from _lines(one, numbers)


def _row(row: Element, numbers: Numbers) -> Iterator[str]:
    cells = [list(_lines(cell, numbers)) for cell in row.iterchildren(f"{_W}tc", f"{_W}sdt")]
    for side_by_side in zip_longest(*cells, fillvalue=""):
        yield "\t".join(side_by_side).rstrip()


def _paragraph(paragraph: Element, numbers: Numbers) -> Iterator[str]:
    text = "".join(_pieces(paragraph))
    label = numbers.label(paragraph) if text.strip() else ""
    mark = numbers.mark(paragraph) if text.strip() else ""
    yield from (f"{mark}{label} {text}" if label else mark + text).split("\n")
    for box in paragraph.iter(f"{_W}txbxContent"):
        if not any(above.tag == _MC_FALLBACK for above in box.iterancestors()):
            yield from _lines(box, numbers)
    if paragraph.find(f"{_W}pPr/{_W}sectPr") is not None:
        yield "\f"


def _pieces(parent: Element) -> Iterator[str]:
    for one in parent:
        if one.tag == f"{_W}t":
            yield one.text or ""
        elif one.tag == f"{_W}br":
            yield "\n\f" if one.get(f"{_W}type") == "page" else "\n"
        elif one.tag in _SIGNS:
            yield _SIGNS[one.tag]
        elif one.tag not in _REMOVED and one.tag not in (_MC_FALLBACK, f"{_W}txbxContent"):
            yield from _pieces(one)


def _notes(document: Document) -> Iterator[str]:
    kinds = {one.reltype.rpartition("/")[2] for one in document.part.rels.values()}
    body = document.element.body
    if kinds & {"header", "footer"}:
        yield "Headers and footers of the DOCX are not read."
    if body.find(f".//{_W}footnoteReference") is not None:
        yield "Footnotes of the DOCX are not read."
    if body.find(f".//{_W}endnoteReference") is not None:
        yield "Endnotes of the DOCX are not read."
    if body.find(f".//{_W}lnNumType") is not None:
        yield "The DOCX numbers its lines when printed; save it as PDF to keep those numbers."
