"""The user's own corpora: documents imported once, kept in the user's data folder.

``BENCHBAR_HOME`` names another folder. Nothing in it ever leaves the machine by itself.
"""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import platformdirs

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document, Kind

BUILT_IN = ("synthetic", "transcripts", "code", "uscode")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class ImportedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a corpus: its name, hash, and how many of its rows were kept and set aside."""

    name: str
    sha256: str
    lines: int
    set_aside: int


class Corpus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A user's corpus: its name, the kind of its documents, and the files that it came from."""

    name: str
    kind: Kind
    files: tuple[ImportedFile, ...]


def home() -> Path:
    """Return the folder of the user's corpora."""
    named = os.environ.get("BENCHBAR_HOME")
    return (Path(named) if named else platformdirs.user_data_path("benchbar")) / "corpora"


def names() -> list[str]:
    """Return the names of all imported corpora."""
    folder = home()
    return sorted(p.parent.name for p in folder.glob("*/corpus.json")) if folder.is_dir() else []


def check_name(name: str) -> str:
    """Return a name that a corpus may have.

    Raises:
        InputError: It may not.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{name!r} cannot name a corpus: use small letters, digits, - and _, at most 40; "
            "give one with --name"
        )
    if name in BUILT_IN:
        raise InputError(f"{name!r} is a built-in corpus: choose another name with --name")
    return name


def load(name: str) -> Corpus:
    """Return what is known of an imported corpus.

    Raises:
        InputError: There is none of this name, or its file is damaged.
    """
    path = home() / name / "corpus.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Corpus)
    except (FileNotFoundError, NotADirectoryError):
        known = ", ".join((*BUILT_IN[:2], *names()))
        raise InputError(
            f"no corpus {name!r}: there are {known}; import one with 'benchbar corpus add'"
        ) from None
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: damaged: {error}; import the corpus again") from None


def documents_file(name: str) -> Path:
    """Return the file that holds a corpus's documents."""
    return home() / name / "documents.jsonl.zst"


def documents(name: str) -> Iterator[Document]:
    """Yield the documents of an imported corpus."""
    yield from jsonl.read(documents_file(name), Document)


def save(corpus: Corpus, imported: Iterable[Document], *, force: bool = False) -> None:
    """Store a corpus, whole or not at all.

    Raises:
        InputError: One of this name exists and ``force`` is not set.
    """
    folder = home() / check_name(corpus.name)
    if folder.exists() and not force:
        raise InputError(
            f"corpus {corpus.name!r} exists: give another --name, or --force to replace it"
        )
    partial = folder.with_name(f".{corpus.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        jsonl.write(partial / "documents.jsonl.zst", imported)
        with jsonl.replacing(partial / "corpus.json") as file:
            file.write(msgspec.json.format(msgspec.json.encode(corpus), indent=2) + b"\n")
        if folder.exists():
            shutil.rmtree(folder)
        partial.replace(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
