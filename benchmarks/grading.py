"""Measures both graders: python -m benchmarks.grading CORPORA WINDOW ITEMS right|wrong."""

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


def main() -> None:
    """Grade right or wrong replies to all tests; documents are read before the clock runs."""
    corpora, window, items, kind = sys.argv[1:]
    named = tuple(corpora.split(","))
    order = Order(windows=(window,), corpora=named, items=(("test", int(items)),))
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "data"
        build(order, out)
        graded = cpu = 0.0
        for document, asked in Data(out).pairs():
            for item in asked:
                text = item.gold if kind == "right" else wrong_answer(item, document)
                reply = Reply(item.id, turns=(text,))
                start = time.process_time()
                TASKS[item.task].judge(item, document, reply)
                cpu += time.process_time() - start
                graded += 1
        tell(here(lambda: None), items=graded, cpu_ms_each=1000 * cpu / graded)


if __name__ == "__main__":
    main()
