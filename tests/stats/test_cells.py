"""Answers counted by cell, and the fits that are refused before they mislead."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchbar.errors import InputError
from benchbar.stats.cells import tabulate
from benchbar.stats.paired import mcnemar
from tests.stats.simulated import Table, answers

FORMULA = "correct ~ condition + (1|question)"


def drawn(**settings: object) -> Table:
    return answers(np.random.default_rng(2), **settings)  # type: ignore[arg-type]


@settings(max_examples=20)
@given(st.integers(0, 9999), st.integers(2, 8), st.integers(6, 9))
def test_nothing_is_lost_in_counting(seed: int, questions: int, trials: int) -> None:
    table = answers(np.random.default_rng(seed), questions=questions, trials=trials, sd=0.3)
    try:
        cells = tabulate(table, FORMULA)
    except InputError:
        return
    rows = list(zip(table["condition"], table["question"], table["correct"], strict=True))
    for place in range(len(cells.asked)):
        names = (cells.factors[name] for name in ("condition", "question"))
        levels = tuple(one.levels[one.codes[place]] for one in names)
        mine = [int(right) for *at, right in rows if tuple(at) == levels]
        assert (cells.right[place], cells.asked[place]) == (sum(mine), len(mine))
    assert cells.asked.sum() == len(rows)


def test_levels_come_in_order_of_appearance_unless_given() -> None:
    table = drawn(effects={"b": 0.0, "c": 0.5, "a": 1.0})
    assert tabulate(table, FORMULA).factors["condition"].levels == ("b", "c", "a")
    given_order = tabulate(table, FORMULA, levels={"condition": ["c", "a", "b"]})
    assert given_order.factors["condition"].levels == ("c", "a", "b")


def test_equal_numbers_are_one_level_and_names_that_look_like_numbers_are_not() -> None:
    table = drawn(effects={"0": 0.0, "0.0": 0.0, "0.5": 1.0, "0.50": 1.0, "007": 1.0, "7": 1.0})
    levels = tabulate(table, FORMULA).factors["condition"].levels
    assert levels == ("0", "0.5", "007", "7")
    long = ("12345678901234567", "12345678901234568")
    table = drawn(effects=dict.fromkeys(long, 0.0))
    assert tabulate(table, FORMULA).factors["condition"].levels == long


def test_values_of_python_are_taken_as_they_print() -> None:
    table = drawn(effects={"0.5": 0.0, "1": 1.0})
    as_values = {
        "condition": np.array([float(one) for one in table["condition"]]),
        "question": table["question"],
        "correct": [one == "1" for one in table["correct"]],
    }
    cells = tabulate(as_values, FORMULA)  # type: ignore[arg-type]
    assert cells.factors["condition"].levels == ("0.5", "1")
    assert (cells.right == tabulate(table, FORMULA).right).all()


def refusal(table: Table, formula: str = FORMULA, **more: object) -> str:
    with pytest.raises(InputError) as refused:
        tabulate(table, formula, **more)  # type: ignore[arg-type]
    return str(refused.value)


def with_cell(table: Table, column: str, row: int, value: str) -> Table:
    changed = table[column].copy()
    changed[row - 2] = value
    return table | {column: changed}


def test_bad_cells_are_named_by_row_and_column() -> None:
    table = drawn()
    assert refusal(with_cell(table, "correct", 9, "yes")).startswith(
        "row 9, column 'correct' is 'yes'"
    )
    assert "row 2, column 'correct' is empty" in refusal(with_cell(table, "correct", 2, ""))
    assert "row 7, column 'question' is empty" in refusal(with_cell(table, "question", 7, "NA"))
    table["trial"] = ["1"] * len(table["correct"])
    words = with_cell(table, "trial", 5, "two")
    formula = "correct ~ condition + trial + (1|question)"
    assert "row 5, column 'trial' is 'two': no number" in refusal(words, formula, numeric=["trial"])


def test_bad_names_are_refused() -> None:
    table = drawn()
    assert "no column 'temperature'" in refusal(table, "correct ~ temperature + (1|question)")
    assert "it is no factor" in refusal(table, levels={"category": ["a"]})
    assert "min, max once" in refusal(table, levels={"condition": ["max", "mni"]})
    assert "no fixed term" in refusal(table, numeric=["trial"])
    assert "no rows" in refusal({name: [] for name in table})
    assert "has 3 rows" in refusal(table | {"question": ["q"] * 3})


def test_nothing_to_explain() -> None:
    table = drawn()
    n = len(table["correct"])
    assert f"all {n} answers are wrong" in refusal(table | {"correct": ["0"] * n})
    assert "condition has one level, 'min'" in refusal(table | {"condition": ["min"] * n})
    assert "question has one level" in refusal(table | {"question": ["q"] * n})


def test_separation_is_refused_with_an_exact_test() -> None:
    table = drawn(effects={"min": 0.0, "max": 99.0})
    said = refusal(table)
    assert "condition 'max': all 300 answers are right" in said
    assert "sign-flip p < 0.001" in said


def test_a_level_of_two_factors_together_can_be_separated() -> None:
    table = drawn(effects={"a": 0.0, "b": 0.0, "c": 0.0, "d": 99.0})
    where = table["condition"]
    table |= {
        "prompt": ["x" if one in "ab" else "y" for one in where],
        "paper": ["u" if one in "ac" else "v" for one in where],
    }
    tabulate(table, "correct ~ prompt + paper + (1|question)")
    said = refusal(table, "correct ~ prompt*paper + (1|question)")
    assert "prompt:paper 'y', 'v': all 300 answers are right" in said


def test_numbers_are_not_separated_by_one_of_them() -> None:
    table = drawn(effects={"0": 0.0, "1": 1.0, "2": 99.0})
    assert "condition '2'" in refusal(table)
    tabulate(table, FORMULA, numeric=["condition"])


def test_questions_are_the_group_with_the_most_members() -> None:
    table = drawn(categories=6)
    formula = "correct ~ condition + (1|category) + (1|question:condition) + (1|question)"
    cells = tabulate(table, formula)
    assert cells.questions == ("question",)
    assert cells.answers_each == 10


def test_one_trial_is_refused_with_mcnemar() -> None:
    table = drawn(trials=1)
    right = [[int(one) for one in table["correct"][start : start + 60]] for start in (0, 60)]
    gained = sum(after > before for before, after in zip(*right, strict=True))
    lost = sum(after < before for before, after in zip(*right, strict=True))
    said = refusal(table)
    assert "one trial of each condition, 2 answers to each question" in said
    assert f"max against min: better on {gained} and worse on {lost} of 60" in said
    assert f"McNemar p = {mcnemar(gained, lost):.3f}" in said


def test_the_exact_test_takes_the_questions_that_both_answered_as_often() -> None:
    table = drawn(trials=1)
    less = {name: column[3:] for name, column in table.items()}
    assert " of 57, McNemar" in refusal(less)
    apart = {"min": "q", "max": "r"}
    names = zip(table["condition"], table["question"], strict=True)
    table["question"] = [apart[condition] + question for condition, question in names]
    assert "McNemar" not in refusal(table)


def test_one_trial_of_many_conditions_is_enough() -> None:
    conditions = {str(place): 0.1 * place for place in range(10)}
    assert len(tabulate(drawn(trials=1, effects=conditions), FORMULA).asked) == 600
