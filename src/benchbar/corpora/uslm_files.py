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

_SUFFIXES = (".xml", ".xml.gz", ".zip")
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


def _named(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    twice = {name for name, n in Counter(path.name for path in paths).items() if n > 1}
    for path in paths:
        if path.is_dir():
            inside = [p for p in path.rglob("*") if p.name.endswith(_SUFFIXES) and p.is_file()]
            if not inside:
                raise InputError(f"{path}: no .xml, .xml.gz or .zip file in it")
            yield from ((p, p.relative_to(path).as_posix()) for p in sorted(inside))
        elif path.name in twice:
            yield path, f"{path.resolve().parent.name}/{path.name}"
        else:
            yield path, path.name


def _members_of(path: Path, name: str) -> Iterator[Member]:
    try:
        size = path.stat().st_size
        if not zipfile.is_zipfile(path):
            if path.suffix == ".zip":
                raise InputError(f"{path}: damaged, or no zip archive; download it again")
            yield Member(path, name, None, size * 10 if path.suffix == ".gz" else size)
            return
        with zipfile.ZipFile(path) as archive:
            inside = [info for info in archive.infolist() if info.filename.endswith(".xml")]
    except (OSError, zipfile.BadZipFile) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path}: cannot be read: {reason}") from None
    if not inside:
        raise InputError(f"{path}: no .xml file in this archive")
    _check_unpacked(path, sum(info.file_size for info in inside), size)
    for info in inside:
        yield Member(path, name, info.filename, info.file_size)


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
                yield cast(BinaryIO, stream)
        else:
            with path.open("rb") as file:
                packed = file.read(2) == b"\x1f\x8b"
                file.seek(0)
                yield cast(BinaryIO, _Unpacking(file, path)) if packed else file
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError) as error:
        raise InputError(f"{member.name}: cannot be read to its end: {error}") from None


class _Unpacking(io.RawIOBase):
    """Reads gzipped bytes, up to a limit."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._stream = gzip.GzipFile(fileobj=file)
        self._path, self._size, self._read = path, path.stat().st_size, 0

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
