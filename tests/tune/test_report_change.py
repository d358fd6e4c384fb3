"""Changes of means by hand, and the laws that they keep."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from benchbar.records import Item
from benchbar.report.tally import BltTest
from benchbar.tune.report_change import adjusted, of_means

TEST = BltTest("synthetic", "applies_to", "4k")


def items(n: int, texts: int = 10_000) -> dict[str, Item]:
    """Items i0, i1, ... about two documents of each text, in turn."""
    return {
        f"i{k}": Item(
            f"i{k}", "4k", "synthetic", "applies_to", "test", f"d{k % (2 * texts)}",
            "?", "1", 0, "Yes", traits={"source": f"s{k % texts}"},
        )
        for k in range(n)
    }  # fmt: skip


def means(base: dict[str, float], tuned: dict[str, float], of: dict[str, Item]) -> Any:
    return of_means("words", "words", TEST, "words", base, tuned, of)


def change(base: list[float], tuned: list[float]) -> Any:
    before, after = ({f"i{n}": x for n, x in enumerate(side)} for side in (base, tuned))
    return means(before, after, items(len(base)))


def test_the_paired_t_test() -> None:
    base, tuned = [59.0, 61, 40, 80, 55], [19.0, 30, 22, 15, 60]
    found = change(base, tuned)
    expected = ttest_rel(tuned, base)
    interval = expected.confidence_interval()
    assert found.p == pytest.approx(expected.pvalue)
    assert (found.difference.low, found.difference.high) == pytest.approx(
        (interval.low, interval.high)
    )
    assert (found.n, found.texts) == (5, 5)


def test_the_texts_are_those_of_accuracy() -> None:
    """Items of one deposition stand together; where depositions are few, documents do."""
    steps = {f"i{k}": float(k * k % 17) for k in range(40)}
    base = dict.fromkeys(steps, 1.0)
    by_texts = means(base, steps, items(40, 10))
    assert (by_texts.n, by_texts.texts, by_texts.only_texts) == (40, 10, 0)
    assert by_texts.difference.clusters == 10
    assert by_texts.method == "paired t over texts"
    few = means(base, steps, items(40, 7))
    assert (few.n, few.texts, few.only_texts) == (40, 7, 7)
    assert few.difference.clusters == 14
    some = means({"i3": 1.0, "i13": 2.0}, steps, items(40, 10))
    assert (some.n, some.texts, some.difference) == (2, 1, None)
    assert change([1.0, 2, 3], [2.0, 4, 9]).method == "paired t"


def test_without_spread_p_is_that_of_turned_signs() -> None:
    assert change([10.0] * 8, [4.0] * 8).p == 2.0**-7
    assert change([10.0] * 8, [10.0] * 8).p == 1.0


def test_no_item_or_one_text_has_no_interval() -> None:
    assert means({"i0": 1.0}, {"i1": 2.0}, items(2)) is None
    one = change([3.0], [5.0])
    assert (one.base, one.difference, one.p, one.shown) == (None, None, None, False)
    assert adjusted([one]) == (one,)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=2, max_size=30))
def test_turning_the_sides_turns_the_sign(pairs: list[tuple[int, int]]) -> None:
    base, tuned = ([float(x) for x in side] for side in zip(*pairs, strict=True))
    there, back = change(base, tuned), change(tuned, base)
    assert there.difference.value == pytest.approx(-back.difference.value)
    assert there.difference.low == pytest.approx(-back.difference.high)
    assert there.p == pytest.approx(back.p)
    assert 0 <= there.p <= 1
    assert there.base.low >= 0
