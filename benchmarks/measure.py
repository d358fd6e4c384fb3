"""One measurement: a piece of work in a process of its own, its time and its peak memory."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Taken:
    """What a piece of work took: wall and CPU seconds (workers included), peak memory in MB."""

    seconds: float
    cpu_seconds: float
    memory_mb: float


def here(work: Callable[[], object]) -> Taken:
    """Do the work in this process and its children."""
    before = _cpu()
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    peak = max(_peak_kb(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return Taken(seconds, _cpu() - before, peak / 1024)


def _peak_kb() -> int:
    """Return the most memory that this process held; ``ru_maxrss`` counts what its parent held."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _cpu() -> float:
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def apart(module: str, *arguments: str) -> dict[str, float]:
    """Run a module of this folder in a fresh process and return what it prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def tell(taken: Taken, **more: float) -> None:
    """Print a measurement for the process that asked for it."""
    print(json.dumps({**asdict(taken), **more}))
