"""Bills and statute compilations in USLM 2: act sections, read by the parser of the U.S. Code.

They differ from the Code in what identifies a section: the number of the act's section, which
stands in ``<num value>``, not a title and section of the Code.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
from lxml import etree
from lxml.etree import _Element as Element

from benchbar.corpora import uslm
from benchbar.corpora.lawxml.opening import local, roots, words
from benchbar.records import Document

_ASIDE = frozenset({"quotedContent", "quotedText", "note", "notes", "toc", "section"})
_NUMBER = re.compile(r"\d[\w–-]*")


def read(path: Path) -> Iterator[Document]:
    """Yield the sections; those that quote sections of other laws are left out, as in the Code.

    Raises:
        InputError: It is no well-formed XML.
    """
    for name, root in roots(path):
        law = _name(root)
        for element in root.iter("{*}section"):
            if not any(local(above) in _ASIDE for above in element.iterancestors()):
                _identify(element)
        for found in uslm.sections(io.BytesIO(etree.tostring(root)), name):
            if isinstance(found, Document):
                yield msgspec.structs.replace(found, title=law)


def _name(root: Element) -> str:
    """Return what the law is called: its short title, or the citation of the bill."""
    for tag in ("citableAsShortTitle", "citableAs", "title"):
        element = next(root.iter(f"{{*}}{tag}"), None)
        if element is not None and words(element):
            return words(element)
    return ""


def _identify(section: Element) -> None:
    """Give a section an identifier of the form that the Code's have."""
    num = next((child for child in section if local(child) == "num"), None)
    if num is None:
        return
    number = num.get("value") or words(num)
    if match := _NUMBER.search(number):
        section.set("identifier", f"/us/act/t0/s{match[0]}")
