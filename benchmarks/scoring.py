"""Measures the grading of a whole run: python -m benchmarks.scoring make FOLDER ITEMS|grade FOLDER.

The items are of 4k, of the six tests on invented sections and testimony; of the replies every
other one is right, and the rest say another line in the manner of the right one.
"""

import sys
from collections import deque
from pathlib import Path

from benchbar import jsonl, tokens
from benchbar.parallel.processes import executor
from benchbar.records import Cell, Reply, Verdict
from benchbar.runs import folder, grading, plan
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchmarks.grading import wrong_answer
from benchmarks.measure import here, tell

CORPORA = ("synthetic", "transcripts")
TESTS = 6


def make(scratch: Path, items: int) -> None:
    """Build items and write a run with a reply to each, as if a model had been asked."""
    data = scratch / "data"
    order = Order(("4k",), CORPORA, items=(("test", items // TESTS),))
    build(order, data, spread=executor(2))
    study = plan.plan(data, (Cell("benchbar/reader"),))
    folder.create(study, scratch / "run", force=True)
    cell = study.cells[0].key
    jsonl.write(
        scratch / "run" / folder.REPLIES,
        (
            Reply(item.id, cell, 1, (item.gold if n % 2 else wrong_answer(item, document),))
            for document, asked in Data(data).pairs()
            for n, item in enumerate(asked, len(document.text))
        ),
    )


def _read_and_write(scratch: Path) -> None:
    """Read what grading reads, and write as much as it writes: the least that it must do."""
    run = scratch / "run"
    deque(Data(scratch / "data").pairs(), 0)
    deque(jsonl.read(run / folder.REPLIES, Reply), 0)
    jsonl.write(scratch / "again.jsonl", jsonl.read(run / folder.VERDICTS, Verdict))


def main() -> None:
    """Make a run, or grade it on two processes."""
    what, scratch = sys.argv[1], Path(sys.argv[2])
    if what == "make":
        tell(here(lambda: make(scratch, int(sys.argv[3]))))
        return
    tokens.encoding()
    taken = here(lambda: grading.score(scratch / "run", spread=executor(2)))
    least = here(lambda: _read_and_write(scratch))
    replies = sum(1 for _ in jsonl.rows(scratch / "run" / folder.REPLIES))
    tell(taken, replies=replies, least_seconds=least.seconds)


if __name__ == "__main__":
    main()
