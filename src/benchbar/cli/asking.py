"""What ``benchbar run`` shows while it asks, after it has asked, and instead of asking."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

import click
from click.core import ParameterSource

from benchbar.cli.options import ANEW
from benchbar.cli.results import print_accuracy, tell_outcome
from benchbar.cli.talk import give_json, progress, say
from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.report.names import cell_labels
from benchbar.report.visible import visible
from benchbar.runs import study as studies
from benchbar.runs.asking import changed
from benchbar.runs.budget import dollars
from benchbar.runs.plan import pairs
from benchbar.runs.prices import unfitting
from benchbar.runs.sizes import (
    ASSUMED_REASONING,
    ASSUMED_REPLY,
    NOT_ASKED,
    ModelSizes,
    Sizes,
    estimate,
)
from benchbar.runs.study import Outcome, Progress, Study, open_run
from benchbar.suites.data import Data

_BUSY = "asking"


def sizes(study: Study) -> Sizes:
    """Count prompts and tokens of a study, and what they cost, without asking anything."""
    everything = pairs(study, Data(Path(study.data_path)))
    return estimate(study, everything, missing=lambda *_: study.trials)


def sizes_left(out: Path, settings: dict[str, Any]) -> Sizes:
    """Count what is left of a run, without asking anything."""
    run = open_run(out)
    replies = run.replies()
    done = Counter((r.id, r.cell) for r in replies if r.stop_reason != "failed")
    return estimate(
        changed(run.study, **settings),
        run.pairs(),
        missing=lambda item, cell: run.study.trials - done[item.id, cell.key],
        replies=replies,
    )


def warn_of_prices(file: Path | None, study: Study) -> None:
    """Name the rows of a file of prices that fit no model that is asked: misspelt, perhaps."""
    rows = unfitting(file, study.cells) if file else []
    if rows:
        fit = "fits" if len(rows) == 1 else "fit"
        asked = ", ".join(dict.fromkeys(cell.model for cell in study.cells))
        say(f"{file}: {', '.join(rows)} {fit} no model that is asked, which is {asked}")


def print_sizes(found: Sizes, study: Study, *, as_json: bool) -> int:
    """Print what a run would take; return the exit code."""
    if as_json:
        give_json(found)
    else:
        labels = cell_labels({cell.key: cell for cell in study.cells})
        click.echo("\n".join(map(visible, _sentences(found, labels))))
    return 0


def _sentences(found: Sizes, labels: Mapping[str, str]) -> Iterator[str]:
    for model, settings in groupby(found.models, key=attrgetter("model")):
        same = list(settings)
        yield model
        for price in dict.fromkeys(one.price for one in same):
            yield f"  price: {price.removeprefix('price ')}"
        for basis in dict.fromkeys(one.seconds_basis for one in same):
            yield f"  time {basis}"
        for one in same:
            setting = labels[one.cell].removeprefix(model).removeprefix(", ")
            yield from _of_setting(one, f"  {setting}: " if len(same) > 1 else "  ")
    yield (
        f"in all {found.prompts:,} prompts, {found.tokens_in:,} tokens in (cl100k_base), "
        f"{found.tokens_out_low:,} to {found.tokens_out_high:,} out, cost "
        f"{_between(found.cost_low, found.cost_high)}, {_minutes(found.seconds_low)} to "
        f"{_minutes(found.seconds_high)}. Nothing was asked."
    )
    yield (
        "Low: nothing but the right answers, in as many tokens as cl100k_base makes, or as "
        "--max-tokens allows. High: as many as the model's own tokenizer may make, and replies as "
        "long as --max-tokens allows; "
        f"without it {ASSUMED_REPLY:,} tokens are assumed, and {ASSUMED_REASONING:,} of reasoning."
    )
    if found.cost_low is None or found.cost_high is None:
        yield "A price that is unknown can be given in a file: --prices FILE (docs/how-to/cost.md)."


def anew(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given of that which a run may be given anew."""
    return {name: options[name] for name in ANEW if options[name] is not None}


