"""What a pilot tells: its verdicts by item, one side or two, paired or not."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import pytest

from benchbar.errors import InputError
from benchbar.records import GRADERS, Outcome, Verdict
from benchbar.report import pilot
from benchbar.stats.power import Spread, alike, one_side, piloted

A = {"i1": (1, 1), "i2": (0, 1), "i3": (0, 0), "i4": (1, 1)}
B = {"i1": (1, 0), "i2": (1, 1), "i3": (0, 1), "i4": (1, 1), "i5": (0, 0)}


@pytest.fixture(autouse=True)
def labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pilot, "labels_of", lambda _: {"a": "model A", "b": "model B", "c": "C"})


def spread_of(
    answers: Mapping[str, Mapping[str, Sequence[int]]], *, paired: bool = True
) -> tuple[Spread, int, str]:
    """Return what is read of a run with these answers; the other grader says the contrary."""

    def verdicts() -> list[Verdict]:
        outcomes: tuple[Outcome, Outcome] = ("wrong", "correct")
        return [
            Verdict(item, cell, trial, grader, outcomes[mine], None, None, "", "rule")
            for cell, items in answers.items()
            for item, trials in items.items()
            for trial, right in enumerate(trials, start=1)
            for grader, mine in zip(GRADERS, (1 - right, right), strict=True)
        ]

    source = SimpleNamespace(cells={cell: cell for cell in answers}, verdicts=verdicts)
    return pilot.spread_of([source], correlation=0.5, paired=paired)  # type: ignore[list-item]


def test_two_sides_on_the_items_of_both() -> None:
    ours, theirs = ([2, 1, 0, 2], [2] * 4), ([1, 2, 1, 2], [2] * 4)
    assert spread_of({"a": A, "b": B}) == (piloted(ours, theirs), 0, "model A and model B, 4 items")
    apart, _, _ = spread_of({"a": A, "b": B}, paired=False)
    assert apart == piloted(ours, theirs, paired=False)
    assert apart != piloted(ours, theirs)


def test_one_side_and_another_like_it() -> None:
    over, within = one_side([2, 1, 0, 2], [2] * 4)
    assert spread_of({"a": A}) == (alike(over, within, correlation=0.5), 0, "model A, 4 items")


def test_one_trial_is_marked() -> None:
    once = {item: trials[:1] for item, trials in B.items()}
    assert spread_of({"a": once, "b": once})[1] == 1
    with pytest.raises(InputError, match="two answers to each"):
        spread_of({"a": once})


def test_too_many_and_too_few() -> None:
    with pytest.raises(InputError, match="not 3: model A and model B and C"):
        spread_of({"a": A, "b": B, "c": A})
    with pytest.raises(InputError, match="the same questions"):
        spread_of({"a": {"i1": (1, 1)}, "b": {"i9": (1, 0)}})
