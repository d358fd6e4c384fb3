"""Opening files of law in XML or HTML, packed or not, without entities, DTDs or network."""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from lxml.etree import _Element as Element

from benchbar.corpora.uslm_files import members, opened
from benchbar.errors import InputError

_WEB_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I)
_TO_LOOK_AT = 4096


def roots(path: Path) -> Iterator[tuple[str, Element]]:
    """Yield the root of each text in a file, with its name; that of a web page is ``html``.

    Raises:
        InputError: It is missing, damaged, no well-formed XML, or declares a document type.
    """
    for member in members([path]):
        with opened(member) as stream:
            content = stream.read()
        page = _WEB_PAGE.match(content[:_TO_LOOK_AT])
        yield (
            member.inner or member.name,
            _page(content, member.name) if page else _xml(content, member.name),
        )


def _xml(content: bytes, name: str) -> Element:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        reason = str(error.msg).split(", line")[0]
        raise InputError(
            f"{name}: no well-formed XML at line {error.lineno}: {reason}; download the file again"
        ) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise InputError(f"{name}: declares a document type, which no law file needs")
    return root


def _page(content: bytes, name: str) -> Element:
    """Read a web page; the HTML parser knows no entities but those of HTML, and loads nothing."""
    parser = etree.HTMLParser(
        no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8"
    )
    try:
        root: Element | None = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None or not isinstance(root.tag, str):
        raise InputError(f"{name}: an empty or damaged web page; download it again")
    return root


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def words(element: Element | None, *, without: frozenset[str] = frozenset()) -> str:
    """Return an element's text with one blank between words; ``without`` names what to skip."""
    return "" if element is None else " ".join(_text(element, without).split())


def _text(element: Element, without: frozenset[str]) -> str:
    pieces = [element.text or ""]
    for child in element:
        if local(child) not in without:
            pieces.append(_text(child, without))
        pieces.append(child.tail or "")
    return "".join(pieces)
