"""Importing the U.S. Code, or any law in USLM, as a corpus: parsed once, stored by columns.

corpora/<name>/corpus.json  statutes.parquet  summary.json
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]

from benchbar.corpora import statutes, store, uslm, uslm_files
from benchbar.corpora.uslm_files import Member
from benchbar.errors import InputError
from benchbar.parallel.base import Executor

_OURS = ("uscode", "code")
"""Built-in names that a corpus of this kind may have."""
_BATCH = 500


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much was kept.

    Attributes:
        sections: Sections.
        leaves: Their lines that have no subdivision under them.
        definitions: Terms that exactly one line of their section defines.
        tokens: cl100k tokens.
    """

    sections: int = 0
    leaves: int = 0
    definitions: int = 0
    tokens: int = 0


class FileSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file given by the user.

    Attributes:
        name: As in the ids of its sections.
        sha256: Hash of the file as it is on the disk.
        releases: What its texts say of themselves, e.g. ``Online@119-36``.
        kept: Sections kept.
        excluded: Sections left out.
    """

    name: str
    sha256: str
    releases: tuple[str, ...]
    kept: int
    excluded: int


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of the files of a corpus.

    Attributes:
        kept: What is in the corpus.
        coarse: What would be, were sections left out for a table in their notes too, as the
            paper does (43,916 sections, 447,037 leaves, 23,562 unique definitions).
        excluded: The sections left out, by reason, e.g. ``48 U.S.C. 250``.
        twice: Identifiers that more than one section kept has.
    """

    name: str
    files: tuple[FileSummary, ...]
    kept: Counts
    coarse: Counts
    excluded: dict[str, tuple[str, ...]]
    twice: tuple[str, ...]

    @property
    def releases(self) -> tuple[str, ...]:
        """The release points of all files, each once."""
        return tuple(sorted({release for file in self.files for release in file.releases}))


class _Read(NamedTuple):
    """What was found in one member; ``batches`` are rows of the store."""

    member: Member
    batches: tuple[pa.RecordBatch, ...]
    releases: tuple[str, ...]
    kept: Counts
    coarse: Counts
    identifiers: tuple[str, ...]
    excluded: tuple[uslm.Excluded, ...]


def add_uslm(paths: Sequence[Path], name: str, *, force: bool, spread: Executor) -> Summary:
    """Import USLM files as one corpus, whole or not at all.

    Args:
        paths: Files (.xml, .xml.gz, .zip of many) and folders of these.
        name: Name of the corpus; ``uscode`` and ``code`` may be used here.
        force: Replace a corpus of this name.
        spread: Reads the files.

    Raises:
        InputError: A file cannot be read or is no USLM, nothing was kept, or the corpus exists.
    """
    found = uslm_files.members(paths)
    reads: list[_Read] = []
    if name not in _OURS:
        store.check_name(name)
    with store.writing(name, force=force) as folder:
        path = folder / store.statutes_file(name).name
        statutes.write_packed(path, _batches(found, spread, reads))
        summary = _summary(name, reads)
        if not summary.kept.sections:
            raise InputError(f"{paths[0]}: no section of law could be kept of it")
        store.write_json(folder / "summary.json", summary)
        store.write_json(folder / "corpus.json", _corpus(summary))
    return summary


def check_uslm(paths: Sequence[Path], spread: Executor) -> Summary:
    """Say what would become of USLM files; nothing is changed. Errors as ``add_uslm``."""
    reads: list[_Read] = []
    for _ in _batches(uslm_files.members(paths), spread, reads):
        pass
    return _summary("", reads)


def load_summary(name: str) -> Summary:
    """Return the summary of a corpus that ``add_uslm`` made.

    Raises:
        InputError: There is none, or it is damaged.
    """
    path = store.home() / name / "summary.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Summary)
    except OSError:
        raise InputError(f"no corpus {name!r} of USLM files: see 'benchbar corpus list'") from None
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: damaged: {error}; import the corpus again") from None


