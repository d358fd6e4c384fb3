"""Which rows are drawn: the paper's nine tenths, weights, and nothing in both files."""

from collections import Counter

import pytest
from hypothesis import given, strategies

from benchbar.errors import InputError
from benchbar.tune.recipe import Recipe, check_mix, choose, mixed

TEST = ("4k", "transcripts", "cite_to_text")
OTHER = ("4k", "code", "cite_to_text")


@pytest.mark.parametrize(
    ("items", "passed", "train", "dev"),
    [
        (1_000, 1_000, 900, 100),
        (1_000, 983, 900, 83),
        (1_000, 950, 900, 50),
        (1_000, 949, 854, 95),
        (1_000, 170, 153, 17),
        (9, 9, 8, 1),
        (1, 1, 0, 0),
    ],
)
def test_nine_tenths(items: int, passed: int, train: int, dev: int) -> None:
    if not train:
        with pytest.raises(InputError, match="lower --per-test"):
            choose(Recipe(), TEST, items, range(passed))
        return
    choice = choose(Recipe(), TEST, items, range(passed))
    assert (len(choice.train), len(choice.dev)) == (train, dev)


@given(
    per_test=strategies.integers(1, 40),
    dev=strategies.one_of(strategies.none(), strategies.integers(0, 10)),
    weight=strategies.floats(0, 5),
    passed=strategies.integers(1, 60),
    seed=strategies.integers(0, 3),
)
def test_laws(per_test: int, dev: int | None, weight: float, passed: int, seed: int) -> None:
    recipe = Recipe(per_test, dev, {"cite_to_text": weight}, seed)
    rows = range(100, 100 + passed)
    if per_test + (dev or 0) > passed:
        with pytest.raises(InputError):
            choose(recipe, TEST, passed, rows)
        return
    choice = choose(recipe, TEST, passed, rows)
    assert choice == choose(recipe, TEST, passed, rows)
    assert not set(choice.train) & set(choice.dev)
    assert set(choice.train) | set(choice.dev) <= set(rows)
    assert len(choice.train) == round(per_test * weight)
    assert len(set(choice.dev)) == len(choice.dev)
    assert len(choice.dev) == (passed - per_test if dev is None else dev)
    times = Counter(choice.train).values()
    assert not times or max(times) - min(times) <= 1
    unused = set(rows) - set(choice.train) - set(choice.dev)
    assert not unused or set(times) <= {1}


def test_another_seed_draws_others() -> None:
    first, second = (choose(Recipe(seed=seed), TEST, 50, range(50)) for seed in (0, 1))
    assert first.train != second.train
    assert set(first.dev) != set(second.dev)


def test_weights_leave_development_rows_alone() -> None:
    plain = choose(Recipe(), TEST, 50, range(50))
    for weight in (0.5, 3.0):
        weighted = choose(Recipe(mix={"cite_to_text": weight}), TEST, 50, range(50))
        assert list(weighted.dev) == list(plain.dev)


def test_the_longest_name_counts() -> None:
    recipe = Recipe(mix={"cite_to_text": 2, "code/cite_to_text": 3, "4k/code/cite_to_text": 0})
    assert recipe.weight(TEST) == 2
    assert recipe.weight(OTHER) == 0
    assert recipe.weight(("8k", *OTHER[1:])) == 3
    assert recipe.weight(("4k", "code", "text_to_cite")) == 1


def test_mix_is_checked() -> None:
    check_mix(Recipe(mix={"code/cite_to_text": 2}), [TEST, OTHER])
    with pytest.raises(InputError, match="--mix cite_to_txt: no such test .*transcripts/cite"):
        check_mix(Recipe(mix={"cite_to_txt": 2}), [TEST, OTHER])
    with pytest.raises(InputError, match="nothing is left"):
        check_mix(Recipe(mix={"cite_to_text": 0}), [TEST, OTHER])


def test_mixed_is_a_shuffle_of_its_own_for_each_file() -> None:
    rows = [list(range(50)), list(range(50, 100))]
    train, dev = mixed(Recipe(), "train", rows), mixed(Recipe(), "dev", rows)
    assert sorted(train) == sorted(dev) == list(range(100))
    assert train != dev
    assert train == mixed(Recipe(), "train", rows)
