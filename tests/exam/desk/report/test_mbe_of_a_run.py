"""Scores of the multiple choice from a run: of the model of the same name, never of practice."""

from pathlib import Path

import pytest

from benchbar.errors import InputError
from benchbar.exam.desk.report import multiple_choice
from benchbar.exam.findings import results
from benchbar.exam.questions import PRACTICE_LABEL, practice
from benchbar.exam.scale import conversions
from benchbar.exam.score_standing import standing
from benchbar.records import Cell
from benchbar.runs.study import open_run
from tests.exam.made_exam import make_exam
from tests.report import made_run


def test_a_model_has_the_scores_that_the_exam_gives_it(tmp_path: Path) -> None:
    cells = [Cell("acme/zor", "ranked", 0.0), Cell("other/model", "ranked", 0.5)]
    run = open_run(make_exam(tmp_path, cells=cells))
    found, notes = multiple_choice.of_run(run)
    assert set(found) == {"acme/zor", "other/model"}
    assert [one.origin.rpartition(", by ")[2] for one in found["acme/zor"]] == [
        one.name for one in conversions()
    ]
    (result,) = [one for one in results(run).models if one.model == "acme/zor"]
    scores = standing(result.overall.new).scores
    for mine, theirs in zip(found["acme/zor"], scores, strict=True):
        assert mine.value == theirs.scaled.value
        assert (mine.low, mine.high) == (theirs.scaled.low, theirs.scaled.high)
    assert "only if" in notes[0]


def test_practice_questions_have_no_score(tmp_path: Path) -> None:
    found, notes = multiple_choice.of_run(open_run(make_exam(tmp_path, practice()[:20])))
    assert found == {}
    assert PRACTICE_LABEL in notes[0]


def test_other_runs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no exam"):
        multiple_choice.of_run(open_run(made_run.make_run(tmp_path)))
