"""The cluster bootstrap: seeded, inside [0, 1], wider than naive, and it covers."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.parallel.base import Serial
from benchbar.parallel.processes import Processes
from benchbar.stats.bootstrap import cluster_bootstrap
from benchbar.stats.proportions import wilson
from tests.stats.drawing import many_draws

J = TypeVar("J")
R = TypeVar("R")

clusters = st.lists(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    min_size=1,
    max_size=30,
)


@settings(max_examples=50)
@given(clusters)
def test_holds_its_value(drawn: list[tuple[int, int]]) -> None:
    right, total = zip(*drawn, strict=True)
    found = cluster_bootstrap(right, total, rng=np.random.default_rng(1), resamples=200)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (found.n, found.clusters) == (sum(total), len(total))


def test_same_seed_same_interval() -> None:
    right = [3, 1, 0, 2, 3]
    one, two = (cluster_bootstrap(right, [3] * 5, rng=np.random.default_rng(7)) for _ in range(2))
    assert one == two


def test_all_right_falls_back_to_wilson_on_clusters() -> None:
    found = cluster_bootstrap([5] * 20, [5] * 20, rng=np.random.default_rng(0))
    assert found.method == "Wilson on clusters"
    assert found.low == pytest.approx(wilson(20, 20).low)
    assert found.high == 1.0


def test_equal_trials_give_no_false_certainty() -> None:
    """Ten identical trials of a question are one question, not ten."""
    right = [10] * 80 + [0] * 20
    found = cluster_bootstrap(right, [10] * 100, rng=np.random.default_rng(0))
    naive, honest = wilson(800, 1000), wilson(80, 100)
    assert found.high - found.low > 2 * (naive.high - naive.low)
    assert found.high - found.low == pytest.approx(honest.high - honest.low, abs=0.02)


def test_covers_the_accuracy_on_new_questions() -> None:
    """200 data sets of 60 questions x 10 trials with their own difficulty, truth 0.75."""
    rng = np.random.default_rng(20)
    held = 0
    for _ in range(200):
        right = rng.binomial(10, rng.beta(1.5, 0.5, size=60))
        found = cluster_bootstrap(
            [int(count) for count in right], [10] * 60, rng=rng, resamples=400
        )
        held += found.low <= 0.75 <= found.high
    assert held >= 180


def test_batches_do_not_change_the_number_of_draws() -> None:
    many = cluster_bootstrap([0, 1] * 2000, [1] * 4000, rng=np.random.default_rng(3), resamples=501)
    assert many.high - many.low == pytest.approx(2 * 1.96 * 0.5 / 4000**0.5, rel=0.15)


@pytest.mark.parametrize(("right", "total"), [([], []), ([1], [1, 1]), ([0], [0])])
def test_refuses_what_cannot_be(right: list[int], total: list[int]) -> None:
    with pytest.raises(ValueError):
        cluster_bootstrap(right, total, rng=np.random.default_rng(0))


def test_many_draws_are_the_same_on_any_workers() -> None:
    found = [many_draws(spread) for spread in (None, Processes(2), Processes(3))]
    assert found[0] == found[1] == found[2]
    assert len({*found[0]}) == 3


class Counting(Serial):
    """Counts the blocks."""

    blocks = 0

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        for job in jobs:
            self.blocks += 1
            yield work(job)


def test_only_many_draws_are_spread() -> None:
    spread = Counting()
    cluster_bootstrap([1, 0, 2], [3, 3, 3], rng=np.random.default_rng(5), spread=spread)
    assert spread.blocks == 0
    many_draws(spread)
    assert spread.blocks >= 6
