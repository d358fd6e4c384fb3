"""The user's own corpora: documents imported once, kept in the user's data folder.

``BENCHBAR_HOME`` names another folder. Nothing in it ever leaves the machine by itself.
"""

import fcntl
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import platformdirs

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Document

BUILT_IN = ("synthetic", "transcripts", "code", "uscode")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_NEWER = re.compile(r"unknown field|[Ii]nvalid enum value")
_PARTIAL, _ASIDE, _REMOVED = ".partial", ".aside", ".removed"
"""How folders of the store end that are being written, replaced, and thrown away."""


CorpusKind: TypeAlias = Literal["statute", "transcript"]


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
    kind: CorpusKind
    files: tuple[ImportedFile, ...]
    order: Literal["random", "natural"] = "random"


def home() -> Path:
    """Return the folder of the user's corpora."""
    named = os.environ.get("BENCHBAR_HOME")
    return (Path(named) if named else platformdirs.user_data_path("benchbar")) / "corpora"


def names() -> list[str]:
    """Return the names of all imported corpora."""
    _mend_if_needed()
    found = (path.parent.name for path in home().glob("*/corpus.json"))
    return sorted(name for name in found if not name.startswith("."))


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


def check_free(name: str, *, force: bool) -> None:
    """Do nothing if a corpus of this name can be stored.

    Raises:
        InputError: There is one, and ``force`` is not set.
    """
    _mend_if_needed()
    if (home() / name).exists() and not force:
        raise InputError(f"corpus {name!r} exists: give another --name, or --force to replace it")


def load(name: str) -> Corpus:
    """Return what is known of an imported corpus.

    Raises:
        InputError: There is none of this name, or its file is damaged or of a newer version.
    """
    _mend_if_needed()
    path = home() / name / "corpus.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Corpus)
    except (FileNotFoundError, NotADirectoryError):
        raise _unknown(name) from None
    except msgspec.DecodeError as error:
        if _NEWER.search(str(error)):
            raise InputError(
                f"{path}: made by a newer version of benchbar ({error}); update benchbar, or "
                "import the corpus again"
            ) from None
        raise InputError(f"{path}: damaged: {error}; import the corpus again") from None


def _unknown(name: str) -> InputError:
    if name in BUILT_IN[:3]:
        return InputError(f"{name!r} is built in: only corpora of yours can be named here")
    if name == "uscode":
        return InputError("the U.S. Code is not here yet: run 'benchbar corpus fetch uscode'")
    known = ", ".join((*BUILT_IN[:3], *names()))
    return InputError(
        f"no corpus {name!r}: there are {known}; import one with 'benchbar corpus add'"
    )


def remove(name: str) -> None:
    """Take a corpus out of the store, whole; one that is damaged too.

    Raises:
        InputError: There is none of this name, or it is built in.
    """
    if name not in names():
        if name in BUILT_IN[:3]:
            raise InputError(f"{name!r} is built in: it cannot be removed")
        yours = ", ".join(names()) or "none"
        raise InputError(f"no corpus {name!r} to remove: yours are {yours}")
    with _alone():
        gone = home() / f".{name}{_REMOVED}"
        (home() / name).replace(gone)
        shutil.rmtree(gone)


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

    Whatever stops the program, the store holds the old corpus or the new one, and what was
    left lying is cleared away by the next writer.

    Raises:
        InputError: A corpus of this name exists and ``force`` is not set.
    """
    check_free(name, force=force)
    with _alone():
        partial = home() / f".{name}.{os.getpid()}{_PARTIAL}"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
    try:
        yield partial
        with _alone():
            check_free(name, force=force)
            _put_in_place(partial, name)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _put_in_place(partial: Path, name: str) -> None:
    folder, aside = home() / name, home() / f".{name}{_ASIDE}"
    if folder.exists():
        folder.replace(aside)
    partial.replace(folder)
    shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other programs from changing the store, and clear away what a killed one left."""
    home().mkdir(parents=True, exist_ok=True)
    held = os.open(home(), os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        _mend()
        yield
    finally:
        os.close(held)


def _is_written(partial: Path) -> bool:
    """Whether the program that began to write here still runs; its number is in the name."""
    try:
        os.kill(int(partial.name.split(".")[-2]), 0)
    except PermissionError:
        return True
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    return True


def _mend() -> None:
    """Put back a corpus that was set aside and not replaced; drop what nobody works on."""
    for aside in home().glob(f".*{_ASIDE}"):
        folder = home() / aside.name[1 : -len(_ASIDE)]
        if folder.exists():
            shutil.rmtree(aside, ignore_errors=True)
        else:
            aside.replace(folder)
    for partial in home().glob(f".*{_PARTIAL}"):
        if not _is_written(partial):
            shutil.rmtree(partial, ignore_errors=True)
    for gone in home().glob(f".*{_REMOVED}"):
        shutil.rmtree(gone, ignore_errors=True)


def _mend_if_needed() -> None:
    if any(home().glob(f".*{_ASIDE}")):
        with _alone():
            pass


def write_json(path: Path, record: object) -> None:
    """Write a record as JSON that people can read."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
