"""Shuffling and mapping back: the identity, by name of question and trial."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchbar.records import Item
from benchbar.tasks.multiple_choice import document_of, item_of
from benchbar.tasks.shuffle import (
    AS_WRITTEN,
    LETTERS,
    SEED,
    Letter,
    Order,
    can_be_shuffled,
    order_of,
)

CHOICES = ("Yes, it left.", "Yes, it sank.", "No, it waited.", "No, it floats.")
orders = st.permutations(range(4)).map(lambda places: Order(tuple(places)))
letters = st.sampled_from(get_args(Letter))


def question(name: str, seed: int | None = 0, key: Letter = "C") -> Item:
    document = document_of(name, "A ferry left early.", CHOICES, source="")
    item = item_of(document, 1 + LETTERS.index(key))
    return replace(item, id=name, traits={} if seed is None else {SEED: seed})


@given(order=orders, letter=letters)
def test_there_and_back(order: Order, letter: Letter) -> None:
    assert order.back(order.shown(letter)) == letter
    choices = ("one", "two", "three", "four")
    shown = order.arranged(choices)
    assert shown[LETTERS.index(order.shown(letter))] == choices[LETTERS.index(letter)]
    assert order.back(None) is None


def test_orders_have_names() -> None:
    assert order_of(question("civ-1"), 1) == order_of(question("civ-1"), 1)
    names = [f"q-{n}" for n in range(60)]
    drawn = [order_of(question(name), trial) for name in names for trial in (1, 2, 3)]
    assert len(set(drawn)) == 24
    keys = [order_of(question(name, 5), trial).shown("C") for name in names for trial in range(40)]
    for letter in LETTERS:
        assert 0.2 < keys.count(letter) / len(keys) < 0.3
    first, second = ([order_of(question(n, seed), 1) for n in names] for seed in (0, 2))
    assert first != second


def test_without_a_seed_choices_stay() -> None:
    assert all(order_of(question("q", None), trial) is AS_WRITTEN for trial in range(20))


@pytest.mark.parametrize(
    "last", ["None of the above", "Both A and B.", "All of these choices", "Neither (A) nor (C)"]
)
def test_choices_that_speak_of_others_stay(last: str) -> None:
    assert can_be_shuffled(CHOICES)
    assert not can_be_shuffled((*CHOICES[:3], last))


def test_an_order_has_four_places() -> None:
    with pytest.raises(ValueError, match="no order"):
        Order((0, 1, 2))
