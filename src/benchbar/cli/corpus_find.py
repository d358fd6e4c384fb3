"""Finding a cite in the user's corpora."""

import re
from collections.abc import Iterator

from benchbar import cite as cites
from benchbar.corpora import store
from benchbar.corpora.statutes import Statutes
from benchbar.errors import InputError
from benchbar.records import Document

_CODE = re.compile(r"(\d+)\s*U\.?\s?S\.?\s?C\.?\s*(?:§|[Ss]ec(?:tion|\.)?)?\s*(\S+)")
_SIGN = re.compile(r"(?:§|[Ss]ec(?:tion|\.)?)\s*")


def documents(name: str) -> Iterator[Document]:
    """Yield the documents of a corpus of either kind.

    Raises:
        InputError: There is none of this name.
    """
    if store.load(name).kind == "statute":
        return Statutes(store.statutes_file(name)).documents()
    return store.documents(name)


def places(text: str, name: str | None) -> Iterator[tuple[str, Document, int]]:
    """Yield corpus, document and the place in its lines, wherever a cite stands.

    Raises:
        InputError: The text is no cite.
    """
    title, wanted = _read(text)
    for corpus in (name,) if name else store.names():
        for document in _candidates(corpus, title, wanted):
            for place, line in enumerate(document.lines):
                if line.cite == str(wanted):
                    yield corpus, document, place
                    break


def _candidates(corpus: str, title: str | None, wanted: cites.Cite) -> Iterator[Document]:
    """Yield the documents that may hold a cite; of large stores only those of its section."""
    if store.load(corpus).kind != "statute":
        yield from store.documents(corpus)
        return
    if isinstance(wanted, cites.RecordCite):
        return
    statutes = Statutes(store.statutes_file(corpus))
    for row, section in enumerate(statutes.sections):
        if section in ("", wanted.section) and title in (None, statutes.titles[row]):
            yield statutes.document(row)


def _read(text: str) -> tuple[str | None, cites.Cite]:
    code = _CODE.fullmatch(text.strip())
    title, rest = (code[1], f"section {code[2]}") if code else (None, text.strip())
    for form in (rest, _SIGN.sub("section ", rest, count=1), f"section {rest}"):
        for spelled in (form, form.replace("-", "–")):
            try:
                return title, cites.parse(spelled)
            except ValueError:
                continue
    raise InputError(f"{text!r} is no cite: write one such as 69:18 or '26 U.S.C. 152(f)(1)'")
