"""Importing the user's files into a corpus."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchbar import cite
from benchbar.corpora import repetition, spans, store
from benchbar.corpora.pseudonyms import Replaced, Report, pseudonymise
from benchbar.corpora.transcripts import Testimony, Transcript, Why, read_transcript
from benchbar.errors import InputError
from benchbar.records import Document

_SAMPLES = 3


class SetAsideGroup(msgspec.Struct, frozen=True):
    """Rows that were set aside for one reason: how many, and the first of them as samples."""

    why: str
    rows: int
    samples: tuple[str, ...]


class Check(msgspec.Struct, frozen=True):
    """What would become of a file.

    Attributes:
        rows: Rows that are not blank.
        lines: Rows kept as lines of testimony.
        understood: Share of rows that were kept, or set aside for a known reason.
        repeated: Share of the lines kept that occur again in the file.
        set_aside: What was left out, by reason.
        notes: What is odd about the file.
    """

    file: str
    rows: int
    lines: int
    understood: float
    repeated: float
    set_aside: tuple[SetAsideGroup, ...]
    notes: tuple[str, ...]


UNREAD: Why = "could not be read"


def check(path: Path) -> Check:
    """Say what would be kept of a file and what not; nothing is changed."""
    transcript = read_transcript(path)
    reasons = Counter(aside.why for aside in transcript.set_aside)
    rows = len(transcript.lines) + len(transcript.set_aside)
    groups = tuple(
        SetAsideGroup(why, n, tuple(_samples(transcript, why))) for why, n in reasons.most_common()
    )
    return Check(
        file=path.name,
        rows=rows,
        lines=len(transcript.lines),
        understood=1 - reasons[UNREAD] / rows if rows else 0.0,
        repeated=repetition.repeated_share([line.words for line in transcript.lines]),
        set_aside=groups,
        notes=transcript.notes,
    )


def _samples(transcript: Transcript, why: str) -> Iterator[str]:
    wanted = None if why == UNREAD else _SAMPLES
    matching = [aside for aside in transcript.set_aside if aside.why == why]
    for aside in matching[:wanted]:
        page = f"page {aside.page}, " if aside.page is not None else ""
        yield f"{page}row {aside.row}: {aside.text.strip()}"


class Added(msgspec.Struct, frozen=True):
    """What came of an import: what was kept of each file, and what pseudonyms replaced.

    Attributes:
        checks: What was kept of each file.
        replaced: Of each file, kinds of names and numbers, with how many were different, and
            how many places each had.
        caveat: Why that is no guarantee; empty without pseudonyms.
    """

    checks: tuple[Check, ...]
    replaced: tuple[dict[str, int], ...] = ()
    caveat: str = ""


def add_transcripts(
    paths: Sequence[Path], name: str, *, force: bool = False, pseudonyms: bool = False
) -> Added:
    """Import transcripts as one corpus.

    Args:
        paths: Text, PDF or DOCX files.
        name: Of the corpus.
        force: Replace a corpus of this name.
        pseudonyms: Put pseudonyms for names and numbers, consistently within a file; the files'
            own names are not kept then.

    Raises:
        InputError: A file cannot be read, two have one name, or the corpus exists.
    """
    store.check_free(store.check_name(name), force=force)
    twice = [file for file, n in Counter(path.stem for path in paths).items() if n > 1]
    if twice:
        raise InputError(f"two files are named {twice[0]!r}: rename one")
    checks = [check(path) for path in paths]
    titles = [f"transcript-{n}" if pseudonyms else path.name for n, path in enumerate(paths, 1)]
    files = tuple(
        store.ImportedFile(
            name=title,
            sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
            lines=found.lines,
            set_aside=found.rows - found.lines,
        )
        for title, path, found in zip(titles, paths, checks, strict=True)
    )
    for path, found in zip(paths, checks, strict=True):
        if not found.lines:
            raise InputError(
                f"{path}: no testimony found in it; see 'benchbar corpus check {path}'"
            )
    corpus = store.Corpus(name, "transcript", files)
    reports: list[Report] = []
    documents = (
        _document(read_transcript(path), title, reports if pseudonyms else None)
        for path, title in zip(paths, titles, strict=True)
    )
    store.save(corpus, documents, force=force)
    return Added(
        checks=tuple(checks),
        replaced=tuple({_told(one): one.places for one in report.replaced} for report in reports),
        caveat=reports[0].caveat if reports else "",
    )


def _told(one: Replaced) -> str:
    """Name a kind as a count of places is followed by it: 5 telephone numbers (2 different)."""
    if one.places == 1:
        return one.kind
    ending = "es" if one.kind.endswith("s") else "s"
    return f"{one.kind}{ending} ({one.different} different)"


def _document(transcript: Transcript, title: str, reports: list[Report] | None) -> Document:
    lines = [line.words for line in transcript.lines]
    if reports is not None:
        lines, report = pseudonymise(lines, [aside.text for aside in transcript.set_aside])
        reports.append(report)
    return spans.whole(
        name=title,
        lines=lines,
        cites=[_cite(n, line) for n, line in enumerate(transcript.lines, 1)],
        source=title,
        title=title,
    )


def _cite(row: int, line: Testimony) -> str:
    """Return the original cite; lines that had no number are counted through the file."""
    if line.line is None:
        return str(cite.RecordCite(None, row))
    return str(cite.RecordCite(line.page, line.line))
