"""Measures building: python -m benchmarks.building WINDOW CORPORA TEST_ITEMS TRAIN_ITEMS."""

import sys
import tempfile
from pathlib import Path

from benchbar import jsonl, tokens
from benchbar.corpora import nonces
from benchbar.parallel.processes import executor
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchmarks.measure import here, tell


def main() -> None:
    """Build, then only write the same records again: the least that any builder must do."""
    window, corpora, test, train = sys.argv[1:]
    order = Order(
        windows=(window,),
        corpora=tuple(corpora.split(",")),
        items=(("test", int(test)), ("train", int(train))),
    )
    tokens.encoding()
    nonces.nonces()
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "data"
        taken = here(lambda: build(order, out, spread=executor(2)))
        items = Data(out).manifest.items
        again = Path(scratch) / "again"
        least = here(lambda: _write_again(Data(out), again))
    tell(taken, items=items, least_seconds=least.seconds)


def _write_again(data: Data, out: Path) -> None:
    for number, (document, items) in enumerate(data.pairs()):
        lines = jsonl.encode([document, *items])
        out.write_bytes(jsonl.compress(lines) if number % 2 else lines)


if __name__ == "__main__":
    main()
