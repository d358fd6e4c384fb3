"""Styles of answers: in what form a row gives the right answer. All say the same."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from benchbar.records import Document, Item


@dataclass(frozen=True, slots=True)
class Style:
    """A form of answers.

    Attributes:
        answer: The answer to an item about a document, as amended.
        example: How it looks where section 1001(b)(2) is asked for.
        told: What it is, in a few words.
    """

    answer: Callable[[Item, Document], str]
    example: str
    told: str


_SENTENCES = {
    "text_to_cite": "The text stands at {gold}.",
    "cite_to_text": "The text of {asked} is: {gold}",
    "cite_to_amended": "The text of {asked} is: {gold}",
    "defined_to_cite": 'The term "{asked}" is defined at {gold}.',
    "cite_to_defined": 'The term defined at {asked} is "{gold}".',
}
_ANY_SENTENCE = "The answer is {gold}."


def _plain(item: Item, document: Document) -> str:  # noqa: ARG001
    return item.gold


def _sentence(item: Item, document: Document) -> str:  # noqa: ARG001
    said = _SENTENCES.get(item.task, _ANY_SENTENCE)
    return said.replace("{asked}", item.asked).replace("{gold}", item.gold)


def _quoted(item: Item, document: Document) -> str:  # noqa: ARG001
    return f'"{item.gold}"'


def _labelled(item: Item, document: Document) -> str:  # noqa: ARG001
    return f"Answer: {item.gold}"


def _json(item: Item, document: Document) -> str:  # noqa: ARG001
    return json.dumps({"answer": item.gold}, ensure_ascii=False)


def _grounds(item: Item, document: Document) -> str:
    shown = document.shown(document.lines[item.target])
    return item.gold if item.gold == shown else f"The line reads: {shown}\n\nAnswer: {item.gold}"


STYLES: dict[str, Style] = {
    "plain": Style(_plain, "section 1001(b)(2)", "the answer as it stands, as in the paper"),
    "sentence": Style(_sentence, "The text stands at section 1001(b)(2).", "a sentence"),
    "quoted": Style(_quoted, '"section 1001(b)(2)"', "in quotation marks"),
    "labelled": Style(_labelled, "Answer: section 1001(b)(2)", "behind a label"),
    "json": Style(_json, '{"answer": "section 1001(b)(2)"}', "JSON"),
    "grounds": Style(
        _grounds,
        "The line reads: (2) ...  Answer: section 1001(b)(2)",
        "the line that decides, then the answer",
    ),
}
