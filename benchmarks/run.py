"""``make bench``: every number that we promise, measured now, beside its limit."""

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchbar.report.numbers import plural
from benchbar.suites.build import build
from benchbar.suites.order import Order
from benchmarks import law, volume
from benchmarks.measure import apart
from benchmarks.reporting import CHROMIUM
from tests.exam.desk import clusters
from tests.loopback import Loopback

RESULTS = Path(__file__).with_name("results")
VOLUME = ("work", "how much", "seconds", "rate", "memory", "times the limit", "promised", "")
"""Memory is that of the process which held most; the limit is a loop that only reads or writes."""
PROMISES = ("work", "measured", "promised", "")


def command_line() -> Iterator[tuple[str, str, str, bool]]:
    """Yield the cost of asking for help, and whether it stays clear of Inspect."""
    code = (
        "import sys, time, contextlib, io\n"
        "from benchbar.cli import cli\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    cli.main(['--help'], standalone_mode=False)\n"
        "print(time.process_time(), 'inspect_ai' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    cpu, imported = done.stdout.split()
    yield "benchbar --help, CPU", f"{float(cpu):.3f} s", "under 0.5 s", float(cpu) < 0.5
    yield "  imports Inspect AI", imported, "False", imported == "False"


def grading() -> Iterator[tuple[str, str, str, bool]]:
    """Yield the cost of both graders together."""
    for window, items, kind, limit in (
        ("4k", "200", "right", 0.5),
        ("4k", "200", "wrong", 0.5),
        ("128k", "12", "right", 3.0),
        ("128k", "12", "wrong", 3.0),
    ):
        each = apart("grading", "synthetic,transcripts", window, items, kind)["cpu_ms_each"]
        name = f"both graders, a {kind} {window} reply, CPU"
        yield name, f"{each:.3f} ms", f"{limit} ms", each <= limit
        each = apart("grading", "code", window, items, kind)["cpu_ms_each"]
        yield "  the same on invented statutes", f"{each:.3f} ms", f"{limit} ms", each <= limit
    growth = apart("grading", "transcripts,code", "4k", "1", "runaway")["growth"]
    yield "a reply twice as long, at worst", f"{growth:.1f} x", "3 x", growth <= 3


def text() -> Iterator[tuple[str, str, str, bool]]:
    """Yield speed and memory of statutes and transcripts."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["BENCHBAR_HOME"] = home
        read = apart("law", "transcript")["seconds"]
        yield "transcript of 400 pages, imported", f"{read:.2f} s", "1 s", read <= 1
        made = apart("law", "invent")
        rate = made["megabytes"] / made["cpu_seconds"]
        yield "invented statutes drafted, one core", f"{rate:.1f} MB/s", "1.5 MB/s", rate >= 1.5
        if not law.is_here():
            yield "statutes: no real titles here (BENCHBAR_SHARED)", "not measured", "", True
            return
        apart("law", "store")
        loaded = apart("law", "load")
        name = f"store of {loaded['sections']:,.0f} sections, opened"
        yield name, f"{loaded['seconds']:.2f} s", "0.7 s", loaded["seconds"] <= 0.7


def asking() -> Iterator[tuple[str, str, str, bool]]:
    """Yield what an item costs online, above what Inspect costs at the start."""
    few, many = 20, 520
    with tempfile.TemporaryDirectory() as scratch, Loopback() as server:
        data = Path(scratch) / "data"
        order = Order(
            windows=("8k",),
            corpora=("synthetic",),
            tasks=("text_to_cite",),
            items=(("test", many),),
        )
        build(order, data)
        small, large = (apart("asking", str(data), server.url, str(n)) for n in (few, many))
    cpu = 1000 * (large["cpu_seconds"] - small["cpu_seconds"]) / (many - few)
    memory = 1024 * (large["memory_mb"] - small["memory_mb"]) / (many - few)
    yield "online over loopback, an item of 8k, CPU", f"{cpu:.1f} ms", "25 ms", cpu <= 25
    yield "  memory an item", f"{memory:.0f} kB", "100 kB", memory <= 100


def reporting() -> Iterator[tuple[str, str, str, bool]]:
    """Yield time and memory of a report, and how soon its first page is open."""
    for runs, items in (("10", "100"), ("1", "910")):
        with tempfile.TemporaryDirectory() as scratch:
            apart("reporting", "make", scratch, runs, items)
            taken = apart("reporting", "report", scratch)
            seconds, memory = taken["seconds"], taken["memory_mb"]
            name = f"report over {plural(int(runs), 'run')} of {11 * int(items):,} items"
            yield name, f"{seconds:.1f} s", "10 s", seconds <= 10
            yield "  peak memory", f"{memory:.0f} MB", "500 MB", memory <= 500
            if not CHROMIUM:
                yield "  first page, opened: no Chromium here", "not measured", "2 s", True
                continue
            opened = apart("reporting", "open", scratch)["open_seconds"]
            yield "  first page, opened in Chromium", f"{opened:.2f} s", "2 s", opened <= 2


def estimating() -> Iterator[tuple[str, str, str, bool]]:
    """Yield time and memory of regressions and bootstraps."""
    for questions, trials, limit in (("200", "68", 2), ("5000", "200", 10)):
        taken = apart("estimating", "regress", questions, trials)
        name = f"regression of {int(questions) * int(trials):,} answers"
        yield name, f"{taken['seconds']:.2f} s", f"{limit} s", taken["seconds"] <= limit
        yield "  and each factor tested whole", f"{taken['tested']:.2f} s", "", True
        yield "  peak memory", f"{taken['memory_mb']:.0f} MB", "", True
    seconds = apart("estimating", "bootstrap")["seconds"]
    name = "10,000 answers drawn 9,999 times, three bootstraps"
    yield name, f"{seconds:.2f} s", "1 s", seconds <= 1


def sitting() -> Iterator[tuple[str, str, str, bool]]:
    """Yield the time of an exam of 10,000 answers."""
    with tempfile.TemporaryDirectory() as scratch:
        for what, name, limit in (
            ("run", "preset replication, 10,000 replies, two cores", 360),
            ("score", "  scored, regressed, its page written", 10),
        ):
            taken = apart("sitting", what, scratch)
            yield name, f"{taken['seconds']:.1f} s", f"{limit} s", taken["seconds"] <= limit
            yield "  peak memory", f"{taken['memory_mb']:.0f} MB", "", True


def desk() -> Iterator[tuple[str, str, str, bool]]:
    """Yield how long the pages of the grading desk take with fifty graders at once."""
    for kind in ("SQLite", "PostgreSQL"):
        if kind == "PostgreSQL" and (why := clusters.missing()):
            yield f"the desk on PostgreSQL: {why}", "not measured", "", True
            continue
        taken = apart("desk", kind)
        for name, most in (("pages", (100, 300)), ("marks", (100, 300)), ("drafts", (100, 300))):
            for what, key, limit in (("median", "median", most[0]), ("95%", "95", most[1])):
                found = taken[f"{name}_{key}"]
                row = f"50 graders at once on {kind}, {name}, {what}"
                yield row, f"{found:.0f} ms", f"under {limit} ms", found < limit
        row = f"  of {taken['marks']:.0f} confirmed marks, lost"
        yield row, f"{taken['lost']:.0f}", "0", not taken["lost"]


def machine() -> str:
    """Say on what is measured, and when."""
    named = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores"
        + (f" ({named[0]})" if named else "")
        + f", {memory:.0f} GB of memory, {platform.system()}, Python {platform.python_version()}"
    )


def main() -> int:
    """Print both tables as they come and keep them; exit 1 if a promise is broken."""
    kept = True
    told = [f"# Measured by `make bench`: {machine()}", ""]
    print(told[0], flush=True)
    told += _head(VOLUME)
    for row in volume.rows():
        kept &= row.kept
        told.append(_told(row.work, row.size, f"{row.seconds:,.2f}", row.rate,
            f"{row.memory_mb:,.0f} MB", row.ratio, row.promised, _mark(row.kept)))  # fmt: skip
    told += ["", *_head(PROMISES)]
    parts = (command_line, text, grading, asking, reporting, estimating, sitting, desk)
    for part in parts:
        for name, measured, promised, good in part():
            kept &= good
            told.append(_told(name.strip(), measured, promised, _mark(good)))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{datetime.now(UTC):%Y-%m-%d}.md").write_text("\n".join([*told, ""]))
    return 0 if kept else 1


def _head(columns: tuple[str, ...]) -> list[str]:
    return [_told(*columns), "|" + "---|" * len(columns)]


def _told(*cells: str) -> str:
    """Print a row of a table and return it."""
    row = "| " + " | ".join(cells) + " |"
    print(row, flush=True)
    return row


def _mark(kept: bool) -> str:
    return "" if kept else "BROKEN"


if __name__ == "__main__":
    sys.exit(main())
