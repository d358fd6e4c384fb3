"""What a report calls: an accuracy, and everything that is known of what it means."""

from pathlib import Path

from benchbar.exam.scale import accuracy_of, own_conversion, scale
from benchbar.exam.score_standing import standing
from benchbar.records import Estimate

STUDY = Estimate(0.757, 0.747, 0.764, 0.95, 10_000, 200, "cluster bootstrap")


def test_an_accuracy_alone() -> None:
    found = standing(STUDY)
    assert found.accuracy is STUDY
    assert [one.scaled for one in found.scores] == list(scale(STUDY))
    assert found.spread is not None
    for one in found.scores:
        assert one.whole == ()
        assert {"first-time takers", "July takers"} <= {at.population for at in one.positions}
        assert all(at.score == one.scaled.value for at in one.positions)
        models = [at for at in one.positions if "model" in at.origin.status]
        assert all(
            at.low and at.high and at.low.percentile < at.rank.percentile < at.high.percentile
            for at in models
        )


def test_with_written_scores_the_whole_exam() -> None:
    score = standing(STUDY, written=(4.1875, 4.2083)).scores[0]
    katz = score.whole[0]
    assert (katz.total.whole, katz.total.conversion) == (298, "Katz")
    assert katz.total.interval == (score.scaled.low, score.scaled.high)
    assert len(katz.margins) == 41
    models = [at for at in katz.positions if "normal model" in at.origin.status]
    assert katz.nextgen is None
    assert all((at.low is None) == (at.high is None) == (at.scale == "written") for at in models)
    told = {(at.scale, at.population): round(at.rank.percentile) for at in katz.positions}
    assert told["UBE", "February takers"] == 90
    assert told["written", "those who passed"] == 15
    assert told["MBE", "July takers"] == 84


def test_the_passing_score_is_a_parameter() -> None:
    score = standing(STUDY, passing=260).scores[0]
    assert "those who passed with 260 or more" in [at.population for at in score.positions]


def test_where_a_table_knows_no_score_nothing_is_said(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("raw,scaled\n100,120\n150,160\n")
    own = own_conversion(path)
    (low,) = standing(accuracy_of(20, 200), by=[own], written=(4, 4)).scores
    assert (low.scaled.value, low.positions, low.whole) == (None, (), ())
    (edge,) = standing(accuracy_of(155, 200), by=[own], written=(4, 4)).scores
    assert edge.scaled.high is None
    assert edge.whole[0].total.interval is None
    assert all(at.low is None for at in edge.positions)
