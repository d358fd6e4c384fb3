"""Opening files of law in XML: plain, gzipped or zipped, without entities, DTDs or network."""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from lxml.etree import _Element as Element

from benchbar.corpora.uslm_files import members, opened
from benchbar.errors import InputError


def roots(path: Path) -> Iterator[tuple[str, Element]]:
    """Yield the root of each XML text in a file, with its name.

    Raises:
        InputError: It is missing, damaged, no well-formed XML, or declares a document type.
    """
    for member in members([path]):
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            remove_comments=True,
            remove_pis=True,
        )
        with opened(member) as stream:
            try:
                root = etree.fromstring(stream.read(), parser)
            except etree.XMLSyntaxError as error:
                reason = str(error.msg).split(", line")[0]
                raise InputError(
                    f"{member.name}: no well-formed XML at line {error.lineno}: {reason}; "
                    "download the file again"
                ) from None
        if root.getroottree().docinfo.internalDTD is not None:
            raise InputError(f"{member.name}: declares a document type, which no law file needs")
        yield member.inner or member.name, root


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return etree.QName(element).localname


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
