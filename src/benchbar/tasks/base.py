"""A task is a name, a way to ask and a way to judge."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from benchbar.records import Document, Item, Kind, Reply, Verdict

Ask: TypeAlias = Callable[[Document, random.Random, Sequence[int]], Item | None]
Turns: TypeAlias = Callable[[Item, Document, str], tuple[str, ...]]
Judge: TypeAlias = Callable[[Item, Document, Reply], tuple[Verdict, Verdict]]


@dataclass(frozen=True, slots=True)
class Task:
    """A task is a name, a way to ask and a way to judge.

    Attributes:
        name: As in item ids and on the command line.
        kinds: The kinds of document that it can be asked about.
        ask: Draws one question from a document, among the lines allowed (places in
            ``Document.lines``); None if none of them may be asked about. The item it returns has
            no id, window, corpus or split yet.
        turns: The user's messages for an item in a prompt variant, one after another.
        judge: The verdicts of the published and of the corrected grader.
    """

    name: str
    kinds: frozenset[Kind]
    ask: Ask
    turns: Turns
    judge: Judge
