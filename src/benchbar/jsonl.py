"""The only reader and writer of record files: JSON Lines, plain or zstd, whole or not at all."""

import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
import zstandard

from benchbar.errors import InputError

R = TypeVar("R")

_LEVEL = 3


def encode(records: Iterable[object]) -> bytes:
    """Return records as JSON Lines."""
    encoder = msgspec.json.Encoder()
    return b"".join(encoder.encode(record) + b"\n" for record in records)


def compress(lines: bytes) -> bytes:
    """Return one zstd frame; frames written one after another are one valid file."""
    return zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(lines)


def find(stem: Path) -> Path:
    """Return the file ``stem`` or ``stem.zst``, whichever is there.

    Raises:
        InputError: Neither is.
    """
    for path in (stem, stem.with_name(stem.name + ".zst")):
        if path.is_file():
            return path
    raise InputError(f"{stem}: no such file")


def read(path: Path, record: type[R]) -> Iterator[R]:
    """Yield the records of a file in order; memory holds one at a time. Errors as ``numbered``."""
    return (found for _, found in numbered(path, record))


def numbered(path: Path, record: type[R]) -> Iterator[tuple[int, R]]:
    """Yield the row in the file, from 1, and the record of each row that is not blank.

    Raises:
        InputError: The file cannot be read, or a row is no such record; names file and row.
    """
    decoder = msgspec.json.Decoder(record)
    row = 0
    try:
        with _lines(path) as lines:
            for row, line in enumerate(lines, 1):
                if line.strip():
                    yield row, decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}:{row}: not a valid {record.__name__}: {error}") from None
    except zstandard.ZstdError as error:
        raise InputError(f"{path}: damaged: {error}; make it again") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


@contextmanager
def _lines(path: Path) -> Iterator[BinaryIO]:
    with path.open("rb") as file:
        if path.suffix != ".zst":
            yield file
            return
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        yield io.BufferedReader(reader, 1 << 20)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file's contents, unpacked: the same whatever packed it."""
    total = hashlib.sha256()
    try:
        with _lines(path) as lines:
            while chunk := lines.read(1 << 20):
                total.update(chunk)
    except zstandard.ZstdError as error:
        raise InputError(f"{path}: damaged: {error}; make it again") from None
    return total.hexdigest()


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written whole or not at all: it appears only once all is on the disk."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write(path: Path, records: Iterable[object]) -> None:
    """Write records to a file, whole or not at all; a name ending in .zst is compressed."""
    encoder = msgspec.json.Encoder()
    with replacing(path) as file:
        if path.suffix == ".zst":
            with zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).stream_writer(
                file, closefd=False
            ) as packed:
                for record in records:
                    packed.write(encoder.encode(record) + b"\n")
        else:
            for record in records:
                file.write(encoder.encode(record) + b"\n")


class Appender:
    """Adds records to a file one by one, each on the disk before the call returns.

    After a crash the last row may be torn: it is cut off when the file is opened again, so
    that what was stored whole stays and nothing half stored is read.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab+")
        mend(self._file)
        self._encoder = msgspec.json.Encoder()

    def add(self, record: object) -> None:
        """Store one record."""
        self._file.write(self._encoder.encode(record) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Appender":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def mend(file: BinaryIO) -> None:
    """Cut off a last row that has no end of line: a crash tore it."""
    size = file.seek(0, os.SEEK_END)
    keep = size
    while keep:
        step = min(keep, 1 << 16)
        file.seek(keep - step)
        found = file.read(step).rfind(b"\n")
        if found >= 0:
            keep = keep - step + found + 1
            break
        keep -= step
    if keep < size:
        file.truncate(keep)
    file.seek(0, os.SEEK_END)
