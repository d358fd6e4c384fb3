"""A run: ask what is missing, store each reply as it comes, grade at the end."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from benchbar import jsonl
from benchbar.errors import IncompleteError
from benchbar.records import Cell, Reply
from benchbar.runs import faults, folder, grading, plan
from benchbar.runs.folder import Key, Outcome, Run
from benchbar.runs.plan import Study
from benchbar.suites.data import Manifest

if TYPE_CHECKING:
    from benchbar.runs.engine import Call

CHUNK_CALLS = 1_000
CHUNK_CHARACTERS = 60_000_000

FIRST_CALLS = 10
LEAST_CALLS = 20
WORST_SHARE = 0.2
"""A run stops if its first 10 calls all fail, or over 20% of 20 calls or more."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: counts of replies, and the last failure's one line."""

    planned: int
    stored: int
    asked: int
    failed: int
    model: str
    error: str | None = None


Watch: TypeAlias = Callable[[Progress], None]
Say: TypeAlias = Callable[[str], None]
"""Is told, in one line, what is waited for."""


def run(
    study: Study,
    out: Path,
    *,
    force: bool = False,
    progress: Watch | None = None,
    say: Say | None = None,
) -> Outcome:
    """Start a new run: ask everything planned, store the replies, grade them.

    Args:
        study: What is asked.
        out: The folder of the run, to be made.
        force: Replace a run that is there.
        progress: Is shown each reply as it comes.
        say: Is told which model is about to be tried out.

    Raises:
        InputError: ``out`` holds something already, or a model cannot be asked.
        IncompleteError: The user stopped it, or too many calls failed; what came is kept.
    """
    folder.check_free(out, force=force)
    _preflight(study, say)
    with folder.locked(out):
        folder.create(study, out, force=force)
        return _finish(Run(out), progress)


def resume(out: Path, *, progress: Watch | None = None, say: Say | None = None) -> Outcome:
    """Ask only what is missing or failed; a complete run is left alone, and graded if need be.

    ``progress`` and ``say`` are those of ``run``.

    Raises:
        InputError: There is no run, its items changed, or a model cannot be asked.
        IncompleteError: The user stopped it, or too many calls failed; what came is kept.
    """
    opened = folder.open_run(out)
    with folder.locked(out):
        if (out / folder.REPLIES).is_file():
            jsonl.Appender(out / folder.REPLIES).close()
        outcome = opened.outcome()
        if outcome.complete:
            return outcome if opened.graded else grading.score(out)
        plan.check_files(opened.study, opened.data)
        _preflight(opened.study, say)
        return _finish(opened, progress)


def _preflight(study: Study, say: Say | None) -> None:
    remote = [cell for cell in study.cells if not cell.model.startswith("benchbar/")]
    if remote:
        from benchbar.runs import engine

        for cell in remote:
            if say is not None:
                say(f"asking {cell.model} for one word, to see that it answers ...")
            engine.preflight(cell, study.attempt_seconds)


def _finish(opened: Run, progress: Watch | None) -> Outcome:
    asking = _Asking(opened, progress)
    try:
        asking.ask()
        return grading.score(opened.folder, asked=asking.asked)
    except KeyboardInterrupt:
        raise IncompleteError(asking.stopped("stopped")) from None
    except OSError as error:
        raise IncompleteError(asking.stopped(faults.unwritten(error))) from None


class _Asking:
    """One session of asking: what is done, what came, when to give up."""

    def __init__(self, opened: Run, progress: Watch | None) -> None:
        self._run = opened
        self._progress = progress
        self._planned = opened.outcome().planned
        self._done: set[Key] = {
            folder.key(reply) for reply in opened.replies() if reply.stop_reason != "failed"
        }
        self._errors: Counter[str] = Counter()
        self.asked = 0

    def ask(self) -> None:
        """Ask all that is missing, cell after cell, in chunks that fit in memory."""
        run = self._run
        (run.folder / folder.VERDICTS).unlink(missing_ok=True)
        with jsonl.Appender(run.folder / folder.REPLIES) as appender:
            for cell in run.study.cells:

                def listen(reply: Reply, model: str = cell.model) -> None:
                    appender.add(reply)
                    self._note(reply, model)

                for chunk in self._chunks(cell):
                    self._ask(chunk, cell, listen)

    def _ask(self, chunk: list["Call"], cell: Cell, listen: Callable[[Reply], None]) -> None:
        from benchbar.runs import engine

        study = self._run.study
        try:
            engine.ask(
                chunk,
                cell,
                listener=listen,
                logs=self._run.folder / folder.LOGS,
                metadata=_metadata(study, cell, self._run.data.manifest),
                connections=study.max_connections,
                attempt_seconds=study.attempt_seconds,
            )
        except engine.StoppedError as error:
            raise IncompleteError(self.stopped(str(error))) from None

    def _chunks(self, cell: Cell) -> Iterator[list["Call"]]:
        """Yield the calls that are missing in a cell, as many at a time as fit in memory."""
        from benchbar.runs.engine import Call

        chunk: list[Call] = []
        characters = 0
        for document, items in self._run.pairs():
            for item in items:
                if trials := self._missing(item.id, cell.key):
                    turns = plan.task_of(item).turns(item, document, cell.variant)
                    chunk.append(Call(item.id, turns, trials))
                    characters += sum(map(len, turns))
                if len(chunk) >= CHUNK_CALLS or characters >= CHUNK_CHARACTERS:
                    yield chunk
                    chunk, characters = [], 0
        if chunk:
            yield chunk

    def _missing(self, item: str, cell: str) -> tuple[int, ...]:
        trials = range(1, self._run.study.trials + 1)
        return tuple(trial for trial in trials if (item, cell, trial) not in self._done)

    def _note(self, reply: Reply, model: str) -> None:
        """Count a stored reply, show it, and give up if too many calls fail."""
        self.asked += 1
        if reply.stop_reason == "failed":
            self._errors[reply.error or ""] += 1
        else:
            self._done.add(folder.key(reply))
        failed = self._errors.total()
        if self._progress is not None:
            self._progress(
                Progress(self._planned, len(self._done), self.asked, failed, model, reply.error)
            )
        hopeless = self.asked >= FIRST_CALLS and failed == self.asked
        if hopeless or (self.asked >= LEAST_CALLS and failed > WORST_SHARE * self.asked):
            why = f"stopped because {failed} of {self.asked} calls failed, most often with "
            raise IncompleteError(self.stopped(why + repr(self._errors.most_common(1)[0][0])))

    def stopped(self, why: str) -> str:
        """Return the line for a run that ended early."""
        out = self._run.folder
        return (
            f"{out}: {why}; {len(self._done)} of {self._planned} replies are stored: go on with "
            f"'benchbar run --resume {out}'"
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
