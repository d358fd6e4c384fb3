"""Law in XML of other publishers: one small reader a format into the same document."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from lxml import etree

from benchbar.corpora import outline_store, store
from benchbar.corpora.lawxml import bills, canada, dc, ecfr
from benchbar.corpora.lawxml.opening import roots
from benchbar.errors import InputError
from benchbar.records import Document

Reader: TypeAlias = Callable[[Path], Iterator[Document]]

READERS: dict[tuple[str, str], Reader] = {
    ("", "DLPSTEXTCLASS"): ecfr.read,
    ("", "ECFR"): ecfr.read,
    ("", "Statute"): canada.read,
    ("", "Regulation"): canada.read,
    (dc.SPACE, "section"): dc.read,
    (dc.SPACE, "container"): dc.read,
    ("http://schemas.gpo.gov/xml/uslm", "bill"): bills.read,
    ("http://schemas.gpo.gov/xml/uslm", "resolution"): bills.read,
    ("http://schemas.gpo.gov/xml/uslm", "statuteCompilation"): bills.read,
    ("http://schemas.gpo.gov/xml/uslm", "pLaw"): bills.read,
}
"""Readers by the namespace and name of a file's root element."""


def reader_for(path: Path) -> Reader:
    """Return the reader of a file's format, known by its root element.

    Raises:
        InputError: It is no XML, or of another format.
    """
    _, root = next(roots(path))
    name = etree.QName(root)
    reader = READERS.get((name.namespace or "", name.localname))
    if reader is None:
        raise InputError(
            f"{path}: law XML of an unknown format (root element {name.localname!r}, namespace "
            f"{name.namespace or 'none'}): known are eCFR, D.C. Code, Canadian acts and "
            "regulations, and USLM 2 bills and compilations; the U.S. Code is --kind uslm"
        )
    return reader


def add_law(paths: Sequence[Path], name: str, *, force: bool = False) -> store.Corpus:
    """Import files of law as one corpus of statutes and return what is known of it.

    Raises:
        InputError: A file cannot be read, is of an unknown format or has no sections that could
            be kept, or the corpus exists.
    """
    outline_store.check_paths(paths, name, force=force)
    read = {path: list(reader_for(path)(path)) for path in paths}
    for path, found in read.items():
        if not found:
            raise InputError(f"{path}: no section of law could be kept of it")
    files = tuple(
        outline_store.imported(path, lines=sum(len(one.lines) for one in found), set_aside=0)
        for path, found in read.items()
    )
    corpus = store.Corpus(name, "statute", files)
    outline_store.keep(corpus, (one for found in read.values() for one in found), force=force)
    return corpus
