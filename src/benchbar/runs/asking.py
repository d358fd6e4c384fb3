"""A run: ask what is missing, store each reply as it comes, grade at the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.runs import Say, crew, faults, folder, grading, local_crew, plan
from benchbar.runs.budget import SpentError, check, open_purse, spent
from benchbar.runs.elsewhere import is_elsewhere
from benchbar.runs.first_call import (
    check_room,
    check_weights,
    lacking,
    take_back,
    try_out,
    weights,
)
from benchbar.runs.folder import Outcome, Run
from benchbar.runs.parts import EndedError
from benchbar.runs.plan import Study
from benchbar.runs.prices import offers
from benchbar.runs.reserves import PREFLIGHT, RESERVED
from benchbar.runs.session import Session, Watch


def run(
    study: Study,
    out: Path,
    *,
    force: bool = False,
    questions: Path | None = None,
    workers: int = 1,
    progress: Watch | None = None,
    say: Say | None = None,
) -> Outcome:
    """Start a new run: ask everything planned, store the replies, grade them.

    Args:
        study: What is asked.
        out: The folder of the run, to be made.
        force: Replace a run that is there.
        questions: A DATA folder of which a copy becomes part of the run: the study's own.
        workers: How many processes of this machine ask.
        progress: Is shown each reply as it comes.
        say: Is told which model is about to be tried out.

    Raises:
        InputError: ``out`` holds something already, a model cannot be asked, or the budget does
            not allow a single call or cannot be kept.
        IncompleteError: The user stopped it, too many calls failed, or the budget is spent; what
            came is kept.
    """
    crew.check(study, workers)
    paid: list[float] = []
    with _making(study, out, force=force, questions=questions) as begin:
        try_out(study, study.cells, say, paid.append)
        begin()
        with open_purse(out, study.budget) as purse:
            purse.pay(PREFLIGHT, sum(paid))
        if workers == 1:
            return _finish(Run(out), progress)
    return local_crew.ask(out, workers, progress, say)


def make(study: Study, out: Path, *, force: bool = False, questions: Path | None = None) -> Outcome:
    """Make a new run and ask nothing: workers ask it when they join it.

    Raises:
        InputError: As for ``run``, but no model is tried out.
    """
    crew.check(study)
    with _making(study, out, force=force, questions=questions) as begin:
        begin()
        return Run(out).outcome()


@contextmanager
def _making(
    study: Study, out: Path, *, force: bool, questions: Path | None
) -> Iterator[Callable[[], None]]:
    """Hold the folder of a new run; what is yielded puts the run into it.

    If that is not called, a folder that was made for it is taken away again.
    """
    folder.check_free(out, force=force)
    check(study, spent=0.0)
    fresh = not out.exists()
    begun = False

    def begin() -> None:
        nonlocal begun
        planned = plan.within(study, out / folder.QUESTIONS) if questions else study
        planned = replace(planned, weights=weights(study.cells))
        folder.create(planned, out, force=force, questions=questions)
        (out / RESERVED).unlink(missing_ok=True)
        begun = True

    with folder.locked(out):
        try:
            folder.check_free(out, force=force)
            check_room(out)
            yield begin
        except BaseException:
            if fresh and not begun:
                take_back(out)
            raise


def resume(
    out: Path,
    *,
    budget: float | None = None,
    max_error_rate: float | None = None,
    attempt_seconds: int | None = None,
    prices: Path | None = None,
    workers: int = 1,
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
        workers: How many processes of this machine ask.
        progress: As for ``run``.
        say: As for ``run``.

    Raises:
        InputError: There is no run, its items or the files of a model changed, a model cannot be
            asked, or the budget does not allow another call or cannot be kept.
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
        crew.check(study, workers)
        if study != opened.study:
            folder.write_study(study, out)
            opened = folder.open_run(out)
        check_room(out)
        check_weights(study, lacking(opened))
        with open_purse(out, study.budget) as purse:
            try_out(study, lacking(opened), say, lambda usd: purse.pay(PREFLIGHT, usd))
        if workers == 1:
            return _finish(opened, progress)
    return local_crew.ask(out, workers, progress, say)


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


def _finish(opened: Run, progress: Watch | None) -> Outcome:
    asking = Session(opened, open_purse(opened.folder, opened.study.budget), progress)
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
    except EndedError as error:
        raise IncompleteError(asking.stopped(str(error))) from None
    except KeyboardInterrupt:
        raise IncompleteError(asking.stopped("stopped")) from None
    except OSError as error:
        raise IncompleteError(asking.stopped(faults.unwritten(error))) from None
