"""A run: ask what is missing, store each reply as it comes, grade at the end."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell, Document, Item, Reply
from benchbar.runs import SIMULATED, Say, faults, folder, grading, plan, sizes
from benchbar.runs.budget import (
    PREFLIGHT,
    RESERVED,
    Purse,
    SpentError,
    check,
    lost,
    spent,
)
from benchbar.runs.elsewhere import is_elsewhere
from benchbar.runs.first_call import check_room, lacking, take_back, try_out
from benchbar.runs.folder import Key, Outcome, Run
from benchbar.runs.plan import Study
from benchbar.runs.prices import Offer, offers
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
    ``spent`` and ``budget`` are US dollars.
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


Watch: TypeAlias = Callable[[Progress], None]


def run(
    study: Study,
    out: Path,
    *,
    force: bool = False,
    questions: Path | None = None,
    progress: Watch | None = None,
    say: Say | None = None,
) -> Outcome:
    """Start a new run: ask everything planned, store the replies, grade them.

    Args:
        study: What is asked.
        out: The folder of the run, to be made.
        force: Replace a run that is there.
        questions: A DATA folder of which a copy becomes part of the run: the study's own.
        progress: Is shown each reply as it comes.
        say: Is told which model is about to be tried out.

    Raises:
        InputError: ``out`` holds something already, a model cannot be asked, or the budget does
            not allow a single call or cannot be kept.
        IncompleteError: The user stopped it, too many calls failed, or the budget is spent; what
            came is kept.
    """
    folder.check_free(out, force=force)
    check(study, spent=0.0)
    fresh = not out.exists()
    with folder.locked(out):
        try:
            folder.check_free(out, force=force)
            check_room(out)
            paid: list[float] = []
            try_out(study, study.cells, say, paid.append)
        except BaseException:
            if fresh:
                take_back(out)
            raise
        if questions is not None:
            study = plan.within(study, out / folder.QUESTIONS)
        folder.create(study, out, force=force, questions=questions)
        (out / RESERVED).unlink(missing_ok=True)
        return _finish(Run(out), sum(paid), progress)


def resume(
    out: Path,
    *,
    budget: float | None = None,
    max_error_rate: float | None = None,
    attempt_seconds: int | None = None,
    prices: Path | None = None,
    progress: Watch | None = None,
    say: Say | None = None,
) -> Outcome:
    """Ask only what is missing or failed; a complete run is left alone, and graded if need be.

    Args:
        out: The folder of the run.
        budget: Another budget in US dollars, for the whole run; kept in ``run.json``.
        max_error_rate: Another share of failed calls above which the run stops; kept likewise.
        attempt_seconds: How long one try of a call may last from now on; kept likewise.
        prices: A file of prices and windows; what it says is kept likewise.
        progress: As for ``run``.
        say: As for ``run``.

    Raises:
        InputError: There is no run, its items changed, a model cannot be asked, or the budget
            does not allow another call or cannot be kept.
        IncompleteError: The user stopped it, too many calls failed, or the budget is spent; what
            came is kept.
    """
    opened = folder.open_run(out)
    with folder.locked(out):
        if (out / folder.REPLIES).is_file():
            jsonl.Appender(out / folder.REPLIES).close()
        plan.check_files(opened.study, opened.data)
        outcome = opened.outcome()
        if outcome.complete:
            return outcome if opened.graded else grading.score(out)
        if is_elsewhere(opened.study):
            raise InputError(
                f"{out}: its replies were made elsewhere, so that nobody can be asked: add to "
                "their file, and import it again with --force"
            )
        study = changed(
            opened.study,
            budget=budget,
            max_error_rate=max_error_rate,
            attempt_seconds=attempt_seconds,
            prices=prices,
        )
        check(study, spent=spent(out), cells=lacking(opened))
        if study != opened.study:
            folder.write_study(study, out)
            opened = folder.open_run(out)
        check_room(out)
        with Purse(out, study.budget, spent(out)) as purse:
            try_out(study, lacking(opened), say, lambda usd: purse.pay(PREFLIGHT, usd))
        return _finish(opened, 0.0, progress)


def changed(
    study: Study,
    *,
    budget: float | None = None,
    max_error_rate: float | None = None,
    attempt_seconds: int | None = None,
    prices: Path | None = None,
) -> Study:
    """Return a study with what may change while it runs, where something is given.

    What an earlier version did not record of the models is looked up.

    Raises:
        InputError: A number cannot be right, or the file of prices is wrong.
    """
    lacking = any(cell.key not in study.offers for cell in study.cells)
    known = offers(study.cells, prices) if prices or lacking else {}
    new = replace(
        study,
        budget=study.budget if budget is None else budget,
        max_error_rate=study.max_error_rate if max_error_rate is None else max_error_rate,
        attempt_seconds=study.attempt_seconds if attempt_seconds is None else attempt_seconds,
        offers=known if prices else known | study.offers,
    )
    plan.check(new)
    return new


def _finish(opened: Run, paid: float, progress: Watch | None) -> Outcome:
    asking = _Asking(opened, paid, progress)
    try:
        try:
            asking.ask()
        except (KeyboardInterrupt, SpentError):
            # Stopped after the last reply there is nothing to go on with.
            if not asking.complete:
                raise
        return grading.score(opened.folder, asked=asking.asked)
    except SpentError as error:
        told = asking.stopped(f"stopped because {error}", more=error.more)
        raise IncompleteError(told) from None
    except KeyboardInterrupt:
        raise IncompleteError(asking.stopped("stopped")) from None
    except OSError as error:
        raise IncompleteError(asking.stopped(faults.unwritten(error))) from None


class _Asking:
    """One session of asking: what is done, what came, what it cost, when to give up."""

    def __init__(self, opened: Run, paid: float, progress: Watch | None) -> None:
        self._run = opened
        self._progress = progress
        self._planned = opened.outcome().planned
        self._done: set[Key] = {
            folder.key(reply) for reply in opened.replies() if reply.stop_reason != "failed"
        }
        self._errors: Counter[str] = Counter()
        self._trouble: Counter[str] = Counter()
        self._model = ""
        self._purse = Purse(
            opened.folder, opened.study.budget, spent(opened.folder), lost(opened.folder)
        )
        self._purse.pay(PREFLIGHT, paid)
        self.asked = 0

    @property
    def complete(self) -> bool:
        """Whether every planned reply is stored."""
        return len(self._done) == self._planned

    def ask(self) -> None:
        """Ask all that is missing, cell after cell, in chunks that fit in memory."""
        run = self._run
        (run.folder / folder.VERDICTS).unlink(missing_ok=True)
        with self._purse, jsonl.Appender(run.folder / folder.REPLIES) as appender:
            for cell in run.study.cells:
                self._model = cell.model
                for chunk in self._chunks(cell, appender):
                    self._ask(chunk, cell, appender)

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
                connections=study.max_connections,
                attempt_seconds=study.attempt_seconds,
                batching=study.batch,
            )
        except engine.StoppedError as error:
            if not self.complete:
                raise IncompleteError(self.stopped(str(error))) from None

    def _chunks(self, cell: Cell, appender: jsonl.Appender) -> Iterator[list["Call"]]:
        """Yield the calls that are missing in a cell, as many at a time as fit in memory.

        What is too long for the model is not asked; a reply that says so is stored instead.
        """
        chunk: list[Call] = []
        characters = 0
        for document, items in self._run.pairs():
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
            why = f"stopped because nobody knows what {item.id} may cost in {cell.model}"
            raise IncompleteError(self.stopped(why))
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
            self._show()
        failed, most = self._errors.total(), self._run.study.max_error_rate
        hopeless = self.asked >= FIRST_CALLS and failed == self.asked and most < 1
        if (
            hopeless
            or (failed and not most)
            or (self.asked >= LEAST_CALLS and failed > most * self.asked)
        ):
            kinds = ", ".join(f"{n} {kind}" for kind, n in self._trouble.most_common())
            raise IncompleteError(
                self.stopped(
                    f"stopped because {failed} of {self.asked} calls failed, more than "
                    f"--max-error-rate {most:g} allows, most often with "
                    f"{self._errors.most_common(1)[0][0]!r}; of all tries: {kinds}"
                )
            )

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
                    self._purse.spent,
                    self._purse.limit,
                )
            )

    def stopped(self, why: str, *, more: str = "") -> str:
        """Return the line for a run that ended early; ``more`` is what going on takes besides."""
        out, purse = self._run.folder, self._purse
        bill = f"{purse.bill}; " if purse.limit is not None else ""
        return (
            f"{out}: {why}; {bill}{len(self._done)} of {self._planned} replies are stored: go on "
            f"with 'benchbar run --resume {shlex.quote(str(out))}{more}'"
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
