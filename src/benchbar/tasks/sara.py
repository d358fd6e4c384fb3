"""sara: do facts entail a statement about the law, and how much tax is due?

The cases of SARA (Holzenberger and others 2020, arXiv 2005.05257), or others in its layout, which
the user brings: ``benchbar.suites.sara`` reads them. The sections come first, then the facts, then
a hypothesis that they entail or contradict, or a question that an amount answers.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from benchbar.errors import InputError
from benchbar.records import Document, Item, Line, Reply, Verdict
from benchbar.scoring import amounts, yesno
from benchbar.scoring.finding import Rule
from benchbar.scoring.judge import judge as judge_by
from benchbar.scoring.tolerance import SARA, Tolerance, dollars
from benchbar.tasks.base import Rules, Task, about

NAME = "sara"
SUITE = "sara"

ENTAILMENT = (
    "Premise: {facts}\n\nHypothesis: {asked}\n\nRead with the sections above, does the premise "
    "entail the hypothesis or contradict it? Answer Entailment or Contradiction."
)
AMOUNT = (
    "Facts: {facts}\n\nQuestion: {asked}\n\nAnswer by the sections above, with one amount in US "
    "dollars."
)
ANSWERS = ("Entailment", "Contradiction")

WITHIN_PERCENT, WITHIN_DOLLARS = "within_percent", "within_dollars"
"""Traits of an amount: how near an answer must come to it, the larger of the two."""

_NAMED = re.compile(r"(?:\b[Ss]ections?|§)\s*(\d+[A-Za-z]*(?:-\d+)?)")


def document_of(name: str, sections: dict[str, str], *, source: str) -> Document:
    """Return sections of a statute as one document.

    Each line of their text is a line; the first of a section has its cite, the others none of
    their own.

    Args:
        name: The document's id.
        sections: Texts by number, in order.
        source: The data set.
    """
    text, lines = "", []
    for number, words in sections.items():
        text += "\n\n" if text else ""
        cite = f"section {number}"
        for row in words.split("\n"):
            start = len(text) + len(row) - len(row.lstrip())
            if row.strip():
                lines.append(Line(cite, start, start, start, len(text) + len(row), leaf=False))
                cite = "flush"
            text += row + "\n"
        text = text.rstrip("\n")
    return Document(name, "statute", text, tuple(lines), source)


def item_of(document: Document, facts: str, asked: str, answer: str) -> Item:
    """Return the item of a case; it is about the first of the sections that it names.

    Args:
        document: The sections.
        facts: What happened.
        asked: A statement, or the question how much.
        answer: Entailment, Contradiction, or an amount.
    """
    wording = ENTAILMENT if answer in ANSWERS else AMOUNT
    cites = [line.cite for line in document.lines]
    named = (f"section {number}" for number in sections_in(asked))
    target = next((cites.index(cite) for cite in named if cite in cites), 0)
    question = wording.format(facts=facts, asked=asked)
    return about(document, NAME, target, question=question, asked=asked, gold=answer)


def sections_in(text: str) -> list[str]:
    """Return the numbers of the sections that a text names, each once; of a list the first."""
    return list(dict.fromkeys(_NAMED.findall(text)))


def ask(document: Document, place: int, rules: Rules) -> Item | None:  # noqa: ARG001
    """Return None: cases are given, and not asked of a line."""
    return None


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """One message: the sections, the facts, and what is asked.

    Raises:
        InputError: There is no such variant.
    """
    if variant != "default":
        raise InputError(
            f"variant {variant!r} does not fit {NAME}, which has one wording (item {item.id}): "
            "leave it out"
        )
    return (f"{document.text}\n\n{item.question}",)


def judge(item: Item, document: Document, reply: Reply) -> tuple[Verdict, Verdict]:
    """Return both graders' verdicts: on one of two words, or on an amount within its tolerance."""
    if item.gold in ANSWERS:
        published: Rule = yesno.published
        corrected: Rule = yesno.corrected
    else:
        near = tolerance_of(item)
        published, corrected = amounts.published_within(near), amounts.corrected_within(near)
    return judge_by(item, document, reply, published=published, corrected=corrected)


def tolerance_of(item: Item) -> Tolerance:
    """Return how near an answer must come to the amount of an item."""
    percent = item.traits.get(WITHIN_PERCENT)
    near = item.traits.get(WITHIN_DOLLARS)
    return Tolerance(
        SARA.share if percent is None else Decimal(str(percent)) / 100,
        SARA.dollars if near is None else Decimal(str(near)),
    )


def prove(item: Item, document: Document) -> Iterator[str]:
    """Yield what is wrong with an item, as far as it can be told without the law itself."""
    if not item.asked or item.asked not in item.question:
        yield "its question does not hold what is asked"
    if item.gold not in ANSWERS and not _is_amount(item.gold):
        yield f"{item.gold!r} is neither Entailment, nor Contradiction, nor an amount"
    shown = {line.cite for line in document.lines}
    for number in sections_in(item.asked):
        if f"section {number}" not in shown:
            yield f"its document lacks section {number}, which is asked about"


def _is_amount(text: str) -> bool:
    try:
        dollars(text)
    except ValueError:
        return False
    return True


TASK = Task(NAME, ask, turns, judge, prove=prove)