Show: TypeAlias = Callable[..., None]
"""Prints the results of the run in a folder, as JSON if ``as_json``."""


def _of_setting(one: ModelSizes, before: str) -> Iterator[str]:
    yield (
        f"{before}{one.prompts:,} prompts, {one.tokens_in:,} to {one.tokens_in_high:,} tokens in, "
        f"{one.tokens_out_low:,} to {one.tokens_out_high:,} out, cost "
        f"{_between(one.cost_low, one.cost_high)}, {_minutes(one.seconds_low)} to "
        f"{_minutes(one.seconds_high)}"
    )
    if one.too_long:
        yield f"    not asked, too long for the model's window: {_by_window(one.too_long)}"


def carry_out(
    data: Path,
    asked: tuple[Cell, ...],
    out: Path | None,
    options: Mapping[str, Any],
    *,
    dry_run: bool,
    as_json: bool,
    force: bool,
    own: bool = False,
    show: Show = print_accuracy,
    **selected: Any,
) -> int:
    """Plan a study of some items and run it, or say what it would take; return the exit code.

    Args:
        data: Folder of the items.
        asked: The cells.
        out: Folder of the run; without it nothing is asked.
        options: What ``ASKING`` took, and ``WORKERS`` where the command has it.
        dry_run: Ask nothing.
        as_json: Print JSON.
        force: Replace a run.
        own: Copy the items into the run.
        show: Prints the results.
        selected: Which items, and how often, as ``plan`` takes it.
    """
    study = studies.plan(
        data,
        asked,
        max_connections=options["max_connections"],
        batch=options["batch"],
        **selected,
        **anew(options),
    )
    warn_of_prices(options["prices"], study)
    if dry_run or out is None:
        return print_sizes(sizes(study), study, as_json=as_json)
    questions = data if own else None
    if options.get("plan_only"):
        return _make_and_tell(study, out, force=force, as_json=as_json, questions=questions)
    return run_and_tell(
        study,
        out,
        force=force,
        as_json=as_json,
        questions=questions,
        workers=options.get("workers", 1),
        show=show,
    )


def show_nothing(run: Path, *, as_json: bool) -> None:
    """Show nothing of a run whose replies say nothing yet: essays, and marks to be handed in."""


def run_and_tell(
    study: Study,
    out: Path,
    *,
    force: bool,
    as_json: bool,
    questions: Path | None = None,
    workers: int = 1,
    show: Show = print_accuracy,
) -> int:
    """Run a study and print its results; return the exit code."""
    with _watching() as watch:
        outcome = studies.run(
            study,
            out,
            force=force,
            questions=questions,
            workers=workers,
            progress=watch,
            say=say,
        )
    return _tell(outcome, out, show, as_json=as_json)


def _make_and_tell(
    study: Study, out: Path, *, force: bool, as_json: bool, questions: Path | None
) -> int:
    outcome = studies.make(study, out, force=force, questions=questions)
    if as_json:
        give_json(outcome)
    say(
        f"{out}: {outcome.planned:,} replies are planned, and nothing was asked: start workers, on "
        f"every machine that sees it, with 'benchbar run --join {shlex.quote(str(out))}'"
    )
    return 0


def join(out: Path, *, as_json: bool, show: Show = print_accuracy) -> int:
    """Ask parts of a run beside other workers, and print its results; return the exit code.

    What is not graded then, another worker grades, who is still at work.
    """
    _refuse_beside("--join", click.get_current_context(), "join", "as_json")
    with _watching() as watch:
        outcome = studies.join(out, progress=watch, say=say)
    if not open_run(out).graded:
        say(f"{out}: no part is left to ask; the last worker at work grades it")
        return 0
    return _tell(outcome, out, show, as_json=as_json)


