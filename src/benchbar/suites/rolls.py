"""Files of transcripts as workers read them: kept for the jobs that follow."""

import random
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from benchbar import jsonl, seeds
from benchbar.corpora import spans
from benchbar.corpora.originals import Original
from benchbar.records import Document


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A transcript, and the tokens of each of its lines: counted once, not by every worker."""

    transcript: Document
    tokens: tuple[int, ...]


def counted(transcript: Document) -> Counted:
    """Return a transcript with its lines counted."""
    return Counted(transcript, spans.count(transcript))


def write(path: Path, transcripts: Iterable[Counted]) -> None:
    """Write a file of transcripts."""
    jsonl.write(path, transcripts)


@lru_cache(4)
def transcripts(path: Path) -> tuple[spans.Roll, ...]:
    """Read a file of transcripts."""
    read = jsonl.read(path, Counted)
    return tuple(spans.Roll(one.transcript, one.tokens) for one in read)


@lru_cache(4)
def originals(path: Path) -> tuple[Original, ...]:
    """Read a file of transcripts to be cut at their own pages.

    Raises:
        InputError: A transcript has no numbers of its own, or the same ones twice.
    """
    return tuple(Original(roll) for roll in transcripts(path))


@lru_cache(4)
def places(path: Path, order: tuple[str | int, ...]) -> npt.NDArray[np.int32]:
    """Return every line of a file of transcripts, shuffled by a named stream.

    Rows of two: the transcript's place in the file, and the line's in the transcript.
    """
    lengths = [len(roll.words) for roll in transcripts(path)]
    lines = np.concatenate([np.arange(length, dtype=np.int32) for length in lengths])
    of = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    mixed = seeds.permutation(seeds.rng_for(*order), len(lines))
    return np.column_stack([of, lines])[mixed]


def span_around(roll: spans.Roll, place: int, lines: int, rng: random.Random) -> int:
    """Draw where a span of ``lines`` lines begins that holds a place of a transcript."""
    return rng.randint(max(0, place - lines + 1), min(place, len(roll.words) - lines))
