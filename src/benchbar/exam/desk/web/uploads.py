"""Materials that a browser sends: a ZIP file, or the files of a folder. Their names are hostile."""

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import IO

from starlette.datastructures import UploadFile

from benchbar.errors import InputError

MOST_FILES = 5_000
MOST_BYTES = 200_000_000
"""Of all files together, unpacked."""
_CHUNK = 1 << 16
_LARGEST_LIST = 4_000_000
"""Bytes of the list of files in a ZIP file, which is read whole."""
_STUDY = ("study.md", "study.json", "study.docx")
_FORBIDDEN = frozenset('\\:*?"<>|')


def unpack(sent: Sequence[UploadFile], folder: Path) -> Path:
    """Write what was sent into an empty folder; return the study's folder in it.

    Files whose names begin with a dot, and what a Mac adds to ZIP files, are left out.

    Raises:
        InputError: Nothing was sent, a name leads out of the folder, it is too much, the ZIP file
            cannot be read, or there is no study in it.
    """
    room = MOST_BYTES
    for count, (name, file) in enumerate(_files(sent), 1):
        if count > MOST_FILES:
            raise InputError(f"these are more than {MOST_FILES:,} files: send the study alone")
        room -= _copy(file, folder / _inside(name), name, room)
    found = sorted(
        (path.parent for name in _STUDY for path in folder.rglob(name)),
        key=lambda path: (len(path.parts), str(path)),
    )
    if not found:
        raise InputError(f"there is no {_STUDY[0]} in what was sent: choose the study's folder")
    return found[0]


def _files(sent: Sequence[UploadFile]) -> Iterator[tuple[str, IO[bytes]]]:
    named = [one for one in sent if one.filename]
    if not named:
        raise InputError("nothing was sent: choose a folder or a ZIP file")
    for one in named:
        name = one.filename or ""
        if name.lower().endswith(".zip"):
            yield from _unzipped(one)
        elif not _left_out(name):
            yield name, one.file


class _Bounded(io.BufferedIOBase):
    """A ZIP file of which no more is read at once than the list of as many files may take."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int | None = -1, /) -> bytes:
        """Read on."""
        if size is not None and size > _LARGEST_LIST:
            raise zipfile.BadZipFile
        return self._file.read(-1 if size is None else size)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a place."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the place."""
        return self._file.tell()

    def seekable(self) -> bool:
        """Say that places can be gone to."""
        return True


def _unzipped(sent: UploadFile) -> Iterator[tuple[str, IO[bytes]]]:
    try:
        with zipfile.ZipFile(_Bounded(sent.file)) as archive:
            for entry in archive.infolist():
                if entry.is_dir() or _left_out(entry.filename):
                    continue
                if stat.S_ISLNK(entry.external_attr >> 16):
                    raise InputError(f"{entry.filename[:80]!r}: is a link: send the file itself")
                if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise zipfile.BadZipFile
                with archive.open(entry) as file:
                    yield entry.filename, file
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError):
        raise InputError(f"{sent.filename!r}: is no ZIP file that can be read") from None


def _left_out(name: str) -> bool:
    return any(
        part == "__MACOSX" or (part.startswith(".") and part != "..") for part in name.split("/")
    )


def _inside(name: str) -> PurePosixPath:
    """Return a name as a path below the folder."""
    parts = name.split("/")
    bad = not name.isprintable() or _FORBIDDEN & set(name) or len(name) > 400
    if bad or any(part in ("", ".", "..") or len(part.encode()) > 200 for part in parts):
        raise InputError(f"{name[:80]!r}: is no name of a file in a folder: rename it")
    return PurePosixPath(*parts)


def _copy(file: IO[bytes], path: Path, name: str, room: int) -> int:
    """Write a file; return how many bytes."""
    written = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as target:
            while chunk := file.read(_CHUNK):
                written += len(chunk)
                if written > room:
                    raise InputError(
                        f"these are more than {MOST_BYTES // 1_000_000} MB: send the study alone"
                    )
                target.write(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise InputError(f"{name[:80]!r}: is damaged in the ZIP file: make it anew") from None
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise InputError(f"{name[:80]!r}: was sent twice, or is a folder too") from None
    except OSError as error:
        raise InputError(f"{name[:80]!r}: {error.strerror or error}: nothing was kept") from None
    return written
