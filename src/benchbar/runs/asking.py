"""A run: ask what is missing, store each reply as it comes, grade at the end."""

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell
from benchbar.runs import LOCAL, Say, faults, folder, grading, plan, smollm2
from benchbar.runs.budget import (
    PREFLIGHT,
    RESERVED,
    Purse,
    SpentError,
    check,
    spent,
)
from benchbar.runs.elsewhere import is_elsewhere
from benchbar.runs.first_call import check_room, lacking, take_back, try_out
from benchbar.runs.folder import Outcome, Run
from benchbar.runs.plan import Study
from benchbar.runs.prices import offers
from benchbar.runs.session import Session, Watch


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
        study = replace(study, weights=_weights(study.cells))
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
        if study != opened.study:
            folder.write_study(study, out)
            opened = folder.open_run(out)
        check_room(out)
        _check_weights(study, lacking(opened))
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


def _weights(cells: Iterable[Cell]) -> dict[str, str]:
    """Return digests of the models among them that lie in folders of this machine."""
    here = {cell.model for cell in cells if cell.model.startswith(f"benchbar/{LOCAL}")}
    found = {name: smollm2.folder_of(name) for name in sorted(here)}
    return {name: smollm2.digest(folder) for name, folder in found.items() if folder}


def _check_weights(study: Study, cells: Iterable[Cell]) -> None:
    """Make sure that models in folders are still those that a run began with.

    Raises:
        InputError: One is another.
    """
    for name, now in _weights(cells).items():
        if study.weights.get(name, now) != now:
            raise InputError(
                f"{name}: another model is in its folder than when the run began: ask it with a "
                "new --out"
            )


def _finish(opened: Run, paid: float, progress: Watch | None) -> Outcome:
    asking = Session(opened, paid, progress)
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
