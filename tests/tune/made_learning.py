"""A made-up learning curve: a base, and models tuned from it whose replies are known."""

import json
from pathlib import Path

import msgspec

from benchbar.tune import local_curve
from benchbar.tune.local_curve import Curve, Point
from benchbar.tune.local_settings import Settings
from tests.tune import made_tuning as made
from tests.tune.made_tuning import right_if, run_of

BASE = "benchbar/smollm2"


def adapter(folder: Path, rows: int, *, base: str = BASE, prompts: tuple[str, ...] = ()) -> str:
    """Make the folder of a model that has learnt so many rows, 0.4 s each; return its name."""
    (folder / "rows").mkdir(parents=True)
    (folder / "settings.json").write_bytes(msgspec.json.encode(Settings(base=base, rows={})))
    with (folder / "rows" / "train.jsonl").open("w") as file:
        for prompt in ("Another page", *prompts):
            file.write(json.dumps({"prompt": [{"role": "user", "content": prompt}]}) + "\n")
    curve = Curve(folder / local_curve.NAME)
    for step, learnt in enumerate((rows // 2, rows), 1):
        curve.add(Point(step, learnt, 0.4 * learnt, 1e-3, 0.5))
    return f"benchbar/local/{folder}"


def runs_of(
    folder: Path,
    data: Path,
    *right: tuple[int, int],
    base: str = BASE,
) -> list[Path]:
    """Runs of a base and of models tuned from it.

    Args:
        folder: Where adapters and runs are put.
        data: The items.
        right: For each run, the rows learnt (0: the base), and how many items of each test it
            gets right.
        base: What the base is called.
    """
    runs = []
    for rows, most in right:
        model = adapter(folder / f"a{rows}", rows, base=base) if rows else base
        said = right_if(lambda n, most=most: n < most)  # type: ignore[misc]
        runs.append(run_of(folder / f"run{rows}", data, model, said))
    return runs


def two_tests(folder: Path, corpus: str = "transcripts") -> Path:
    """Twenty items of each of two tests."""
    return made.data_of(folder, made.pages(20, corpus=corpus), made.pages(20, window="8k"))
