"""Scaled written scores, totals and places: published values, and errors that add as squares do."""

import math

import pytest

from benchbar.errors import InputError
from benchbar.exam.desk.report.author_scores import Author, Value
from benchbar.exam.desk.report.author_totals import EVERYONE, Mbe, Wanted, check, outcome
from benchbar.exam.percentiles import LIMITS
from benchbar.records import Estimate


def author(
    mee: float, mpt: float, ends: tuple[float, float] | None = None, name: str = "Vex"
) -> Author:
    raw = 0.6 * mee + 0.4 * mpt
    interval = Estimate(raw, *ends, 0.95, 8, 2, "t") if ends else None
    told = [Value(one, None, "one essay") for one in (mee, mpt)]
    return Author(name, "a model", "people", 8, told[0], 6, told[1], 2, Value(raw, interval), "")


def test_the_published_score_comes_out_with_no_interval_where_none_is_known() -> None:
    found = outcome(author(4.1875, 4.2083), Wanted(mbe={EVERYONE: (Mbe("given", 157),)}))
    katz = found.scaled[0]
    assert (katz.conversion, katz.low, katz.high) == ("Katz", None, None)
    assert katz.value == pytest.approx(139.9, abs=0.05)
    assert (found.wholes[0].total, found.wholes[0].low) == (297, None)
    assert found.wholes[0].jurisdictions == 41
    texas = {one.conversion: one.value for one in found.scaled}["Texas, July 2021"]
    assert texas == pytest.approx(25.17 * (0.6 * 4.1875 + 0.4 * 4.2083) + 54.99)


def test_both_intervals_go_into_the_total() -> None:
    given = Wanted(mbe={EVERYONE: (Mbe("run", 150, 147, 154),)})
    found = outcome(author(4.5, 4.5, (4.2, 4.8)), given)
    katz = found.wholes[0]
    assert found.scaled[0].low == pytest.approx(140)
    assert found.scaled[0].high == pytest.approx(160)
    assert katz.total == 300
    assert katz.low == round(300 - math.hypot(3, 10))
    assert katz.high == round(300 + math.hypot(4, 10))
    given = Wanted(mbe={EVERYONE: (Mbe("given", 150),)})
    assert outcome(author(4.5, 4.5, (4.2, 4.8)), given).wholes[0].low == 290
    assert outcome(author(4.5, 4.5), given).wholes[0].low is None


def test_a_score_of_ones_own_goes_before_that_of_all() -> None:
    wanted = Wanted(mbe={EVERYONE: (Mbe("given", 140),), "Vex": (Mbe("own", 160),)})
    assert {one.mbe.value for one in outcome(author(4, 4), wanted).wholes} == {160}
    assert {one.mbe.value for one in outcome(author(4, 4, name="Q"), wanted).wholes} == {140}
    alone = outcome(author(4, 4), Wanted(mbe={"Q": (Mbe("own", 160),)}))
    assert alone.wholes == ()
    assert alone.why == "no score of the multiple choice"


def test_without_both_parts_nothing_is_scaled() -> None:
    half = Author("Vex", "a person", "people", 1, Value(4, None), 1, None, 0, None, "a test")
    found = outcome(half, Wanted(mbe={EVERYONE: (Mbe("given", 150),)}))
    assert (found.scaled, found.wholes) == ((), ())
    assert found.why == "no whole written part without a test"


def test_jurisdictions_and_populations_are_chosen() -> None:
    wanted = Wanted(mbe={EVERYONE: (Mbe("given", 150),)}, jurisdictions=("texas",),
                    populations=("first-time",))  # fmt: skip
    check(wanted)
    found = outcome(author(4, 4), wanted)
    assert [one.conversion.partition(",")[0] for one in found.scaled] == ["Katz"] + ["Texas"] * 5
    assert {one.passing.jurisdiction for one in found.wholes[0].margins} == {"Texas"}
    assert found.positions
    assert {at.population for at in found.positions} == {"first-time takers"}
    elsewhere = outcome(author(4, 4), Wanted(jurisdictions=("Alabama",)))
    assert len(elsewhere.scaled) == 6


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted(mbe={EVERYONE: (Mbe("given", 500),)}), "the MBE score is 500"),
        (Wanted(jurisdictions=("Atlantis",)), "jurisdiction 'Atlantis': nothing is known of it"),
        (Wanted(populations=("Martians",)), "population 'Martians': nothing is known of it"),
    ],
)
def test_what_is_not_known_is_refused(wanted: Wanted, said: str) -> None:
    with pytest.raises(InputError, match=said):
        check(wanted)


def test_scores_stay_on_their_scales() -> None:
    wanted = Wanted(mbe={EVERYONE: (Mbe("run", 198, 190, 200),)})
    found = outcome(author(6, 6, (5.2, 6)), wanted)
    texas = next(one for one in found.scaled if one.conversion == "Texas, July 2021")
    assert (texas.value, texas.flag) == (200, "kept within 0 to 200")
    assert max(one.high or 0 for one in found.wholes) <= LIMITS["UBE"][1]
