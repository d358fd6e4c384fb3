"""One session of asking a run's models: what is done, what came, what it cost, when to give up."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from benchbar import jsonl
from benchbar.records import Cell, Document, Item, Reply
from benchbar.runs import SIMULATED, folder, plan, sizes
from benchbar.runs.budget import Purse
from benchbar.runs.folder import Key, Run
from benchbar.runs.parts import Alone, EndedError, Part, Share
from benchbar.runs.plan import Study
from benchbar.runs.prices import Offer
from benchbar.suites.data import Manifest

if TYPE_CHECKING:
    from benchbar.runs.engine import Call

CHUNK_CALLS = 1_000
CHUNK_CHARACTERS = 60_000_000

FIRST_CALLS = 10
LEAST_CALLS = 20
"""A run stops if its first 10 calls all fail, or too large a share of 20 calls or more."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: counts of replies, and the last failure's one line.

    ``trouble`` counts failed tries by their class, those that were made again among them;
    ``spent`` and ``budget`` are US dollars; ``added`` were stored by this session.
    """

    planned: int
    stored: int
    asked: int
    failed: int
    model: str
    error: str | None = None
    trouble: Mapping[str, int] = field(default_factory=dict)
    spent: float = 0.0
    budget: float | None = None
    added: int = 0


Watch: TypeAlias = Callable[[Progress], None]


class Session:
    """One session of asking: what is done, what came, what it cost, when to give up."""

    def __init__(
        self,
        opened: Run,
        purse: Purse,
        progress: Watch | None,
        *,
        share: Share | None = None,
        replies: Path | None = None,
        connections: int | None = None,
    ) -> None:
        """Take what is asked, and out of which purse.

        Args:
            opened: The run.
            purse: Is closed when all is asked.
            progress: Is shown each reply as it comes.
            share: Which parts of the run are asked here; None: all of it.
            replies: Where replies are stored, if not in the run's own file.
            connections: How many calls are open at most, if not as many as the run may have.
        """
        self._run = opened
        self._purse = purse
        self._progress = progress
        self._share = share or Alone(opened)
        self._replies = replies or opened.folder / folder.REPLIES
        self._connections = connections or opened.study.max_connections
        self._planned = opened.outcome().planned
        self._done: set[Key] = {
            folder.key(reply) for reply in opened.replies() if reply.stop_reason != "failed"
        }
        self._errors: Counter[str] = Counter()
        self._trouble: Counter[str] = Counter()
        self._model = ""
        self._added = 0
        self.asked = 0

    @property
    def complete(self) -> bool:
        """Whether every planned reply is stored."""
        return len(self._done) == self._planned

    def ask(self) -> None:
        """Ask all that is missing, part after part, in chunks that fit in memory.

        Raises:
            EndedError: Something ended it before.
            SpentError: The budget does not allow another call.
        """
        (self._run.folder / folder.VERDICTS).unlink(missing_ok=True)
        with self._purse, jsonl.Appender(self._replies) as appender:
            for part in self._share.parts():
                self._done |= part.stored
                self._model = part.cell.model
                for chunk in self._chunks(part, appender):
                    self._ask(chunk, part.cell, appender)

    def _ask(self, chunk: list["Call"], cell: Cell, appender: jsonl.Appender) -> None:
        from benchbar.runs import clients, engine

        def listen(reply: Reply) -> None:
            appender.add(reply)
            self._note(reply)

        study = self._run.study
        try:
            engine.ask(
                chunk,
                cell,
                listener=listen,
                terms=clients.Terms(self._offer(cell), self._purse, self._notice),
                logs=self._run.folder / folder.LOGS,
                metadata=_metadata(study, cell, self._run.data.manifest),
                connections=self._connections,
                attempt_seconds=study.attempt_seconds,
                batching=study.batch,
            )
        except engine.StoppedError as error:
            if not self.complete:
                raise EndedError(str(error)) from None

    def _chunks(self, part: Part, appender: jsonl.Appender) -> Iterator[list["Call"]]:
        """Yield the calls that are missing in a part, as many at a time as fit in memory.

        What is too long for the model is not asked; a reply that says so is stored instead.
        """
        chunk: list[Call] = []
        characters = 0
        cell = part.cell
        for document, items in part.pairs:
            for item in items:
                for trials in self._missing(item, cell.key):
                    call = self._call(item, document, cell, trials)
                    if isinstance(call, str):
                        self._pass_over(item, cell, trials, call, appender)
                    else:
                        chunk.append(call)
                        characters += sum(map(len, call.turns))
                if len(chunk) >= CHUNK_CALLS or characters >= CHUNK_CHARACTERS:
                    yield chunk
                    chunk, characters = [], 0
        if chunk:
            yield chunk

    def _call(
        self, item: Item, document: Document, cell: Cell, trials: tuple[int, ...]
    ) -> "Call | str":
        """Return the call of an item, or why it is not made."""
        from benchbar.runs.engine import Call

        turns = plan.turns(item, document, cell.variant, trials[0])
        told = document.words(document.lines[item.target]) if cell.model in SIMULATED else ""
        offer = self._offer(cell)
        thrifty = self._purse.limit is not None and not offer.free
        if not thrifty and sizes.fits_surely(turns, cell, offer):
            return Call(item.id, turns, trials, told=told)
        length = sizes.length(item, turns, cell)
        if why := sizes.too_long(length, cell, offer):
            return why
        worst = sizes.worst(length, cell, offer) if thrifty else ()
        if worst is None:
            raise EndedError(
                f"stopped because nobody knows what {item.id} may cost in {cell.model}"
            )
        return Call(item.id, turns, trials, worst, told)

    def _pass_over(
        self,
        item: Item,
        cell: Cell,
        trials: tuple[int, ...],
        why: str,
        appender: jsonl.Appender,
    ) -> None:
        for trial in trials:
            reply = Reply(item.id, cell.key, trial, stop_reason="model_length", cost=0.0, error=why)
            appender.add(reply)
            self._done.add(folder.key(reply))
            self._added += 1
        self._show()

    def _offer(self, cell: Cell) -> Offer:
        return self._run.study.offers.get(cell.key, Offer())

    def _missing(self, item: Item, cell: str) -> list[tuple[int, ...]]:
        """Return the trials in which an item is still to be asked, those alike together."""
        trials = range(1, self._run.study.trials + 1)
        missing = tuple(trial for trial in trials if (item.id, cell, trial) not in self._done)
        return plan.alike(item, missing) if missing else []

    def _notice(self, kind: str) -> None:
        """Count a failed try by its class, and show it."""
        self._trouble[kind] += 1
        self._show()

    def _note(self, reply: Reply) -> None:
        """Count a stored reply, show it, and give up if too many calls fail."""
        self.asked += 1
        if reply.stop_reason == "failed":
            self._errors[reply.error or ""] += 1
            self._show(reply.error)
        else:
            self._done.add(folder.key(reply))
            self._added += 1
            self._show()
        self._share.check()
        failed, most = self._errors.total(), self._run.study.max_error_rate
        hopeless = self.asked >= FIRST_CALLS and failed == self.asked and most < 1
        if (
            hopeless
            or (failed and not most)
            or (self.asked >= LEAST_CALLS and failed > most * self.asked)
        ):
            kinds = ", ".join(f"{n} {kind}" for kind, n in self._trouble.most_common())
            why = (
                f"stopped because {failed} of {self.asked} calls failed, more than "
                f"--max-error-rate {most:g} allows, most often with "
                f"{self._errors.most_common(1)[0][0]!r}; of all tries: {kinds}"
            )
            self._share.stop_all(why)
            raise EndedError(why)

    def _show(self, error: str | None = None) -> None:
        if self._progress is not None:
            self._progress(
                Progress(
                    self._planned,
                    len(self._done),
                    self.asked,
                    self._errors.total(),
                    self._model,
                    error,
                    dict(self._trouble),
                    self._purse.total,
                    self._purse.limit,
                    self._added,
                )
            )

    def stopped(self, why: str, *, more: str = "") -> str:
        """Return the line for a session that ended early; see ``stopped``."""
        bill = self._purse.bill if self._purse.limit is not None else ""
        return stopped(self._run.folder, why, bill, len(self._done), self._planned, more=more)


def stopped(out: Path, why: str, bill: str, stored: int, planned: int, *, more: str = "") -> str:
    """Return the line for a run that ended early.

    Args:
        out: The run.
        why: What ended it.
        bill: What it has cost, in words; empty if there is no budget.
        stored: How many replies are stored.
        planned: Of how many.
        more: What going on takes besides, in flags.
    """
    return (
        f"{out}: {why}; {bill}{'; ' if bill else ''}{stored} of {planned} replies are stored: go "
        f"on with 'benchbar run --resume {shlex.quote(str(out))}{more}'"
    )


def _metadata(study: Study, cell: Cell, manifest: Manifest) -> dict[str, str | int]:
    """What Inspect's log says of where its samples come from."""
    return {
        "benchbar": study.benchbar,
        "suite": manifest.suite,
        "suite_version": manifest.version,
        "suite_seed": manifest.seed,
        "data_digest": study.data_digest,
        "cell": cell.key,
        "variant": cell.variant,
    }
