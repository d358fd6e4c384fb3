"""A task is a name, a way to ask and a way to judge."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
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


_ALSO = re.compile(
    r"[\"“]([^\"“”]{1,80})[\"”],? (?:shall |also )?(?:means?|includes?|has the|have the)\b"
)
"""A term of which a line says what it means, in these or other words of definition."""

_GONE = re.compile(
    r"\[?(?:Repealed|Reserved|Expired|Omitted|Not [Ff]unded|Deleted|Vacant|Revoked|Abolished"
    r"|Transferred|Obsolete)(?:[.,;:\]]|\sby\b|$)|[*.\s]+$"
)

Ask: TypeAlias = Callable[[Document, int, Rules], Item | None]
Turns: TypeAlias = Callable[[Item, Document, str], tuple[str, ...]]
Judge: TypeAlias = Callable[[Item, Document, Reply], tuple[Verdict, ...]]
AsAsked: TypeAlias = Callable[[Item, Document, str, int], tuple[Item, Document]]
Prove: TypeAlias = Callable[[Item, Document], Iterable[str]]


def as_stored(
    item: Item,
    document: Document,
    variant: str,  # noqa: ARG001
    trial: int,  # noqa: ARG001
) -> tuple[Item, Document]:
    """Return an item and its document as they are: every trial asks the same."""
    return item, document


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
        judge: The verdicts of the published and of the corrected grader; none of what no rule can
            grade.
        as_asked: The item and its document as they are put in a prompt variant and a trial:
            what ``turns`` and ``judge`` are to be given.
        prove: What is wrong with an item, each fault in a sentence, told without the help of
            ``ask``. Without it an item is proved by asking about its line again.
    """

    name: str
    ask: Ask
    turns: Turns
    judge: Judge
    as_asked: AsAsked = as_stored
    prove: Prove | None = None


def is_leaf(document: Document, place: int) -> bool:
    """Say whether a line may be asked about by its words or its cite.

    It must have no subdivision and no flush text under it, else it is unclear where its words
    end; its cite must be its own; and it must not be a note of what is gone, such as
    ``[(3) Repealed]`` or ``(3) Omitted.``.
    """
    line = document.lines[place]
    following = document.lines[place + 1 : place + 2]
    return (
        line.leaf
        and line.cite != "flush"
        and not any(other.cite == "flush" for other in following)
        and not document.shown(line).startswith("[")
        and not (document.kind == "statute" and _GONE.match(document.text, line.words, line.end))
        and stands_alone(document, line)
        and can_be_cited(document, place)
    )


def defines_one(document: Document, place: int) -> bool:
    """Say whether a line defines one term and no more, and has a cite of its own.

    A section's own first lines are not asked about; its subsections may be.
    """
    line = document.lines[place]
    return (
        _has_one_term(document, line)
        and (_is_divided(line) or not document.section)
        and stands_alone(document, line)
        and can_be_cited(document, place)
    )


def defines_in_list(document: Document, place: int) -> bool:
    """Say whether a line is one of a list of definitions without labels, and defines one term.

    Its cite is that of the part that holds the list (Canadian and federal regulations have such
    lists): an answer to where a term is defined, but not to be asked about.
    """
    line = document.lines[place]
    words = document.words(line).lstrip('"“')
    return (
        line.words == line.start
        and _has_one_term(document, line)
        and words.startswith(line.terms[0])
        and (line.cite in _cites_before(document, place) and can_be_cited(document, place))
    )


def _has_one_term(document: Document, line: Line) -> bool:
    if line.cite == "flush" or len(line.terms) != 1:
        return False
    also = (match[1].rstrip(",") for match in _ALSO.finditer(document.words(line)))
    return all(term.casefold() == line.terms[0].casefold() for term in also)


def _is_divided(line: Line) -> bool:
    own = cite.parse(line.cite)
    return isinstance(own, cite.StatuteCite) and bool(own.path)


def stands_alone(document: Document, line: Line) -> bool:
    """Say whether no other line has the cite of a line."""
    return [other.cite for other in document.lines].count(line.cite) == 1


def can_be_cited(document: Document, place: int) -> bool:
    """Say whether a document shows all that the cite of a line names.

    A stretch of a contract may begin within an article, or a section, whose number it does not
    show; sections of a code always show their own.
    """
    line = document.lines[place]
    if document.kind != "statute" or document.section:
        return True
    label = document.text[line.start : line.words]
    above = [one for one in _above(line.cite) if one.rpartition("(")[2].strip(")") not in label]
    return not above or _cites_before(document, place).issuperset(above)


def _above(cited: str) -> list[str]:
    """Return the cites of the parts that a place stands in: paragraph, section, division."""
    own = cite.parse(cited)
    if not isinstance(own, cite.StatuteCite):
        return []
    found = [str(replace(own, path=own.path[:n])) for n in range(len(own.path))]
    return found + ([own.division] if own.division and own.section else [])


def _cites_before(document: Document, place: int) -> set[str]:
    return {line.cite for line in document.lines[:place]}


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
