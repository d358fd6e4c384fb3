"""Means of tests and of items: both, labelled, and different where tests differ in size."""

from pathlib import Path

import msgspec
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from benchbar.records import Cell, Item, Verdict
from benchbar.report.means import Mean, means
from benchbar.report.tally import tally
from tests.report.made_files import write_files
from tests.report.made_run import SLOPPY, answer, make_items

CELL = Cell(model="x/y")


def judged(items: list[Item], right: int) -> list[Verdict]:
    """Verdicts of one grader, of which the first ``right`` are correct."""
    verdicts = [answer(item, CELL)[2] for item in items]
    return [
        msgspec.structs.replace(
            verdict,
            outcome="correct" if number < right else "wrong",
            error=None if number < right else "not found",
        )
        for number, verdict in enumerate(verdicts)
    ]


def of_task(task: str, n: int, documents: int | None = None) -> list[Item]:
    kept = [item for item in make_items(n) if (item.corpus, item.task) == ("synthetic", task)]
    return [
        msgspec.structs.replace(item, document=f"doc-{number % (documents or n)}-{task}")
        for number, item in enumerate(kept)
    ]


def found(*parts: tuple[list[Item], int]) -> list[Mean]:
    items = [item for kept, _ in parts for item in kept]
    verdicts = [verdict for kept, right in parts for verdict in judged(kept, right)]
    return means(tally(verdicts, {item.id: item for item in items}))


def test_tests_count_alike_or_items_do() -> None:
    tests, items = found((of_task("text_to_cite", 20), 10), (of_task("cite_to_text", 80), 80))
    assert (tests.of, items.of) == ("tests", "items")
    assert tests.estimate.value == pytest.approx((0.5 + 1) / 2)
    assert items.estimate.value == pytest.approx(90 / 100)
    assert tests.estimate.method == "mean of 2 tests"
    assert items.estimate.method == "Wilson"
    for one in (tests, items):
        assert one.tests == 2
        assert one.estimate.low < one.estimate.value < one.estimate.high
        assert one.estimate.n == 100


def test_items_of_one_document_are_a_cluster_across_tests() -> None:
    shared = [
        [
            msgspec.structs.replace(item, document=f"shared-{number % 10}")
            for number, item in enumerate(of_task(task, 20))
        ]
        for task in ("text_to_cite", "cite_to_text")
    ]
    _, items = found((shared[0], 15), (shared[1], 10))
    assert items.estimate.clusters == 10
    assert items.estimate.n == 40
    assert items.estimate.method == "new questions"


def test_a_single_test_has_one_figure() -> None:
    tests, items = found((of_task("text_to_cite", 20), 10))
    assert tests.estimate.value == items.estimate.value == 0.5
    assert (tests.estimate.low, tests.estimate.high) == pytest.approx(
        (items.estimate.low, items.estimate.high)
    )


def test_the_table_labels_both(run: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", run)
    table = pq.read_table(out / "tables" / "means.parquet").to_pylist()
    assert [row["mean_of"] for row in table] == ["tests", "items"] * 4
    sloppy = {row["mean_of"]: row for row in table if row["grader"] == "corrected"
              and row["model"] == SLOPPY.model}  # fmt: skip
    assert sloppy["tests"]["tests"] == 6
    assert sloppy["items"]["n"] == 240
