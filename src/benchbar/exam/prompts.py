"""The prompts of the multiple choice: from a question to the two messages that ask it.

The settings are those of two studies: Katz et al. 2024 (doi 10.1098/rsta.2023.0254) asked for
three ranked choices; Martinez 2024 (doi 10.1007/s10506-024-09396-9) compared that with a prompt
without any tailoring and with worked examples. The words are our own, but for ``plain``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchbar.errors import InputError
from benchbar.exam.bank_file import Letter
from benchbar.exam.questions import LETTERS, Question, practice
from benchbar.exam.shuffle import AS_WRITTEN, Order
from benchbar.scoring import marks
from benchbar.scoring.picks import Offered

SYSTEM = "You are a helpful assistant"
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
_RULE = "-" * 20
_FORM = "Write your answer in this form:"
_RANKS = ("First Choice", "Second Choice", "Third Choice")
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
        name: As on the command line and in the record of a run.
        ranked: Asks for three choices, the likeliest first; otherwise for an answer.
        reasons: Asks for an explanation and an authority, too.
        examples: Worked examples in the system message.
    """

    name: str
    ranked: bool = True
    reasons: bool = False
    examples: tuple[Example, ...] = ()

    @property
    def options(self) -> dict[str, int | str]:
        """Everything that makes the prompt what it is, for the record of an item."""
        return {
            "prompt": self.name,
            "ranked": int(self.ranked),
            "reasons": int(self.reasons),
            "examples": " ".join(f"{one.id}:{one.second}{one.third}" for one in self.examples),
        }


PROMPTS: dict[str, Prompt] = {
    prompt.name: prompt
    for prompt in (
        Prompt("ranked"),
        Prompt("ranked-with-reasons", reasons=True),
        Prompt("plain", ranked=False),
        Prompt("few-shot", examples=EXAMPLES),
        Prompt("few-shot-with-reasons", reasons=True, examples=EXAMPLES),
    )
}
_FEW_SHOT = {"ranked": "few-shot", "ranked-with-reasons": "few-shot-with-reasons"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a model is asked it.

    Attributes:
        system: The system message.
        user: The user's message.
        key: The letter under which the right choice is shown.
        order: Takes a letter of the reply back to the letter of the file.
        offered: What the graders of replies need to know.
    """

    system: str
    user: str
    key: Letter
    order: Order
    offered: Offered


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


def ask(prompt: Prompt, question: Question, order: Order = AS_WRITTEN) -> Asked:
    """Return the messages that ask a question, its choices in an order.

    Raises:
        InputError: The question is one of the prompt's worked examples.
    """
    check_apart([question], [prompt])
    choices = order.arranged(question.choices)
    shown = _shown(question.stem, choices)
    if prompt.ranked:
        task = _TASK + (_REASONS if prompt.reasons else "")
        user = f"{task}\n\n{_RULE}\n{shown}\n{_RULE}\n\n{_FORM}\n{_form(prompt)}"
    else:
        user = f"{PLAIN}\n\n{shown}"
    return Asked(
        system=_system(prompt),
        user=user,
        key=order.shown(question.key),
        order=order,
        offered=Offered(choices, stem=question.stem, ranked=prompt.ranked),
    )


def apart(questions: Iterable[Question], prompts: Sequence[Prompt]) -> tuple[Question, ...]:
    """Return the questions without those that are worked examples of one of the prompts.

    All prompts of a study are asked the same questions, so an example of one is left out of all.
    A question is known by its words, whatever number a file gives it.
    """
    used = _used(prompts)
    return tuple(one for one in questions if _words(one) not in used)


def check_apart(questions: Iterable[Question], prompts: Sequence[Prompt]) -> None:
    """Refuse questions that are worked examples of one of the prompts.

    Raises:
        InputError: Names the first of them.
    """
    used = _used(prompts)
    for question in questions:
        if example := used.get(_words(question)):
            raise InputError(
                f"question {question.id!r} is the worked example {example!r} of the prompt, whose "
                "answer the model is shown: leave it out"
            )


def _used(prompts: Sequence[Prompt]) -> dict[str, str]:
    ids = {example.id for prompt in prompts for example in prompt.examples}
    return {_words(question): question.id for question in practice() if question.id in ids}


def _words(question: Question) -> str:
    return marks.fold(question.stem)


def _shown(stem: str, choices: Sequence[str]) -> str:
    rows = (f"({letter}) {text}" for letter, text in zip(LETTERS, choices, strict=True))
    return "\n".join((f"{stem}\n", *rows))


def _form(prompt: Prompt) -> str:
    rows = [f"{rank}: [letter]" for rank in _RANKS]
    if prompt.reasons:
        rows += ["Explanation: [why it is right and the others are not]"]
        rows += ["Authority: [rule, statute or case]"]
    return "\n".join(rows)


def _system(prompt: Prompt) -> str:
    if not prompt.examples:
        return SYSTEM
    known = {question.id: question for question in practice()}
    worked = (
        _worked(n, known[example.id], example, prompt)
        for n, example in enumerate(prompt.examples, 1)
    )
    return "\n\n".join((SYSTEM + ".", _EXAMPLES, *worked))


def _worked(number: int, question: Question, example: Example, prompt: Prompt) -> str:
    """Return a question with its answer; without reasons asked, why is told outside the answer."""
    picks = (question.key, example.second, example.third)
    rows = [f"{rank}: {letter}" for rank, letter in zip(_RANKS, picks, strict=True)]
    why = _why(question)
    if prompt.reasons:
        rows += [f"Explanation: {why}", f"Authority: {question.rule}"]
        told = ""
    else:
        told = f"\n\nWhy, which is no part of the answer: {why} {question.rule}"
    head = f"Example {number}\n{_RULE}\n{_shown(question.stem, question.choices)}\n{_RULE}"
    return "\n".join((head, "", *rows)) + told


def _why(question: Question) -> str:
    """Return the explanation of the right choice, then those of the others by letter."""
    told = dict(zip(LETTERS, question.explanations, strict=True))
    others = [f"({letter}) {text}" for letter, text in told.items() if letter != question.key]
    return " ".join((told[question.key].removeprefix("Right. "), *others))
