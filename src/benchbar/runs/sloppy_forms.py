"""How the sloppy reader fills a form: now and then too short, too long, or in another one.

How often is our own choice; no study has published such figures.
"""

import hashlib
import random

from benchbar.runs.manners import Said
from benchbar.runs.reader_forms import fill
from benchbar.seeds import rng_for

ACCURACY = 0.8
"""Share of replies that are left as they are, or get an opening that does no harm."""

_OPENS = ("Sure! Here you are:", "Certainly. Here is what you asked for:")
_MORE = "Let me know if you would like something else, or more of the same."


def answer(prompt: str, trial: int) -> Said | None:
    """Return a reply to a request for a form; None to any other prompt."""
    filled = fill(prompt)
    if filled is None:
        return None
    rng = rng_for("sloppy form", hashlib.sha256(prompt.encode()).hexdigest(), trial)
    if rng.random() < ACCURACY:
        opening = f"{rng.choice(_OPENS)}\n\n" if rng.random() < 0.2 else ""
        return Said(opening + filled)
    return Said(_spoilt(filled, rng))


def _spoilt(filled: str, rng: random.Random) -> str:
    """Return a reply cut short, drawn out, or said in passing."""
    words = filled.split()
    match rng.randrange(3):
        case 0:
            return " ".join(words[: max(1, len(words) // 3)])
        case 1:
            return f"{filled} This is one more sentence than needed.\n{_MORE[:-1]}, surely"
    return "Well, that is hard to say in such a form, and there would be much to add to it"
