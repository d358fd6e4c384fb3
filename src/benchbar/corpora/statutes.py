"""The store of statutes: one Parquet file a corpus, one row a section.

What is needed to choose among sections (size, title, number) stands in columns of its own and is
read when the store is opened; a row is made into a record only when it is asked for.

    id title section source     string
    tokens                      int32, exact cl100k tokens of the text and the empty line after it
    leaves                      int32, lines without a subdivision under them
    terms                       list<string>, the terms that exactly one line of the section defines
    text                        string
    lines                       JSON, as in the record of a document
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from benchbar import jsonl, tokens
from benchbar.errors import InputError
from benchbar.records import Document, Line

_GROUP = 1_000
_SCHEMA = pa.schema(
    {
        "id": pa.string(),
        "title": pa.string(),
        "section": pa.string(),
        "source": pa.string(),
        "tokens": pa.int32(),
        "leaves": pa.int32(),
        "terms": pa.list_(pa.string()),
        "text": pa.large_string(),
        "lines": pa.large_binary(),
    },
    metadata={"benchbar": "statutes 1"},
)


def write(path: Path, documents: Iterable[Document]) -> None:
    """Store statutes, whole or not at all; tokens are counted here, once and exactly."""
    waiting = iter(documents)
    groups = iter(lambda: list(islice(waiting, _GROUP)), [])
    write_packed(path, map(pack, groups))


def write_packed(path: Path, batches: Iterable[pa.RecordBatch]) -> None:
    """Store statutes that were packed by ``pack``, perhaps in other processes."""
    with jsonl.replacing(path) as file, pq.ParquetWriter(file, _SCHEMA, compression="lz4") as out:
        for group in _groups(batches):
            out.write_table(group, row_group_size=_GROUP)


def _groups(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Yield tables of about one size, so that many small files make no small row groups."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(part.num_rows for part in waiting) >= _GROUP:
            yield pa.Table.from_batches(waiting, _SCHEMA)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting, _SCHEMA)


def pack(documents: Sequence[Document]) -> pa.RecordBatch:
    """Return statutes as rows of the store, tokens counted."""
    encoder = msgspec.json.Encoder()
    columns: dict[str, list[object]] = {
        "id": [document.id for document in documents],
        "title": [document.title for document in documents],
        "section": [document.section for document in documents],
        "source": [document.source for document in documents],
        "tokens": [tokens.count(document.text + "\n\n") for document in documents],
        "leaves": [leaves(document) for document in documents],
        "terms": [defined_once(document) for document in documents],
        "text": [document.text for document in documents],
        "lines": [encoder.encode(document.lines) for document in documents],
    }
    return pa.RecordBatch.from_pydict(columns, _SCHEMA)


def leaves(document: Document) -> int:
    """Return how many lines have no subdivision under them; flush text is none."""
    return sum(line.leaf and line.cite != "flush" for line in document.lines)


def defined_once(document: Document) -> list[str]:
    """Return the terms that exactly one line defines, in order."""
    found = Counter(term for line in document.lines for term in line.terms)
    return [term for term, n in found.items() if n == 1]


def numbers(column: pa.ChunkedArray | pa.Array) -> npt.NDArray[np.int32]:
    """Return a column of numbers; by a list, since Arrow's own way imports pandas (0.4 s)."""
    return np.array(column.to_pylist(), dtype=np.int32)


class Statutes:
    """An opened store, read only; rows are numbered from 0 in the order of writing.

    Opening reads the small columns alone. Text and lines are read by groups of rows, mapped from
    the file, when a first row of the group is asked for; a group stays in memory (about 250 MB
    for all groups of the whole U.S. Code), and processes forked later share it.

    Attributes:
        tokens: Shape (n,), the exact tokens of each section and the empty line after it.
        leaves: Shape (n,), the lines of each section without a subdivision under them.
        titles: The title of each section, e.g. ``"26"``, or the name of its law.
        sections: The number of each section, e.g. ``"1396r–8"``.

    Raises:
        InputError: The file is missing, damaged or of another kind.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._reading():
            self._file = pq.ParquetFile(path, memory_map=True)
            if (self._file.schema_arrow.metadata or {}).get(b"benchbar") != b"statutes 1":
                raise InputError(f"{path}: not a store of statutes; import the corpus again")
            small = self._file.read(columns=["title", "section", "tokens", "leaves"])
        self.tokens: npt.NDArray[np.int32] = numbers(small["tokens"])
        self.leaves: npt.NDArray[np.int32] = numbers(small["leaves"])
        self.titles: list[str] = small["title"].to_pylist()
        self.sections: list[str] = small["section"].to_pylist()
        sizes = [
            self._file.metadata.row_group(n).num_rows for n in range(self._file.num_row_groups)
        ]
        self._starts = [0, *accumulate(sizes)]
        self._groups: dict[int, tuple[Any, ...]] = {}
        self._decoder = msgspec.json.Decoder(tuple[Line, ...])

    def __len__(self) -> int:
        return len(self.titles)

    def terms(self) -> Iterator[tuple[str, ...]]:
        """Yield the terms that exactly one line of a section defines, section by section."""
        with self._reading():
            return map(tuple, self._file.read(columns=["terms"])["terms"].to_pylist())

    def document(self, row: int) -> Document:
        """Return one section.

        Raises:
            IndexError: There is no such row.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"no section {row} among {len(self)}")
        group = bisect_right(self._starts, row) - 1
        ids, sources, texts, lines = self._groups.get(group) or self._group(group)
        place = row - self._starts[group]
        return Document(
            id=ids[place].as_py(),
            kind="statute",
            text=texts[place].as_py(),
            lines=self._decoder.decode(memoryview(lines[place].as_buffer())),
            source=sources[place].as_py(),
            title=self.titles[row],
            section=self.sections[row],
        )

    def documents(self) -> Iterator[Document]:
        """Yield all sections in order."""
        return map(self.document, range(len(self)))

    def _group(self, group: int) -> tuple[Any, ...]:
        names = ["id", "source", "text", "lines"]
        with self._reading():
            table = self._file.read_row_group(group, columns=names)
            columns = tuple(_joined(table[name].chunks) for name in names)
        self._groups[group] = columns
        return columns

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (pa.ArrowException, OSError) as error:
            reason = str(error).splitlines()[0]
            raise InputError(
                f"{self._path}: damaged or missing ({reason}); import the corpus again"
            ) from None


def _joined(chunks: list[pa.Array]) -> pa.Array:
    return chunks[0] if len(chunks) == 1 else pa.concat_arrays(chunks)
