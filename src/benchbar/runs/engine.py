"""The door to Inspect AI: prompts go in, replies come out. Nothing is asked or judged here."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from types import FrameType
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
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import store

from benchbar.errors import InputError
from benchbar.records import Cell, Reply
from benchbar.runs import clients, faults, runs_here
from benchbar.runs.budget import SpentError
from benchbar.runs.clients import Terms
from benchbar.runs.prices import Offer
from benchbar.runs.replies import cost_of, reply_of

CLOSING_SECONDS = 5.0
DEAF_SECONDS = 2 * CLOSING_SECONDS
"""How long further Ctrl-C are passed over while calls end."""
PREFLIGHT = "Answer with the single word yes."
PREFLIGHT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Call:
    """One item to be asked: the user's messages, and the trials in which it is asked.

    ``worst`` is what each turn can cost at most, in dollars; empty if no budget is kept. ``told``
    is the right answer, for a model that is a simulation (``SIMULATED``); no other is sent it.
    """

    id: str
    turns: tuple[str, ...]
    trials: tuple[int, ...]
    worst: tuple[float, ...] = ()
    told: str = ""


class StoppedError(Exception):
    """Inspect ended before every call was made; the text says why, in one line."""


class UnansweredError(InputError):
    """A model that was tried out gave no reply; ``billed`` says whether that may cost something."""

    def __init__(self, told: str, *, billed: bool) -> None:
        super().__init__(told)
        self.billed = billed


def preflight(cell: Cell, attempt_seconds: int, offer: Offer) -> float | None:
    """Make one tiny call with the settings of a cell, and wait at most a minute for the answer.

    Returns what it cost, in dollars; None if that is unknown.

    Raises:
        InputError: The model cannot be asked; one line says why and what to change. It is an
            ``UnansweredError`` if a call was made.
    """
    model = clients.open_client(cell)
    seconds = min(attempt_seconds, PREFLIGHT_SECONDS)
    config = clients.settings(cell, 1, seconds).merge(GenerateConfig(max_retries=1))
    try:
        output = asyncio.run(asyncio.wait_for(_once(model, config), seconds))
    except Exception as error:  # noqa: BLE001 (providers raise whatever they like)
        told, billed = faults.advise(cell, error), faults.may_be_billed(error)
        raise UnansweredError(told, billed=billed) from None
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
    connections = 1 if runs_here(cell.model) else connections
    config = clients.settings(cell, connections, attempt_seconds)
    clients.spare_clients(cell.model)
    for trials, group in groupby(sorted(calls, key=attrgetter("trials")), attrgetter("trials")):
        batch = list(group)
        by_id = {call.id: call for call in batch}
        conversation = _Conversation(by_id, cell, listener, terms, left=len(batch) * len(trials))
        if batching:
            config = clients.in_batches(config, calls=len(batch) * len(trials))
        task = Task(
            name=str(metadata.get("suite", "items")),
            dataset=MemoryDataset([Sample(id=call.id, input=call.turns[0]) for call in batch]),
            solver=_asking(conversation),
            config=config,
            metadata=metadata,
            epochs=len(trials),
        )
        model = clients.open_client(cell, terms)
        with _ctrl_c_noted() as pressed:
            conversation.pressed = pressed
            evaluated = _evaluate(task, model, logs, config.max_connections or connections)
            if conversation.broken is not None:
                raise conversation.broken
            if pressed():
                raise KeyboardInterrupt
        _check_end(evaluated)


def _check_end(evaluated: list[EvalLog]) -> None:
    # After Ctrl-C Inspect returns a log that says so, or none at all; it raises nothing.
    if not evaluated or evaluated[0].status == "cancelled":
        raise KeyboardInterrupt
    log = evaluated[0]
    if log.status != "success":
        raise StoppedError(faults.stopped(log.error.message if log.error else log.status))


def _evaluate(task: Task, model: Model, logs: Path, at_once: int) -> list[EvalLog]:
    """Let Inspect make the calls, none waiting for a connection: it would go out after a stop."""
    try:
        with _ctrl_c_as_before(), redirect_stdout(StringIO()):  # it prints how batches stand
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


@contextmanager
def _ctrl_c_as_before() -> Iterator[None]:
    """Put back what Ctrl-C does, which ``_heed_one_ctrl_c`` changes in between."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if before is not None and _in_main_thread():
            signal.signal(signal.SIGINT, before)


@contextmanager
def _ctrl_c_noted() -> Iterator[Callable[[], bool]]:
    """Yield what says whether Ctrl-C was pressed: Inspect forgets it while it begins and ends."""
    if not _in_main_thread():
        yield lambda: False
        return
    came, comes = os.pipe()
    os.set_blocking(came, False)
    os.set_blocking(comes, False)
    noted = False

    def pressed() -> bool:
        nonlocal noted
        with suppress(BlockingIOError):
            noted = noted or signal.SIGINT in os.read(came, 1 << 10)
        return noted

    before = signal.set_wakeup_fd(comes, warn_on_full_buffer=False)
    try:
        yield pressed
    finally:
        signal.set_wakeup_fd(before)
        os.close(came)
        os.close(comes)


def _heed_one_ctrl_c() -> None:
    """Hand the first Ctrl-C on to asyncio, and for a while after it no other.

    A second one would break asyncio off in the middle: threads stay, and the process never ends.
    """
    if not _in_main_thread():
        return
    stop = signal.getsignal(signal.SIGINT)

    def first(number: int, frame: FrameType | None) -> None:
        until = time.monotonic() + DEAF_SECONDS

        def again(*_: object) -> None:
            if time.monotonic() > until:
                raise KeyboardInterrupt

        signal.signal(signal.SIGINT, again)
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGINT, first)


def _in_main_thread() -> bool:
    """Say whether signals can be handled here."""
    return threading.current_thread() is threading.main_thread()


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
    begun: bool = False
    ended: bool = False
    broken: BaseException | None = None
    pressed: Callable[[], bool] = lambda: False

    async def hold(self, state: TaskState) -> None:
        """Ask one item once; Inspect leaves connections open, so the last one closes them."""
        if self.ended:
            return
        if not self.begun:
            self.begun = True
            _heed_one_ctrl_c()
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
        if self.pressed():
            self.broken = KeyboardInterrupt()
            raise StoppedError("Ctrl-C")  # the other would break asyncio off in the middle
        call = self.calls[str(state.sample_id)]
        trial = call.trials[state.epoch - 1]
        store().set("trial", trial)
        if call.told:
            store().set("told", call.told)
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
            clients.attempt.set((call.id, sum(call.worst[place : place + 1])))
            messages.append(ChatMessageUser(content=turn))
            state.messages = messages
            state.output = await get_model().generate(messages)
            outputs.append(state.output)
            if state.output.empty:
                raise faults.NoChoiceError
            if state.output.error and not state.output.completion:
                break
            messages.append(state.output.message)
