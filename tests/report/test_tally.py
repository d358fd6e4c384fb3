"""Verdicts become counts that add up and estimates that know their clusters."""

import msgspec
import pytest

from benchbar.errors import InputError
from benchbar.records import Item, Outcome, Verdict
from benchbar.report.tally import as_json, pairs, tally
from benchbar.stats.proportions import wilson
from tests.report.made_run import READER, SLOPPY, make_items, make_verdicts


def by_id(items: list[Item]) -> dict[str, Item]:
    return {item.id: item for item in items}


def test_outcomes_add_up_to_n(items: list[Item]) -> None:
    rows = tally(make_verdicts(items), by_id(items))
    assert len(rows) == 6 * 2 * 2
    for row in rows:
        outcomes: tuple[Outcome, ...] = ("correct", "wrong", "not_an_answer")
        assert sum(row.tally.count(outcome) for outcome in outcomes) == row.tally.n == 40
        assert row.accuracy == wilson(row.tally.count("correct"), 40)
        for outcome in outcomes[1:]:
            assert sum(row.tally.kinds(outcome).values()) == row.tally.count(outcome)


def test_json_is_the_contract(items: list[Item]) -> None:
    rows = as_json(tally(make_verdicts(items, (SLOPPY,)), by_id(items)))
    assert list(rows[0]) == [
        "corpus", "task", "window", "grader", "n", "correct", "wrong", "not_an_answer",
        "accuracy", "low", "high", "errors", "kinds",
    ]  # fmt: skip
    for row in msgspec.json.decode(msgspec.json.encode(rows)):
        assert row["n"] == row["correct"] + row["wrong"] + row["not_an_answer"]
        assert sum(row["errors"].values()) == row["wrong"]
        assert sum(row["kinds"].values()) == row["not_an_answer"]
        assert 0 <= row["low"] <= row["accuracy"] == row["correct"] / row["n"] <= row["high"] <= 1


def test_json_names_the_cell_where_there_are_several(items: list[Item]) -> None:
    rows = as_json(tally(make_verdicts(items), by_id(items)))
    assert {row["cell"] for row in rows} == {READER.key, SLOPPY.key}


def test_the_reader_is_right_without_certainty(items: list[Item]) -> None:
    for row in tally(make_verdicts(items, (READER,)), by_id(items)):
        assert row.accuracy.value == row.accuracy.high == 1.0
        assert row.accuracy.low < 0.92


def test_trials_are_not_taken_as_independent() -> None:
    """Five identical answers to a question say no more than one."""
    items = make_items(60)
    once = list(make_verdicts(items, (SLOPPY,)))
    five = [msgspec.structs.replace(one, trial=trial) for one in once for trial in range(1, 6)]
    for single, several in zip(
        tally(once, by_id(items)), tally(five, by_id(items)), strict=True
    ):  # fmt: skip
        found = several.accuracy
        assert found.value == pytest.approx(single.accuracy.value)
        assert (found.n, found.clusters, found.method) == (300, 60, "new questions")
        naive = wilson(several.tally.count("correct"), 300)
        assert found.high - found.low > 1.7 * (naive.high - naive.low)


def test_all_right_in_every_trial_counts_questions() -> None:
    items = make_items(20)
    row = tally(make_verdicts(items, (READER,), trials=10), by_id(items))[0]
    assert row.tally.n == 200
    assert row.accuracy.low == pytest.approx(wilson(20, 20).low)


def test_same_numbers_each_time() -> None:
    items = make_items(20)
    one, two = (
        [row.accuracy for row in tally(make_verdicts(items, trials=3), by_id(items))]
        for _ in range(2)
    )
    assert one == two


def test_pairs_both_graders_in_any_order(items: list[Item]) -> None:
    verdicts = list(make_verdicts(items))
    shuffled = sorted(verdicts, key=lambda one: (one.grader, one.answer))
    found = list(pairs(shuffled, by_id(items)))
    assert len(found) == len(verdicts) // 2
    for one in found:
        assert (one.published.grader, one.corrected.grader) == ("published", "corrected")
        assert one.published.id == one.corrected.id == one.item.id
    assert sum(one.disputed for one in found) > 5


@pytest.mark.parametrize("spoil", ["lonely", "twice", "stranger"])
def test_refuses_verdicts_that_do_not_fit(items: list[Item], spoil: str) -> None:
    verdicts: list[Verdict] = list(make_verdicts(items))
    if spoil == "lonely":
        del verdicts[5]
    elif spoil == "twice":
        verdicts[1] = verdicts[0]
    else:
        verdicts[0] = msgspec.structs.replace(verdicts[0], id="elsewhere-1")
        verdicts[1] = msgspec.structs.replace(verdicts[1], id="elsewhere-1")
    with pytest.raises(
        InputError, match=r"run 'benchbar score RUN'|belong together: .*'benchbar score RUN'"
    ):
        list(pairs(verdicts, by_id(items)))
