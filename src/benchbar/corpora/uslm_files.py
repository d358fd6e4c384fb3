"""The files that USLM comes in: XML, gzipped XML, zip archives of many, and folders of these.

Nothing that unpacks to far more than it weighs is read to its end (a "zip bomb").
"""

import gzip
import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from benchbar.errors import InputError

_TEXTS, _PAGES = (".xml", ".gz"), (".html", ".htm")
_XML = (*_TEXTS, ".zip")
SUFFIXES = (*_XML, *_PAGES)
"""How the names of files of law end, in any letter case; some publishers post web pages."""
_MOST_UNPACKED = 100
"""Times a file's size that it may have when unpacked; the U.S. Code has about 10."""
_HARMLESS = 10_000_000
_JOB_BYTES = 4_000_000


class Member(NamedTuple):
    """One XML text: a file, or a member of a zip archive.

    ``file`` names the file among those given; ``size`` is unpacked, or a guess.
    """

    path: Path
    file: str
    inner: str | None
    size: int

    @property
    def name(self) -> str:
        """Name of the text in ids and errors."""
        return self.file if self.inner is None else f"{self.file}/{self.inner}"


def members(paths: Sequence[Path]) -> list[Member]:
    """Return all XML texts of files and folders: in the order given, folders by name.

    Raises:
        InputError: There is none, two have one name, or an archive is damaged or a zip bomb.
    """
    named = list(_named(paths))
    twice = [name for name, n in Counter(name for _, name in named).items() if n > 1]
    if twice:
        raise InputError(f"two files are named {twice[0]!r}: rename one")
    return [member for path, name in named for member in _members_of(path, name)]


def files_in(folder: Path, suffixes: tuple[str, ...] = SUFFIXES) -> list[Path]:
    """Return the files of law in a folder and all folders in it, by name.

    Raises:
        InputError: There is none.
    """
    named = sorted(path for path in folder.rglob("*") if _ends(path.name, suffixes))
    found = [path for path in named if path.is_file()]
    if not found:
        raise InputError(
            f"{folder}: no file of law in it ({', '.join(suffixes)}); give documents of your own "
            "file by file"
        )
    return found


def _ends(name: str, suffixes: tuple[str, ...]) -> bool:
    return name.lower().endswith(suffixes)


def _named(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    twice = {name for name, n in Counter(path.name for path in paths).items() if n > 1}
    for path in paths:
        if path.is_dir():
            yield from ((p, p.relative_to(path).as_posix()) for p in files_in(path, _XML))
        elif path.name in twice:
            yield path, f"{path.resolve().parent.name}/{path.name}"
        else:
            yield path, path.name


def _members_of(path: Path, name: str) -> Iterator[Member]:
    try:
        size = path.stat().st_size
        if not zipfile.is_zipfile(path):
            if _ends(name, (".zip",)):
                raise InputError(f"{path}: damaged, or no zip archive; download it again")
            yield Member(path, name, None, _unpacked(name, size))
            return
        with zipfile.ZipFile(path) as archive:
            held = [info for info in archive.infolist() if not info.is_dir()]
    except (OSError, zipfile.BadZipFile) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path}: cannot be read: {reason}") from None
    inside = [info for info in held if _ends(info.filename, _TEXTS)]
    inside = inside or [info for info in held if _ends(info.filename, _PAGES)]
    if not inside:
        raise InputError(f"{path}: no .xml file in this archive")
    _check_unpacked(path, sum(info.file_size for info in inside), size)
    for info in inside:
        yield Member(path, name, info.filename, _unpacked(info.filename, info.file_size))


def _unpacked(name: str, size: int) -> int:
    """Guess the size that a file has when unpacked."""
    return size * 10 if _ends(name, (".gz",)) else size


def _check_unpacked(path: Path, unpacked: int, size: int) -> None:
    if unpacked > max(_HARMLESS, _MOST_UNPACKED * size):
        raise InputError(
            f"{path}: unpacks to more than {_MOST_UNPACKED} times its size: not read, since no "
            "file of the U.S. Code does"
        )


@contextmanager
def opened(member: Member) -> Iterator[BinaryIO]:
    """Open a member for reading.

    Raises:
        InputError: It is missing, damaged, encrypted or a zip bomb; also while it is read.
    """
    path = member.path
    try:
        if member.inner is not None:
            with zipfile.ZipFile(path) as archive, archive.open(member.inner) as stream:
                size = archive.getinfo(member.inner).file_size
                yield _plain(cast(BinaryIO, stream), path, size)
        else:
            with path.open("rb") as file:
                yield _plain(file, path, path.stat().st_size)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError) as error:
        raise InputError(f"{member.name}: cannot be read to its end: {error}") from None


def _plain(file: BinaryIO, path: Path, size: int) -> BinaryIO:
    """Return a file, unpacked as it is read if it is gzipped."""
    packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    return cast(BinaryIO, _Unpacking(file, path, size)) if packed else file


class _Unpacking(io.RawIOBase):
    """Reads gzipped bytes, up to a limit."""

    def __init__(self, file: BinaryIO, path: Path, size: int) -> None:
        self._stream = gzip.GzipFile(fileobj=file)
        self._path, self._size, self._read = path, size, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = self._stream.read(size)
        self._read += len(found)
        _check_unpacked(self._path, self._read, self._size)
        return found


def jobs(found: Sequence[Member]) -> Iterator[tuple[Member, ...]]:
    """Yield members by groups of a few megabytes, so that small ones cost no more than large."""
    waiting: list[Member] = []
    size = 0
    for member in found:
        waiting.append(member)
        size += member.size
        if size >= _JOB_BYTES:
            yield tuple(waiting)
            waiting, size = [], 0
    if waiting:
        yield tuple(waiting)
