"""Measures Ray on this machine against processes: python -m benchmarks.spreading ITEMS."""

import sys
import tempfile
from pathlib import Path

from benchbar.parallel.base import Executor
from benchbar.parallel.processes import Processes
from benchbar.parallel.ray import Ray
from benchbar.suites.build import build
from benchbar.suites.data import Data
from benchbar.suites.order import Order
from benchmarks.measure import here, tell

_WORKERS = 2
_ROUNDS = 2
_WARM = 20


def synthetic(items: int) -> Order:
    """Return an order of about so many synthetic items of 4k."""
    tests = len(Order(("4k",)).tests("synthetic"))
    return Order(("4k",), ("synthetic",), items=(("test", items // tests),))


def main() -> None:
    """Build the same items by both in turn; each one's best time counts, starts are told apart."""
    order = synthetic(int(sys.argv[1]))
    executors: dict[str, Executor] = {"processes": Processes(_WORKERS), "ray": Ray(_WORKERS)}
    seconds: dict[str, list[float]] = {name: [] for name in executors}
    starts: dict[str, float] = {}
    digests = set()
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "data"

        def made(what: Order, name: str) -> float:
            return here(lambda: build(what, out, spread=executors[name], force=True)).seconds

        for name in executors:
            starts[name] = made(synthetic(_WARM), name)
        for _ in range(_ROUNDS):
            for name in executors:
                seconds[name].append(made(order, name))
                digests.add(Data(out).digest)
        items = Data(out).manifest.items
    if len(digests) > 1:
        raise SystemExit("Ray and processes did not make the same items")
    best = {name: min(taken) for name, taken in seconds.items()}
    tell(
        here(lambda: None),
        items=items,
        start_seconds=starts["ray"],
        processes_seconds=best["processes"],
        ray_seconds=best["ray"],
        ratio=best["ray"] / best["processes"],
    )


if __name__ == "__main__":
    main()
