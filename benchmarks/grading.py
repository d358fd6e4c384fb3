"""Measures both graders: python -m benchmarks.grading CORPORA WINDOW ITEMS right|wrong|runaway."""

import sys
import tempfile
import time
from pathlib import Path

from benchbar.records import Document, Item, Reply
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchbar.tasks import TASKS
from benchmarks.measure import here, tell


def wrong_answer(item: Item, document: Document) -> str:
    """Answer with another line in the manner of the right one, and some words around it."""
    other = document.lines[(item.target + len(document.lines) // 2) % len(document.lines)]
    said = other.cite if item.gold == document.lines[item.target].cite else document.shown(other)
    return f"The answer to this question is:\n\n**{said}**\n\nLet me know if you need more."


SHARDS = (
    *("line 3 ", "section 152(f)(1), ", "(a)", '"x" ', "((((", "1.1.", "no, wait. ", "| a |\n"),
    *("\n", "| ", "'"),
)
_LONG = 100_000


def runaway(item: Item, document: Document) -> float:
    """Return how many times as long a reply of 100,000 characters takes as one of half of that.

    The worst of several shapes of endless replies, each between two answers.
    """
    took = [
        [
            _cpu(item, document, f"{item.gold}{shard * (size // len(shard))}{item.gold}")
            for size in (_LONG // 2, _LONG)
        ]
        for shard in SHARDS
    ]
    return max(long / short for short, long in took)


def _cpu(item: Item, document: Document, text: str) -> float:
    start = time.process_time()
    TASKS[item.task].judge(item, document, Reply(item.id, turns=(text,)))
    return time.process_time() - start


def _pairs(order: Order, out: Path) -> list[tuple[Item, Document]]:
    build(order, out)
    return [(item, document) for document, asked in Data(out).pairs() for item in asked]


def main() -> None:
    """Grade replies to all tests; documents are read before the clock runs."""
    corpora, window, items, kind = sys.argv[1:]
    named = tuple(corpora.split(","))
    with tempfile.TemporaryDirectory() as scratch:
        for pair in _pairs(Order(("4k",), named, items=(("test", 2),)), Path(scratch) / "warm"):
            _cpu(*pair, wrong_answer(*pair))  # what is read and compiled once is no cost of a reply
        order = Order((window,), named, items=(("test", int(items)),), seed=1)
        pairs = _pairs(order, Path(scratch) / "data")
        if kind == "runaway":
            tell(here(lambda: None), growth=max(runaway(*pair) for pair in pairs))
            return
        cpu = sum(
            _cpu(item, document, item.gold if kind == "right" else wrong_answer(item, document))
            for item, document in pairs
        )
        tell(here(lambda: None), items=len(pairs), cpu_ms_each=1000 * cpu / len(pairs))


if __name__ == "__main__":
    main()