def _batches(
    found: Sequence[Member], spread: Executor, reads: list[_Read]
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of all members, and note in ``reads`` what else was found."""
    for done in spread.map(_read_job, uslm_files.jobs(found)):
        for read in done:
            yield from read.batches
            reads.append(read._replace(batches=()))


def _read_job(job: tuple[Member, ...]) -> list[_Read]:
    return [_read(member) for member in job]


def _read(member: Member) -> _Read:
    batches: list[tuple[pa.RecordBatch, Counts, Counts]] = []
    waiting: list[uslm.Kept] = []
    releases, identifiers, excluded = [], [], []
    with uslm_files.opened(member) as stream:
        for found in uslm.parse(stream, member.name, of_code=True):
            match found:
                case uslm.Kept():
                    waiting.append(found)
                    identifiers.append(found.identifier)
                    if len(waiting) == _BATCH:
                        batches.append(_packed(waiting))
                        waiting = []
                case uslm.Excluded():
                    excluded.append(found)
                case uslm.Publication(release):
                    releases.append(release)
    batches.append(_packed(waiting))
    return _Read(
        member=member,
        batches=tuple(batch for batch, _, _ in batches),
        releases=tuple(releases),
        kept=_total(kept for _, kept, _ in batches),
        coarse=_total(coarse for _, _, coarse in batches),
        identifiers=tuple(identifiers),
        excluded=tuple(excluded),
    )


def _packed(kept: Sequence[uslm.Kept]) -> tuple[pa.RecordBatch, Counts, Counts]:
    """Return sections as rows, with their counts and those under the paper's coarser rule."""
    batch = statutes.pack([one.document for one in kept])
    every = np.ones(len(kept), dtype=bool)
    without = np.array([not one.noted_table for one in kept], dtype=bool)
    return batch, _counts(batch, every), _counts(batch, without)


def _counts(batch: pa.RecordBatch, chosen: npt.NDArray[np.bool_]) -> Counts:
    def total(column: npt.NDArray[np.int32]) -> int:
        return int(column[chosen].sum())

    return Counts(
        sections=int(chosen.sum()),
        leaves=total(statutes.numbers(batch["leaves"])),
        definitions=total(np.diff(statutes.numbers(batch["terms"].offsets))),
        tokens=total(statutes.numbers(batch["tokens"])),
    )


def _total(counts: Iterable[Counts]) -> Counts:
    sums = [sum(column) for column in zip(*map(msgspec.structs.astuple, counts), strict=True)]
    return Counts(*sums)


def _summary(name: str, reads: Sequence[_Read]) -> Summary:
    seen = Counter(identifier for read in reads for identifier in read.identifiers)
    excluded: dict[str, list[str]] = {}
    for section, title, why in (one for read in reads for one in read.excluded):
        excluded.setdefault(why, []).append(f"{title} U.S.C. {section}" if title else section)
    by_file = groupby(reads, key=lambda read: read.member.path)
    return Summary(
        name=name,
        files=tuple(_file(path, list(of_file)) for path, of_file in by_file),
        kept=_total(read.kept for read in reads),
        coarse=_total(read.coarse for read in reads),
        excluded={why: tuple(excluded[why]) for why in sorted(excluded)},
        twice=tuple(identifier for identifier, n in seen.items() if n > 1),
    )


def _file(path: Path, reads: Sequence[_Read]) -> FileSummary:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return FileSummary(
        name=reads[0].member.file,
        sha256=digest,
        releases=tuple(sorted({release for read in reads for release in read.releases})),
        kept=sum(read.kept.sections for read in reads),
        excluded=sum(len(read.excluded) for read in reads),
    )


def _corpus(summary: Summary) -> store.Corpus:
    files = (
        store.ImportedFile(file.name, file.sha256, lines=file.kept, set_aside=file.excluded)
        for file in summary.files
    )
    return store.Corpus(summary.name, "statute", tuple(files))
