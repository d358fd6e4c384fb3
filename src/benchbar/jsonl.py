"""The only reader and writer of record files: JSON Lines, plain or packed, whole or not at all."""

import codecs
import gzip
import hashlib
import io
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar

import msgspec
import zstandard

from benchbar.errors import InputError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite, WriteableBuffer

R = TypeVar("R")

_LEVEL = 3
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPES = re.compile(
    rb"\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a pair
    rb"|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"  # half of one
    rb"|\\."
)
_HALF = len(r"\ud800")
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"BZh", b"\xfd7zXZ")
"""How packed files begin: gzip, zstd, zip, bzip2, xz."""
_DAMAGED = (zstandard.ZstdError, EOFError, zlib.error)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"{\x00", b"\x00{")


def storable(text: str) -> str:
    """Return text with U+FFFD for each lone surrogate, which JSON can say and UTF-8 cannot hold.

    Servers send them when they cut a character in two; a reply must not be lost for that.
    """
    return _LONE_SURROGATE.sub("\ufffd", text)


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


def numbered(path: Path, record: type[R], *, form: str = "") -> Iterator[tuple[int, R]]:
    """Yield the row in the file, from 1, and the record of each row that is not blank.

    A UTF-8 byte order mark is passed over.

    Args:
        path: The file, packed or not.
        record: What each row is.
        form: How a row looks, for a file that people write: told with what is wrong.

    Raises:
        InputError: The file cannot be read, or a row is no such record; names file and row.
    """
    decoder = Decoder(record, form=form)
    for row, line in rows(path):
        yield row, decoder.decode(line, path, row)


def rows(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the row in the file, from 1, and the bytes of each row that is not blank.

    Raises:
        InputError: The file cannot be read.
    """
    return ((row, line) for row, _, line in placed(path))


def placed(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield what ``rows`` does, and between them where the row begins in the file, unpacked."""
    offset = 0
    try:
        with _lines(path) as lines:
            for row, line in enumerate(lines, 1):
                told = _unmarked(line, path) if row == 1 else line
                if told and not told.isspace():
                    yield row, offset + len(line) - len(told), told
                offset += len(line)
    except _DAMAGED as error:
        raise InputError(f"{path}: damaged: {error}; make it again") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


class Decoder(Generic[R]):
    """Turns rows into records."""

    def __init__(self, record: type[R], *, form: str = "") -> None:
        self._name = record.__name__
        self._form = form
        self._decoder = msgspec.json.Decoder(record)

    def decode(self, line: bytes, path: Path, row: int) -> R:
        """Return the record of a row, which stands at a place.

        See ``storable`` for what other programs may have put into it.

        Raises:
            InputError: It is no such record; names file and row.
        """
        try:
            try:
                return self._decoder.decode(line)
            except msgspec.DecodeError:
                mended = _ESCAPES.sub(lambda e: rb"\ufffd" if len(e[0]) == _HALF else e[0], line)
                if mended == line:
                    raise
                return self._decoder.decode(mended)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            if self._form:
                raise InputError(f"{path}:{row}: {why}: write each row as {self._form}") from None
            raise InputError(f"{path}:{row}: not a valid {self._name}: {why}") from None


def _unmarked(line: bytes, path: Path) -> bytes:
    """Return the first row of a file without the mark by which some programs say UTF-8."""
    if line.startswith(_UTF16):
        raise InputError(f"{path}: is UTF-16 text: save it as UTF-8")
    if line.startswith(_PACKED):
        raise InputError(f"{path}: is packed: unpack it first, or name it .gz or .zst if it is")
    return line.removeprefix(codecs.BOM_UTF8)


@contextmanager
def _lines(path: Path) -> Iterator[BinaryIO]:
    with path.open("rb") as file:
        if path.suffix == ".zst":
            yield io.BufferedReader(_Unpacking(file), 1 << 20)
        elif path.suffix == ".gz":
            with gzip.open(file) as unpacked:
                yield io.BufferedReader(unpacked, 1 << 20)
        else:
            yield file


class _Unpacking(io.RawIOBase):
    """Reads frames one after another, and notices when the last one was cut off."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._frame: zstandard.ZstdDecompressionObj | None = None
        self._waiting = b""
        self._ready = b""

    def readable(self) -> bool:
        """Say that this can be read."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill a buffer with unpacked bytes; 0 at the end.

        Raises:
            ZstdError: The file is damaged, or ends inside a frame.
        """
        while not self._ready:
            packed = self._waiting or self._file.read(1 << 18)
            self._waiting = b""
            if not packed:
                if self._frame is not None:
                    raise zstandard.ZstdError("the file ends too early")
                return 0
            frame = self._frame or zstandard.ZstdDecompressor().decompressobj()
            self._ready = frame.decompress(packed)
            self._waiting = frame.unused_data
            self._frame = None if frame.eof else frame
        view = memoryview(buffer).cast("B")
        taken = self._ready[: len(view)]
        view[: len(taken)] = taken
        self._ready = self._ready[len(taken) :]
        return len(taken)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file's contents, unpacked: the same whatever packed it."""
    total = hashlib.sha256()
    try:
        with _lines(path) as lines:
            while chunk := lines.read(1 << 20):
                total.update(chunk)
    except _DAMAGED as error:
        raise InputError(f"{path}: damaged: {error}; make it again") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
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
    except OSError as error:
        if error.filename in (None, str(partial)):
            error.filename = str(path)
        raise
    finally:
        partial.unlink(missing_ok=True)


def write(path: Path, records: Iterable[object]) -> None:
    """Write records to a file, whole or not at all; a name ending in .zst or .gz is packed."""
    encoder = msgspec.json.Encoder()
    write_rows(path, (encoder.encode(record) + b"\n" for record in records))


def write_rows(path: Path, blocks: Iterable[bytes]) -> None:
    """Write records that are encoded already, in blocks of rows, as ``write`` does."""
    with replacing(path) as file, _packing(path, file) as lines:
        for block in blocks:
            lines.write(block)


@contextmanager
def _packing(path: Path, file: BinaryIO) -> Iterator["SupportsWrite[bytes]"]:
    if path.suffix == ".zst":
        packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
        with packer.stream_writer(file, closefd=False) as packed:
            yield packed
    elif path.suffix == ".gz":
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped:
            yield zipped
    else:
        yield file


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
