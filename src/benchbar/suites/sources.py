"""What items are made of: files of transcripts and stores of statutes, invented or the user's.

Test and train never share a line: invented text is made anew for each split; of a user's
transcript the last two fifths are for the test split and the rest is for training; of a store of
statutes a fifth of the sections is, and of a user's document two fifths of the lines. More items
than a suite's own number get more invented testimony, block by block, so that it never runs out
and memory holds one block at a time.
"""

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchbar.corpora import invented_code, parts, spans, statutes, store
from benchbar.corpora.depositions import depose
from benchbar.parallel.base import Executor
from benchbar.records import Document, Split
from benchbar.seeds import rng_for
from benchbar.suites import rolls
from benchbar.suites.chunks import Place
from benchbar.suites.items import Source, most_tokens
from benchbar.suites.order import Order

DEPOSITIONS: dict[Split, int] = {"test": 12, "train": 24}
"""How many invented depositions are cut up for a split of the suite's own size, a block."""

_TEST_SHARE = 2 / 5
_ROOM = 1.3
_SECTIONS_AN_ITEM = 0.4
_LEAST_SECTIONS = 40
_FULL_PROMPTS = 2
"""How many prompts the long ones of the invented statutes of a split could fill, at least."""


def make(order: Order, folder: Path, spread: Executor) -> dict[Place, Source]:
    """Make the sources of an order; what is made anew is written below ``folder``."""
    found: dict[Place, Source] = {}
    for window in order.windows:
        for corpus in order.corpora:
            for split, count in order.items:
                made = _make(order, folder / window, window, corpus, split, count, spread)
                for block, source in enumerate(made):
                    found[window, corpus, split, block] = source
    return found


def _make(
    order: Order,
    folder: Path,
    window: str,
    corpus: str,
    split: Split,
    count: int,
    spread: Executor,
) -> Iterator[Source]:
    """Yield the source of each block of items of a split."""
    blocks = math.ceil(count / order.own_items(split))
    match corpus:
        case "synthetic":
            yield from [Source("synthetic")] * blocks
        case "transcripts":
            pages = order.options.pages or max(order.window(window).pages)
            longest = pages * order.options.lines_per_page
            for block in range(blocks):
                path = _depositions(folder, order.seed, split, block, longest, spread)
                yield Source("transcript", path)
        case "code":
            path = folder / f"code.{split}.parquet"
            sizes = order.window(window)
            filled = _FULL_PROMPTS * sizes.budget // sizes.least
            large = max(_LEAST_SECTIONS, filled, round(count * _SECTIONS_AN_ITEM))
            name = ("code", order.seed, window, split)
            invented_code.write(path, name, large, sizes.least, spread)
            yield Source("statute", path)
        case _ if order.form(corpus) == "statute":
            if store.load(corpus).order == "natural":
                path = folder / f"{corpus}.parquet"
                if not path.exists():
                    most = most_tokens(order.window(window))
                    statutes.write(path, _parts(corpus, most))
                yield Source("statute", path, split, natural=True)
            else:
                yield Source("statute", store.statutes_file(corpus), split)
        case _:
            path = folder / f"{corpus}.{split}.jsonl"
            shares = (_share(document, split) for document in store.documents(corpus))
            rolls.write(path, map(rolls.counted, shares))
            yield Source("transcript", path)


def _parts(corpus: str, most: int) -> Iterator[Document]:
    for document in statutes.Statutes(store.statutes_file(corpus)).documents():
        yield from parts.parts(document, most)


def _depositions(
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
    rolls.write(path, spread.map(partial(_invent, seed, split, lines), numbers))
    return path


def _invent(seed: int, split: Split, lines: int, number: int) -> rolls.Counted:
    deposition = depose(rng_for("transcripts", seed, split, lines, number), lines)
    return rolls.counted(
        spans.whole(
            name=f"invented-{split}-{number + 1}",
            lines=deposition.lines,
            cites=[f"line {n}" for n in range(1, len(deposition.lines) + 1)],
            source="invented",
            title=f"{deposition.title} (invented)",
        )
    )


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
