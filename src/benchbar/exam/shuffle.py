"""The order in which the choices of a question are shown, and the way back to their letters."""

import re
from dataclasses import dataclass

from benchbar.exam.bank_file import Letter
from benchbar.exam.questions import LETTERS, Question
from benchbar.seeds import rng_for

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

    def arranged(self, choices: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
        """Return the choices of the file in the order in which they are shown."""
        a, b, c, d = (choices[place] for place in self.places)
        return a, b, c, d


AS_WRITTEN = Order()


def order_of(question: Question, trial: int, *, seed: int = 0) -> Order:
    """Return the order of the choices of a question in one trial of a shuffled study.

    It depends on the seed, the question's id and the trial alone: all prompts and temperatures
    of a trial show the same order. Choices that speak of others by their place ("both A and
    B", "none of the above") stay as they are written.
    """
    if any(_REFERS.search(choice) for choice in question.choices):
        return AS_WRITTEN
    places = list(range(len(LETTERS)))
    rng_for("order of choices", seed, question.id, trial).shuffle(places)
    return Order(tuple(places))
