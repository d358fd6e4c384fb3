"""The recipe: which items are trained on, which are kept for development, and in what order.

The default is that of the paper (BLT, arXiv 2311.09693): 900 of each test's 1,000 training items,
shuffled together; the rest is for development.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from benchbar.errors import InputError
from benchbar.seeds import rng_for

Test: TypeAlias = tuple[str, str, str]
"""Window, corpus and task."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How rows are chosen.

    Attributes:
        per_test: Training rows of each test; None: nine tenths of its items.
        dev: Development rows of each test; None: the rest.
        mix: Weights by the name of a test (``task``, ``corpus/task`` or ``window/corpus/task``, of
            which the longest counts): how many times ``per_test`` rows it gets. Beyond its items,
            rows come again.
        seed: Of both draws and of the order of rows.
    """

    per_test: int | None = None
    dev: int | None = None
    mix: Mapping[str, float] = field(default_factory=dict)
    seed: int = 0

    def weight(self, test: Test) -> float:
        """Return the weight of a test."""
        weights = (self.mix[name] for name in names(test) if name in self.mix)
        return next(weights, 1.0)


@dataclass(frozen=True, slots=True)
class Choice:
    """Rows by their numbers: those to train on, in order, and those kept for development."""

    train: Sequence[int]
    dev: Sequence[int]


def names(test: Test) -> tuple[str, ...]:
    """Return the names that a weight may give a test, the longest first."""
    return "/".join(test), "/".join(test[1:]), test[2]


def check_mix(recipe: Recipe, tests: Sequence[Test]) -> None:
    """Make sure that every weight is for a test that is there.

    Raises:
        InputError: A weight's name fits no test, or all weights are zero.
    """
    there = [name for test in tests for name in names(test)]
    for name in recipe.mix:
        if name not in there:
            known = ", ".join(dict.fromkeys(names(test)[1] for test in tests))
            raise InputError(f"--mix {name}: no such test is exported; there are {known}")
    if not any(recipe.weight(test) for test in tests):
        raise InputError("--mix: gives every test the weight 0: nothing is left to train on")


def choose(recipe: Recipe, test: Test, items: int, passed: Sequence[int]) -> Choice:
    """Return which rows of a test are trained on, and which are kept for development.

    Args:
        recipe: How rows are chosen.
        test: Names the draw.
        items: How many training items the test has.
        passed: The numbers of the rows that the guard let pass.

    Raises:
        InputError: There are fewer than the recipe asks for.
    """
    pool = list(passed)
    rng = rng_for("tune", recipe.seed, *test)
    rng.shuffle(pool)
    wanted = _wanted(recipe, items, len(pool))
    dev = max(0, len(pool) - wanted) if recipe.dev is None else recipe.dev
    if wanted + dev > len(pool) or not wanted:
        raise InputError(
            f"{'/'.join(test)}: {wanted:,} rows for training and {dev:,} for development are "
            f"wanted, and it has {len(pool):,} training items that do not leak: lower --per-test "
            f"or --dev, build more items, or leave it out with --mix {names(test)[1]}=0"
        )
    kept = pool[:wanted] + pool[wanted + dev :]
    rows = tuple(_drawn(kept, round(wanted * recipe.weight(test)), rng))
    return Choice(rows, pool[wanted : wanted + dev])


def _wanted(recipe: Recipe, items: int, passed: int) -> int:
    """Return how many rows are trained on, before any weight.

    Nine tenths of the items, unless the guard has left so few that none would be kept for
    development: then nine tenths of those.
    """
    if recipe.per_test is not None:
        return recipe.per_test
    usual = items * 9 // 10
    if recipe.dev is not None:
        return max(0, min(usual, passed - recipe.dev))
    return usual if passed - usual >= max(1, items // 20) else passed * 9 // 10


def _drawn(rows: list[int], count: int, rng: random.Random) -> Iterator[int]:
    """Yield so many rows: all of them once before any comes again."""
    while count > 0:
        yield from rows[:count]
        count -= len(rows)
        rng.shuffle(rows)


def mixed(recipe: Recipe, kind: str, choices: Sequence[Sequence[int]]) -> list[int]:
    """Return the rows of all tests in one shuffled order."""
    rows = [row for chosen in choices for row in chosen]
    rng_for("tune", recipe.seed, kind).shuffle(rows)
    return rows
