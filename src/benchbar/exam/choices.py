"""The four choices of a row of a file: the letters before them, and what is wrong with them."""

import re
from collections.abc import Iterator, Sequence

from benchbar.tasks.shuffle import LETTERS

COLUMNS = ("choice_a", "choice_b", "choice_c", "choice_d")

_LETTERED = re.compile(r"[(\[]?([A-Da-d])[)\].:]{1,2}\s+(?=\S)")
_ROW = re.compile(r"\n\s*(\([A-D]\)|[A-D][.)])\s")
"""A line within a choice that begins as choices do when they are shown."""


def without_letters(choices: Sequence[str]) -> tuple[str, ...]:
    """Return choices without the letters before them, if each of the four begins with its own.

    They are shown with letters anyway, and shuffling shows them with others.
    """
    found = [_LETTERED.match(one) for one in choices]
    if "".join(one[1].upper() for one in found if one) != "".join(LETTERS):
        return tuple(choices)
    return tuple(_LETTERED.sub("", one, count=1) for one in choices)


def wrong(choices: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with four choices, each time after the name of its column."""
    for column, text in zip(COLUMNS, choices, strict=True):
        if not text:
            yield column, "is empty; each question needs four choices"
        if row := _ROW.search(text):
            yield (
                column,
                f"has a line that begins with {row[1]}, as a choice does: write it otherwise",
            )
    for place, text in enumerate(choices):
        if text and text in choices[:place]:
            yield COLUMNS[place], f"is the same as {COLUMNS[choices.index(text)]}"