def go_on(
    out: Path,
    settings: dict[str, Any],
    *,
    dry_run: bool,
    as_json: bool,
    workers: int = 1,
    show: Show = print_accuracy,
) -> int:
    """Go on with a run and print its results, or say what is left; return the exit code.

    ``settings`` is what the run is given anew: those of ``ANEW`` that were named.
    """
    may = ("resume", "workers", "as_json", "dry_run", *ANEW)
    _refuse_beside("--resume", click.get_current_context(), *may)
    if settings.get("prices"):
        warn_of_prices(settings["prices"], open_run(out).study)
    if dry_run:
        return print_sizes(sizes_left(out, settings), open_run(out).study, as_json=as_json)
    return _resume_and_tell(out, settings, show, as_json=as_json, workers=workers)


def _refuse_beside(flag: str, context: click.Context, *may: str) -> None:
    """A run goes on with the settings that it began with: refuse any but those named."""
    given = [
        param.opts[0] if param.opts[0].startswith("-") else param.human_readable_name
        for param in context.command.params
        if param.name not in may
        and context.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise InputError(f"{flag} takes a run as it is: leave out {', '.join(given)}")


def _resume_and_tell(
    out: Path, settings: dict[str, Any], show: Show, *, as_json: bool, workers: int
) -> int:
    with _watching() as watch:
        outcome = studies.resume(out, **settings, workers=workers, progress=watch, say=say)
    if not outcome.asked:
        say(f"{out}: complete already; nothing was asked")
    return _tell(outcome, out, show, as_json=as_json)


def _tell(outcome: Outcome, out: Path, show: Show, *, as_json: bool) -> int:
    show(out, as_json=as_json)
    tell_outcome(outcome, out)
    _tell_too_long(outcome, out)
    return 0 if outcome.complete else 1


def _tell_too_long(outcome: Outcome, out: Path) -> None:
    """Name the items that no model was asked, for their length."""
    if "model_length" not in outcome.stop_reasons:
        return
    run = open_run(out)
    models = {cell.key: cell.model for cell in run.study.cells}
    windows = {item.id: item.window for _, items in run.pairs() for item in items}
    passed: dict[str, list[str]] = {}
    for reply in run.replies():
        if reply.stop_reason == "model_length" and (reply.error or "").startswith(NOT_ASKED):
            passed.setdefault(models[reply.cell], []).append(reply.id)
    for model, ids in passed.items():
        sizes_of = _by_window(Counter(windows[item] for item in ids))
        say(
            f"{model} was not asked {len(ids):,} items, too long for its window: {sizes_of}, from "
            f"{min(ids)}; they count as not answered"
        )


@contextmanager
def _watching() -> Iterator[Callable[[Progress], None]]:
    """Show replies as they come, failed tries by class, and each new kind of failure once."""
    told: set[str] = set()
    words = _BUSY

    with progress(lambda: words, unit="replies") as tell:

        def watch(now: Progress) -> None:
            nonlocal words
            words = _words(now)
            tell(now.stored, now.planned)
            if now.error and now.error not in told:
                told.add(now.error)
                say(f"a call failed: {now.error}")

        yield watch


def _words(now: Progress) -> str:
    """Return what is being done, what it has cost against a budget, and what went wrong."""
    parts = [f"{n:,} {kind}" for kind, n in sorted(now.trouble.items())]
    if now.budget is not None:
        parts.insert(0, f"{dollars(now.spent)} of {dollars(now.budget)}")
    return f"{_BUSY} ({', '.join(parts)})" if parts else _BUSY


def _by_window(counts: dict[str, int]) -> str:
    return ", ".join(f"{n:,} of {window}" for window, n in counts.items())


def _between(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return "unknown"
    if low == high == 0:
        return "nothing"
    ends = ("unknown" if usd is None else dollars(usd) for usd in (low, high))
    return " to ".join(ends)


def _minutes(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds:.2g} s" if seconds else "0 s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:,.0f} min" if seconds < 6000 else f"{seconds / 3600:,.1f} h"
