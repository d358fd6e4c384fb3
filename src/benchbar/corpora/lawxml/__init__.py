"""Law of other publishers, in XML or HTML: one small reader a format into the same document."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from benchbar.corpora import outline_store, store
from benchbar.corpora.lawxml import bills, canada, dc, ecfr, georgia
from benchbar.corpora.lawxml.opening import roots
from benchbar.corpora.uslm_files import SUFFIXES, files_in
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
    ("", "html"): georgia.read,
}
"""Readers by the namespace and name of a file's root element."""


def reader_for(path: Path) -> Reader:
    """Return the reader of a file's format, known by its root element.

    Raises:
        InputError: It is neither XML nor HTML, or of another format.
    """
    _, root = next(roots(path))
    space, _, name = str(root.tag).rpartition("}")
    space = space.removeprefix("{")
    if name == "html" and not georgia.is_code(root):
        raise InputError(
            f"{path}: a web page of an unknown format: known is the Georgia Code as posted by "
            "Public.Resource.Org; of other law download the XML, and save a contract or another "
            "document of yours as text (.txt), DOCX or PDF"
        )
    reader = READERS.get((space, name))
    if reader is None:
        raise InputError(
            f"{path}: law XML of an unknown format (root element {name!r}, namespace "
            f"{space or 'none'}): known are eCFR, D.C. Code, Canadian acts and "
            "regulations, USLM 2 bills and compilations, and the Georgia Code in HTML; the U.S. "
            "Code is --kind uslm"
        )
    return reader


def add_law(paths: Sequence[Path], name: str, *, force: bool = False) -> store.Corpus:
    """Import files of law, or folders of them, as one corpus of statutes; return what is known.

    A file without sections that could be kept, such as a resolution, has no lines in the record.

    Raises:
        InputError: A file cannot be read or is of an unknown format, no section could be kept of
            any, or the corpus exists.
    """
    files = [file for path in paths for file in files_of_law(path) or [path]]
    outline_store.check_paths(files, name, force=force)
    read = {path: list(reader_for(path)(path)) for path in files}
    if not any(read.values()):
        raise InputError(f"{paths[0]}: no section of law could be kept of it")
    imported = tuple(
        outline_store.imported(path, lines=sum(len(one.lines) for one in found), set_aside=0)
        for path, found in read.items()
    )
    corpus = store.Corpus(name, "statute", imported)
    outline_store.keep(corpus, (one for found in read.values() for one in found), force=force)
    return corpus


def files_of_law(path: Path) -> list[Path]:
    """Return the files of law of a path: itself if it is one, or those in the folder.

    The list is empty if it is a file of another sort: a document of the user's own.

    Raises:
        InputError: It is a folder without files of law.
    """
    if path.is_dir():
        return files_in(path)
    return [path] if path.name.lower().endswith(SUFFIXES) else []
