"""The settings behind a report: what was varied and how it did, and what it takes to repeat it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchbar.records import Cell
from benchbar.report import names
from benchbar.report.commands import commands, own_prices
from benchbar.report.findings import Findings, Source
from benchbar.report.tally import Tally
from benchbar.runs.plan import Study
from benchbar.scoring.version import graders
from benchbar.suites.data import Manifest

COUNTERS = {"cl100k_base": "GPT-4 (cl100k_base)"}
"""Whose tokenizer counts the tokens, in words."""

_OPTIONS = {
    "pages": "pages of testimony",
    "shapes": "width x depth of synthetic sections",
    "numbering": "numbers of pages and lines",
    "least_words": "fewest words of a line that is asked about",
    "least_edits": "fewest letters by which such lines differ",
}
"""What the manifest records, in words, where its own name is not enough."""

_OPTION_VALUES: dict[int | str, str] = {
    "by window": "by the size",
    "new": "counted anew in each document",
    "original": "as in the whole deposition",
}


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
    told = names.brief_settings(cells)
    values: dict[str, dict[str, list[str]]] = {}
    models = []
    for model, mine in by_model.items():
        grouped: dict[str, list[str]] = {}
        for name in mine:
            grouped.setdefault(told[name][field], []).append(name)
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
    """Return every setting of a run in words: the study, its items, its cells, and the commands.

    What was left as it is by default and changes nothing is left out.
    """
    study, manifest = source.run.study, source.run.data.manifest
    ours = [names.settings(cell) | {"price": _price(study, cell)} for cell in study.cells]
    return {
        "folder": source.name,
        "graders": graders(),
        "benchbar": study.benchbar,
        "suite": manifest.suite,
        "version": manifest.version,
        "digest": study.data_digest,
        "study": _said(_of_study(study)),
        "items": _said(_of_items(manifest)),
        "cells": {name.replace("_", " "): [one[name] for one in ours] for name in ours[0]},
        "models": [labels[source.cells[cell.key]] for cell in study.cells],
        "keys": [cell.key for cell in study.cells],
        "commands": [
            *commands(study, manifest),
            "benchbar report RUN --out REPORT",
        ],
        "has_message": any(cell.system_message is not None for cell in study.cells),
        "has_top_p": any(cell.top_p is not None for cell in study.cells),
        "has_prices": own_prices(study),
    }


def _said(values: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


def _of_study(study: Study) -> dict[str, str]:
    return {
        "asked by": f"benchbar {study.benchbar}",
        "data": _as_given(study.data),
        "data digest": study.data_digest,
        "split": study.split,
        "sizes": ", ".join(study.windows) or "all",
        "corpora": ", ".join(map(names.corpus, study.corpora)) or "all",
        "tasks": ", ".join(map(names.task, study.tasks)) or "all",
        "trials": f"{study.trials:,}",
        "questions of each test": f"the first {study.limit:,}" if study.limit is not None else "",
        "calls at a time": f"at most {study.max_connections:,}",
        "one try of a call": f"at most {study.attempt_seconds:,} seconds",
        "asked in batches": "through the provider's batch service" if study.batch else "",
        "budget": f"${study.budget:,.2f}" if study.budget is not None else "",
        "stops": f"when more than {100 * study.max_error_rate:g}% of the calls fail",
    }


def _of_items(manifest: Manifest) -> dict[str, str]:
    sizes = (f"{size}: {tokens:,} tokens" for size, tokens in manifest.budgets.items() if tokens)
    return {
        "suite": f"{manifest.suite}, version {manifest.version}",
        "seed": str(manifest.seed),
        "questions": f"{manifest.items:,}",
        "longest prompt": ", ".join(sizes),
        "tokens counted as by": COUNTERS.get(manifest.counter, manifest.counter),
    } | {
        _OPTIONS.get(name, name.replace("_", " ")): _OPTION_VALUES.get(value, str(value))
        for name, value in manifest.options.items()
    }


def _price(study: Study, cell: Cell) -> str:
    """Return the price of a model in words; of a file that it came from only the name."""
    offer = study.offers.get(cell.key)
    if offer is None or not offer.priced:
        return "not known"
    source = offer.source and _as_given(offer.source)
    if offer.free:
        return f"nothing ({source})" if source else "nothing"
    return msgspec.structs.replace(offer, source=source).text


def _as_given(folder: str) -> str:
    """Return a folder or file as it was named, but of a path from the root only the last part."""
    path = Path(folder)
    return path.name if path.is_absolute() else folder
