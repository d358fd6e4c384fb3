"""A sloppy reader: right as often as GPT-4 was, and wrong in the same ways.

It shows what reports look like without asking a real model, and makes every kind of error that
the graders know. Like the reader, it sees nothing but the prompt.
"""

import hashlib

from benchbar.runs import mistakes, reader
from benchbar.runs.manners import Said, say_nothing, write
from benchbar.seeds import rng_for

SILENT = 0.03
"""Share of replies that hold no answer; ours."""

_LONGEST_4K = {"transcript": 3_200, "synthetic": 5_300, "code": 14_000}
"""Characters of the longest prompt that is taken for one of the 4k window."""


def answer(prompt: str, trial: int = 1) -> Said:
    """Return a reply to a prompt: the same for the same prompt and trial, whatever came before."""
    reading = reader.read(prompt)
    if reading is None:
        return Said(reader.UNCLEAR)
    row = reader.find(reading)
    if row is None:
        return Said(reader.ABSENT)
    rng = rng_for("sloppy", hashlib.sha256(prompt.encode()).hexdigest(), trial)
    if rng.random() < SILENT:
        return say_nothing(reading, rng)
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
