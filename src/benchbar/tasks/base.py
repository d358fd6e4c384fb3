"""A task is a name, a way to ask and a way to judge."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from benchbar import cite
from benchbar.records import Document, Item, Line, Reply, Verdict


@dataclass(frozen=True, slots=True)
class Rules:
    """How different from all other lines the words of a text-to-cite question must be.

    Attributes:
        least_words: Fewest words that may be asked about.
        least_edits: Least Levenshtein distance to any other line, case ignored. The paper's
            text says four, its data was made with five.
    """

    least_words: int = 4
    least_edits: int = 5


Ask: TypeAlias = Callable[[Document, int, Rules], Item | None]
Turns: TypeAlias = Callable[[Item, Document, str], tuple[str, ...]]
Judge: TypeAlias = Callable[[Item, Document, Reply], tuple[Verdict, Verdict]]


@dataclass(frozen=True, slots=True)
class Task:
    """A task is a name, a way to ask and a way to judge.

    Attributes:
        name: As in item ids and on the command line.
        ask: Asks about one line of a document (its place in ``Document.lines``); None if the
            rules of the task do not allow that line. Which lines are tried, and in what order,
            is the suite's business. The item has no id, window, corpus or split yet.
        turns: The user's messages for an item in a prompt variant, one after another. Raises
            InputError for a variant that does not fit the task.
        judge: The verdicts of the published and of the corrected grader.
    """

    name: str
    ask: Ask
    turns: Turns
    judge: Judge


def is_leaf(document: Document, place: int) -> bool:
    """Say whether a line may be asked about by its words or its cite.

    It must have no subdivision and no flush text under it, else it is unclear where its words
    end; its cite must be its own; and it must not be a note in brackets, such as
    ``[(3) Repealed]``.
    """
    line = document.lines[place]
    following = document.lines[place + 1 : place + 2]
    return (
        line.leaf
        and line.cite != "flush"
        and not any(other.cite == "flush" for other in following)
        and not document.shown(line).startswith("[")
        and stands_alone(document, line)
    )


def defines_one(document: Document, place: int) -> bool:
    """Say whether a line may be asked about by the one term that it defines.

    A section's own first lines may not; its subsections may.
    """
    line = document.lines[place]
    if line.cite == "flush" or len(line.terms) != 1 or not stands_alone(document, line):
        return False
    own = cite.parse(line.cite)
    return isinstance(own, cite.StatuteCite) and (bool(own.path) or not document.section)


def stands_alone(document: Document, line: Line) -> bool:
    """Say whether no other line has the cite of a line."""
    return sum(other.cite == line.cite for other in document.lines) == 1


def about(
    document: Document,
    task: str,
    place: int,
    *,
    question: str,
    asked: str,
    gold: str,
    alternatives: tuple[str, ...] = (),
    unamended: str | None = None,
    **traits: int | str,
) -> Item:
    """Return an item that only lacks what the suite knows: its id, window, corpus and split."""
    return Item(
        id="", window="", corpus="", task=task, split="test", document=document.id,
        question=question, asked=asked, target=place, gold=gold, alternatives=alternatives,
        unamended=unamended, traits=traits,
    )  # fmt: skip
