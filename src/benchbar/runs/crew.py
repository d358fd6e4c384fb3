"""Several workers on one run: processes of this machine, and such as join from anywhere."""

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import FrameType

from benchbar.errors import IncompleteError, InputError
from benchbar.runs import Say, faults, folder, grading, plan
from benchbar.runs.board import WORKERS, Board
from benchbar.runs.budget import Purse, SpentError, open_purse, spent
from benchbar.runs.budget import check as check_budget
from benchbar.runs.elsewhere import is_elsewhere
from benchbar.runs.first_call import check_room, check_weights, lacking, try_out
from benchbar.runs.folder import HeldError, Outcome, Run
from benchbar.runs.parts import EndedError, Shared
from benchbar.runs.plan import Study
from benchbar.runs.presence import Presence, new_name
from benchbar.runs.reserves import PREFLIGHT
from benchbar.runs.session import Session, Watch, stopped
from benchbar.runs.shared_purse import SharedPurse
from benchbar.runs.taking_in import replies_name

CLOSING_TRIES = 15
"""So often, about three seconds in all, a worker that finds no more parts tries to be the one who
grades; if others hold the run still, one of them is the last."""


class HaltedError(Exception):
    """A worker ended before all parts were done; ``more`` is what going on takes, in flags."""

    def __init__(self, why: str, more: str = "") -> None:
        super().__init__(why)
        self.why, self.more = why, more


def check(study: Study, workers: int | None = None) -> None:
    """Make sure that several workers can ask a study.

    Args:
        study: What is asked.
        workers: How many are started on this machine; they share its connections.

    Raises:
        InputError: They cannot.
    """
    if workers == 1:
        return
    if study.batch:
        raise InputError(
            "--batch: a batch is worked off by the provider, whoever hands it in: ask it by one "
            "process"
        )
    if workers is not None and workers > study.max_connections:
        raise InputError(
            f"--workers {workers}: more than the {study.max_connections} calls that may be open "
            "at a time: take fewer, or raise --max-connections"
        )


def join(out: Path, *, progress: Watch | None = None, say: Say | None = None) -> Outcome:
    """Ask parts of a run until none is left, beside whoever else does; the last one grades.

    Args:
        out: The folder of the run, which all workers see.
        progress: Is shown each reply as it comes.
        say: Is told which model is about to be tried out.

    Raises:
        InputError: There is no run, one process asks it, its items or the files of a model
            changed, a model cannot be asked, or the budget does not allow another call.
        IncompleteError: The user stopped it, too many calls failed, or the budget is spent; what
            came is kept.
    """
    opened = folder.open_run(out)
    with suppress(HeldError), folder.locked(out):
        pass  # what earlier workers left is taken in, if none is at work
    plan.check_files(opened.study, opened.data)
    check(opened.study)
    if is_elsewhere(opened.study):
        raise InputError(f"{out}: its replies were made elsewhere, so that nobody can be asked")
    if opened.outcome().complete:
        return close(out, 0)

    def begin(worker: Presence, purse: Purse) -> None:
        worker.check_locks()
        left = list(lacking(opened))
        check_budget(opened.study, spent=purse.total, cells=left)
        check_room(out / WORKERS, f"{worker.worker}.partial")
        check_weights(opened.study, left)
        try_out(opened.study, left, say, lambda usd: purse.pay(PREFLIGHT, usd))

    try:
        with _terminated_as_interrupted():
            asked = work(opened, None, progress, begin)
    except HaltedError as halted:
        return end_early(out, halted)
    return close(out, asked)


def work(
    opened: Run,
    connections: int | None,
    progress: Watch | None,
    begin: Callable[[Presence, Purse], None] | None = None,
) -> int:
    """Ask parts of a run until none is left; return how many replies came.

    Args:
        opened: The run.
        connections: How many calls are open at most, if not as many as the run may have.
        progress: Is shown each reply as it comes.
        begin: Is called before the first part is taken.

    Raises:
        HaltedError: It ended before.
        HeldError: One process asks the run.
    """
    out = opened.folder
    with (
        folder.shared(out),
        closing(Board(out)) as board,
        Presence(board.folder, new_name()) as presence,
    ):
        with board.held():
            purse = SharedPurse(out, opened.study.budget, spent(out), board, presence)
        try:
            if begin is not None:
                begin(presence, purse)
            session = Session(
                opened,
                purse,
                progress,
                share=Shared(opened, board, presence),
                replies=board.folder / replies_name(presence.worker),
                connections=connections,
            )
            session.ask()
        except SpentError as error:
            raise HaltedError(f"stopped because {error}", error.more) from None
        except EndedError as error:
            raise HaltedError(str(error)) from None
        except KeyboardInterrupt:
            raise HaltedError("stopped") from None
        except OSError as error:
            raise HaltedError(faults.unwritten(error)) from None
    return session.asked


def close(out: Path, asked: int) -> Outcome:
    """Take in and grade a run whose parts are all done, if nobody else does.

    Args:
        out: The run.
        asked: How many replies came here.
    """
    for _ in range(CLOSING_TRIES):
        with suppress(HeldError), folder.locked(out):
            run = Run(out)
            return run.outcome(asked) if run.graded else grading.score(out, asked=asked)
        # A reader may hold it for a moment; two that try at once must not do so again.
        time.sleep(random.uniform(0.1, 0.3))
    return Run(out).outcome(asked)


def end_early(out: Path, halted: HaltedError) -> Outcome:
    """End the work of a worker that was the last one; what it left is taken in if so.

    Raises:
        IncompleteError: Replies are missing, as nearly always.
    """
    with suppress(HeldError), folder.locked(out):
        pass
    run = Run(out)
    outcome = run.outcome()
    if outcome.complete:
        return close(out, 0)
    limit = run.study.budget
    bill = ""
    if limit is not None and not (out / WORKERS).is_dir():
        with open_purse(out, limit) as purse:
            bill = purse.bill
    raise IncompleteError(
        stopped(out, halted.why, bill, outcome.stored, outcome.planned, more=halted.more)
    )


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Let SIGTERM, by which a scheduler ends a worker, do what Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_: int, __: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
