"""What is made sure of before a run's first call: its folder takes it, and its models answer."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import IncompleteError, InputError
from benchbar.records import Cell
from benchbar.runs import BY_RULE, LOCAL, Say, faults, folder, smollm2
from benchbar.runs.budget import of_one_word
from benchbar.runs.folder import Run
from benchbar.runs.plan import Study
from benchbar.runs.prices import Offer

_TRIAL = "trial.partial"
_TRIAL_BYTES = 1 << 20
"""What is written and removed before the first call, to see that there is room."""


def check_room(out: Path, name: str = _TRIAL) -> None:
    """Make sure that a run can be written, before a call is paid for."""
    try:
        with jsonl.replacing(out / name) as file:
            file.write(b" " * _TRIAL_BYTES)
        (out / name).unlink()
    except OSError as error:
        told = f"{out}: {faults.unwritten(error)}, or choose another --out"
        raise (IncompleteError if faults.is_full(error) else InputError)(told) from None


def take_back(out: Path) -> None:
    """Remove the folder of a run that never began, if nothing else is in it."""
    with suppress(OSError):
        (out / folder.LOCK).unlink()
        out.rmdir()


def weights(cells: Iterable[Cell]) -> dict[str, str]:
    """Return digests of the models among them that lie in folders of this machine."""
    here = {cell.model for cell in cells if cell.model.startswith(f"benchbar/{LOCAL}")}
    found = {name: smollm2.folder_of(name) for name in sorted(here)}
    return {name: smollm2.digest(folder) for name, folder in found.items() if folder}


def check_weights(study: Study, cells: Iterable[Cell]) -> None:
    """Make sure that models in folders are still those that a run began with.

    Raises:
        InputError: One is another.
    """
    for name, now in weights(cells).items():
        if study.weights.get(name, now) != now:
            raise InputError(
                f"{name}: another model is in its folder than when the run began: ask it with a "
                "new --out"
            )


def lacking(opened: Run) -> Iterable[Cell]:
    """Return the cells of a run that lack replies, in order."""
    study = opened.study
    counts = Counter(reply.cell for reply in opened.replies() if reply.stop_reason != "failed")
    planned = len(opened.item_ids) * study.trials
    return (cell for cell in study.cells if counts[cell.key] < planned)


def try_out(
    study: Study, cells: Iterable[Cell], say: Say | None, pay: Callable[[float], None]
) -> None:
    """Try each model out once.

    ``pay`` is told before each call what it may cost at most, in dollars, and after it, as an
    amount below zero, what it did not.

    Raises:
        InputError: A model cannot be asked.
    """
    remote = {(cell.model, cell.base_url): cell for cell in cells if cell.model not in BY_RULE}
    if remote:
        from benchbar.runs import engine

        for cell in remote.values():
            if say is not None:
                say(f"asking {cell.model} for one word, to see that it answers ...")
            offer = study.offers.get(cell.key, Offer())
            worst = of_one_word(cell, offer) or 0.0
            pay(worst)
            try:
                cost = engine.preflight(cell, study.attempt_seconds, offer)
            except engine.UnansweredError as error:
                if not error.billed:
                    pay(-worst)
                raise
            if cost is not None:
                pay(cost - worst)
    if study.batch and say is not None:
        say("asking in batches: replies come together when a batch is done, within 24 hours ...")
