"""Manners of writing an answer: what models wrap around it, as published and as seen since."""

import random
from dataclasses import dataclass
from typing import Literal

from benchbar.runs.reader import Asks, Reading

PLAIN = 0.5
"""Share of answers that come bare or in one plain sentence."""
SILENT = 0.03
"""Share of replies that hold no answer; ours."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a model says: its answer, its thoughts if kept apart, and why it stopped."""

    text: str
    reasoning: str = ""
    stop_reason: Literal["stop", "max_tokens", "content_filter"] = "stop"


_PLACE = (
    "{answer}",
    "{Answer}",
    "{Answer}.",
    "The answer is {answer}.",
    "**{Answer}**",
    "`{answer}`",
    "It is {answer}.",
    "The text is found at {answer}.",
    "The exact citation is {answer}.",
    '"{asked}" stands at {answer}.',
    "Answer: {answer}",
    "Let me go through the document. The passage in question is at **{answer}**.",
    '{{"answer": "{answer}"}}',
    "$\\boxed{{\\text{{{answer}}}}}$",
)
_WORDS = (
    "{answer}",
    '"{answer}"',
    "“{answer}”",
    "**{answer}**",
    "```\n{answer}\n```",
    'The exact text is: "{answer}"',
    'The exact text of just {asked} is "{answer}"',
    'The text of {asked} reads:\n\n"{answer}"',
    "Sure! Here is the exact text of {asked}:\n\n{answer}\n\nLet me know if you need more.",
    "> {answer}",
)
_TERM = (
    "{answer}",
    '"{answer}"',
    "**{answer}**",
    "The term is {answer}.",
    'The term defined at {asked} is "{answer}".',
    "The term defined at {asked} is {answer}.",
    "Term: {answer}",
)
_MANNERS: dict[Asks, tuple[str, ...]] = {
    "where": _PLACE,
    "definition": _PLACE,
    "words": _WORDS,
    "term": _TERM,
}
_REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "I cannot provide legal advice. Please consult a qualified lawyer.",
    "I am unable to answer this from the document given.",
)
_UNFINISHED = (
    "<think>\nThe question names {asked}. I go through the document from its beginning. First "
    "I look at how it is laid out, then I count the lines one after another, and at each I"
)


def write(reading: Reading, answer: str, rng: random.Random) -> Said:
    """Return an answer in one of the manners that fit the question; several lines as they are."""
    if "\n" in answer:
        return Said(answer)
    manners = _MANNERS[reading.asks]
    if manners is _PLACE:
        answer = _place(reading, answer, rng)
    manner = manners[0] if rng.random() < PLAIN else rng.choice(manners)
    text = manner.format(
        answer=answer, Answer=answer[:1].upper() + answer[1:], asked=reading.wanted
    )
    thought = f"I look for {reading.wanted!r} in the document."
    match rng.randrange(30):
        case 0:
            return Said(f"<think>\n{thought}\n</think>\n\n{text}")
        case 1:
            return Said(text, reasoning=thought)
    return Said(text)


def say_nothing(asked: str, rng: random.Random) -> Said:
    """Return a reply that holds no answer: refused, empty, blocked, or cut short.

    Args:
        asked: What the question is about.
        rng: Source of chance.
    """
    match rng.randrange(5):
        case 0:
            return Said("")
        case 1:
            return Said("", stop_reason="content_filter")
        case 2:
            return Said(_UNFINISHED.format(asked=asked), stop_reason="max_tokens")
    return Said(rng.choice(_REFUSALS))


def _place(reading: Reading, answer: str, rng: random.Random) -> str:
    """Write a cite in one of the forms that lawyers use."""
    if answer.startswith("section ") and " or " not in answer:
        number = answer.removeprefix("section ")
        return rng.choice((answer, answer, answer, f"§ {number}", f"Sec. {number}"))
    if reading.transcript and answer.startswith("line ") and " or " not in answer:
        line, _, page = answer.removeprefix("line ").partition(" of page ")
        if page:
            forms = (answer, f"page {page}, line {line}", f"{page}:{line}")
            return rng.choice((*forms, f"page {page}, line {line}"))
        return rng.choice((answer, answer, line))
    return answer
