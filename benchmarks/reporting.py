"""Measures reports: python -m benchmarks.reporting make|report|open FOLDER [RUNS ITEMS]."""

import shutil
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchbar import jsonl
from benchbar.records import Cell, Document, Item, Reply
from benchbar.report.html import write_report
from benchbar.runs import folder
from benchbar.runs.grading import score
from benchbar.runs.plan import plan
from benchbar.seeds import rng_for
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchmarks.grading import wrong_answer
from benchmarks.measure import here, tell

_SHARE_WRONG = 0.15


def make(scratch: Path, runs: int, items: int) -> None:
    """Build items of all eleven tests, and graded runs whose replies are wrong now and then."""
    data = scratch / "data"
    build(Order(windows=("4k",), items=(("test", items),)), data)
    pairs = [(document, item) for document, asked in Data(data).pairs() for item in asked]
    for seed in range(runs):
        cell = Cell("benchbar/sloppy", seed=seed)
        run = scratch / f"run-{seed}"
        run.mkdir()
        folder.create(plan(data, (cell,)), run, force=False)
        replies = [_answer(document, item, cell) for document, item in pairs]
        jsonl.write(run / folder.REPLIES, replies)
        score(run)


def _answer(document: Document, item: Item, cell: Cell) -> Reply:
    wrong = rng_for(item.id, cell.key).random() < _SHARE_WRONG
    text = wrong_answer(item, document) if wrong else item.gold
    return Reply(item.id, cell.key, turns=(text,), tokens_in=2_000, tokens_out=20, seconds=1.5)


CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


def seconds_to_open(page: Path) -> float:
    """Return how long a browser that is running takes to show a page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = browser.new_page()
        start = time.perf_counter()
        tab.goto(page.as_uri())
        tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        taken = time.perf_counter() - start
        browser.close()
    return taken


def main() -> None:
    """Make runs, report on them, or open the first page of the report."""
    match sys.argv[1:]:
        case ["make", scratch, runs, items]:
            tell(here(lambda: make(Path(scratch), int(runs), int(items))))
        case ["open", scratch]:
            page = Path(scratch) / "report" / "index.html"
            tell(here(lambda: None), open_seconds=seconds_to_open(page.resolve()))
        case ["report", scratch]:
            folders = sorted(Path(scratch).glob("run-*"))
            out = Path(scratch) / "report"
            taken = here(lambda: write_report(folders, out, force=out.exists()))
            first = (out / "index.html").stat().st_size
            files = [path.stat().st_size for path in out.rglob("*.*")]
            tell(taken, first_page_kb=first / 1024, files=len(files), total_mb=sum(files) / 2**20)


if __name__ == "__main__":
    main()
