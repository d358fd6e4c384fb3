"""The prompts of the multiple choice: a wording, and what the system message says.

``benchbar.tasks.multiple_choice`` has the wordings; the worked examples are our own questions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchbar.errors import InputError
from benchbar.exam.questions import Question, practice, same_words
from benchbar.tasks.multiple_choice import RANKS, RULE, Wording, document_of, wording_of
from benchbar.tasks.shuffle import LETTERS, Letter

SYSTEM = "You are a helpful assistant"

_EXAMPLES = (
    "Here are questions of the same kind, each with an answer as it should be written. "
    "The question that you are to answer comes after them and is none of these."
)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a practice question by its id, with a sensible second and third choice."""

    id: str
    second: Letter
    third: Letter


EXAMPLES: tuple[Example, ...] = (
    Example("civ-4", second="A", third="C"),
    Example("evi-2", second="C", third="A"),
    Example("k-1", second="D", third="A"),
    Example("tort-2", second="C", third="D"),
)
"""Of four subjects, with four different letters; what comes second is the nearest mistake."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A way to ask a question.

    Attributes:
        name: As on the command line and in the record of a run, where it is the variant.
        examples: Worked examples in the system message.
    """

    name: str
    examples: tuple[Example, ...] = ()

    @property
    def wording(self) -> Wording:
        """How the user's message puts the question."""
        return wording_of(self.name)

    @property
    def options(self) -> dict[str, int | str]:
        """Everything that makes the prompt what it is, for the record of a run."""
        return {
            "prompt": self.name,
            "ranked": int(self.wording.ranked),
            "reasons": int(self.wording.reasons),
            "examples": " ".join(f"{one.id}:{one.second}{one.third}" for one in self.examples),
        }

    @property
    def system(self) -> str:
        """The system message."""
        if not self.examples:
            return SYSTEM
        known = {question.id: question for question in practice()}
        worked = (
            _worked(n, known[example.id], example, self.wording)
            for n, example in enumerate(self.examples, 1)
        )
        return "\n\n".join((SYSTEM + ".", _EXAMPLES, *worked))


PROMPTS: dict[str, Prompt] = {
    prompt.name: prompt
    for prompt in (
        Prompt("ranked"),
        Prompt("ranked-with-reasons"),
        Prompt("plain"),
        Prompt("few-shot", EXAMPLES),
        Prompt("few-shot-with-reasons", EXAMPLES),
    )
}
_FEW_SHOT = {"ranked": "few-shot", "ranked-with-reasons": "few-shot-with-reasons"}


def prompt_of(name: str) -> Prompt:
    """Return a prompt by its name.

    Raises:
        InputError: There is none.
    """
    if name not in PROMPTS:
        raise InputError(f"no prompt {name!r}: choose from {', '.join(PROMPTS)}")
    return PROMPTS[name]


def few_shot(best: str) -> Prompt:
    """Return the prompt that adds worked examples to the best ranked prompt of an earlier run.

    Raises:
        InputError: The prompt is not a ranked one without examples.
    """
    if best not in _FEW_SHOT:
        raise InputError(
            f"worked examples go with a ranked prompt, not with {best!r}: "
            f"choose from {', '.join(_FEW_SHOT)}"
        )
    return PROMPTS[_FEW_SHOT[best]]


def apart(questions: Iterable[Question], prompts: Sequence[Prompt]) -> tuple[Question, ...]:
    """Return the questions without those that are worked examples of one of the prompts.

    All prompts of a study are asked the same questions, so an example of one is left out of all.
    A question is known by its words (``same_words``), whatever number a file gives it.
    """
    ids = {example.id for prompt in prompts for example in prompt.examples}
    used = [question.stem for question in practice() if question.id in ids]
    asked = tuple(questions)
    shown = same_words((one.stem for one in asked), used)
    return tuple(one for one, known in zip(asked, shown, strict=True) if not known)


def _worked(number: int, question: Question, example: Example, wording: Wording) -> str:
    """Return a question with its answer; without reasons asked, why is told outside the answer."""
    picks = (question.key, example.second, example.third)
    rows = [f"{rank}: {letter}" for rank, letter in zip(RANKS, picks, strict=True)]
    why = _why(question)
    if wording.reasons:
        rows += [f"Explanation: {why}", f"Authority: {question.rule}"]
        told = ""
    else:
        told = f"\n\nWhy, which is no part of the answer: {why} {question.rule}"
    shown = document_of(question.id, question.stem, question.choices, source="").text
    head = f"Example {number}\n{RULE}\n{shown}\n{RULE}"
    return "\n".join((head, "", *rows)) + told


def _why(question: Question) -> str:
    """Return the explanation of the right choice, then those of the others by letter."""
    told = dict(zip(LETTERS, question.explanations, strict=True))
    others = [f"({letter}) {text}" for letter, text in told.items() if letter != question.key]
    return " ".join((told[question.key].removeprefix("Right. "), *others))
