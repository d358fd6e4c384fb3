"""Codes and orders tell nothing; piles are even, and their checks cannot be counted out."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from benchbar.exam.desk import piles

SEEDS = st.text("0123456789abcdef", min_size=32, max_size=32)
ESSAYS = st.lists(st.text("abcdef", min_size=3, max_size=5), min_size=1, max_size=40, unique=True)
GRADERS = st.lists(st.integers(1, 99), min_size=1, max_size=6, unique=True)


@given(SEEDS, ESSAYS)
def test_codes_are_alike_in_form_and_heed_no_order(seed: str, essays: list[str]) -> None:
    codes = {essay: piles.code(seed, "placing", 1, essay) for essay in essays}
    other = {essay: piles.code(seed, "placing", 1, essay) for essay in reversed(essays)}
    assert codes == other
    assert {len(code) for code in codes.values()} == {piles.LENGTH}
    assert set("".join(codes.values())) <= set(piles.ALPHABET)


@given(SEEDS)
def test_codes_do_not_rise_with_the_essays_place_name_or_length(seed: str) -> None:
    essays = [f"essay-{n:03}" + "x" * n for n in range(300)]
    codes = [piles.code(seed, "placing", 1, essay) for essay in essays]
    order = {code: n for n, code in enumerate(sorted(codes))}
    found = spearmanr(range(300), [order[code] for code in codes]).statistic
    assert abs(found) < 0.29  # five standard errors: one in a million by chance
    again = {piles.code(seed, "placing", 2, essay) for essay in essays}
    assert not again & set(codes)


def test_a_code_that_is_taken_is_not_given_again() -> None:
    first = piles.code("s", "essay", "a")
    assert piles.code("s", "essay", "a", taken=[first]) != first


@given(SEEDS, ESSAYS, GRADERS, st.floats(0, 1))
def test_essays_are_shared_out_evenly_and_read_twice_by_two(
    seed: str, essays: list[str], graders: list[int], share: float
) -> None:
    hands = piles.shared_out(seed, essays, graders, share, "q", 0)
    live = [one.essay for hand in hands.values() for one in hand if one.use == "live"]
    assert sorted(live) == sorted(essays)
    twice = [one.essay for hand in hands.values() for one in hand if one.use == "second"]
    assert len(twice) == (round(share * len(essays)) if len(graders) > 1 else 0)
    for hand in hands.values():
        assert max(Counter(one.essay for one in hand).values(), default=1) == 1
    sizes = [len(hand) for hand in hands.values()]
    assert max(sizes) - min(sizes) <= 2
    random.Random(1).shuffle(essays)
    assert piles.shared_out(seed, essays, list(reversed(graders)), share, "q", 0) == hands


def test_two_graders_read_as_many_of_each_others_essays_twice() -> None:
    essays = [f"e{n}" for n in range(40)]
    for seed in range(50):
        hands = piles.shared_out(str(seed), essays, [1, 2], 0.5, "q", 0)
        assert [len(hand) for hand in hands.values()] == [30, 30]


@given(SEEDS, ESSAYS, GRADERS)
def test_whoever_has_an_essay_is_not_given_it_again(
    seed: str, essays: list[str], graders: list[int]
) -> None:
    barred = {essays[0]: set(graders[:1])}
    hands = piles.shared_out(seed, essays, graders, 1.0, "q", barred=barred)
    assert essays[0] not in {one.essay for one in hands[graders[0]]}


@given(SEEDS, ESSAYS, st.integers(1, 8), st.integers(0, 20))
def test_each_whole_block_has_one_check_somewhere(
    seed: str, essays: list[str], every: int, checks: int
) -> None:
    names = [f"check-{n}" for n in range(checks)]
    pile = piles.with_checks(seed, [piles.Dealt(one, "live") for one in essays], names, every, 1)
    uses = [one.use for one in pile]
    assert sorted(one.essay for one in pile if one.use == "live") == sorted(essays)
    found = [one.essay for one in pile if one.use == "drift"]
    assert len(set(found)) == len(found) == min(checks, max(1, len(essays) // every))
    for n in range(len(found) if len(essays) >= every else 0):
        assert uses[n * (every + 1) : (n + 1) * (every + 1)].count("drift") == 1


def test_where_in_its_block_a_check_stands_is_drawn() -> None:
    hand = [piles.Dealt(f"e{n}", "live") for n in range(10)]
    at = {
        [one.use for one in piles.with_checks(str(seed), hand, ["c"], 10)].index("drift")
        for seed in range(200)
    }
    assert at == set(range(11))


@given(SEEDS, st.dictionaries(st.text(max_size=3), st.integers(0, 50).map(float), max_size=9))
def test_one_more_comes_before_the_last_that_is_unread(seed: str, places: dict[str, float]) -> None:
    found = piles.between(places, seed, "essay", 1)
    assert found <= max(places.values(), default=0)
