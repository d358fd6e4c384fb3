"""What models lean to: found in the study's database, long after the run is gone."""

from collections.abc import Callable

import pytest

from benchbar.exam.desk import by_model, calibration, live, machines, marking, reading
from benchbar.exam.desk.machines import Biases
from benchbar.exam.desk.protocol import RefusedError
from benchbar.exam.desk.store import Store
from benchbar.exam.essays import pairing
from benchbar.exam.essays.graded import Given
from benchbar.exam.essays.marking import Mark
from benchbar.exam.essays.pairing import Shown
from tests.exam.desk.made_study import Study, calibrate, grade, quality, score, start

Better = Callable[[str, str], bool]
"""Whether a model prefers the first of two texts."""
NAME = "acme/judge"


@pytest.fixture
def study(store: Store) -> Study:
    """A study whose two people are through with an open round."""
    found = start(store, graders=("Ada", "Ben"), models=(NAME,))
    ids = [who.id for who in found.graders.values()]
    calibration.open_round(store, found.lead, "mee-1", ids)
    for name in ("Ada", "Ben"):
        calibrate(found, found.graders[name], "mee-1")
    return found


def give(study: Study, better: Better, marked: Callable[[str], float] = score) -> None:
    """Hand in what a model gives that prefers and marks in some way."""
    store, model = study.store, study.graders[NAME]
    by_model.go_through(store, model, "mee-1")
    desk = by_model.before(store, model, "mee-1")
    assert desk
    texts = desk.to_rank
    shown = tuple(
        Shown(a, b, int(better(texts[a], texts[b])), int(not better(texts[a], texts[b])))
        for a, b in pairing.drawn(texts)
    )
    marks = {code: (Mark({}, marked(text)),) for code, text in desk.to_mark.items()}
    by_model.hand_in(store, model, "mee-1", Given(tuple(sorted(texts)), shown, marks, {}))


def found(study: Study) -> Biases:
    (one,) = machines.biases(study.store, study.lead)
    assert (one.grader, one.question) == (NAME, "mee-1")
    return one


def value(estimate: object) -> float:
    return float(estimate.value)  # type: ignore[attr-defined]


def test_a_model_that_judges_by_merit(study: Study) -> None:
    give(study, lambda a, b: quality(a) > quality(b))
    one = found(study)
    assert 9 <= one.pairs <= 15
    assert (value(one.first), value(one.agree)) == (0.5, 1.0)
    assert one.essays == 6
    assert value(one.per_doubling) == 0
    assert one.by_length is None, "it lies nowhere above the people"


def test_a_model_that_always_takes_the_first(study: Study) -> None:
    give(study, lambda a, b: True)
    one = found(study)
    assert (value(one.first), value(one.agree), value(one.longer)) == (1.0, 0.0, 0.5)
    assert one.first
    assert one.first.low > 0.7


def test_a_model_that_loves_length(study: Study) -> None:
    give(study, lambda a, b: len(a) > len(b), lambda text: float(min(6, 1 + len(text) // 45)))
    one = found(study)
    assert (value(one.first), value(one.longer)) == (0.5, 1.0)
    assert value(one.per_doubling) > 0
    assert one.by_length
    assert one.by_length.low <= one.by_length.value <= one.by_length.high


def test_essays_of_the_pile_count_and_checks_do_not(study: Study) -> None:
    give(study, lambda a, b: quality(a) > quality(b))
    calibration.open_discussion(study.store, study.lead, "mee-1", 1)
    calibration.close_discussion(study.store, study.lead, "mee-1", 1)
    live.deal(study.store, study.lead, "mee-1")
    assert found(study).essays == 6
    for name in ("Ada", "Ben"):
        grade(study, study.graders[name], "mee-1")
    pile = reading.pile(study.store, study.graders[NAME], "mee-1")
    for row in pile:
        text = reading.paper(study.store, study.graders[NAME], row.code).text
        above = 1.0 if quality(text) < 5 else 0.0
        marking.mark(study.store, study.graders[NAME], row.code, score(text, above))
    assert found(study).essays == 6 + 12, "18 essays that are no benchmarks, 6 of them calibrated"


def test_nothing_is_said_of_those_who_have_done_nothing(small: Store) -> None:
    study = start(small, models=(NAME,))
    assert machines.biases(small, study.lead) == ()
    with pytest.raises(RefusedError, match="only a lead"):
        machines.biases(small, study.graders["Ada"])
