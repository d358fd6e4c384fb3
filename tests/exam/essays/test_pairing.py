"""Essays in pairs: what is drawn, what a reply prefers, and the order that comes of it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.exam.essays.pairing import RINGS, Shown, count, drawn, ranked, read, unmet
from benchbar.records import Reply

CODES = [f"C{n:03}" for n in range(30)]


def preferred(text: str, stop: str = "stop") -> str | None:
    return read(Reply("a-b", turns=(text,), stop_reason=stop))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ('{"better": "first"}', "first"),
        ('The first misses cure.\n\n```json\n{"better": "second"}\n```', "second"),
        ("{'better': 'SECOND'}", "second"),
        ('At first {"better": "first"} seemed right. But {"better": "second"}', "second"),
        ("**better**: first", "first"),
        ('<think>{"better": "first"}</think>{"better": "second"}', "second"),
        ('{"better": "neither"}', None),
        ('{"better": "firstly"}', None),
        ("The first is better.", None),
        ("", None),
        ('<think>{"better": "first"}', None),
    ],
)
def test_a_preference_is_read(text: str, side: str | None) -> None:
    assert preferred(text) == side


def test_calls_that_failed_prefer_nothing() -> None:
    assert preferred('{"better": "first"}', "failed") is None
    assert preferred('{"better": "first"}', "content_filter") is None


@given(st.text(max_size=300))
def test_reading_never_raises(text: str) -> None:
    assert preferred(text) in (None, "first", "second")


@given(st.integers(2, 40))
def test_the_design_is_balanced_and_hangs_together(n: int) -> None:
    codes = [f"C{n:03}" for n in range(n)]
    pairs = drawn(codes)
    assert sorted(pairs) == sorted((b, a) for a, b in pairs), "each pair in both orders"
    assert len(pairs) == len(set(pairs))
    assert all(a != b for a, b in pairs)
    met = Counter(a for a, _ in pairs)
    assert set(met) == set(codes)
    assert max(met.values()) <= 2 * RINGS
    if n > 2:
        assert min(met.values()) >= 2
    reached, new = {codes[0]}, {codes[0]}
    while new:
        new = {b for a, b in pairs if a in new} - reached
        reached |= new
    assert reached == set(codes)
    assert drawn(reversed(codes)) == pairs


def test_each_of_thirty_meets_about_six() -> None:
    pairs = drawn(CODES)
    assert 150 <= len(pairs) <= 180


def judged(codes: list[str], first_leads: float = 0.0) -> list[Shown]:
    """Return what a judge prefers for whom earlier codes are better, if no place sways him."""
    said = {
        (a, b): ["first" if codes.index(b) - codes.index(a) + first_leads > 0 else "second"]
        for a, b in drawn(codes)
    }
    return count(said)  # type: ignore[arg-type]


def test_a_judge_of_merit_ranks_nearly_right() -> None:
    order = ranked(CODES, judged(CODES))
    apart = [abs(order.index(code) - n) for n, code in enumerate(CODES)]
    assert sum(d * d for d in apart) < 0.15 * 30 * (30**2 - 1) / 6, "rank correlation above 0.85"
    few = CODES[:5]
    assert ranked(few, judged(few)) == few


def test_who_always_takes_the_first_ranks_by_lot() -> None:
    shown = judged(CODES, first_leads=99)
    assert all(one.first_won == 1 for one in shown)
    order = ranked(CODES, shown)
    assert sorted(order) == CODES
    assert order != CODES
    assert order == ranked(reversed(CODES), reversed(shown)), "the lot is drawn, not the order read"


def test_what_no_reply_prefers_is_not_ranked() -> None:
    shown = count({("a", "b"): ["first", None], ("b", "a"): [None, None], ("b", "c"): [None]})
    assert shown[0] == Shown("a", "b", 1, 0)
    assert unmet("abc", shown) == ["c"]
