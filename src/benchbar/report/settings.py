"""The settings behind a report: what was varied and how it did, and what it takes to repeat it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchbar.records import Cell
from benchbar.report import names
from benchbar.report.commands import build_command, run_commands
from benchbar.report.findings import Findings, Source
from benchbar.report.numbers import percent
from benchbar.report.tally import Tally
from benchbar.scoring.version import graders


@dataclass(frozen=True, slots=True)
class Varied:
    """A setting in which the cells of some model differ: for each value the tally by model.

    ``rows`` hold the value in words, and for each model its tally (None: never asked so) with
    the cells that went into it.
    """

    title: str
    models: Sequence[str]
    rows: Sequence[tuple[str, Sequence[tuple[Tally, Sequence[str]] | None]]]


_FIRST = ("variant", "temperature")


def varied(sources: Iterable[Source], findings: Findings) -> list[Varied]:
    """Group the replies of each model by every setting in which its cells differ.

    All other settings and all tests are taken together.
    """
    cells = {source.cells[cell.key]: cell for source in sources for cell in source.run.study.cells}
    by_model: dict[str, list[str]] = {}
    for name, cell in cells.items():
        by_model.setdefault(cell.model, []).append(name)
    fields = [*_FIRST, *(name for name in Cell.__struct_fields__ if name not in (*_FIRST, "model"))]
    return [
        found for name in fields if (found := _varied(name, by_model, cells, findings)) is not None
    ]


def _varied(
    field: str,
    by_model: Mapping[str, Sequence[str]],
    cells: Mapping[str, Cell],
    findings: Findings,
) -> Varied | None:
    values: dict[str, dict[str, list[str]]] = {}
    models = []
    for model, mine in by_model.items():
        grouped: dict[str, list[str]] = {}
        for name in mine:
            grouped.setdefault(names.settings(cells[name])[field], []).append(name)
        if len(grouped) > 1:
            models.append(model)
            for value, group in grouped.items():
                values.setdefault(value, {})[model] = group
    if not models:
        return None
    rows = []
    for value, groups in values.items():
        row = [_pooled(findings, groups[model]) if model in groups else None for model in models]
        rows.append((value, row))
    return Varied(field.replace("_", " "), models, rows)


def _pooled(findings: Findings, cells: Sequence[str]) -> tuple[Tally, Sequence[str]] | None:
    wanted = set(cells)
    tallies = [
        tally
        for (_, cell, grader), tally in findings.tallies.items()
        if grader == "corrected" and cell in wanted
    ]
    return (Tally.together(tallies), cells) if tallies else None


def settings_of(source: Source, labels: Mapping[str, str]) -> dict[str, object]:
    """Return every setting of a run: the study, its items, its cells, and the commands."""
    study = msgspec.to_builtins(source.run.study)
    del study["cells"], study["data_path"]
    study["data"] = _as_given(study["data"])
    manifest = msgspec.to_builtins(source.run.data.manifest)
    manifest.pop("files")
    ours = [names.settings(cell) for cell in source.run.study.cells]
    return {
        "folder": source.name,
        "graders": graders(),
        "study": {name.replace("_", " "): _setting(value) for name, value in study.items()},
        "items": {name.replace("_", " "): _setting(value) for name, value in manifest.items()},
        "cells": {name.replace("_", " "): [one[name] for one in ours] for name in ours[0]},
        "models": [labels[source.cells[cell.key]] for cell in source.run.study.cells],
        "keys": [cell.key for cell in source.run.study.cells],
        "commands": [
            build_command(source.run.data.manifest),
            *run_commands(source.run.study),
            "benchbar report RUN --out REPORT",
        ],
        "has_message": any(cell.system_message is not None for cell in source.run.study.cells),
        "has_top_p": any(cell.top_p is not None for cell in source.run.study.cells),
    }


def _as_given(folder: str) -> str:
    """Return a folder as it was named, but of a path from the root only the last part."""
    path = Path(folder)
    return path.name if path.is_absolute() else folder


def _setting(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {part}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "all"
    return "none" if value is None else str(value)


def shown(tally: Tally | None) -> dict[str, object] | None:
    """Return a tally's accuracy as a table prints it; None stays None."""
    if tally is None:
        return None
    found = tally.share("correct")
    return {"n": tally.n, "text": percent(found, digits=0), "estimate": found}
