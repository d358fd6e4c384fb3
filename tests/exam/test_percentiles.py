"""From scores to percentiles: every published figure, laws of point tables and of the models."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.exam.facts import shipped
from benchbar.exam.percentiles import (
    LIMITS,
    Bound,
    Point,
    Position,
    Rank,
    Scale,
    models,
    national_means,
    ordinal,
    own_populations,
    positions,
    published,
    rank_among,
)

FIRST = (("MBE", 150, 64), ("MBE", 164, 87), ("written", 140, 42), ("written", 131, 24))
JULY = (("MBE", 150, 70), ("MBE", 164, 95), ("written", 140, 48), ("written", 131, 31))
FEBRUARY = ((330, 99), (300, 90), (280, 73), (270, 58), (260, 44), (250, 26))


def of(scale: Scale, score: float, population: str, status: str = "") -> Position:
    return next(
        one
        for one in positions(scale, score)
        if one.population.startswith(population) and status in one.origin.status
    )


@pytest.mark.parametrize(("scale", "score", "percentile"), [*FIRST, ("UBE", 298, 62)])
def test_first_time_takers(scale: Scale, score: float, percentile: int) -> None:
    for status in ("exact as reported", "normal model"):
        found = of(scale, score, "first-time takers", status).rank
        assert (round(found.percentile), found.bound) == (percentile, None)


@pytest.mark.parametrize(
    ("scale", "score", "modelled", "reported"),
    [
        ("MBE", 150, Rank(47), Rank(48)),
        ("MBE", 164, Rank(81), Rank(82)),
        ("written", 140, Rank(15), Rank(15)),
        ("written", 131, Rank(1, "below"), Rank(5, "below")),
        ("UBE", 298, Rank(44), Rank(48)),
    ],
)
def test_those_who_passed(scale: Scale, score: float, modelled: Rank, reported: Rank) -> None:
    model = of(scale, score, "those who passed with 270", "cut at 270")
    assert (round(model.rank.percentile), model.rank.bound) == (modelled.percentile, modelled.bound)
    assert "within 4 points" in model.origin.status
    assert of(scale, score, "those who passed", "exact").rank == reported
    assert abs(model.rank.percentile - reported.percentile) <= 4


@pytest.mark.parametrize(("scale", "score", "percentile"), JULY)
def test_july_takers(scale: Scale, score: float, percentile: int) -> None:
    assert of(scale, score, "July takers").rank == Rank(percentile)


def test_a_figure_published_as_a_limit_stays_one() -> None:
    assert of("UBE", 298, "July takers").rank == Rank(69, "below")
    assert of("UBE", 280, "July takers").rank == Rank(69, "below")
    assert "July takers" not in [one.population for one in positions("UBE", 299)]


@pytest.mark.parametrize(("score", "percentile"), FEBRUARY)
def test_february_takers(score: float, percentile: int) -> None:
    assert of("UBE", score, "UBE takers").rank == Rank(percentile)


def test_outside_a_table_there_is_a_bound() -> None:
    assert of("UBE", 331, "UBE takers").rank == Rank(99, "above")
    assert of("UBE", 249, "UBE takers").rank == Rank(26, "below")
    assert of("UBE", 400, "first-time takers", "model").rank == Rank(99, "above")
    assert of("UBE", 0, "first-time takers", "model").rank == Rank(1, "below")
    assert str(Rank(99, "above")) == "above 99"


def test_between_points_is_said_and_lies_on_the_line() -> None:
    found = of("MBE", 157, "July takers")
    assert found.rank == Rank(82.5)
    assert found.origin.status.startswith("between the points of the source")
    assert of("MBE", 170, "July takers").origin.status.startswith("beyond the points")
    assert of("MBE", 164, "July takers").origin.status == "exact as reported"


def test_the_claimed_90th_and_the_48th_stand_side_by_side() -> None:
    told = [(one.population, round(one.rank.percentile)) for one in positions("UBE", 298)]
    assert ("February takers", 90) in told
    assert ("those who passed", 48) in told


bounds: list[Bound | None] = [None, None, "above", "below"]
point_tables = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 100), st.sampled_from(bounds)),
    min_size=1,
    max_size=7,
    unique_by=lambda one: one[0],
).map(
    lambda rows: [
        Point(score, percentile, bound)
        for score, percentile, bound in zip(
            sorted(row[0] for row in rows),
            sorted(row[1] for row in rows),
            [row[2] for row in rows],
            strict=True,
        )
    ]
)


def reach(rank: Rank | None) -> tuple[float, float]:
    """The lowest and the highest percentile that a rank leaves open."""
    if rank is None:
        return 0, 100
    low = 0 if rank.bound == "below" else rank.percentile
    return low, 100 if rank.bound == "above" else rank.percentile


@pytest.mark.parametrize(
    ("score", "rank"),
    [
        (90, Rank(5, "below")),
        (100, Rank(5, "below")),
        (105, Rank(20, "below")),
        (115, Rank(30)),
        (120, Rank(40)),
        (125, Rank(40, "above")),
        (130, Rank(60, "above")),
        (140, Rank(60, "above")),
    ],
)
def test_limits_among_the_points_bound_and_are_no_ends_of_lines(score: float, rank: Rank) -> None:
    points = [Point(100, 5, "below"), Point(110, 20), Point(120, 40), Point(130, 60, "above")]
    assert rank_among(points, score) == rank


@given(point_tables, st.floats(0, 400), st.floats(0, 400))
def test_point_tables_never_contradict_themselves(points: list[Point], a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert reach(rank_among(points, low))[0] <= reach(rank_among(points, high))[1] + 1e-9
    for one in points:
        at = rank_among(points, one.score)
        if one.bound is None:
            assert at == Rank(one.percentile)
        if low <= one.score:
            ceiling = 100 if one.bound == "above" else one.percentile
            assert reach(rank_among(points, low))[0] <= ceiling + 1e-9


@given(point_tables.filter(lambda points: all(one.bound is None for one in points)))
def test_beyond_exact_points_only_the_last_one_is_told(points: list[Point]) -> None:
    assert rank_among(points, points[-1].score + 0.5) == Rank(points[-1].percentile, "above")
    assert rank_among(points, points[0].score - 0.5) == Rank(points[0].percentile, "below")


scales = st.sampled_from(sorted(LIMITS))


@given(scales, st.floats(40, 200), st.floats(40, 200), st.floats(0, 1), st.floats(200, 350))
def test_models_rise_with_the_score(
    scale: Scale, a: float, b: float, correlation: float, passing: float
) -> None:
    low, high = sorted((a, b))
    for one in models(scale, passing, correlation):
        worse, better = one.rank(low), one.rank(high)
        assert worse is not None
        assert better is not None
        assert 1 <= worse.percentile <= better.percentile + 1e-6 <= 99 + 1e-6


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_the_model_of_those_who_passed_agrees_with_simulated_takers(correlation: float) -> None:
    rng = np.random.default_rng(11)
    parts = rng.multivariate_normal([0, 0], [[1, correlation], [correlation, 1]], 400_000)
    mbe, written = (143.5 + 18 * parts).T
    passed = mbe + written >= 270
    for scale, scores, score in (("MBE", mbe, 150.0), ("UBE", mbe + written, 298.0)):
        simulated = 100 * np.mean(scores[passed] < score)
        found = models(scale, 270, correlation)[1].rank(score)  # type: ignore[arg-type]
        assert found is not None
        assert found.percentile == pytest.approx(simulated, abs=0.5)


def test_a_correlation_near_one_is_nearly_that_of_one() -> None:
    for near in (0.99, 0.9999):
        found = [one.rank.percentile for one in positions("MBE", 150, correlation=near)]
        exact = [one.rank.percentile for one in positions("MBE", 150)]
        assert found == pytest.approx(exact, abs=0.1)


def test_the_interval_is_carried_through() -> None:
    found = next(one for one in positions("MBE", 157, (150, 170)) if "July" in one.population)
    assert (found.low, found.high) == (Rank(70), Rank(95, "above"))
    assert all(one.low is None and one.high is None for one in positions("MBE", 157))


@given(scales, st.floats(40, 200), st.booleans())
def test_no_sentence_says_percentile_without_of_whom(
    scale: Scale, score: float, interval: bool
) -> None:
    for one in positions(
        scale, score, (max(40, score - 5), min(200, score + 5)) if interval else None
    ):
        assert one.administration
        assert f" percentile of {one.population} (administration: {one.administration})" in (
            one.sentence
        )
        assert len(re.findall("percentile", one.sentence)) == 1
        assert scale in one.sentence


def test_sentences_are_plain() -> None:
    assert of("MBE", 164, "those who passed", "exact").sentence == (
        "An MBE score of 164 is at the 82nd percentile of those who passed (administration: not "
        "stated)."
    )
    (found,) = (
        one.sentence for one in positions("UBE", 331, (300, 340)) if one.population[:3] == "UBE"
    )
    assert found.startswith("A UBE score of 331 is above the 99th percentile of UBE takers")
    assert found.endswith("over the interval of the score, 90% to more than 99% of them did worse.")


def test_ordinals() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 42.2, 93)
    told = "1st 2nd 3rd 4th 11th 12th 13th 21st 42nd 93rd"
    assert " ".join(map(ordinal, numbers)) == told


@pytest.mark.parametrize("table", ["percentile_points", "percentile_models"])
def test_every_figure_says_of_whom_when_and_whence(table: str) -> None:
    for row in shipped(table):
        for column in ("population", "administration", "scale", "date", "status", "source"):
            assert row[column]


def test_published_populations_have_no_point_out_of_order() -> None:
    for scale in LIMITS:
        for one in published(scale):
            ranks = [one.rank(score) for score in sorted(one.given)]
            reaches = [reach(rank)[1] for rank in ranks]
            assert reaches == sorted(reaches)


def test_national_means() -> None:
    means = {one.origin.date: one.mean for one in national_means()}
    assert (means["2024-07"], means["2019-02"]) == (141.8, 134.0)


@pytest.mark.parametrize(
    ("scale", "score", "more"),
    [
        ("MBE", 201, {}),
        ("MBE", 39, {}),
        ("written", -1, {}),
        ("UBE", float("nan"), {}),
        ("MBE", 150, {"interval": (151, 160)}),
        ("MBE", 150, {"interval": (30, 160)}),
        ("MBE", 150, {"correlation": 1.1}),
        ("MBE", 150, {"passing": 401}),
    ],
)
def test_scores_off_the_scale_are_refused(
    scale: Scale, score: float, more: dict[str, object]
) -> None:
    with pytest.raises(InputError):
        positions(scale, score, **more)  # type: ignore[arg-type]


OWN = """population,administration,scale,score,percentile,note
our graduates,July 2025,MBE,160,80,
our graduates,July 2025,mbe,130,20,
our graduates,July 2025,UBE,270,34,
"""


def test_own_populations(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text(OWN)
    found = positions("MBE", 145, own=own_populations(path, "MBE"))[-1]
    assert (found.population, found.administration, found.rank) == (
        "our graduates",
        "July 2025",
        Rank(50),
    )
    assert found.origin.source == str(path)
    (one,) = own_populations(path, "UBE")
    assert [one.rank(score) for score in (269, 270, 271)] == [
        Rank(34, "below"),
        Rank(34),
        Rank(34, "above"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("population,", "who,", "no column 'population'"),
        ("our graduates,July 2025,UBE", ",July 2025,UBE", "own.csv:4: population is empty"),
        ("our graduates,July 2025,UBE", "ours,,UBE", "own.csv:4: administration is empty"),
        ("July 2025,UBE", "July 2025,GPA", "own.csv:4: scale is 'GPA': write MBE"),
        ("mbe,130,20", "MBE,130,90", "percentile falls from 90 to 80"),
        ("mbe,130,20", "MBE,160,70", "score 160 stands twice"),
        ("mbe,130,20", "MBE,130,120", "own.csv:3: percentile is 120"),
        ("mbe,130,20", "MBE,30,20", "own.csv:3: score is 30"),
    ],
)
def test_broken_tables_are_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "own.csv"
    path.write_text(OWN.replace(old, new))
    with pytest.raises(InputError, match=said):
        own_populations(path, "MBE")


def test_a_table_without_the_scale_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text(OWN)
    with pytest.raises(InputError, match="no row of the scale written"):
        own_populations(path, "written")


def test_scores_in_sentences_have_one_decimal_as_in_tables() -> None:
    assert {one.sentence.split(" is ")[0] for one in positions("MBE", 75.5038)} == {
        "An MBE score of 75.5"
    }
    assert positions("UBE", 298.0)[0].sentence.startswith("A UBE score of 298 is")
