"""The whole exam: published totals, conversions of the written part, margins, what if."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam.facts import shipped
from benchbar.exam.ube import (
    Change,
    Part,
    Total,
    conversions,
    essays_score,
    jurisdiction,
    katz,
    margins,
    nextgen,
    passing_scores,
    reported,
    totals,
    weighted,
)

MEE, MPT = 4.1875, 4.2083

grades = st.floats(1, 6)


def of_katz(mbe: float, change: Change | None = None) -> Total:
    return totals(mbe, MEE, MPT, change=change or Change())[0]


def essays(component: str) -> float:
    rows = [row for row in shipped("katz_essays") if row["component"] == component]
    parts = [Part(row["question"], float(row["weight"]), float(row["gpt4"])) for row in rows]
    return essays_score(parts)


def test_the_essays_of_the_study_come_to_its_scores() -> None:
    assert essays("MEE") == pytest.approx(MEE, abs=1e-4)
    assert essays("MPT") == pytest.approx(MPT, abs=1e-4)


def test_the_written_score_of_the_study_comes_out() -> None:
    assert katz(weighted(MEE, MPT)) == pytest.approx(139.9, abs=0.05)


@pytest.mark.parametrize(("mbe", "total"), [(157, 297), (158, 298)])
def test_the_totals_of_the_study_come_out(mbe: float, total: int) -> None:
    found = of_katz(mbe)
    assert found.conversion == "Katz"
    assert found.whole == total


def test_examiners_would_have_given_more() -> None:
    """A weighted 4.2 is about 156 to 163 by the data of Texas, not 140."""
    texas = [one.written for one in totals(158, 4.2, 4.2) if one.conversion.startswith("Texas")]
    assert len(texas) == 5
    assert 156 <= min(texas) < max(texas) <= 163


@given(grades, grades, st.floats(2, 5), st.floats(0.2, 1.5), st.floats(10, 25))
def test_scaling_as_examiners_do(a: float, b: float, mean: float, sd: float, mbe_sd: float) -> None:
    def scaled(raw: float) -> float:
        return jurisdiction(raw, raw_mean=mean, raw_sd=sd, mbe_mean=140, mbe_sd=mbe_sd)

    assert scaled(mean) == pytest.approx(140)
    assert scaled(mean + sd) == pytest.approx(140 + mbe_sd)
    low, high = sorted((a, b))
    assert scaled(low) <= scaled(high)


@given(grades, grades, grades, grades)
def test_totals_rise_with_each_part(mee: float, mpt: float, more: float, mbe: float) -> None:
    better = max(mee, more)
    for low, high in zip(
        totals(25 * mbe + 20, mee, mpt), totals(25 * mbe + 20, better, mpt), strict=True
    ):
        assert 0 <= low.written <= high.written <= 200
        assert low.total <= high.total


def test_weights_are_thirty_and_twenty_of_a_hundred() -> None:
    assert weighted(5, 1) == pytest.approx(3.4)
    assert weighted(1, 5) == pytest.approx(2.6)


def test_a_score_kept_on_the_scale_says_so() -> None:
    flags = {one.conversion: one.flag for one in totals(150, 6, 6)}
    assert flags["Texas, July 2025"] == "the written score is kept within 0 to 200"
    assert flags["Katz"] is None


def test_the_interval_of_the_mbe_is_carried_through() -> None:
    for one in totals(158, MEE, MPT, (150, 165)):
        assert one.ends == (reported(150 + one.written), reported(165 + one.written))
    assert of_katz(158).ends is None


def test_nine_points_lower_on_the_essays() -> None:
    before, after = of_katz(158), of_katz(158, Change(essays=-9))
    assert (before.whole, after.whole) == (298, 289)
    assert after.written == pytest.approx(130.9, abs=0.05)
    for total, margin in ((before, 28), (after, 19)):
        points = {one.passing.score: one.points for one in margins(total)}
        assert points[270] == margin


@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(-1, 1), st.floats(-1, 1))
def test_a_change_is_as_good_as_other_scores(
    mbe: float, essays: float, mee: float, mpt: float
) -> None:
    changed = totals(140, 3, 3, (130, 150), change=Change(mbe, essays, mee, mpt))
    other = totals(140 + mbe, 3 + mee, 3 + mpt, (130 + mbe, 150 + mbe))
    for one, plain in zip(changed, other, strict=True):
        assert one.mbe == plain.mbe
        assert one.interval == plain.interval
        assert one.written == pytest.approx(plain.written + essays)


def test_passing_in_every_jurisdiction() -> None:
    asked = {one.jurisdiction: one.score for one in passing_scores()}
    assert len(asked) == 41
    assert (asked["Alabama"], asked["New York"], asked["Texas"]) == (260, 266, 270)
    passes = {one.passing.jurisdiction: one.passes for one in margins(of_katz(126))}
    assert passes["New York"]
    assert not passes["Texas"]
    assert {one.origin.date for one in passing_scores()} == {"2025"}


@pytest.mark.parametrize(("total", "whole"), [(269.49, 269), (269.5, 270), (270.5, 271)])
def test_totals_are_reported_in_whole_numbers_halves_up(total: float, whole: int) -> None:
    assert reported(total) == whole


def test_the_scale_of_the_next_exam_is_known_in_one_place_only() -> None:
    assert [nextgen(total) for total in (259, 260, 265, 270, 271)] == [None, 610, 615, 620, None]


def test_every_conversion_has_a_source() -> None:
    assert len({one.name for one in conversions()}) == 6
    for one in conversions():
        assert one.origin.source
        assert one.origin.date
        assert one.origin.status


@pytest.mark.parametrize(
    ("scores", "more"),
    [
        ((201, 4, 4), {}),
        ((150, 0.5, 4), {}),
        ((150, 4, 6.5), {}),
        ((150, float("nan"), 4), {}),
        ((150, 4, 4), {"interval": (151, 160)}),
        ((150, 4, 4), {"change": Change(mbe=60)}),
        ((150, 4, 4), {"change": Change(mee=-4)}),
        ((150, 4, 4), {"change": Change(essays=float("nan"))}),
    ],
)
def test_scores_off_the_scale_are_refused(
    scores: tuple[float, float, float], more: dict[str, object]
) -> None:
    with pytest.raises(InputError):
        totals(*scores, **more)  # type: ignore[arg-type]
