"""What ``benchbar corpus`` prints."""

from collections.abc import Iterator

import msgspec

from benchbar import cite as cites
from benchbar.corpora import repetition, store
from benchbar.corpora.depositions import depose
from benchbar.corpora.imports import Check
from benchbar.errors import InputError
from benchbar.records import Document
from benchbar.seeds import rng_for

_PAGES = 1_000
_DEPOSITIONS = 10
_LINES_PER_PAGE = 25


class Repetition(msgspec.Struct, frozen=True):
    """How far invented testimony repeats itself.

    Attributes:
        pages: Pages looked at, of 25 lines.
        repeated: Mean share of lines that occur again in the same deposition.
        most_run: How often the commonest run of eight words occurs in all pages.
        run: That run.
    """

    pages: int
    repeated: float
    most_run: int
    run: str

    @property
    def text(self) -> str:
        """The measure in sentences."""
        return (
            f"{self.pages} pages of invented testimony: {self.repeated:.1%} of the lines occur "
            "again in the same deposition (about 13% in real transcripts); the commonest run of "
            f'eight words occurs {self.most_run} times ("{self.run}")'
        )


def repetition_of_invented() -> Repetition:
    """Measure the built-in testimony."""
    each = _PAGES * _LINES_PER_PAGE // _DEPOSITIONS
    made = [depose(rng_for("corpus check", n), each).lines for n in range(_DEPOSITIONS)]
    run, most = repetition.runs(made).most_common(1)[0]
    shares = [repetition.repeated_share(lines) for lines in made]
    return Repetition(_PAGES, sum(shares) / len(shares), most, " ".join(run))


def listing() -> list[dict[str, str]]:
    """Return the rows of ``corpus list``."""
    rows = [
        {"name": "synthetic", "kind": "statute", "what": "built in: sections of invented terms"},
        {"name": "transcripts", "kind": "transcript", "what": "built in: invented depositions"},
    ]
    for name in store.names():
        corpus = store.load(name)
        kept = sum(file.lines for file in corpus.files)
        aside = sum(file.set_aside for file in corpus.files)
        what = f"{len(corpus.files)} files, {kept} lines ({aside} rows set aside)"
        rows.append({"name": name, "kind": corpus.kind, "what": what})
    return rows


def summary(found: Check, *, samples: bool) -> Iterator[str]:
    """Yield the lines that report on a file."""
    yield (
        f"{found.file}: {found.lines} lines of testimony, {found.rows - found.lines} rows set "
        f"aside, {found.understood:.1%} understood; {found.repeated:.1%} of the lines occur again"
    )
    for group in found.set_aside:
        yield f"  {group.why}: {group.rows}"
        yield from (f"    {sample}" for sample in group.samples if samples)
    yield from (f"  note: {note}" for note in found.notes)


def exported(document: Document) -> dict[str, object]:
    """Return a document as ``corpus export`` writes it."""
    lines = [
        {
            "cite": line.cite,
            "text": document.shown(line),
            "header": document.header(line) or None,
            "leaf": line.leaf,
        }
        for line in document.lines
    ]
    return {
        "id": document.id,
        "title": document.title,
        "section": document.section,
        "lines": lines,
        "source": document.source,
    }


def places(cite: str, name: str | None) -> Iterator[tuple[Document, int]]:
    """Yield the documents that hold a cite, and its place in their lines."""
    try:
        wanted = str(cites.parse(cite))
    except ValueError:
        raise InputError(f"{cite!r} is no cite: write one such as 69:18") from None
    for corpus in (name,) if name else store.names():
        store.load(corpus)
        for document in store.documents(corpus):
            for place, line in enumerate(document.lines):
                if line.cite == wanted:
                    yield document, place
                    break


def page_around(document: Document, place: int) -> str:
    """Return the page that holds a line, the line marked."""
    own = document.lines[place].cite
    page = _page(own)
    shown = [document.title]
    for n, line in enumerate(document.lines):
        if _page(line.cite) == page and abs(n - place) <= 2 * _LINES_PER_PAGE:
            mark = ">" if n == place else " "
            shown.append(f"{mark} {line.cite:>22}  {document.words(line)}")
    return "\n".join(shown)


def _page(printed: str) -> int | None:
    parsed = cites.parse(printed)
    return parsed.page if isinstance(parsed, cites.RecordCite) else None
