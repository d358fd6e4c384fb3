"""Questions that flip between trials are found, and those lacking a trial are left out."""

import msgspec

from benchbar.records import Outcome
from benchbar.report.repeats import repeated
from benchbar.report.tally import Judged
from tests.report.made_run import READER, answer, make_items


def judged(outcomes: list[list[Outcome]]) -> list[Judged]:
    found = []
    for item, results in zip(make_items(len(outcomes)), outcomes, strict=False):
        for trial, outcome in enumerate(results, 1):
            _, one, other = answer(item, READER, trial)
            corrected = msgspec.structs.replace(other, outcome=outcome)
            found.append(Judged(item, one, corrected, item.document))
    return found


def test_same_outcomes_and_flips() -> None:
    found = repeated(
        judged([
            ["correct", "correct"],
            ["wrong", "wrong"],
            ["correct", "wrong"],
            ["wrong", "not_an_answer"],
        ])
    )  # fmt: skip
    assert found
    assert (found.items, found.left_out, found.agreement.trials) == (4, 0, 2)
    assert found.agreement.same.value == 0.5
    assert found.agreement.flips.value == 0.25
    assert found.flipping == (make_items(4)[2].id,)


def test_an_item_that_lacks_a_trial_is_left_out() -> None:
    found = repeated(judged([["correct", "correct"], ["correct"], ["wrong", "correct"]]))
    assert found
    assert (found.items, found.left_out, found.agreement.flips.value) == (2, 1, 0.5)


def test_one_trial_has_no_agreement() -> None:
    assert repeated(judged([["correct"], ["wrong"]])) is None
    assert repeated([]) is None
