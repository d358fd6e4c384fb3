"""The built-in corpus ``code``: invented statutes, put through the parser of the U.S. Code."""

import random
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]

from benchbar.corpora import code, statutes, uslm
from benchbar.parallel.base import Executor
from benchbar.records import Document
from benchbar.seeds import rng_for

SOURCE = "invented"

_FIRST_NUMBER = 101
_BATCH = 20
_SMALLEST = 120
_LARGEST = 11_500
_LONGER = 2.0


def write(
    path: Path, name: tuple[str | int, ...], large: int, least: int, spread: Executor
) -> None:
    """Write a store of invented sections.

    Args:
        path: The store.
        name: Of the random stream.
        large: How many sections have at least ``least`` tokens; as many are shorter.
        least: Fewest tokens of a long section.
        spread: Makes the sections.
    """
    rng = rng_for(*name)
    sizes = [_size(rng, n < large, least) for n in range(2 * large)]
    rng.shuffle(sizes)
    numbered = list(enumerate(sizes, _FIRST_NUMBER))
    batches = [numbered[n : n + _BATCH] for n in range(0, len(numbered), _BATCH)]
    statutes.write_packed(path, spread.map(partial(_batch, name), batches))


def _size(rng: random.Random, is_large: bool, least: int) -> int:
    """Draw the tokens of a section; the generator may miss them by a quarter."""
    if is_large:
        return int(rng.uniform(1.3 * least, min(1.3 * _LONGER * least, _LARGEST)))
    return int(_SMALLEST * (least / _SMALLEST) ** rng.random())


def _batch(name: tuple[str | int, ...], numbered: list[tuple[int, int]]) -> pa.RecordBatch:
    return statutes.pack([section for one in numbered for section in _section(name, *one)])


def _section(name: tuple[str | int, ...], number: int, size: int) -> Iterator[Document]:
    markup = code.section(rng_for(*name, number), number=str(number), tokens=size)
    source = "-".join((SOURCE, *map(str, name)))
    for found in uslm.sections(BytesIO(markup), source):
        if isinstance(found, Document):
            yield found
