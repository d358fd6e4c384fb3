"""The order in which the choices of a question are shown, and the way back to their letters."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from benchbar.records import Item
from benchbar.seeds import rng_for

T = TypeVar("T")

Letter: TypeAlias = Literal["A", "B", "C", "D"]
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")

SEED = "shuffle"
"""The trait of an item whose choices are shown in an order of each trial's own: its seed."""

_REFERS = re.compile(
    r"\b(?:(?:[Aa]ll|[Nn]one|[Aa]ny|[Bb]oth|[Nn]either|[Ee]ach|[Ss]ome) of (?:the|these|those)\b"
    r"|(?:above|foregoing|preceding)(?:\s(?:choices|answers))?\s?\.?$"
    r"|(?:choice|option|answer)s?\s\(?[A-D]\b|\(?[A-D]\)?\s(?:and|or|nor)\s\(?[A-D]\b)"
)


@dataclass(frozen=True, slots=True)
class Order:
    """Which choice of a question (0 is its first) is shown at each place."""

    places: tuple[int, ...] = (0, 1, 2, 3)

    def __post_init__(self) -> None:
        if sorted(self.places) != list(range(len(LETTERS))):
            raise ValueError(f"no order of four choices: {self.places}")

    def shown(self, letter: Letter) -> Letter:
        """Return the letter under which a choice of the file is shown."""
        return LETTERS[self.places.index(LETTERS.index(letter))]

    def back(self, letter: str | None) -> Letter | None:
        """Return the letter that a shown choice has in the file; None for none."""
        return None if letter is None else LETTERS[self.places[LETTERS.index(letter)]]

    def arranged(self, choices: tuple[T, ...]) -> tuple[T, ...]:
        """Return the four choices of the file in the order in which they are shown."""
        return tuple(choices[place] for place in self.places)


AS_WRITTEN = Order()


def can_be_shuffled(choices: Iterable[str]) -> bool:
    """Say whether no choice speaks of others by place ("both A and B", "none of the above")."""
    return not any(map(_REFERS.search, choices))


def order_of(item: Item, trial: int) -> Order:
    """Return the order of the choices of a question in one trial.

    It depends on the seed, the question's id and the trial alone: all prompts and temperatures
    of a trial show the same order. Without a seed choices stay as they are written.
    """
    seed = item.traits.get(SEED)
    if seed is None:
        return AS_WRITTEN
    places = list(range(len(LETTERS)))
    rng_for("order of choices", seed, item.id, trial).shuffle(places)
    return Order(tuple(places))
