"""Shuffling and mapping back: the identity, by name of question and trial."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbar.exam.bank_file import Letter
from benchbar.exam.choice import read
from benchbar.exam.prompts import PROMPTS, ask
from benchbar.exam.questions import LETTERS, Question, practice
from benchbar.exam.shuffle import AS_WRITTEN, Order, order_of
from benchbar.records import Reply

orders = st.permutations(range(4)).map(lambda places: Order(tuple(places)))
letters = st.sampled_from(get_args(Letter))


@given(order=orders, letter=letters)
def test_there_and_back(order: Order, letter: Letter) -> None:
    assert order.back(order.shown(letter)) == letter
    choices = ("one", "two", "three", "four")
    shown = order.arranged(choices)
    assert shown[LETTERS.index(order.shown(letter))] == choices[LETTERS.index(letter)]
    assert order.back(None) is None


@given(order=orders, picked=st.permutations(LETTERS), place=st.integers(0, len(practice()) - 1))
def test_a_reply_to_shuffled_choices_is_marked_as_if_they_were_not(
    order: Order, picked: list[Letter], place: int
) -> None:
    question = practice()[place]
    asked = ask(PROMPTS["ranked"], question, order)
    first, second, third = (order.shown(letter) for letter in picked[:3])
    text = f"First Choice: {first}\nSecond Choice: {second}\nThird Choice: {third}"
    for answer in read(asked, Reply(id="", turns=(text,))):
        assert (answer.first, answer.second, answer.third) == tuple(picked[:3])
        assert answer.key == question.key
        assert answer.shown == first
        assert answer.correct == (picked[0] == question.key)
        assert answer.within(3) == (question.key in picked[:3])
        assert answer.within(2) == (question.key in picked[:2])
        assert answer.within(1) == answer.correct


@given(order=orders)
def test_the_words_of_a_choice_need_no_mapping(order: Order) -> None:
    question = practice()[0]
    asked = ask(PROMPTS["plain"], question, order)
    answer = read(asked, Reply(id="", turns=(question.right,)))[1]
    assert answer.correct


def test_no_answer_is_wrong() -> None:
    asked = ask(PROMPTS["plain"], practice()[0])
    for answer in read(asked, Reply(id="", turns=("",))):
        assert answer.why == "empty"
        assert not answer.correct
        assert not answer.within(3)


def test_orders_have_names() -> None:
    question = practice()[0]
    assert order_of(question, 1) == order_of(question, 1)
    drawn = [order_of(one, trial) for one in practice() for trial in (1, 2, 3)]
    assert len(set(drawn)) == 24
    keys = [
        order_of(one, trial, seed=5).shown(one.key) for one in practice() for trial in range(40)
    ]
    for letter in LETTERS:
        assert 0.2 < keys.count(letter) / len(keys) < 0.3
    assert order_of(question, 1, seed=0) != order_of(question, 1, seed=2) or order_of(
        question, 2, seed=0
    ) != order_of(question, 2, seed=2)


@pytest.mark.parametrize(
    "last", ["None of the above", "Both A and B.", "All of these choices", "Neither (A) nor (C)"]
)
def test_choices_that_speak_of_others_stay(last: str) -> None:
    question = Question("q", "stem", ("Larceny", "Burglary", "Robbery", last), "D")
    assert all(order_of(question, trial) is AS_WRITTEN for trial in range(20))


def test_an_order_has_four_places() -> None:
    with pytest.raises(ValueError, match="no order"):
        Order((0, 1, 2))
