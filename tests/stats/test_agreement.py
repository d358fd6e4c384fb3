"""Agreement between trials: counted as a person would, with an interval."""

import numpy as np
import pytest

from benchbar.records import Outcome
from benchbar.stats.agreement import Agreement, agreement
from benchbar.stats.proportions import wilson

ITEMS: list[tuple[Outcome, ...]] = [
    ("correct", "correct"),
    ("wrong", "wrong"),
    ("correct", "wrong"),
    ("wrong", "not_an_answer"),
    ("correct", "correct"),
]


def found(clusters: list[str]) -> Agreement:
    return agreement(ITEMS, clusters, rng=np.random.default_rng(1))


def test_same_outcome_and_flips() -> None:
    both = found(list("abcde"))
    assert both.trials == 2
    assert both.same == wilson(3, 5)
    assert both.flips == wilson(1, 5)


def test_items_of_one_text_are_drawn_together() -> None:
    both = found(list("aabbb"))
    assert (both.same.value, both.same.clusters, both.same.n) == (0.6, 2, 5)


def test_perfect_agreement_keeps_a_width() -> None:
    both = agreement([("correct",) * 3] * 6, list("aabbcc"), rng=np.random.default_rng(0))
    assert (both.same.value, both.flips.value) == (1, 0)
    assert both.same.low < 1
    assert both.flips.high > 0


@pytest.mark.parametrize("outcomes", [[], [("correct",)], [("correct", "wrong"), ("wrong",) * 3]])
def test_refuses_what_cannot_be(outcomes: list[tuple[Outcome, ...]]) -> None:
    with pytest.raises(ValueError):
        agreement(outcomes, ["a"] * len(outcomes), rng=np.random.default_rng(0))
