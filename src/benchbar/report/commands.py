"""The commands that make the items of a run again, and ask the same models in the same way."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from benchbar.records import Cell
from benchbar.runs.plan import Study
from benchbar.runs.prices import shipped
from benchbar.suites.data import Manifest
from benchbar.suites.remake import build_command, choosing, line
from benchbar.tasks.multiple_choice import SHUFFLED
from benchbar.tasks.multiple_choice import SUITE as EXAM

_SETTINGS = (
    "max_tokens", "seed", "reasoning_effort", "reasoning_tokens", "base_url",
)  # fmt: skip


def commands(study: Study, manifest: Manifest) -> list[str]:
    """Return the commands that make the items of a run again, and ask them again."""
    if manifest.suite == EXAM:
        return exam_commands(study, manifest)
    return [build_command(manifest), *run_commands(study)]


def run_commands(study: Study) -> list[str]:
    """Return the commands that ask the same models in the same way, mostly one."""
    return [
        _run_command(study, cells, out)
        for out, cells in batches(study.cells, lambda cell: cell.system_message)
    ]


def batches(
    cells: Iterable[Cell], apart: Callable[[Cell], object]
) -> Iterator[tuple[str, Sequence[Cell]]]:
    """Yield the cells that one command can ask, and what to call its run.

    Args:
        cells: Of a study.
        apart: What one command cannot vary, beside the settings of which none can.
    """
    groups: dict[tuple[object, ...], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((*_shared(cell), apart(cell), cell.top_p), []).append(cell)
    found = [batch for group in groups.values() for batch in _grids(group)]
    for number, batch in enumerate(found, 1):
        yield f"RUN-{number}" if len(found) > 1 else "RUN", batch


def own_prices(study: Study) -> bool:
    """Say whether some price of a run came from a file of the user and not from this program."""
    sources = {row.source for row in shipped().values()}
    rates = {(row.tokens_in, row.out) for row in shipped().values()}
    return any(
        offer.source not in sources or (offer.tokens_in, offer.out) not in rates
        for offer in study.offers.values()
        if offer.priced
    )


def _shared(cell: Cell) -> tuple[object, ...]:
    return tuple(getattr(cell, name) for name in _SETTINGS)


def _grid(cells: Iterable[Cell]) -> tuple[list[str], list[str], list[float | None]]:
    cells = list(cells)
    return (
        list(dict.fromkeys(cell.model for cell in cells)),
        list(dict.fromkeys(cell.variant for cell in cells)),
        list(dict.fromkeys(cell.temperature for cell in cells)),
    )


def _grids(cells: Sequence[Cell]) -> Iterator[Sequence[Cell]]:
    """Yield the cells at once if they are every combination of something, else one by one."""
    there = {(cell.model, cell.variant, cell.temperature) for cell in cells}
    if there == set(product(*_grid(cells))):
        yield cells
    else:
        yield from ([cell] for cell in cells)


def _run_command(study: Study, cells: Sequence[Cell], out: str) -> str:
    models, variants, _ = _grid(cells)
    given: list[tuple[str, object]] = [("--model", model) for model in models]
    given.append(("--split", study.split))
    given += choosing(study.windows, study.corpora, study.tasks, study.limit)
    given += [("--variant", variant) for variant in variants if variants != ["default"]]
    given += [*_temperatures(cells), ("--trials", study.trials)]
    if cells[0].system_message is not None:
        given.append(("--system-message", "SYSTEM.txt"))
    given += _the_rest(study, cells)
    return line("benchbar run", ["DATA"], given, [], out=out)


def exam_commands(study: Study, manifest: Manifest) -> list[str]:
    """Return the commands that ask the questions of an exam in the same way, mostly one.

    Prompts bring their system messages with them, so these need no command apart.
    """
    questions = Path(str(manifest.options.get("questions", "QUESTIONS"))).name
    flags = ["--shuffle"] if manifest.options.get("choices") == SHUFFLED else []
    return [
        _exam_command(study, cells, questions, out, flags)
        for out, cells in batches(study.cells, lambda _: None)
    ]


def _exam_command(
    study: Study, cells: Sequence[Cell], questions: str, out: str, flags: Iterable[str]
) -> str:
    models, variants, _ = _grid(cells)
    options: list[tuple[str, object]] = [
        *(("--model", model) for model in models),
        *(("--prompt", variant) for variant in variants),
        *_temperatures(cells),
        ("--trials", study.trials),
        *_the_rest(study, cells),
    ]
    return line("benchbar exam run", [shlex.quote(questions)], options, flags, out=out)


def _temperatures(cells: Iterable[Cell]) -> Iterator[tuple[str, object]]:
    for one in _grid(cells)[2]:
        yield "--temperature", "none" if one is None else f"{one:g}"


def _the_rest(study: Study, cells: Sequence[Cell]) -> Iterator[tuple[str, object]]:
    for name, value in zip(_SETTINGS, _shared(cells[0]), strict=True):
        if value is not None:
            yield f"--{name.replace('_', '-')}", value
    if own_prices(study):
        yield "--prices", "PRICES.toml"
