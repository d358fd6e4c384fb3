"""Accuracy over clusters: inside [0, 1], wide for few clusters, and it covers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.stats.clusters import clustered
from benchbar.stats.proportions import wilson

clusters = st.lists(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    min_size=1,
    max_size=30,
)


@given(clusters)
def test_holds_its_value(drawn: list[tuple[int, int]]) -> None:
    right, total = zip(*drawn, strict=True)
    found = clustered(right, total)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (found.n, found.clusters) == (sum(total), len(total))


@given(clusters)
def test_the_order_of_clusters_does_not_matter(drawn: list[tuple[int, int]]) -> None:
    one, other = (clustered(*zip(*each, strict=True)) for each in (drawn, drawn[::-1]))
    assert one.low == pytest.approx(other.low)
    assert one.high == pytest.approx(other.high)


@given(clusters)
def test_is_never_narrower_than_if_answers_were_independent(drawn: list[tuple[int, int]]) -> None:
    right, total = zip(*drawn, strict=True)
    found, naive = clustered(right, total), wilson(sum(right), sum(total))
    assert found.high - found.low >= naive.high - naive.low - 1e-9


def test_two_clusters_tell_little() -> None:
    """The percentile bootstrap gave [66.7, 100] here, and more for six of six."""
    found = clustered([3, 2], [3, 3])
    assert found.low < 0.1
    assert found.high > 0.95


def test_single_answers_come_near_wilson() -> None:
    found, plain = clustered([1] * 80 + [0] * 20, [1] * 100), wilson(80, 100)
    assert found.low == pytest.approx(plain.low, abs=0.005)
    assert found.high == pytest.approx(plain.high, abs=0.005)


def test_all_right_counts_clusters() -> None:
    found = clustered([5] * 20, [5] * 20)
    assert found.method == "Wilson on clusters"
    assert found.low == pytest.approx(wilson(20, 20).low)


@pytest.mark.parametrize(("count", "size"), [(3, 8), (5, 8), (10, 8), (20, 20), (60, 10)])
def test_covers_the_accuracy_on_new_questions(count: int, size: int) -> None:
    """1,000 data sets of questions with their own difficulty, truth 0.75; 93% at the least."""
    rng = np.random.default_rng(20)
    held = 0
    for _ in range(1_000):
        right = rng.binomial(size, rng.beta(2.25, 0.75, size=count))
        found = clustered(right.tolist(), [size] * count)
        held += found.low <= 0.75 <= found.high
    assert held >= 930


@pytest.mark.parametrize(("right", "total"), [([], []), ([1], [1, 1]), ([0], [0])])
def test_refuses_what_cannot_be(right: list[int], total: list[int]) -> None:
    with pytest.raises(ValueError):
        clustered(right, total)
