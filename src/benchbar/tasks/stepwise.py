"""Signs that a reply reasons step by step, and how often they were seen in published replies.

Fine-tuning on short answers cut the reasoning of applies-to short, and cost accuracy: from 79% to
67% (BLT, arXiv 2311.09693). The paper's measure: how long first replies are, and whether "first" is
followed by a next step.
"""

import re
from dataclasses import dataclass

SOURCE = "BLT, arXiv 2311.09693, on applies-to"

_FIRST = re.compile(r"\bfirst\b", re.IGNORECASE)
_GOES_ON = re.compile(r"\bfirst\b.*?\b(?:then|next|second)\b", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Signs:
    """What is seen in one reply: its words, "first", and "then", "next" or "second" behind it."""

    words: int
    first: bool
    goes_on: bool


def signs(text: str) -> Signs:
    """Return the signs of stepwise reasoning in the first of two replies."""
    return Signs(
        len(text.split()), _FIRST.search(text) is not None, _GOES_ON.search(text) is not None
    )


@dataclass(frozen=True, slots=True)
class Published:
    """Published figures of a model: accuracy and signs in percent, and mean words."""

    model: str
    accuracy: int
    words: int
    first: int
    goes_on: int


PUBLISHED = (
    Published("GPT-3.5-turbo", accuracy=79, words=59, first=82, goes_on=52),
    Published("GPT-3.5-turbo, tuned", accuracy=67, words=19, first=84, goes_on=2),
)
