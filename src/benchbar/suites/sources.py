"""What spans are cut from: testimony for each split, invented or the user's, as files of documents.

Test and train never share a line: invented testimony is made anew for each split, and of a user's
transcript the last two fifths are for the test split and the rest is for training. More items than
a suite's own number get more testimony, block by block, so that it never runs out and memory holds
one block at a time.
"""

import random
from functools import lru_cache, partial
from pathlib import Path

from benchbar import jsonl
from benchbar.corpora import spans, store
from benchbar.corpora.depositions import depose
from benchbar.parallel.base import Executor
from benchbar.records import Document, Split
from benchbar.seeds import rng_for

DEPOSITIONS: dict[Split, int] = {"test": 12, "train": 24}
"""How many invented depositions are cut up for a split of the suite's own size, a block."""

_TEST_SHARE = 2 / 5
_ROOM = 1.3


def invented(
    folder: Path, seed: int, split: Split, block: int, longest: int, spread: Executor
) -> Path:
    """Write the invented testimony of a block of items to a file and return its path.

    Args:
        folder: Where to write.
        seed: The suite's seed.
        split: Each split has testimony of its own.
        block: Each block of items too; a split of the suite's own size is one block.
        longest: Lines of the longest span that will be cut; depositions are longer by a third.
        spread: Makes the depositions.
    """
    lines = max(1_000, int(longest * _ROOM))
    path = folder / f"transcripts.{split}.{block}.jsonl"
    first = block * DEPOSITIONS[split]
    numbers = range(first, first + DEPOSITIONS[split])
    made = spread.map(partial(_invent, seed, split, lines), numbers)
    jsonl.write(path, made)
    return path


def _invent(seed: int, split: Split, lines: int, number: int) -> Document:
    deposition = depose(rng_for("transcripts", seed, split, lines, number), lines)
    cites = [f"line {n}" for n in range(1, len(deposition.lines) + 1)]
    return spans.whole(
        name=f"invented-{split}-{number + 1}",
        lines=deposition.lines,
        cites=cites,
        source="invented",
        title=f"{deposition.title} (invented)",
    )


def users(folder: Path, corpus: str, split: Split) -> Path:
    """Write a split's share of a user's transcripts to a file and return its path."""
    path = folder / f"{corpus}.{split}.jsonl"
    jsonl.write(path, (_share(document, split) for document in store.documents(corpus)))
    return path


def _share(document: Document, split: Split) -> Document:
    border = round(len(document.lines) * (1 - _TEST_SHARE))
    kept = document.lines[border:] if split == "test" else document.lines[:border]
    return spans.whole(
        name=document.id,
        lines=[document.words(line) for line in kept],
        cites=[line.cite for line in kept],
        source=document.source,
        title=document.title,
    )


@lru_cache(4)
def transcripts(path: Path) -> tuple[spans.Roll, ...]:
    """Read a file of transcripts; kept for the jobs that follow."""
    return tuple(spans.Roll(document) for document in jsonl.read(path, Document))


@lru_cache(4)
def places(path: Path, order: tuple[str | int, ...]) -> list[tuple[int, int]]:
    """Return every line of a file of transcripts (transcript, line), shuffled by a named stream."""
    found = [(t, n) for t, roll in enumerate(transcripts(path)) for n in range(len(roll.words))]
    rng_for(*order).shuffle(found)
    return found


def span_around(roll: spans.Roll, place: int, lines: int, rng: random.Random) -> int:
    """Draw where a span of ``lines`` lines begins that holds a place of a transcript."""
    return rng.randint(max(0, place - lines + 1), min(place, len(roll.words) - lines))
