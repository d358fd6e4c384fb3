"""How the sloppy reader reasons: shorter than it should, now and then to the wrong end.

Whether a section applies it finds out as the reader does, and is right and reasons in steps as
often as GPT-3.5-turbo did before it was tuned (BLT, arXiv 2311.09693). The law it cannot apply at
all: there it guesses, so that reports of such cases can be seen.
"""

import hashlib
import random
import re

from benchbar.runs import reader
from benchbar.runs.manners import SILENT, Said, say_nothing
from benchbar.runs.reader_applying import ASKS_FOR_YES_OR_NO, Reasoned, conclude, reason
from benchbar.seeds import rng_for

ACCURACY = 0.79
SAYS_FIRST = 0.82
GOES_ON = 0.52
"""Shares: of right answers, of replies with "first", and of those that go on with "then"."""
UNDECIDED = 0.02
"""Share of second replies that are neither yes nor no; ours."""

_OPENS = ("To answer this, look at the definitions.", "Looking at the section,")
_YES_OR_NO = (
    "{answer}",
    "{answer}.",
    "**{answer}**",
    "Therefore, the answer is {answer}.",
    "{answer}, by the definitions above.",
)
_DEPENDS = "It depends on how the definitions are read."
_AMOUNT = re.compile(r"\$(\d[\d,]*)")


def answer(prompt: str, trial: int, earlier: str) -> Said | None:
    """Return a reply to what has to be reasoned out; None to a question that is looked up."""
    said = hashlib.sha256(f"{prompt}\x1f{earlier}".encode()).hexdigest()
    rng = rng_for("sloppy reasoning", said, trial)
    if prompt.strip() == ASKS_FOR_YES_OR_NO:
        return _yes_or_no(earlier, rng)
    if reader.is_case(prompt):
        return say_nothing("the case", rng) if rng.random() < SILENT else Said(_guess(prompt, rng))
    reasoned = reason(prompt)
    return Said(_steps(reasoned, rng)) if reasoned else None


def _steps(reasoned: Reasoned, rng: random.Random) -> str:
    right = rng.random() < ACCURACY / ((1 - SILENT) * (1 - UNDECIDED))
    steps = list(reasoned.steps)
    said = [f"{rng.choice(_OPENS)} {steps[0]}"]
    if rng.random() < SAYS_FIRST:
        said = [f"First, {steps[0]}"]
        if rng.random() < GOES_ON:
            said += [f"{rng.choice(('Then', 'Next', 'Second'))}, {step}" for step in steps[1:]]
            if len(said) == 1:
                said.append("Then, nothing else is said of it.")
    return " ".join([*said, reasoned.conclusion(reasoned.applies == right)])


def _yes_or_no(earlier: str, rng: random.Random) -> Said:
    if rng.random() < SILENT:
        return say_nothing("the section", rng)
    found = conclude(earlier)
    if not found or rng.random() < UNDECIDED:
        return Said(_DEPENDS)
    return Said(rng.choice(_YES_OR_NO).format(answer=found))


def _guess(prompt: str, rng: random.Random) -> str:
    """Return one of the two words, or an amount made of one in the facts."""
    facts = prompt.rpartition("\n\nFacts: ")[2]
    if facts == prompt:
        return rng.choice(("Entailment", "Contradiction", "The premise entails the hypothesis."))
    named = [int(one.replace(",", "")) for one in _AMOUNT.findall(facts)]
    return f"${round(rng.choice(named or [10_000]) * rng.choice((0.1, 0.2, 0.25, 1))):,}"
