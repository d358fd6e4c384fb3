"""The user's own documents: contracts, rules and policies as trees of numbered parts with cites."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchbar.corpora import outline_store, store, textfiles, transcript_notes
from benchbar.corpora.outline_aside import OddRow
from benchbar.corpora.outline_parts import parts_of
from benchbar.corpora.outline_printing import cites_of, document_of, twice
from benchbar.corpora.outline_rows import paragraphs
from benchbar.errors import InputError
from benchbar.records import Document

_MARKDOWN = (".md", ".markdown", ".mdown")
_HASHES = re.compile(r"^#{1,6} \S", re.MULTILINE)
_LEAST_PARTS = 2


class Branch(msgspec.Struct, frozen=True):
    """One part in the outline of a document: its label as written, heading, cite and size."""

    label: str
    heading: str
    cite: str
    words: int
    depth: int


class Outlined(msgspec.Struct, frozen=True):
    """A document understood.

    Attributes:
        document: All of it as one statute document, in the line form of statutes.
        tree: Its numbered parts in order.
        uncited: Rows that are shown but that no cite names, and why.
        set_aside: Rows that are not shown: page numbers, signature blocks and the like.
        notes: What was ambiguous, and how it was decided.
    """

    document: Document
    tree: tuple[Branch, ...]
    uncited: tuple[OddRow, ...]
    set_aside: tuple[OddRow, ...]
    notes: tuple[str, ...]


def outline(text: str, name: str) -> Outlined:
    """Recognise the numbering of a document and print it with a cite for each numbered part.

    Args:
        text: The document; pages may be parted by form feeds.
        name: Its file's name: the document's title; its ending tells Markdown and DOCX.
    """
    markdown = name.lower().endswith(_MARKDOWN) or _looks_like_markdown(text)
    whole = name.lower().endswith(".docx")
    found, aside = paragraphs(text, markdown=markdown, whole=whole)
    made = parts_of(found, markdown=markdown)
    cites = cites_of(made.parts)
    document = document_of(made.parts, cites, name=Path(name).stem, source=name)
    tree = tuple(
        Branch(part.label, part.header.rstrip("."), str(place) if place else "",
               len(f"{part.header} {part.body}".split()), part.depth)
        for part, place in zip(made.parts, cites, strict=True)
        if part.kind == "part"
    )  # fmt: skip
    odd = list(made.uncited)
    for part, place in zip(made.parts, cites, strict=True):
        if part.kind == "part" and place is None:
            why = "a letter or number that stands in no section"
            if part.nameless:
                why = "a number in an annex that has none itself"
            odd.append(OddRow(part.row, f"{part.label} {part.header} {part.body}".strip(), why))
    odd += [
        OddRow(part.row, f"{part.label} {part.header} {part.body}".strip(),
               "its cite stands more than once in the document")
        for part in twice(made.parts, cites)
    ]  # fmt: skip
    ordered = tuple(sorted(odd, key=lambda one: one.row))
    return Outlined(document, tree, ordered, tuple(aside), tuple(made.notes))


def _looks_like_markdown(text: str) -> bool:
    """Say whether at least two rows are headings as in Markdown."""
    return len(_HASHES.findall(text)) > 1


class OutlineCheck(msgspec.Struct, frozen=True):
    """What would become of a document.

    Attributes:
        rows: Rows that are not blank.
        lines: Lines with a cite of their own that a question can be about.
        cited: Share of the words shown that stand in a line with a cite.
        terms: Terms that it defines.
        tree: Its numbered parts in order.
        uncited: What is shown and has no cite.
        set_aside: What is not shown.
        notes: What was ambiguous, and how it was decided.
    """

    file: str
    rows: int
    lines: int
    cited: float
    terms: int
    tree: tuple[Branch, ...]
    uncited: tuple[OddRow, ...]
    set_aside: tuple[OddRow, ...]
    notes: tuple[str, ...]


def read(path: Path) -> tuple[Outlined, int]:
    """Outline a file of the user's; with the number of its rows that are not blank.

    Raises:
        InputError: It cannot be read, or fewer than two numbered parts are found in it.
    """
    found, rows = _outlined(path)
    if len(found.tree) < _LEAST_PARTS:
        raise InputError(
            f"{path}: no numbered parts found in it (such as 4.2, Section 3 or (a)); "
            f"see 'benchbar corpus check {path}'"
        )
    return found, rows


def check(path: Path) -> OutlineCheck:
    """Say what would be kept of a document and how it would be cited; nothing is changed."""
    return checked(*_outlined(path))


def _outlined(path: Path) -> tuple[Outlined, int]:
    file = textfiles.read(path)
    found = outline(file.text, path.name)
    spoken = transcript_notes.is_speech(file.text)
    other = (transcript_notes.LIKE_TESTIMONY,) if spoken else ()
    found = msgspec.structs.replace(found, notes=(*other, *file.notes, *found.notes))
    return found, sum(1 for row in file.text.split("\n") if row.strip())


def checked(found: Outlined, rows: int) -> OutlineCheck:
    """Return the report on an outlined document."""
    document = found.document
    counts = Counter(line.cite for line in document.lines)
    own = [line for line in document.lines if line.cite != "flush" and counts[line.cite] == 1]
    shown = len(document.text.split())
    words = sum(len(document.shown(line).split()) for line in own)
    return OutlineCheck(
        file=document.source,
        rows=rows,
        lines=len(own),
        cited=words / shown if shown else 0.0,
        terms=len({term for line in document.lines for term in line.terms}),
        tree=found.tree,
        uncited=found.uncited,
        set_aside=found.set_aside,
        notes=found.notes,
    )


def add_documents(paths: Sequence[Path], name: str, *, force: bool = False) -> list[OutlineCheck]:
    """Import documents as one corpus of statutes and return what was kept of each.

    Raises:
        InputError: A file cannot be read or has no numbered parts, two have one name, or the
            corpus exists.
    """
    outline_store.check_paths(paths, name, force=force)
    found = [(path, *read(path)) for path in paths]
    checks = [checked(one, rows) for _, one, rows in found]
    files = tuple(
        outline_store.imported(path, lines=check.lines, set_aside=len(check.set_aside))
        for (path, _, _), check in zip(found, checks, strict=True)
    )
    documents = (one.document for _, one, _ in found)
    outline_store.keep(
        store.Corpus(name, "statute", files, order="natural"), documents, force=force
    )
    return checks
