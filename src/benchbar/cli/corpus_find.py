"""Finding a cite in the user's corpora."""

import re
from collections.abc import Iterator

from benchbar import cite as cites
from benchbar.corpora import store
from benchbar.corpora.statutes import Statutes
from benchbar.errors import InputError
from benchbar.records import Document

_CODE = re.compile(r"(\d+)\s*U\.?\s?S\.?\s?C\.?\s*(?:§|[Ss]ec(?:tion|\.)?)?\s*(\S+)")
_SIGN = re.compile(
    r"(?:§+|\b(?:section|sec\.?|clause|cl\.|rule|paragraph|para\.))\s*(?=[\dA-Z])", re.IGNORECASE
)
_NAME = re.compile(rf"\b(?:{'|'.join(cites.DIVISIONS)}|line|page)\b", re.IGNORECASE)
_BARE = re.compile(r", (?=\d[\w.]*(?:\(|$))")
_LETTERS = re.compile(r"(?<= )(?:[a-z]|[ivxlc]+)(?=[,(]|$)")


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
            if (place := _place(document, str(wanted))) is not None:
                yield corpus, document, place


def _place(document: Document, wanted: str) -> int | None:
    """Return where a cite first stands; letter case counts only between cites that differ by it."""
    same = [n for n, line in enumerate(document.lines) if line.cite.lower() == wanted.lower()]
    exact = [n for n in same if document.lines[n].cite == wanted]
    if not exact and len({document.lines[n].cite for n in same}) > 1:
        return None
    return next(iter(exact or same), None)


def _candidates(corpus: str, title: str | None, wanted: cites.Cite) -> Iterator[Document]:
    """Yield the documents that may hold a cite; of large stores only those of its section."""
    if store.load(corpus).kind != "statute":
        yield from store.documents(corpus)
        return
    if isinstance(wanted, cites.RecordCite):
        return
    statutes = Statutes(store.statutes_file(corpus))
    fitting = ("", wanted.section.lower())
    for row, section in enumerate(statutes.sections):
        if section.lower() in fitting and title in (None, statutes.titles[row]):
            yield statutes.document(row)


def _read(text: str) -> tuple[str | None, cites.Cite]:
    code = _CODE.fullmatch(text.strip())
    title, rest = (code[1], f"section {code[2]}") if code else (None, text.strip())
    rest = " ".join(rest.split()).replace(" (", "(")
    signed = _SIGN.sub("section ", _NAME.sub(lambda match: match[0].lower(), rest))
    raised = _LETTERS.sub(lambda match: match[0].upper(), signed)
    for form in (signed, raised, f"section {rest}", _BARE.sub(", section ", raised)):
        for spelled in (form, form.replace("-", "–")):
            try:
                return title, cites.parse(spelled)
            except ValueError:
                continue
    raise InputError(f"{text!r} is no cite: write one such as 69:18 or '26 U.S.C. 152(f)(1)'")
