"""What Inspect AI loads of us: the built-in models, and the BLT tests as one of its tasks.

inspect eval benchbar/blt --model openai/gpt-4o -T window=8k -T corpus=synthetic
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from inspect_ai import Task
from inspect_ai import task as inspect_task
from inspect_ai._util.error import PrerequisiteError  # has no public place
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import store

from benchbar.errors import BenchbarError, InputError
from benchbar.records import Cell, Document, Item, Reply, Split
from benchbar.runs import plan
from benchbar.runs.provider import BuiltIn
from benchbar.runs.replies import stop_reason
from benchbar.suites.data import Data

__all__ = ["BuiltIn", "blt"]

_Asked = dict[str, tuple[Item, Document]]


@inspect_task
def blt(
    data: str | None = None,
    window: str | None = None,
    corpus: str | None = None,
    task: str | None = None,
    split: Split = "test",
    variant: str = "default",
    limit: int | None = None,
) -> Task:
    """Basic Legal Text: can a model find, quote and cite a line? (arXiv 2311.09693).

    Args:
        data: A folder made by ``benchbar build``; without it, the built-in corpora are built.
        window: Size of the prompts, e.g. 8k; without it 4k, or the only one of ``data``.
        corpus: Only this corpus.
        task: Only this test, e.g. text_to_cite.
        split: test or train.
        variant: How the question is worded.
        limit: The first items of each test only.
    """
    try:
        return _task(data, window or _window(data), corpus, task, split, variant, limit)
    except BenchbarError as error:
        raise PrerequisiteError(str(error)) from None


def _window(data: str | None) -> str:
    """Return 4k where a folder of items has it, else its only size.

    Raises:
        InputError: It has several others.
    """
    there = list(dict.fromkeys(test[0] for test in Data(Path(data)).sets())) if data else ["4k"]
    if "4k" in there:
        return "4k"
    if len(there) != 1:
        raise InputError(f"{data}: choose a size with -T window=..., one of {', '.join(there)}")
    return there[0]


def _task(
    data: str | None,
    window: str,
    corpus: str | None,
    task: str | None,
    split: Split,
    variant: str,
    limit: int | None,
) -> Task:
    with tempfile.TemporaryDirectory() as scratch:
        built = Path(scratch) / "data"
        folder = Path(data) if data else _built(built, window, corpus, task, split)
        study = plan.plan(
            folder,
            (Cell("none/none", variant=variant),),
            split=split,
            windows=(window,),
            corpora=(corpus,) if corpus else (),
            tasks=(task,) if task else (),
            limit=limit,
        )
        manifest = Data(folder).manifest
        asked = {item.id: (item, document) for item, document in _items(study, folder)}
    return Task(
        dataset=MemoryDataset([_sample(*pair, variant) for pair in asked.values()]),
        solver=_speaking(asked, variant),
        scorer=_judging(asked, variant),
        metadata={
            "suite": manifest.suite,
            "suite_version": manifest.version,
            "suite_seed": manifest.seed,
            "data_digest": study.data_digest,
            "variant": variant,
        },
    )


def _built(folder: Path, window: str, corpus: str | None, task: str | None, split: Split) -> Path:
    from benchbar.suites.build import build
    from benchbar.suites.order import Order, built_in

    order = Order(
        windows=(window,),
        corpora=(corpus,) if corpus else built_in((task,) if task else ()),
        tasks=(task,) if task else (),
        items=((split, 100 if split == "test" else 1_000),),
    )
    build(order, folder)
    return folder


def _items(study: plan.Study, folder: Path) -> Iterator[tuple[Item, Document]]:
    for document, items in plan.pairs(study, Data(folder)):
        for item in items:
            yield item, document


def _sample(item: Item, document: Document, variant: str) -> Sample:
    return Sample(
        id=item.id,
        input=plan.turns(item, document, variant)[0],
        target=[item.gold, *item.alternatives],
        metadata={"window": item.window, "corpus": item.corpus, "task": item.task, **item.traits},
    )


def _speaking(asked: _Asked, variant: str) -> Solver:
    """Say every turn of an item, one after another."""

    @solver(name="turns")
    def turns() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            store().set("trial", state.epoch)
            item, document = asked[str(state.sample_id)]
            state = await generate(state)
            for turn in plan.turns(item, document, variant)[1:]:
                state.messages.append(ChatMessageUser(content=turn))
                state = await generate(state)
            return state

        return solve

    return turns()


def _judging(asked: _Asked, variant: str) -> Scorer:
    """The corrected grader's verdict is the score; the published one stands beside it."""

    @scorer(metrics=[accuracy(), stderr()], name="corrected")
    def corrected() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
            item, document = asked[str(state.sample_id)]
            reply = Reply(
                id=item.id,
                trial=state.epoch,
                turns=(state.output.completion,),
                stop_reason=stop_reason(state.output),
            )
            task = plan.task_of(item)
            shown = task.as_asked(item, document, variant, 1)  # a sample is the same in every epoch
            published, verdict = task.judge(*shown, reply)
            return Score(
                value=CORRECT if verdict.outcome == "correct" else INCORRECT,
                answer=verdict.answer,
                explanation=verdict.rule,
                metadata={
                    "outcome": verdict.outcome,
                    "error": verdict.error,
                    "relative_error": verdict.relative_error,
                    "published": published.outcome,
                    "published_error": published.error,
                },
            )

        return score

    return corrected()
