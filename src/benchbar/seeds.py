"""Randomness by name: any worker, any subset, any order draws the same numbers."""

import hashlib
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def rng_for(*name: str | int) -> random.Random:
    """Return a private random stream for one named thing.

    The stream depends on the name alone, e.g. ``rng_for("blt", 7, "4k", "test", 17)``, so work
    can be split over processes in any way without changing a byte of what it makes.
    """
    return random.Random(_number(name))


def permutation(rng: random.Random, n: int) -> "npt.NDArray[np.int64]":
    """Return the numbers below ``n`` in random order, all at once: for many, where that pays.

    The numbers of ``RandomState`` are the same in every version of NumPy (its NEP 19).
    """
    import numpy as np

    return np.random.RandomState(rng.getrandbits(32)).permutation(n)


def share_of(*name: str | int) -> float:
    """Return a number in [0, 1) that depends on the name alone: one draw, and nothing to keep."""
    return _number(name) / 2**64


def _number(name: tuple[str | int, ...]) -> int:
    digest = hashlib.sha256("\x1f".join(map(str, name)).encode()).digest()
    return int.from_bytes(digest[:8], "big")
