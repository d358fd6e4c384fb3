"""A simulated candidate, who is told the key and misses it as often as a question is hard.

It sits the multiple choice so that a whole study can be shown and tested offline, with something
for the regression to find. It knows no law and works nothing out: whoever asks tells it the words
of the right choice, which no real model is ever sent. Not told, it guesses. Else it sees nothing
but the prompt.
"""

import hashlib
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from benchbar.runs.manners import Said
from benchbar.seeds import rng_for, share_of

ACCURACY = {"plain": 0.709, "ranked": 0.757, "few-shot": 0.795}
"""Share of right replies over many questions; reasons and temperature change nothing.

As GPT-4's: Martinez 2024 (doi 10.1007/s10506-024-09396-9), whose sessions without and with all
tailoring are ``plain`` and ``few-shot``, and Katz et al. 2024 (doi 10.1098/rsta.2023.0254), whose
prompts, with and without reasons, are ``ranked``. Martinez found no effect of their prompts or of
temperature.
"""
SPREAD = 2.0
"""Standard deviation of the difficulty of questions, in log-odds; ours."""
ABILITY = {"plain": 1.567, "ranked": 1.976, "few-shot": 2.338}
"""Log-odds of a right answer to a question of middling difficulty that is decided afresh: those
that make ``ACCURACY`` with ``SPREAD`` and ``SILENT``."""
SILENT = 0.02
"""Share of what is decided afresh that ends in no answer; ours."""
SLACK = 0.03
"""Share of what is decided afresh that is put so that the published grader misses it; ours."""
RIGHT_SECOND = 0.6
"""Share of wrong answers whose second choice is the right one; ours."""
PULL = (6.0, 3.0, 1.0)
"""Weights of the three wrong choices of a question, the most tempting first; ours."""

UNSEEN = "I see no question with lettered choices (A) to (D)."

_LETTERS = "ABCD"
_PLAIN = "Please answer the following question"
_SHORTEST_RULE = 10
_EASIEST = 1e-9
_RANKS = ("First Choice", "Second Choice", "Third Choice")
_REASON = "(simulated) This candidate knows no law and gives no reasons."
_AUTHORITY = "(simulated) None is cited."

