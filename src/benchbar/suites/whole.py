"""A folder made whole or not at all: what stood there before stays until all is written."""

import errno
import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

from benchbar.errors import BenchbarError, IncompleteError, InputError

ANYTHING = ("*",)
PAGE = ("*.html", "tables/*", "tables.xlsx", "figures/*", "results.json", "leaderboard.csv")
"""What folders of pages are made of."""
_OF_A_DESKTOP = (".DS_Store", "Thumbs.db", "desktop.ini")
"""What desktops put into every folder that they show."""
_ITEMS = ("manifest.json", *(f"{place}/*.jsonl{end}" for place in ("items", "documents")
                             for end in ("", ".zst")))  # fmt: skip


def making_items(out: Path, *, force: bool) -> AbstractContextManager[Path]:
    """Make a DATA folder, as ``making``; one of training rows has a manifest, too, but is none."""
    return making(out, mark=_ITEMS[0], what="folder of items", force=force, made_of=_ITEMS)


@contextmanager
def making(
    out: Path, *, mark: str, what: str, force: bool, made_of: Sequence[str] = ANYTHING
) -> Iterator[Path]:
    """Yield an empty folder, which becomes ``out`` if the block ends without an error.

    What a killed process left behind is cleared away, or put back where it was.

    Args:
        out: The folder to be made.
        mark: Name of the file that every folder of this sort holds: only such a folder, or an
            empty one, is ever replaced.
        what: The sort of folder, for messages, e.g. ``folder of items``.
        force: Replace such a folder.
        made_of: Patterns of all files that such a folder may hold, below it; ``*`` stands for
            slashes, too. A folder with any other file in it is never replaced.

    Raises:
        InputError: ``out`` exists and may not be replaced, cannot be written, is being made by
            another process, or the disk is full.
    """
    _check(out, mark, what, force, made_of)
    partial, old = (out.with_name(f".{out.name}.{end}") for end in ("partial", "old"))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with _locked(out):
            if old.exists() and not out.exists():
                old.replace(out)
                _check(out, mark, what, force, made_of)
            try:
                shutil.rmtree(partial, ignore_errors=True)
                partial.mkdir()
                yield partial
                _put(partial, out, old)
            finally:
                shutil.rmtree(partial, ignore_errors=True)
    except OSError as error:
        raise _unwritten(out, error) from None


def _unwritten(out: Path, error: OSError) -> BenchbarError:
    """Return the error for a folder that cannot be made: of a full disk no input is to blame."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        advice = "free some space, or name a folder elsewhere with --out"
        return IncompleteError(f"{out}: the disk is full: {advice}")
    return InputError(f"{out}: cannot be written ({error.strerror or error}): choose another --out")


@contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold a folder that is being made; the system lets go of it even if the process is killed."""
    path = out.with_name(f".{out.name}.lock")
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise InputError(
                f"{out}: is being made by another process ({file.read().strip() or 'unknown'}): "
                "wait for it, or choose another --out"
            ) from None
        try:
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            yield
        finally:
            path.unlink(missing_ok=True)


def _put(partial: Path, out: Path, old: Path) -> None:
    """Put the new folder in the place of the old one, which is only then removed."""
    if not out.exists():
        partial.replace(out)
        return
    out.replace(old)
    try:
        partial.replace(out)
    except OSError:
        old.replace(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _check(out: Path, mark: str, what: str, force: bool, made_of: Sequence[str]) -> None:
    if not out.exists():
        return
    if not out.is_dir():
        raise InputError(f"{out}: is a file: choose another --out")
    if not force:
        raise InputError(f"{out} exists: name another folder with --out, or replace it by --force")
    if not (out / mark).is_file() and any(out.iterdir()):
        raise InputError(f"{out} is not a {what}: it is not replaced, even by --force")
    if (other := _first_other(out, made_of)) is not None:
        raise InputError(
            f"{out} holds {other}, which this command does not make: it is not replaced, even by "
            "--force: choose another --out"
        )


def _first_other(out: Path, made_of: Sequence[str]) -> str | None:
    """Return a file that does not belong into such a folder; None if all do."""
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        is_folder = path.is_dir() and not path.is_symlink()
        if is_folder or path.name in _OF_A_DESKTOP:
            continue
        if not any(fnmatchcase(name, pattern) for pattern in made_of):
            return name
    return None
