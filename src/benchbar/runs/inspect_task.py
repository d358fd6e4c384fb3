"""A study as a task of Inspect AI: its samples, what a model is told, and both graders' scores."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from inspect_ai import Task
from inspect_ai._util.error import PrerequisiteError  # has no public place
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import store

from benchbar.errors import BenchbarError, InputError
from benchbar.records import Document, Grader, Item, Reply
from benchbar.runs import SIMULATED, plan
from benchbar.runs.folded import Folded, fold
from benchbar.runs.plan import Study
from benchbar.runs.replies import reply_in
from benchbar.suites.data import Data

GRADERS: tuple[Grader, ...] = ("corrected", "published")
"""In the order of the scores: the first is the headline."""
PART, DOCUMENT = "part", "document"
"""What samples are grouped by in the results, and the unit of chance of the standard error."""


@contextmanager
def told_by_inspect() -> Iterator[None]:
    """Let Inspect tell an error of ours in its way, in one line without a traceback."""
    try:
        yield
    except BenchbarError as error:
        raise PrerequisiteError(str(error)) from None


def whole_number(name: str, told: object) -> int:
    """Return a parameter that Inspect hands in as whatever ``-T`` was read as.

    Raises:
        InputError: It is no whole number.
    """
    if isinstance(told, int) and not isinstance(told, bool):
        return told
    raise InputError(f"-T {name}={told}: must be a whole number")


def task_of(
    study: Study, data: Data, *, name: str, part: Callable[[Item], str], system: str = ""
) -> Task:
    """Return the items of a study as a task; afterwards the DATA folder is no longer needed.

    Args:
        study: Of one cell, whose variant is the wording; its model does not count.
        data: The items.
        name: What the data set is called.
        part: In which row of the results an item is counted.
        system: The system message, if any.

    Raises:
        InputError: The study has an item that no rule can grade.
    """
    (cell,) = study.cells
    desk = _Desk(cell.variant, system)
    samples = [
        desk.take(item, document, part(item))
        for document, items in plan.pairs(study, data)
        for item in items
    ]
    manifest = data.manifest
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=_speaking(desk),
        scorer=[_judging(desk, grader) for grader in GRADERS],
        version=manifest.version,
        metadata={
            "suite": manifest.suite,
            "suite_version": manifest.version,
            "suite_seed": manifest.seed,
            "data_digest": study.data_digest,
            "split": study.split,
            "variant": cell.variant,
        },
    )


class _Desk:
    """Items by the ids of their samples, packed: at 128k tokens their lines outweigh the text."""

    def __init__(self, variant: str, system: str) -> None:
        self.variant = variant
        self.system = system
        self._packed: dict[str, bytes] = {}
        self._gradable: set[str] = set()

    def take(self, item: Item, document: Document, part: str) -> Sample:
        """Keep an item, and return the sample that asks it."""
        if item.task not in self._gradable:
            if not plan.judge(item, document, self.variant, Reply(item.id)):
                raise InputError(f"{item.id}: no rule can grade {item.task}: choose other tests")
            self._gradable.add(item.task)
        prompt = plan.turns(item, document, self.variant)[0]
        folded = msgspec.msgpack.encode(fold(item, document, prompt))
        self._packed[item.id] = zlib.compress(folded, level=1)
        about = {"window": item.window, "corpus": item.corpus, "task": item.task}
        return Sample(
            id=item.id,
            input=prompt,
            target=[item.gold, *item.alternatives],
            metadata={**item.traits, **about, DOCUMENT: item.document, PART: part},
        )

    def of(self, state: TaskState) -> tuple[Item, Document]:
        """Return what a sample asks, as stored."""
        packed = zlib.decompress(self._packed[str(state.sample_id)])
        return msgspec.msgpack.decode(packed, type=Folded).unfold(state.input_text)


def _speaking(desk: _Desk) -> Solver:
    """Say every turn of an item, one after another; an epoch is a trial."""

    @solver(name="turns")
    def turns() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            item, document = desk.of(state)
            store().set("trial", state.epoch)
            if str(state.model) in SIMULATED:
                store().set("told", document.words(document.lines[item.target]))
            state.messages = [ChatMessageSystem(content=desk.system)] if desk.system else []
            for turn in plan.turns(item, document, desk.variant, state.epoch):
                state.messages.append(ChatMessageUser(content=turn))
                state = await generate(state)
                if state.output.error and not state.output.completion:
                    break
            return state

        return solve

    return turns()


def _judging(desk: _Desk, grader: Grader) -> Scorer:
    """Score replies by one of the graders; what is no answer counts as wrong."""
    metrics = [accuracy(), stderr(cluster=DOCUMENT), grouped(accuracy(), PART, all=False)]

    @scorer(metrics=metrics, name=grader)
    def judging() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
            item, document = desk.of(state)
            reply = reply_in(state.messages, state.output, item.id, state.epoch)
            verdicts = plan.judge(item, document, desk.variant, reply)
            verdict = next(one for one in verdicts if one.grader == grader)
            return Score(
                value=CORRECT if verdict.outcome == "correct" else INCORRECT,
                answer=verdict.answer,
                explanation=verdict.rule,
                metadata={
                    "outcome": verdict.outcome,
                    "error": verdict.error,
                    "relative_error": verdict.relative_error,
                },
            )

        return score

    return judging()
