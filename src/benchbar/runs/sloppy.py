"""A sloppy reader: right as often as GPT-4 was, and wrong in the same ways.

It shows what reports look like without asking a real model, and makes every kind of error that
the graders know. Like the reader, it sees nothing but the prompt.
"""

import hashlib

from benchbar.runs import mistakes, reader, sloppy_forms, sloppy_reasoning
from benchbar.runs.manners import SILENT, Said, say_nothing, write
from benchbar.seeds import rng_for

_LONGEST_4K = {"transcript": 3_200, "synthetic": 5_300, "code": 14_000}
"""Characters of the longest prompt that is taken for one of the 4k window."""


def answer(prompt: str, trial: int = 1, earlier: str = "") -> Said:
    """Return a reply to a prompt: the same for the same prompt and trial, whoever asked before.

    Args:
        prompt: What the user said last.
        trial: Of the item.
        earlier: What it said itself before that, in a conversation.
    """
    if said := sloppy_reasoning.answer(prompt, trial, earlier):
        return said
    reading = reader.read(prompt)
    if reading is None:
        return sloppy_forms.answer(prompt, trial) or Said(reader.UNCLEAR)
    row = reader.find(reading)
    if row is None:
        return Said(reader.ABSENT)
    rng = rng_for("sloppy", hashlib.sha256(prompt.encode()).hexdigest(), trial)
    if rng.random() < SILENT:
        return say_nothing(reading.wanted, rng)
    kind = _kind(reading, prompt)
    window = "4k" if len(prompt) <= _LONGEST_4K[kind] else "8k"
    accuracy = mistakes.ACCURACY[window][kind][reading.asks]
    told = reader.reply(reading, row)
    if rng.random() > min(accuracy, mistakes.BEST) / (1 - SILENT):
        told = mistakes.make(mistakes.Scene(reading, row, window), rng) or told
    return write(reading, told, rng)


def _kind(reading: reader.Reading, prompt: str) -> str:
    if reading.transcript:
        return "transcript"
    return "code" if prompt.startswith("§") or "\n§" in prompt else "synthetic"
