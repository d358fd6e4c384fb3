"""From right answers to scaled scores: the published pairs, laws of conversions, users' tables."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam.facts import interpolate, shipped
from benchbar.exam.scale import (
    MBE,
    Scaled,
    accuracy_of,
    conversions,
    own_conversion,
    raw_score,
    scale,
    spread,
)
from benchbar.records import Estimate
from benchbar.stats.proportions import wilson

shares = st.floats(0, 1)


def exactly(share: float) -> Estimate:
    return Estimate(share, share, share, 0.95, 200, 200, "given")


def by_name(scores: Sequence[Scaled], name: str) -> Scaled:
    return next(one for one in scores if name in one.conversion)


@pytest.mark.parametrize(("share", "scaled"), [(0.709, 150), (0.757, 158), (0.795, 164)])
def test_the_three_published_pairs_come_out(share: float, scaled: int) -> None:
    found = by_name(scale(exactly(share)), "published pairs")
    assert found.value is not None
    assert round(found.value) == scaled
    assert found.flag is None


@pytest.mark.parametrize(
    ("conversion", "raw", "of", "scaled"),
    [
        ("Delaware", 120, 200, 135.13),
        ("Seperac", 44, 175, 90),
        ("Seperac", 106, 175, 133),
        ("Seperac", 148, 175, 162),
        ("Seperac", 0.757, 1, 151.3),
    ],
)
def test_the_points_of_other_sources_come_out(
    conversion: str, raw: float, of: float, scaled: float
) -> None:
    found = by_name(scale(exactly(raw / of)), conversion)
    assert found.value == pytest.approx(scaled, abs=0.1)


def test_raw_score_is_of_the_questions_scored() -> None:
    assert raw_score(151.4, 200) == pytest.approx(143.83)
    assert raw_score(151.4, 200, 175) == pytest.approx(132.475)


def test_every_conversion_has_a_source_a_date_and_a_status() -> None:
    for one in conversions():
        assert one.origin.source
        assert one.origin.date
        assert one.origin.status


@pytest.mark.parametrize("table", ["conversions", "mbe_national_means", "passing_scores"])
def test_shipped_tables_have_sources_on_every_row(table: str) -> None:
    for row in shipped(table):
        assert row["source"]
        assert row["date"]
        assert row["status"]


@given(shares, shares)
def test_scores_rise_with_the_accuracy_and_stay_on_the_scale(a: float, b: float) -> None:
    low, high = sorted((a, b))
    for worse, better in zip(scale(exactly(low)), scale(exactly(high)), strict=True):
        assert worse.value is not None
        assert better.value is not None
        assert MBE[0] <= worse.value <= better.value <= MBE[1]


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_is_carried_through(count: tuple[int, int]) -> None:
    for one in scale(accuracy_of(*count)):
        assert one.low is not None
        assert one.value is not None
        assert one.high is not None
        assert one.low <= one.value <= one.high
        assert one.low < one.high or one.value in MBE


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_of_whole_numbers_the_interval_is_that_of_all_other_reports(count: tuple[int, int]) -> None:
    ours, theirs = accuracy_of(*count), wilson(*count)
    assert (ours.value, ours.low, ours.high) == pytest.approx(
        (theirs.value, theirs.low, theirs.high), abs=1e-9
    )


def test_a_mean_over_sessions_may_be_fractional() -> None:
    low, found, high = (accuracy_of(n, 200) for n in (151, 151.4, 152))
    assert low.low < found.low < high.low
    assert low.high < found.high < high.high


def test_scores_outside_the_trusted_range_are_flagged() -> None:
    inside, outside = (by_name(scale(exactly(share)), "pairs") for share in (0.7, 0.9))
    assert inside.flag is None
    assert outside.flag == "raw 171.0 is outside its range, raw 100 to 160 of 190"
    for low, value, high in ((0.7, 0.8, 0.9), (0.5, 0.6, 0.7)):
        reaching = by_name(scale(Estimate(value, low, high, 0.95, 60, 60, "Wilson")), "pairs")
        assert reaching.flag == "the interval reaches outside its range, raw 100 to 160 of 190"


def test_a_score_kept_on_the_scale_says_so() -> None:
    found = by_name(scale(exactly(1)), "Delaware")
    assert (found.value, found.flag) == (200, "kept within 40 to 200")


def test_the_spread_is_between_the_lowest_and_the_highest() -> None:
    scores = scale(exactly(0.757))
    assert spread(scores) == pytest.approx((151.3, 162.1), abs=0.1)
    assert spread(scores[:1]) is None


def test_impossible_counts_are_refused() -> None:
    for correct, of in ((-1, 10), (11, 10), (1, 0), (float("nan"), 10), (1, float("inf"))):
        with pytest.raises(InputError):
            accuracy_of(correct, of)


rising = st.lists(st.tuples(st.integers(0, 190), st.integers(40, 200)), min_size=2, max_size=8).map(
    lambda pairs: list(zip(*(sorted(side) for side in zip(*pairs, strict=True)), strict=True))
)
tables = rising.filter(lambda points: len({raw for raw, _ in points}) == len(points))


@given(tables, st.floats(0, 190), st.floats(0, 190))
def test_own_tables_go_through_their_points_and_rise_between(
    points: list[tuple[int, int]], a: float, b: float
) -> None:
    for raw, scaled in points:
        assert interpolate(points, raw) == scaled
    first, second = (interpolate(points, raw) for raw in sorted((a, b)))
    if first is not None and second is not None:
        assert first <= second + 1e-9
    for at in (a, b):
        known = points[0][0] <= at <= points[-1][0]
        assert (interpolate(points, at) is not None) == known


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "own.csv"
    path.write_text(text, encoding=encoding)
    return path


@pytest.mark.parametrize(
    "text", ["raw,scaled\n100,120\n150,160\n", "\ufeffRaw;Scaled;x\r\n150;160;\r\n\r\n100;120;\r\n"]
)
def test_own_table(tmp_path: Path, text: str) -> None:
    own = own_conversion(written(tmp_path, text))
    (found,) = scale(Estimate(125 / 190, 0.6, 0.9, 0.95, 60, 60, "Wilson"), [own])
    assert found.value == pytest.approx(140)
    assert found.low == pytest.approx(131.2)
    assert found.high is None
    assert found.flag == "the interval reaches outside its range, raw 100 to 150 of 190"
    (outside,) = scale(exactly(0.5), [own])
    assert outside.value is None
    assert outside.flag == "raw 95.0 is outside its range, raw 100 to 150 of 190"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no column 'raw'"),
        ("raw,scaled\n", "no rows"),
        ("raw,score\n1,50\n", "no column 'scaled'"),
        ("raw,scaled\n100,120\n", "own.csv:2: one row only"),
        ("raw,scaled\n100,120\n150\n", "own.csv:3: cells 1, columns 2"),
        ("raw,scaled\n100,x\n150,160\n", "own.csv:2: scaled is 'x': write a number"),
        ("raw,scaled\n100,120\n150,210\n", "own.csv:3: scaled is 210: it must be between 40"),
        ("raw,scaled\n-1,120\n150,160\n", "own.csv:2: raw is -1"),
        ("raw,scaled\n100,120\n150,110\n", "own.csv:3: scaled falls from 120 to 110"),
        ("raw,scaled\n100,120\n100,130\n", "own.csv:3: raw 100 stands twice"),
        ("raw,scaled\n100,120\n200,190\n", "own.csv:3: raw 200 is more than the 190"),
        ('raw,scaled\n100,"120\n', "not CSV"),
    ],
)
def test_broken_tables_are_refused_with_their_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        own_conversion(written(tmp_path, text))


def test_a_table_in_another_encoding_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        own_conversion(written(tmp_path, "raw,scaled,é\n", "latin-1"))
