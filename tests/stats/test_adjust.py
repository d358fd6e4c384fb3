"""Adjusted p values: known ones, and the laws that they obey."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.stats.adjust import benjamini_hochberg, holm

ps = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_known_values() -> None:
    """R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") and "BH"."""
    raw = [0.01, 0.04, 0.03, 0.005]
    assert holm(raw) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(raw) == pytest.approx([0.02, 0.04, 0.04, 0.02])


@given(ps)
def test_between_raw_and_bonferroni(raw: list[float]) -> None:
    for one, screened, strict in zip(raw, benjamini_hochberg(raw), holm(raw), strict=True):
        assert one <= screened + 1e-12
        assert screened <= strict + 1e-12
        assert strict <= min(1.0, len(raw) * one) + 1e-12


@given(ps)
def test_order_is_kept(raw: list[float]) -> None:
    for adjust in (holm, benjamini_hochberg):
        adjusted = adjust(raw)
        assert adjust(raw[::-1]) == pytest.approx(adjusted[::-1])
        ranked = [adjusted[place] for place in sorted(range(len(raw)), key=raw.__getitem__)]
        assert ranked == sorted(ranked)


def test_nothing_to_adjust() -> None:
    assert holm([]) == benjamini_hochberg([]) == []
