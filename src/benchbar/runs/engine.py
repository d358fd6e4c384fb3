"""The door to Inspect AI: prompts go in, replies come out. Nothing is asked or judged here."""

import asyncio
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import anyio
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    ContentReasoning,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import store

from benchbar.errors import InputError
from benchbar.jsonl import storable
from benchbar.records import Cell, Reply, StopReason
from benchbar.runs import faults

RETRIES = 4
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 300.0
CLOSING_SECONDS = 5.0
PREFLIGHT = "Answer with the single word yes."
PREFLIGHT_SECONDS = 60

_OWN_RETRIES = ("openai", "openai-api", "anthropic", "groq", "deepseek", "openrouter")
"""Providers whose client retries by itself: told not to, since retries would multiply."""

_STOP: dict[str, StopReason] = {
    "stop": "stop",
    "max_tokens": "max_tokens",
    "model_length": "model_length",
    "content_filter": "content_filter",
}


@dataclass(frozen=True, slots=True)
class Call:
    """One item to be asked: the user's messages, and the trials in which it is asked."""

    id: str
    turns: tuple[str, ...]
    trials: tuple[int, ...]


class StoppedError(Exception):
    """Inspect ended before every call was made; the text says why, in one line."""


def preflight(cell: Cell, attempt_seconds: int) -> None:
    """Make one tiny call with the settings of a cell, and wait at most a minute for the answer.

    Raises:
        InputError: The model cannot be asked; one line says why and what to change.
    """
    model = _model(cell, connections=1)
    seconds = min(attempt_seconds, PREFLIGHT_SECONDS)
    config = _config(cell, 1, seconds).merge(GenerateConfig(max_retries=1))
    try:
        asyncio.run(asyncio.wait_for(_once(model, config), seconds))
    except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
        raise InputError(faults.advise(cell, error)) from None


async def _once(model: Model, config: GenerateConfig) -> None:
    async with model:
        await model.generate(PREFLIGHT, config=config)


def ask(
    calls: Sequence[Call],
    cell: Cell,
    *,
    listener: Callable[[Reply], None],
    logs: Path,
    metadata: dict[str, Any],
    connections: int,
    attempt_seconds: int,
) -> None:
    """Ask a model and hand each reply to ``listener`` as it comes, failed calls among them.

    One sample's failure stops no other. All calls are held in memory, about 85 kB for 3,000
    tokens; callers hand in a few hundred to a thousand at a time.

    Raises:
        StoppedError: Inspect ended before every call was made.
        KeyboardInterrupt: The user stopped it.
        Exception: Whatever ``listener`` raises; nothing more is asked then.
    """
    for trials, group in groupby(sorted(calls, key=attrgetter("trials")), attrgetter("trials")):
        batch = list(group)
        by_id = {call.id: call for call in batch}
        conversation = _Conversation(by_id, cell, listener, left=len(batch) * len(trials))
        task = Task(
            name=str(metadata.get("suite", "items")),
            dataset=MemoryDataset([Sample(id=call.id, input=call.turns[0]) for call in batch]),
            solver=_asking(conversation),
            config=_config(cell, connections, attempt_seconds),
            metadata=metadata,
            epochs=len(trials),
        )
        evaluated = _evaluate(task, _model(cell, connections), logs)
        if conversation.broken is not None:
            raise conversation.broken
        _check_end(evaluated)


def _check_end(evaluated: list[EvalLog]) -> None:
    # After Ctrl-C Inspect returns a log that says so, or none at all; it raises nothing.
    if not evaluated or evaluated[0].status == "cancelled":
        raise KeyboardInterrupt
    log = evaluated[0]
    if log.status != "success":
        raise StoppedError(faults.stopped(log.error.message if log.error else log.status))


def _evaluate(task: Task, model: Model, logs: Path) -> list[EvalLog]:
    try:
        return inspect_eval(
            task,
            model=model,
            log_dir=str(logs),
            display="none",
            log_level="error",
            log_realtime=False,
            log_images=False,
            log_model_api=False,
            log_header_only=True,
            fail_on_error=True,
            score=False,
            ctl_server=False,
        )
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 (whatever goes wrong inside)
        raise StoppedError(faults.stopped(faults.describe(error))) from None


def _asking(conversation: "_Conversation") -> Solver:
    # Inspect logs what a solver is called with: the prompts must not be among it.
    @solver(name="turns")
    def turns() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
            await conversation.hold(state)
            return state

        return solve

    return turns()


