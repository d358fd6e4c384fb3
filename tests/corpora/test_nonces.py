import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from benchbar import tokens
from benchbar.corpora import nonces

ALL = nonces.all_nonces()


def test_there_are_enough_and_all_are_different() -> None:
    assert len(ALL) == len(set(ALL)) == 115_000
    assert nonces.nonces() == ALL[: nonces.USUAL]
    assert all(nonce.isascii() and nonce.isalpha() and nonce.islower() for nonce in ALL)


def test_none_is_contained_in_another() -> None:
    known = set(ALL)
    for nonce in ALL:
        parts = {nonce[i:j] for i in range(len(nonce)) for j in range(i + 6, len(nonce) + 1)}
        assert parts & known == {nonce}


def test_each_takes_three_tokens_wherever_it_stands() -> None:
    for nonce in ALL[::97]:
        assert tokens.count(nonce) == tokens.count(f" {nonce}") == nonces.NONCE_TOKENS


def test_the_list_is_what_the_tool_makes() -> None:
    tools = Path(__file__).parents[2] / "tools"
    code = "import make_nonces, itertools;print(*itertools.islice(make_nonces.nonces(), 500))"
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tools, capture_output=True, text=True, check=True
    )
    assert made.stdout.split() == list(islice(ALL, 500))


def test_a_nonce_knows_its_place() -> None:
    assert nonces.place(ALL[0]) == 0
    assert nonces.place(ALL[12_345]) == 12_345
    assert nonces.place(ALL[-1]) == len(ALL) - 1


@pytest.mark.parametrize("n", [1, 1_000, nonces.USUAL, nonces.USUAL + 1, 115_000])
def test_the_rest_serves_only_sections_that_need_it(n: int) -> None:
    drawn = nonces.draw_nonces(random.Random(1), n)
    assert len(set(drawn)) == n
    usual = set(nonces.nonces())
    assert (set(drawn) <= usual) == (n <= nonces.USUAL)


@pytest.mark.parametrize(("n", "letters"), [(1, 1), (260, 1), (261, 2), (7000, 3)])
def test_ids_are_letters_and_a_doubled_digit(n: int, letters: int) -> None:
    drawn = nonces.draw_ids(random.Random(1), n)
    assert len(set(drawn)) == n
    assert {len(name) for name in drawn} == {letters + 2}
    assert all(name[-1] == name[-2] and name[-1].isdigit() for name in drawn)
