"""The user's own corpora: documents imported once, kept in the user's data folder.

``BENCHBAR_HOME`` names another folder. Nothing in it ever leaves the machine by itself.
"""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

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
    """A user's corpus: its name, the kind of its documents, and the files that it came from.

    ``order`` says how documents are filled: with sections at random, as the paper does with the
    U.S. Code, or with those next to one another, as a contract is read.
    """

    name: str
    kind: Kind
    files: tuple[ImportedFile, ...]
    order: Literal["random", "natural"] = "random"


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
        if name in BUILT_IN[:3]:
            raise InputError(
                f"{name!r} is built in: only corpora of yours can be named here"
            ) from None
        if name == "uscode":
            raise InputError(
                "the U.S. Code is not here yet: run 'benchbar corpus fetch uscode'"
            ) from None
        known = ", ".join((*BUILT_IN[:3], *names()))
        raise InputError(
            f"no corpus {name!r}: there are {known}; import one with 'benchbar corpus add'"
        ) from None
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: damaged: {error}; import the corpus again") from None


def documents_file(name: str) -> Path:
    """Return the file that holds a corpus's documents."""
    return home() / name / "documents.jsonl.zst"


def statutes_file(name: str) -> Path:
    """Return the file that holds a corpus of statutes."""
    return home() / name / "statutes.parquet"


def documents(name: str) -> Iterator[Document]:
    """Yield the documents of an imported corpus."""
    yield from jsonl.read(documents_file(name), Document)


def save(corpus: Corpus, imported: Iterable[Document], *, force: bool = False) -> None:
    """Store a corpus of transcripts, whole or not at all.

    Raises:
        InputError: One of this name exists and ``force`` is not set.
    """
    with writing(check_name(corpus.name), force=force) as folder:
        jsonl.write(folder / "documents.jsonl.zst", imported)
        write_json(folder / "corpus.json", corpus)


@contextmanager
def writing(name: str, *, force: bool) -> Iterator[Path]:
    """Give a folder to write a corpus in; it takes its place whole, or is thrown away.

    Raises:
        InputError: A corpus of this name exists and ``force`` is not set.
    """
    folder = home() / name
    if folder.exists() and not force:
        raise InputError(f"corpus {name!r} exists: give another --name, or --force to replace it")
    partial = folder.with_name(f".{name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        yield partial
        shutil.rmtree(folder, ignore_errors=True)
        partial.replace(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def write_json(path: Path, record: object) -> None:
    """Write a record as JSON that people can read."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