@dataclass(slots=True)
class _Conversation:
    """Says each turn of a call in order and hands the reply to the listener."""

    calls: dict[str, Call]
    cell: Cell
    listener: Callable[[Reply], None]
    left: int
    holding: int = 0
    ended: bool = False
    broken: Exception | None = None

    async def hold(self, state: TaskState) -> None:
        """Ask one item once; Inspect leaves connections open, so the last one closes them."""
        if self.ended:
            return
        self.holding += 1
        try:
            await self._hold(state)
        except BaseException:
            self.ended = True
            raise
        finally:
            self.holding -= 1
            self.left -= 1
            if not self.holding and (self.ended or not self.left):
                with anyio.move_on_after(CLOSING_SECONDS, shield=True):
                    await get_model().api.aclose()

    async def _hold(self, state: TaskState) -> None:
        call = self.calls[str(state.sample_id)]
        trial = call.trials[state.epoch - 1]
        store().set("trial", trial)
        outputs: list[ModelOutput] = []
        error: Exception | None = None
        try:
            await self._speak(call, state, outputs)
        except Exception as raised:  # noqa: BLE001 (providers raise whatever they like)
            error = raised
        if self.ended:
            return
        try:
            self.listener(_reply(call.id, self.cell.key, trial, outputs, error))
        except Exception as raised:
            self.broken = raised
            raise

    async def _speak(self, call: Call, state: TaskState, outputs: list[ModelOutput]) -> None:
        messages: list[ChatMessage] = []
        if self.cell.system_message is not None:
            messages.append(ChatMessageSystem(content=self.cell.system_message))
        for turn in call.turns:
            messages.append(ChatMessageUser(content=turn))
            state.messages = messages
            state.output = await get_model().generate(messages)
            outputs.append(state.output)
            if not state.output.empty:
                messages.append(state.output.message)


def _reply(
    item: str, cell: str, trial: int, outputs: Sequence[ModelOutput], error: Exception | None
) -> Reply:
    usages = [output.usage for output in outputs if output.usage is not None]
    costs = [usage.total_cost for usage in usages if usage.total_cost is not None]
    thought = [usage.reasoning_tokens for usage in usages if usage.reasoning_tokens is not None]
    read = (
        usage.input_tokens
        + (usage.input_tokens_cache_read or 0)
        + (usage.input_tokens_cache_write or 0)
        for usage in usages
    )
    return Reply(
        id=item,
        cell=cell,
        trial=trial,
        turns=tuple(storable(output.completion) for output in outputs),
        reasoning=storable("\n\n".join(filter(None, map(_reasoning, outputs)))),
        stop_reason="failed" if error else stop_reason(outputs[-1]),
        tokens_in=sum(read) if usages else None,
        tokens_out=sum(usage.output_tokens for usage in usages) if usages else None,
        tokens_reasoning=sum(thought) if thought else None,
        cost=sum(costs) if costs else None,
        seconds=round(sum(output.time or 0.0 for output in outputs), 3),
        error=faults.describe(error) if error else None,
    )


def _reasoning(output: ModelOutput) -> str:
    if output.empty or isinstance(output.message.content, str):
        return ""
    return "\n\n".join(
        part.summary or "" if part.redacted else part.reasoning
        for part in output.message.content
        if isinstance(part, ContentReasoning)
    )


def stop_reason(output: ModelOutput) -> StopReason:
    """Return why a model stopped, in our words; a response without choices is unknown."""
    if output.empty:
        return "unknown"
    details = output.choices[0].stop_details
    if details is not None and details.type == "refusal":
        return "refused"
    return _STOP.get(output.stop_reason, "unknown")


def _model(cell: Cell, connections: int) -> Model:
    """Return a fresh client for a cell.

    Raises:
        InputError: No such provider, or its package, address or key is missing.
    """
    provider = cell.model.split("/")[0]
    options: dict[str, Any] = {"max_retries": 0} if provider in _OWN_RETRIES else {}
    if (
        provider == "openai-api"
        and cell.base_url
        and not os.environ.get(faults.key_variable(cell.model))
    ):
        options["api_key"] = "none-needed"
    try:
        model = get_model(
            cell.model,
            base_url=cell.base_url,
            config=GenerateConfig(max_connections=connections),
            memoize=False,
            **options,
        )
    except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
        raise InputError(faults.unusable(cell, error)) from None
    setattr(model.api, "retry_wait", lambda: _patience(model))  # noqa: B010 (a method)
    return model


def _patience(model: Model) -> Callable[[Any], float]:
    """Return how long to wait before the next try: as the server asks, else longer each time."""

    def wait_seconds(state: Any) -> float:  # noqa: ANN401 (of a library that we do not import)
        decision = model.api.should_retry(state.outcome.exception())
        asked = getattr(decision, "retry_after", None)
        grown = FIRST_WAIT_SECONDS * 2 ** (state.attempt_number - 1) * random.uniform(1, 1.5)
        return float(min(asked or grown, LONGEST_WAIT_SECONDS))

    return wait_seconds


def _config(cell: Cell, connections: int, attempt_seconds: int) -> GenerateConfig:
    return GenerateConfig.model_validate(
        {
            "temperature": cell.temperature,
            "top_p": cell.top_p,
            "max_tokens": cell.max_tokens,
            "seed": cell.seed,
            "reasoning_effort": cell.reasoning_effort,
            "reasoning_tokens": cell.reasoning_tokens,
            "max_connections": connections,
            "max_retries": RETRIES,
            "attempt_timeout": attempt_seconds,
            "timeout": 2 * attempt_seconds,
        }
    )
