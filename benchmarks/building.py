"""Measures building: python -m benchmarks.building WINDOW CORPORA TEST_ITEMS TRAIN_ITEMS."""

import sys
import tempfile
import time
from pathlib import Path

from benchbar import jsonl, tokens
from benchbar.corpora import nonces
from benchbar.parallel.processes import executor
from benchbar.records import Split
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchmarks.measure import here, tell


def main() -> None:
    """Build, then only write the same records again: the least that any builder must do."""
    window, corpora, test, train = sys.argv[1:]
    counts: list[tuple[Split, int]] = [("test", int(test)), ("train", int(train))]
    order = Order(
        windows=(window,),
        corpora=tuple(corpora.split(",")),
        items=tuple((split, n) for split, n in counts if n),
    )
    tokens.encoding()
    nonces.nonces()
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "data"
        taken = here(lambda: build(order, out, spread=executor(2)))
        data = Data(out)
        least, size = _written_again(data, Path(scratch) / "again")
    tell(taken, items=data.manifest.items, least_seconds=least, megabytes=size / 1e6)


def _written_again(data: Data, out: Path) -> tuple[float, int]:
    """Write the records of a folder once more: the least that any builder must do.

    Returns:
        Seconds that encoding, packing (where the builder packs) and writing take in one process,
        and the bytes written before they are packed.
    """
    seconds, size = 0.0, 0
    with out.open("wb") as file:
        for document, items in data.pairs():
            packs = data.file(f"documents/{items[0].window}/{items[0].corpus}.jsonl").suffix
            start = time.perf_counter()
            documents, asked = jsonl.encode([document]), jsonl.encode(items)
            file.write(jsonl.compress(documents) if packs == ".zst" else documents)
            file.write(asked)
            seconds += time.perf_counter() - start
            size += len(documents) + len(asked)
    return seconds, size


if __name__ == "__main__":
    main()
