"""Storing the user's statutes and documents as a corpus, whole or not at all."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchbar.corpora import statutes, store
from benchbar.errors import InputError
from benchbar.records import Document


def check_paths(paths: Sequence[Path], name: str, *, force: bool) -> None:
    """Refuse early what could not be stored.

    Raises:
        InputError: No such name may be given, two files have one name, or the corpus exists.
    """
    store.check_name(name)
    again = [stem for stem, n in Counter(path.name for path in paths).items() if n > 1]
    if again:
        raise InputError(f"two files are named {again[0]!r}: rename one")
    if (store.home() / name).exists() and not force:
        raise InputError(f"corpus {name!r} exists: give another --name, or --force to replace it")


def imported(path: Path, *, lines: int, set_aside: int) -> store.ImportedFile:
    """Return what the corpus's record says of a file."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return store.ImportedFile(path.name, digest, lines, set_aside)


def keep(corpus: store.Corpus, documents: Iterable[Document], *, force: bool) -> None:
    """Store a corpus of statutes.

    Raises:
        InputError: One of this name exists and ``force`` is not set.
    """
    with store.writing(corpus.name, force=force) as folder:
        statutes.write(folder / store.statutes_file(corpus.name).name, documents)
        store.write_json(folder / "corpus.json", corpus)
