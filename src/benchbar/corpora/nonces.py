"""Invented terms: nonces (pronounceable, no English words) and ids (``b44``).

The list of nonces is our own, coined from syllables by ``tools/make_nonces.py``, which also
says what was filtered out. None is contained in another.
"""

import random
from functools import cache
from importlib.resources import files
from itertools import product
from string import ascii_lowercase

from benchbar.seeds import permutation

NONCE_TOKENS = 3
"""Tokens of every nonce, after a space as well as after a quotation mark."""


USUAL = 66_000
"""How many of them serve wherever they are enough; the rest is for sections of a million tokens."""


_FEW = 1_000
"""More are drawn quicker all together than one by one."""


@cache
def all_nonces() -> tuple[str, ...]:
    """Return all nonces, 115,000, in an order that never changes."""
    text = files("benchbar.corpora").joinpath("nonces.txt").read_text(encoding="ascii")
    return tuple(text.split())


@cache
def nonces() -> tuple[str, ...]:
    """Return the usual nonces, the first of them all."""
    return all_nonces()[:USUAL]


@cache
def place(nonce: str) -> int:
    """Return the place of a nonce in ``all_nonces()``."""
    return _places()[nonce]


@cache
def _places() -> dict[str, int]:
    return {nonce: n for n, nonce in enumerate(all_nonces())}


def half(term: str) -> int:
    """Return 0 or 1, the half of all nonces, or of all ids, that a term belongs to."""
    return int(term[-1]) % 2 if term[-1].isdigit() else place(term) % 2


@cache
def _ids(letters: int) -> tuple[str, ...]:
    return tuple(
        "".join(name) + digit * 2
        for name in product(ascii_lowercase, repeat=letters)
        for digit in "0123456789"
    )


def draw_nonces(rng: random.Random, n: int) -> list[str]:
    """Return ``n`` different nonces (at most 115,000)."""
    known = nonces() if n <= USUAL else all_nonces()
    if n <= _FEW:
        return rng.sample(known, n)
    return [known[place] for place in permutation(rng, len(known))[:n].tolist()]


def draw_ids(rng: random.Random, n: int) -> list[str]:
    """Return ``n`` different ids: a letter and a doubled digit, more letters if needed."""
    letters = 1
    while 10 * 26**letters < n:
        letters += 1
    return rng.sample(_ids(letters), n)
