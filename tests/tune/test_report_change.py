"""Changes of means by hand, and the laws that they keep."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from benchbar.report.tally import BltTest
from benchbar.tune.report_change import adjusted, of_means

TEST = BltTest("synthetic", "applies_to", "4k")


def change(base: list[float], tuned: list[float]):  # type: ignore[no-untyped-def] # noqa: ANN201
    before, after = ({f"i{n}": x for n, x in enumerate(side)} for side in (base, tuned))
    return of_means("words", "words", TEST, "words", before, after, {i: i for i in before})


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


def test_without_spread_p_is_that_of_turned_signs() -> None:
    assert change([10.0] * 8, [4.0] * 8).p == 2.0**-7
    assert change([10.0] * 8, [10.0] * 8).p == 1.0


def test_no_item_or_one_text_has_no_interval() -> None:
    assert of_means("w", "w", TEST, "words", {"a": 1.0}, {"b": 2.0}, {"a": "a", "b": "b"}) is None
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
