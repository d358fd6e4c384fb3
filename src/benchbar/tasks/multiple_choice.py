"""multiple-choice: which of the four choices is right?

The questions of the bar examination's multiple-choice part, in the ways in which two studies put
them: Katz et al. 2024 (doi 10.1098/rsta.2023.0254) asked for three ranked choices; Martinez 2024
(doi 10.1007/s10506-024-09396-9) compared that with a prompt without any tailoring. The words are
our own, but for those of the plain prompt.

A question's document is the question as it is shown: the stem, then a line for each choice, whose
cite is its letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from benchbar.errors import InputError
from benchbar.records import Document, Item, Line, Reply, Verdict
from benchbar.scoring import choice
from benchbar.scoring.choice import Offered
from benchbar.tasks.base import Rules, Task, about
from benchbar.tasks.shuffle import AS_WRITTEN, LETTERS, Order, order_of

NAME = "multiple_choice"
SUITE = "bar-exam"
SHUFFLED = "shuffled"
"""What the manifest says of choices shown in an order of each trial's own."""
STEM = "stem"
"""The cite of the line that holds story and question."""
PROMPT = "prompt"
"""The trait of an item as it is asked: the name of the prompt."""

PLAIN = "Please answer the following question"
_TASK = (
    "You are sitting the Multistate Bar Examination. Answer the question between the lines "
    "below as you would in the examination hall: by the general law that the examination "
    "tests, and for the credited choice, of which there is exactly one. Do not leave it blank. "
    "Name the three choices that you hold most likely to be credited, the likeliest first."
)
_REASONS = (
    " Then explain why your first choice is right and the others are not, and cite the "
    "authority on which you rest it."
)
RULE = "-" * 20
_FORM = "Write your answer in this form:"
RANKS = ("First Choice", "Second Choice", "Third Choice")


@dataclass(frozen=True, slots=True)
class Wording:
    """How a question is put.

    Attributes:
        ranked: Asks for three choices, the likeliest first; otherwise for an answer.
        reasons: Asks for an explanation and an authority, too.
    """

    ranked: bool = True
    reasons: bool = False

    def message(self, shown: str) -> str:
        """Return the user's message for a question as it is shown."""
        if not self.ranked:
            return f"{PLAIN}\n\n{shown}"
        task = _TASK + (_REASONS if self.reasons else "")
        return f"{task}\n\n{RULE}\n{shown}\n{RULE}\n\n{_FORM}\n{self._form()}"

    def _form(self) -> str:
        rows = [f"{rank}: [letter]" for rank in RANKS]
        if self.reasons:
            rows += ["Explanation: [why it is right and the others are not]"]
            rows += ["Authority: [rule, statute or case]"]
        return "\n".join(rows)


WORDINGS: dict[str, Wording] = {
    "default": Wording(ranked=False),
    "plain": Wording(ranked=False),
    "ranked": Wording(),
    "ranked-with-reasons": Wording(reasons=True),
    "few-shot": Wording(),
    "few-shot-with-reasons": Wording(reasons=True),
}
"""By the name of the prompt. The worked examples of ``few-shot`` stand in the system message."""


def wording_of(prompt: str) -> Wording:
    """Return how a prompt puts a question.

    Raises:
        InputError: There is no such prompt.
    """
    if prompt not in WORDINGS:
        raise InputError(f"no prompt {prompt!r}: choose from {', '.join(WORDINGS)}")
    return WORDINGS[prompt]


def document_of(question: str, stem: str, choices: Sequence[str], *, source: str) -> Document:
    """Return a question as a document: its stem, an empty line, and its lettered choices.

    Args:
        question: Its number or name.
        stem: Story and question.
        choices: The texts of the four choices.
        source: Where the question comes from.
    """
    text, lines = stem, [Line(STEM, 0, 0, 0, len(stem), leaf=False)]
    for letter, words in zip(LETTERS, choices, strict=True):
        text += "\n" if len(lines) > 1 else "\n\n"
        start = len(text)
        text += f"({letter}) {words}"
        lines.append(Line(letter, start, start + 4, start + 4, len(text)))
    return Document(question, "question", text, tuple(lines), source)


def ask(document: Document, place: int, rules: Rules) -> Item | None:  # noqa: ARG001
    """Ask a question whose right choice is the line at ``place``; None for the stem."""
    return item_of(document, place) if document.kind == "question" and place else None


def item_of(document: Document, place: int) -> Item:
    """Return the item of a question whose right choice is the line at ``place``."""
    stem = document.words(document.lines[0])
    gold = document.lines[place].cite
    return about(document, NAME, place, question=PLAIN, asked=stem, gold=gold)


def as_asked(item: Item, document: Document, variant: str, trial: int) -> tuple[Item, Document]:
    """Return a question with its choices in the order of the trial, and the prompt as a trait."""
    order = order_of(item, trial)
    asked = replace(item, traits=item.traits | {PROMPT: variant})
    if order == AS_WRITTEN:
        return asked, document
    return _reordered(asked, document, order)


def _reordered(item: Item, document: Document, order: Order) -> tuple[Item, Document]:
    stem, *choices = map(document.words, document.lines)
    arranged = order.arranged(tuple(choices))
    shown = document_of(document.id, stem, arranged, source=document.source)
    target = 1 + order.places.index(item.target - 1)
    return replace(item, target=target, gold=LETTERS[target - 1]), shown


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:  # noqa: ARG001
    """One message: the question in the words of the prompt.

    Raises:
        InputError: There is no such prompt.
    """
    return (wording_of(variant).message(document.text),)


def judge(item: Item, document: Document, reply: Reply) -> tuple[Verdict, Verdict]:
    """Return both graders' verdicts on which choices a reply names, best first."""
    stem, *choices = map(document.words, document.lines)
    prompt = str(item.traits.get(PROMPT, "default"))
    offered = Offered(tuple(choices), stem=stem, ranked=wording_of(prompt).ranked)
    return choice.verdicts(item, offered, reply)


TASK = Task(NAME, ask, turns, judge, as_asked)