_FORMS = ("{0}: [{1}]", "{0}: {1}", "{0}: ({1})", "{0}: {1}.")
_SLACK_FORMS = ("**{0}:** [{1}]", "{0}: **({1})**", "- {0}: {1}")
_SLACK_ORDER = "I would go with ({0}), then ({1}), then ({2})."
_ANSWERS = (
    "{letter}",
    "({letter})",
    "{letter}. {words}",
    "({letter}) {words}",
    "{letter}\n\n" + _REASON,
)
_SLACK_ANSWERS = (
    "The answer is ({letter}).",
    "The correct answer is ({letter}) {words}",
    "**({letter})**",
    "I would go with ({letter}).",
    _REASON + "\n\nAnswer: {letter}",
)
_NOTHING = (
    Said(""),
    Said("", stop_reason="content_filter"),
    Said("I'm sorry, but I can't help with that."),
    Said("I cannot provide legal advice. Please consult a qualified lawyer."),
    Said(
        "<think>\nThe question tells a story and asks for one of several choices. I go through "
        "the story from its beginning, and first I",
        stop_reason="max_tokens",
    ),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A question as a prompt shows it.

    Attributes:
        stem: A digest of the words of story and question: the same in every prompt and order.
        choices: The words of the choices (A) to (D).
        around: What stands before the stem and behind the choices.
        ranked: Three choices are asked for.
        reasons: An explanation and an authority are asked for, too.
    """

    stem: str
    choices: tuple[str, ...]
    around: str
    ranked: bool
    reasons: bool


def answer(
    system: str, prompt: str, told: str, trial: int = 1, temperature: float | None = None
) -> Said:
    """Return a reply: the same for the same arguments, whatever came before.

    Temperature changes nothing but how alike trials are: it is the chance that a question is
    decided afresh in a trial. Otherwise the settled answer is given, which is right where the
    question is easy enough for the prompt, and in good order.

    Args:
        system: The system message. Worked examples in it make the candidate better.
        prompt: The user's message.
        told: The words of the right choice; empty, or none of the choices, and it guesses.
        trial: The number of the trial.
        temperature: From 0, where all trials are the same, to 1 or more; None counts as 1.
    """
    sheet = read(prompt)
    if sheet is None:
        return Said(UNSEEN)
    heat = 1.0 if temperature is None else float(temperature)
    way = _digest(system, sheet.around)
    sitting = (way, str(heat), trial)
    condition = _condition(system, sheet)
    if share_of("candidate", "afresh", sheet.stem, *sitting) < heat:
        rng = rng_for("candidate", "decides", sheet.stem, *sitting)
        if rng.random() < SILENT:
            return rng.choice(_NOTHING)
        slack = rng.random() < SLACK
        order = _order(sheet, told, _draws_right(sheet, condition, rng), rng)
    else:
        rng = rng_for("candidate", "decides", sheet.stem)
        slack = False
        order = _order(sheet, told, _is_easy(sheet, condition), rng)
    return _say(sheet, order, rng, slack=slack)


def read(prompt: str) -> Sheet | None:
    """Find the last question with choices (A) to (D) in a prompt; None if there is none.

    Its stem opens the prompt, or stands behind a rule of dashes or the words of the plain prompt.
    """
    rows = prompt.split("\n")
    starts: list[int] = []
    at = len(rows)
    for letter in reversed(_LETTERS):
        opened = (n for n in range(at - 1, -1, -1) if rows[n].startswith(f"({letter}) "))
        at = next(opened, -1)
        starts.insert(0, at)
    if at < 0:
        return None
    end = next((n for n in range(starts[-1], len(rows)) if _is_rule(rows[n])), len(rows))
    begin = next((n + 1 for n in range(at) if _is_rule(rows[n])), 0)
    if rows[0] == _PLAIN:
        begin = 1
    before, behind = rows[:begin], rows[end:]
    return Sheet(
        stem=_digest(_words(rows[begin:at])),
        choices=tuple(
            _words(rows[start:stop])[len("(A) ") :]
            for start, stop in zip(starts, (*starts[1:], end), strict=True)
        ),
        around="\n".join((*before, *behind)),
        ranked=any(row.startswith(f"{_RANKS[0]}:") for row in behind),
        reasons=any(row.startswith("Explanation:") for row in behind),
    )


def hardness(sheet: Sheet) -> float:
    """Return the share of all questions that are easier: a fixed draw for the words of the stem."""
    return share_of("candidate", "hardness", sheet.stem)


def _condition(system: str, sheet: Sheet) -> str:
    if read(system):
        return "few-shot"
    return "ranked" if sheet.ranked else "plain"


def _is_easy(sheet: Sheet, condition: str) -> bool:
    """Say whether a question is among the easiest, which are as many as are answered right."""
    return hardness(sheet) < ACCURACY[condition]


def _draws_right(sheet: Sheet, condition: str, rng: random.Random) -> bool:
    difficulty = NormalDist(0, SPREAD).inv_cdf(max(hardness(sheet), _EASIEST))
    return rng.random() < 1 / (1 + math.exp(difficulty - ABILITY[condition]))


def _order(sheet: Sheet, told: str, right: bool, rng: random.Random) -> list[int]:
    """Return the places of the choices, the likeliest first.

    Nothing but the words of the choices counts, so that any order of them is decided alike.
    """
    key = _place(sheet.choices, told)
    if key is None:
        guess = list(range(len(_LETTERS)))
        rng_for("candidate", "guesses", sheet.stem).shuffle(guess)
        return guess
    place = 0
    if not right:
        place = 1 if rng.random() < RIGHT_SECOND else rng.choice((2, 3))
    wrong = [n for n in range(len(_LETTERS)) if n != key]
    wrong.sort(key=lambda n: share_of("candidate", "tempts", sheet.stem, _digest(sheet.choices[n])))
    drawn = [(rng.expovariate(pull), n) for pull, n in zip(PULL, wrong, strict=True)]
    order = [n for _, n in sorted(drawn)]
    order.insert(place, key)
    return order


def _say(sheet: Sheet, order: Sequence[int], rng: random.Random, *, slack: bool) -> Said:
    letters = [_LETTERS[n] for n in order]
    if not sheet.ranked:
        manner = rng.choice(_SLACK_ANSWERS if slack else _ANSWERS)
        return Said(manner.format(letter=letters[0], words=sheet.choices[order[0]]))
    form = rng.choice((*_SLACK_FORMS, None) if slack else _FORMS)
    if form:
        rows = [form.format(rank, one) for rank, one in zip(_RANKS, letters, strict=False)]
    else:
        rows = [_SLACK_ORDER.format(*letters)]
    if sheet.reasons:
        rows += [f"Explanation: {_REASON}", f"Authority: {_AUTHORITY}"]
    return Said("\n".join(rows))


def _place(choices: Sequence[str], told: str) -> int | None:
    words = _words([told])
    return choices.index(words) if words in choices else None


def _is_rule(row: str) -> bool:
    return len(row) >= _SHORTEST_RULE and not row.strip("-")


def _words(rows: Sequence[str]) -> str:
    """Return rows as one, with single blanks: how a text is broken into lines is not its words."""
    return " ".join(" ".join(rows).split())


def _digest(*texts: str) -> str:
    # What comes from a file of questions may hold half of a surrogate pair.
    joined = "\x1f".join(texts).encode(errors="surrogatepass")
    return hashlib.sha256(joined).hexdigest()
