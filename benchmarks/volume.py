"""How much is done in what time, with what memory, and how both grow: the rows of a table."""

import math
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks import law
from benchmarks.measure import apart

SIX = "synthetic,transcripts"
"""The corpora of the six tests that need no law."""


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of work.

    Attributes:
        work: What is done.
        size: How much of it.
        seconds: Wall time, on two processes.
        rate: What is done in a second, with its unit.
        memory_mb: Most memory that one process held.
        least_seconds: What a loop takes, in one process, that only reads or writes the same; None
            if there is no such loop.
        promised: What we promise, in words; empty if nothing.
        kept: Whether the promise is kept.
    """

    work: str
    size: str
    seconds: float
    rate: str
    memory_mb: float
    least_seconds: float | None = None
    promised: str = ""
    kept: bool = True

    @property
    def ratio(self) -> str:
        """How many times as long as the loop that only reads or writes."""
        return f"{self.seconds / self.least_seconds:.1f} x" if self.least_seconds else ""


def rows() -> Iterator[Row]:
    """Measure everything, and yield the rows as they come."""
    yield from building()
    yield from growing()
    yield from reading_law()
    yield from grading()
    yield from spreading()


def building() -> Iterator[Row]:
    """Yield what building takes at several sizes."""
    taken = apart("building", "4k", SIX, "100", "1000")
    yield _built("4k, six tests, both splits", taken, "2 s", taken["seconds"] <= 2)
    for corpus in (*SIX.split(","), "code"):
        taken = apart("building", "128k", corpus, "100", "1000")
        rate, times = taken["items"] / taken["seconds"], taken["seconds"] / taken["least_seconds"]
        held = corpus == "code" or rate >= 200
        promised = "4 x" if corpus == "code" else "200 prompts/s, 4 x"
        yield _built(f"128k, {corpus}", taken, promised, held and times <= 4)
    for corpus in (*SIX.split(","), "code"):
        few, more = (apart("building", "1m", corpus, n, "0") for n in ("12", "48"))
        yield _built(f"1m, {corpus}, the first of each test", few)
        further = {name: more[name] - few[name] for name in more} | {"memory_mb": more["memory_mb"]}
        rate = further["items"] / further["seconds"]
        times = further["seconds"] / further["least_seconds"]
        name = f"1m, {corpus}, further ones"
        yield _built(name, further, "20 prompts/s, 4 x", rate >= 20 and times <= 4)


def _built(work: str, taken: dict[str, float], promised: str = "", kept: bool = True) -> Row:
    items, size, seconds = taken["items"], taken["megabytes"], taken["seconds"]
    return Row(
        f"build {work}",
        f"{items:,.0f} prompts, {size:,.0f} MB",
        seconds,
        f"{items / seconds:,.0f} prompts/s, {size / seconds:,.0f} MB/s",
        taken["memory_mb"],
        taken["least_seconds"],
        promised,
        kept,
    )


def growing() -> Iterator[Row]:
    """Yield how time and memory of building grow from a thousand items to a hundred thousand."""
    sizes = [apart("building", "4k", SIX, "100", n) for n in ("67", "1567", "16567")]
    yield from _growth("build 4k, six tests", "prompts", [(one["items"], one) for one in sizes])


def _growth(
    work: str, unit: str, taken: list[tuple[float, dict[str, float]]], limit: float = math.inf
) -> Iterator[Row]:
    """Yield the rows of one work at several sizes; the last is held to a line through the first.

    The exponent is that of the last step, tenfold: what is read once at the start weighs little.
    """
    for n, (many, one) in enumerate(taken):
        rate = f"{many / one['seconds']:,.0f} {unit}/s"
        promised, kept = "", True
        if n:
            before, former = taken[n - 1]
            power = math.log(one["seconds"] / former["seconds"]) / math.log(many / before)
            memory = one["memory_mb"] / taken[0][1]["memory_mb"]
            told = f"exponent {power:.2f}, memory {memory:.2f} x the first's"
            within = power <= 1.05 and memory <= 1.25
            if n == len(taken) - 1 and limit < math.inf:
                told += f"; {limit:.0f} s"
                within &= one["seconds"] <= limit
            promised, kept = f"{told} (1.05, 1.25)", within
        least = one.get("least_seconds")
        size = f"{many:,.0f} {unit}"
        yield Row(work, size, one["seconds"], rate, one["memory_mb"], least, promised, kept)


def reading_law() -> Iterator[Row]:
    """Yield what the whole U.S. Code takes, and what is built of it."""
    if not law.is_here():
        return
    with tempfile.TemporaryDirectory() as home:
        os.environ["BENCHBAR_HOME"] = home
        taken = apart("law", "parse")
        size, seconds = taken["megabytes"], taken["seconds"]
        yield Row(
            "parse, count and store the U.S. Code (real titles, again and again)",
            f"{size:,.0f} MB",
            seconds,
            f"{size / seconds:,.0f} MB/s",
            taken["memory_mb"],
            taken["least_seconds"],
            "18 s",
            seconds <= 18,
        )
        apart("law", "store")
        small = apart("law", "build", "4k")
        yield _of_store("4k, eleven tests", small, "6 s", small["seconds"] <= 6)
        large = apart("law", "build", "128k")
        rate = large["items"] / large["seconds"]
        yield _of_store("128k, its five tests", large, "200 prompts/s", rate >= 200)
        del os.environ["BENCHBAR_HOME"]


def _of_store(work: str, taken: dict[str, float], promised: str, kept: bool) -> Row:
    items, seconds = taken["items"], taken["seconds"]
    rate = f"{items / seconds:,.0f} prompts/s"
    name, size = f"build {work}, of a store of 50,000 sections", f"{items:,.0f} prompts"
    return Row(name, size, seconds, rate, taken["memory_mb"], None, promised, kept)


def grading() -> Iterator[Row]:
    """Yield how time and memory of grading a run grow to a hundred thousand replies."""
    taken = []
    for items in ("1000", "10000", "100000"):
        with tempfile.TemporaryDirectory() as scratch:
            apart("scoring", "make", scratch, items)
            one = apart("scoring", "grade", scratch)
            taken.append((one["replies"], one))
    yield from _growth("grade a run of 4k by both graders", "replies", taken, limit=25)


def spreading() -> Iterator[Row]:
    """Yield how Ray on this machine compares with processes."""
    taken = apart("spreading", "100000")
    for name, ratio in (("processes", ""), ("ray", f"{taken['ratio']:.2f} x processes (1.3 x)")):
        seconds = taken[f"{name}_seconds"]
        yield Row(
            f"build 4k, synthetic, by {name}",
            f"{taken['items']:,.0f} prompts",
            seconds,
            f"{taken['items'] / seconds:,.0f} prompts/s",
            taken["memory_mb"],
            None,
            ratio,
            taken["ratio"] <= 1.3,
        )
