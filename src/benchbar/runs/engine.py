"""The door to Inspect AI: prompts go in, replies come out. Nothing is asked or judged here."""

import asyncio
import os
import random
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
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
    BatchConfig,
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import AdaptiveConcurrency, store

from benchbar.errors import InputError
from benchbar.records import Cell, Reply
from benchbar.runs import ONE_AT_A_TIME, faults
from benchbar.runs.budget import Purse, SpentError
from benchbar.runs.masking import mask
from benchbar.runs.prices import Offer
from benchbar.runs.replies import cost_of, reply_of

RETRIES = 4
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 300.0
COOLDOWN_SECONDS = 1.0
"""Rate limits lower the number of open calls by a fifth, at most this often; Inspect's 15 s are so
slow that calls use up their retries first."""
CLOSING_SECONDS = 5.0
PREFLIGHT = "Answer with the single word yes."
PREFLIGHT_SECONDS = 60
BATCHES = BatchConfig(size=1_000)
"""How calls are gathered: what is left over is sent after 15 seconds."""

_OWN_RETRIES = ("openai", "openai-api", "anthropic", "groq", "deepseek", "openrouter")
"""Providers whose client retries by itself: told not to, since retries would multiply."""


@dataclass(frozen=True, slots=True)
class Call:
    """One item to be asked: the user's messages, and the trials in which it is asked.

    ``worst`` is what each turn can cost at most, in dollars; empty if no budget is kept.
    """

    id: str
    turns: tuple[str, ...]
    trials: tuple[int, ...]
    worst: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What the calls of a cell cost, out of which purse, and who is told of each failed try.

    ``notice`` is told the kind of the failure (``faults.kind``), even if the call is tried again.
    """

    offer: Offer
    purse: Purse
    notice: Callable[[str], None]


class StoppedError(Exception):
    """Inspect ended before every call was made; the text says why, in one line."""


def preflight(cell: Cell, attempt_seconds: int, offer: Offer) -> float | None:
    """Make one tiny call with the settings of a cell, and wait at most a minute for the answer.

    Returns what it cost, in dollars; None if that is unknown.

    Raises:
        InputError: The model cannot be asked; one line says why and what to change.
    """
    model = _model(cell)
    seconds = min(attempt_seconds, PREFLIGHT_SECONDS)
    config = _config(cell, 1, seconds).merge(GenerateConfig(max_retries=1))
    try:
        output = asyncio.run(asyncio.wait_for(_once(model, config), seconds))
    except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
        raise InputError(faults.advise(cell, error)) from None
    return cost_of(output, offer)


async def _once(model: Model, config: GenerateConfig) -> ModelOutput:
    async with model:
        output = await model.generate(PREFLIGHT, config=config)
    if output.empty:
        raise faults.NoChoiceError
    return output


def ask(
    calls: Sequence[Call],
    cell: Cell,
    *,
    listener: Callable[[Reply], None],
    terms: Terms,
    logs: Path,
    metadata: dict[str, Any],
    connections: int,
    attempt_seconds: int,
    batching: bool = False,
) -> None:
    """Ask a model and hand each reply to ``listener`` as it comes, failed calls among them.

    One sample's failure stops no other. All calls are held in memory, about 85 kB for 3,000
    tokens; callers hand in a few hundred to a thousand at a time.

    Raises:
        StoppedError: Inspect ended before every call was made.
        KeyboardInterrupt: The user stopped it.
        SpentError: The budget does not allow another call; none is open then.
        Exception: Whatever ``listener`` raises; nothing more is asked then.
    """
    connections = 1 if cell.model in ONE_AT_A_TIME else connections
    config = _config(cell, connections, attempt_seconds)
    _spare_clients(cell.model)
    for trials, group in groupby(sorted(calls, key=attrgetter("trials")), attrgetter("trials")):
        batch = list(group)
        by_id = {call.id: call for call in batch}
        conversation = _Conversation(by_id, cell, listener, terms, left=len(batch) * len(trials))
        if batching:
            config = _in_batches(config, calls=len(batch) * len(trials))
        task = Task(
            name=str(metadata.get("suite", "items")),
            dataset=MemoryDataset([Sample(id=call.id, input=call.turns[0]) for call in batch]),
            solver=_asking(conversation),
            config=config,
            metadata=metadata,
            epochs=len(trials),
        )
        evaluated = _evaluate(
            task, _model(cell, terms), logs, config.max_connections or connections
        )
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


def _spare_clients(model: str) -> None:
    """Keep Inspect from importing the clients of OpenAI and Anthropic, a second or two each.

    Seen with 0.3.285: it does so for every sample, whoever is asked.
    """
    provider = model.split("/")[0]
    with suppress(ImportError):
        clients: Any = import_module("inspect_ai.model._assistant_internal")  # no public place
        clients._HAS_OPENAI = provider != "benchbar" and find_spec("openai") is not None
        theirs = provider in ("benchbar", "openai", "openai-api")
        clients._HAS_ANTHROPIC = not theirs and find_spec("anthropic") is not None


def _evaluate(task: Task, model: Model, logs: Path, at_once: int) -> list[EvalLog]:
    """Let Inspect make the calls, none waiting for a connection: it would go out after a stop."""
    try:
        with redirect_stdout(StringIO()):  # it prints how batches stand
            return inspect_eval(
                task,
                model=model,
                log_dir=str(logs),
                max_samples=at_once,
                display="none",
                log_level="error",
                log_level_transcript="critical",
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
    terms: Terms
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
        aside = sum(call.worst)
        try:
            await self.terms.purse.take(call.id, aside)
        except SpentError as spent:
            self.broken = spent
            raise
        outputs: list[ModelOutput] = []
        error: Exception | None = None
        try:
            await self._speak(call, state, outputs)
        except Exception as raised:  # noqa: BLE001 (providers raise whatever they like)
            error = raised
        if self.ended:
            return
        try:
            self._store(call, trial, outputs, error)
        except Exception as raised:
            self.broken = raised
            raise

    def _store(
        self, call: Call, trial: int, outputs: list[ModelOutput], error: Exception | None
    ) -> None:
        """Hand on a reply; what it may have cost without its saying so stays set aside."""
        if error is not None:
            self.terms.notice(faults.kind(error))
        costs = [cost_of(output, self.terms.offer) for output in outputs]
        reply = reply_of(call.id, self.cell.key, trial, outputs, costs, error)
        lost = [usd for usd, cost in zip(call.worst, costs, strict=False) if cost is None]
        if error is not None and faults.may_be_billed(error):
            lost += call.worst[len(outputs) :][:1]
        if reply.cost is None:
            lost += [cost for cost in costs if cost is not None]
        try:
            self.listener(reply)
        finally:
            paid = reply.cost or 0.0
            self.terms.purse.settle(call.id, sum(call.worst), cost=paid, lost=sum(lost))

    async def _speak(self, call: Call, state: TaskState, outputs: list[ModelOutput]) -> None:
        messages: list[ChatMessage] = []
        if self.cell.system_message is not None:
            messages.append(ChatMessageSystem(content=self.cell.system_message))
        for place, turn in enumerate(call.turns):
            _attempt.set((call.id, sum(call.worst[place : place + 1])))
            messages.append(ChatMessageUser(content=turn))
            state.messages = messages
            state.output = await get_model().generate(messages)
            outputs.append(state.output)
            if state.output.empty:
                raise faults.NoChoiceError
            if state.output.error and not state.output.completion:
                break
            messages.append(state.output.message)


_attempt: ContextVar[tuple[str, float]] = ContextVar("attempt", default=("", 0.0))
"""The call that is being tried, and what its turn can cost at most."""


def _model(cell: Cell, terms: Terms | None = None) -> Model:
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
            memoize=False,
            **options,
        )
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
        raise InputError(faults.unusable(cell, error)) from None
    mask(model.api)
    setattr(model.api, "retry_wait", lambda: _patience(model, terms))  # noqa: B010 (a method)
    return model


def _patience(model: Model, terms: Terms | None) -> Callable[[Any], float]:
    """Return how long to wait before the next try: as the server asks, else longer each time.

    A try that may have been billed without a reply is not repeated beyond the budget.
    """

    def wait_seconds(state: Any) -> float:  # noqa: ANN401 (of a library that we do not import)
        error = state.outcome.exception()
        if terms is not None:
            call, worst = _attempt.get()
            if faults.may_be_billed(error) and not terms.purse.lose(call, worst):
                raise error
            terms.notice(faults.kind(error))
        decision = model.api.should_retry(error)
        asked = getattr(decision, "retry_after", None)
        grown = FIRST_WAIT_SECONDS * 2 ** (state.attempt_number - 1)
        # Calls that were refused together must not all come back together.
        wait = (asked or grown) * random.uniform(1, 1.5)
        return float(min(wait, LONGEST_WAIT_SECONDS))

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
            "adaptive_connections": AdaptiveConcurrency(
                min=1, start=connections, max=connections, cooldown_seconds=COOLDOWN_SECONDS
            ),
            "max_retries": RETRIES,
            "attempt_timeout": attempt_seconds,
            "timeout": 2 * attempt_seconds,
        }
    )


def _in_batches(config: GenerateConfig, calls: int) -> GenerateConfig:
    """Return the settings for batches: all calls wait at once, as long as the provider takes."""
    from benchbar.runs import batch_rows  # brings OpenAI's client with it

    batch_rows.keep_others()
    return config.model_copy(
        update={
            "batch": BATCHES,
            "max_connections": calls,
            "attempt_timeout": None,
            "timeout": None,
        }
    )
