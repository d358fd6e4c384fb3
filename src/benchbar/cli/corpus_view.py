"""What ``benchbar corpus`` prints."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchbar import cite as cites
from benchbar.cli.corpus_add import told
from benchbar.corpora import (
    imports,
    lawxml,
    outline,
    repetition,
    store,
    textfiles,
    transcript_notes,
    uslm,
    uslm_corpus,
    uslm_files,
)
from benchbar.corpora.depositions import depose
from benchbar.corpora.imports import Check
from benchbar.corpora.outline import OutlineCheck
from benchbar.errors import InputError
from benchbar.parallel import processes
from benchbar.records import Document
from benchbar.report.numbers import plural
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
        {"name": "code", "kind": "statute", "what": "built in: invented statutes"},
    ]
    for name in store.names():
        try:
            corpus = store.load(name)
            rows.append({"name": name, "kind": corpus.kind, "what": _what(corpus)})
        except InputError as error:
            rows.append({"name": name, "kind": "unreadable", "what": str(error)})
    return rows


def _what(corpus: store.Corpus) -> str:
    try:
        return "; ".join(line.strip() for line in told(uslm_corpus.load_summary(corpus.name)))
    except InputError:
        kept = sum(file.lines for file in corpus.files)
        aside = sum(file.set_aside for file in corpus.files)
        return f"{plural(len(corpus.files), 'file')}, {kept} lines ({aside} rows set aside)"


def report(path: Path, kind: str | None) -> tuple[object, list[str]]:
    """Return what ``corpus check`` says of a file: the record, and its lines."""
    match kind or _looks_like(path):
        case "uslm":
            found = uslm_corpus.check_uslm([path], processes.executor(None))
            return found, list(told(found))
        case "transcript":
            check = imports.check(path)
            return check, list(summary(check, samples=True))
        case _ if files := lawxml.files_of_law(path):
            return _law(files)
    outline_found = outline.check(path)
    return outline_found, list(outlined(outline_found, samples=True))


def _law(files: Sequence[Path]) -> tuple[object, list[str]]:
    """Report on files of law: how many sections and lines would be kept."""
    said = []
    sections = lines = 0
    for path in files:
        documents = list(lawxml.reader_for(path)(path))
        kept = sum(len(document.lines) for document in documents)
        said.append(f"{path.name}: {plural(len(documents), 'section')}, {plural(kept, 'line')}")
        sections, lines = sections + len(documents), lines + kept
    return {"sections": sections, "lines": lines}, said


def _looks_like(path: Path) -> str:
    """Say which kind a file, or the first of a folder, seems to be: much speech is a transcript."""
    if files := lawxml.files_of_law(path):
        with uslm_files.opened(uslm_files.members(files[:1])[0]) as stream:
            return "uslm" if uslm.is_code(stream) else "statute"
    spoken = transcript_notes.is_speech(textfiles.text_of(path))
    return "transcript" if spoken else "statute"


def outlined(found: OutlineCheck, *, samples: bool) -> Iterator[str]:
    """Yield the lines that report on a document: its outline as a tree, and what has no cite."""
    yield (
        f"{found.file}: {plural(found.lines, 'line')} with a cite, {found.cited:.0%} of the words; "
        f"{plural(found.terms, 'defined term')}; {plural(len(found.uncited), 'row')} without a "
        f"cite, {len(found.set_aside)} set aside"
    )
    if samples:
        for branch in found.tree:
            yield f"  {'  ' * branch.depth}{branch.label} {branch.heading}".rstrip()
    for title, rows in (("without a cite", found.uncited), ("set aside", found.set_aside)):
        for row in rows if samples else ():
            yield f"  {title}, row {row.row}, {row.why}: {row.text.strip()}"
    yield from (f"  note: {note}" for note in found.notes)


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


def around(document: Document, place: int) -> str:
    """Return what stands around a line, which is marked: its page, or its whole section."""
    page = _page(document.lines[place].cite)
    shown = [" ".join(filter(None, (document.title, document.section, f"({document.source})")))]
    for n, line in enumerate(document.lines):
        near = page is None or abs(n - place) <= 2 * _LINES_PER_PAGE
        if near and _page(line.cite) == page:
            start = document.text.rfind("\n", 0, line.start) + 1
            mark = ">" if n == place else " "
            shown.append(f"{mark} {line.cite:<28} {document.text[start : line.end]}")
    return "\n".join(shown)


def _page(printed: str) -> int | None:
    if printed == "flush":
        return None
    parsed = cites.parse(printed)
    return parsed.page if isinstance(parsed, cites.RecordCite) else None
