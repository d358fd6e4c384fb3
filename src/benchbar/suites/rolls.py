"""Files of transcripts as workers read them: kept for the jobs that follow."""

import random
from functools import lru_cache
from pathlib import Path

from benchbar import jsonl
from benchbar.corpora import spans
from benchbar.corpora.originals import Original
from benchbar.records import Document
from benchbar.seeds import rng_for


@lru_cache(4)
def transcripts(path: Path) -> tuple[spans.Roll, ...]:
    """Read a file of transcripts."""
    return tuple(spans.Roll(document) for document in jsonl.read(path, Document))


@lru_cache(4)
def originals(path: Path) -> tuple[Original, ...]:
    """Read a file of transcripts to be cut at their own pages.

    Raises:
        InputError: A transcript has no numbers of its own, or the same ones twice.
    """
    return tuple(Original(roll) for roll in transcripts(path))


@lru_cache(4)
def places(path: Path, order: tuple[str | int, ...]) -> list[tuple[int, int]]:
    """Return every line of a file of transcripts (transcript, line), shuffled by a named stream."""
    found = [(t, n) for t, roll in enumerate(transcripts(path)) for n in range(len(roll.words))]
    rng_for(*order).shuffle(found)
    return found


def span_around(roll: spans.Roll, place: int, lines: int, rng: random.Random) -> int:
    """Draw where a span of ``lines`` lines begins that holds a place of a transcript."""
    return rng.randint(max(0, place - lines + 1), min(place, len(roll.words) - lines))
