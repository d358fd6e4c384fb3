"""A voice: the random choices of one deposition, from templates to words.

Pools are dealt like cards, so that an entry comes again only after all others of its pool.
"""

import random
from collections.abc import Callable
from typing import TypeVar

from benchbar.corpora.testimony.language import Choice, Draw, Fact, Language, Template

T = TypeVar("T")
_LARGE = 12
_MINE = (
    ("your ", "my "),
    ("yourself", "myself"),
    ("told you", "told me"),
    ("asked you", "asked me"),
    ("gave you", "gave me"),
    ("for you", "for me"),
    ("to you", "to me"),
    ("with you", "with me"),
    ("you were", "I was"),
    ("you ", "I "),
)
_TOLD = frozenset(
    ["claim", "subject", "subject2", "act", "act2", "thing", "thing2", "doc", "doc2", "place"]
)


class Voice:
    """Turns templates into words, with the facts and the decks of one deposition."""

    def __init__(
        self, rng: random.Random, pools: dict[str, tuple[Template, ...]], share: float = 1.0
    ) -> None:
        """Take the dice and the pools; facts are filled in by the case and by each scene.

        Args:
            rng: Source of randomness.
            pools: Wordings by pool.
            share: How much of each large pool these people use: a short deposition keeps to a
                few turns of phrase, so that many short ones do not all use the same.
        """
        # Only random() is used: its stream is the same in all versions of Python.
        self.random = rng.random
        self.facts: dict[str, str] = {}
        self.fresh: dict[str, Callable[[], str]] = {}
        self.side = "you"
        self.trace: list[str] = []
        """Names of the facts and pools used since it was last cleared."""
        self._pools = dict(pools)
        for name, entries in pools.items():
            if len(entries) >= _LARGE and len(set(map(id, entries))) == len(entries):
                keep = max(_LARGE // 2, int(len(entries) * share))
                self._pools[name] = tuple(self.shuffled(entries)[:keep])
        self._decks: dict[str, list[Template]] = {}

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self.random() * n)

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high, both included."""
        return low + int(self.random() * (high - low + 1))

    def chance(self, share: float) -> bool:
        """Return True in this share of all calls."""
        return self.random() < share

    def has(self, pool: str) -> bool:
        """Say whether there is such a pool."""
        return pool in self._pools

    def shuffled(self, items: tuple[T, ...]) -> list[T]:
        """Return the items in random order."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    def deal(self, pool: str) -> Template:
        """Return the next entry of a pool."""
        deck = self._decks.get(pool)
        if not deck:
            deck = self._decks[pool] = self.shuffled(self._pools[pool])
        return deck.pop()

    def draw(self, pool: str) -> str:
        """Return the next entry of a pool, in words."""
        return self.say(self.deal(pool))

    def say(self, parts: Template) -> str:
        """Return the words of a template."""
        dice, facts = self.random, self.facts
        words: list[str] = []
        for part in parts:
            kind = type(part)
            if kind is str:
                words.append(part)  # type: ignore[arg-type]
            elif isinstance(part, Choice):
                options = part.options
                option = options[int(dice() * len(options))]
                if option:
                    first = option[0]
                    if len(option) == 1 and type(first) is str:
                        words.append(first)
                    else:
                        words.append(self.say(option))
            elif isinstance(part, Fact):
                self.trace.append(part.name)
                known = facts.get(part.name)
                text = self.fresh[part.name]() if known is None else known
                if "you" in text and part.name in _TOLD:
                    text = turned(text, self.side)
                words.append(text[:1].upper() + text[1:] if part.capital else text)
            elif isinstance(part, Draw):
                self.trace.append(part.pool)
                text = self.say(self.deal(part.pool))
                if "you" in text and part.pool in _TOLD:
                    text = turned(text, self.side)
                words.append(text[:1].upper() + text[1:] if part.capital else text)
        return "".join(words)


def turned(text: str, side: str) -> str:
    """Return a matter of fact, worded to the witness, as the witness or counsel would put it."""
    if side == "I":
        for old, new in _MINE:
            text = text.replace(old, new)
    elif side == "they":
        text = text.replace("your ", "the ")
    return text


def pools_of(*languages: Language) -> dict[str, tuple[Template, ...]]:
    """Return the pools of several files together; pools of one name are joined."""
    pools: dict[str, tuple[Template, ...]] = {}
    for language in languages:
        for name, entries in language.pools.items():
            pools[name] = pools.get(name, ()) + entries
    return pools
