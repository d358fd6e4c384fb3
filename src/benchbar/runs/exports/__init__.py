"""Leaving the tool: the literal that lists the formats, and the one way to write them."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchbar import __version__, jsonl
from benchbar.errors import InputError
from benchbar.records import Cell, Split
from benchbar.runs import folder as runs
from benchbar.runs.exports import blt, hf, lm_eval, openai_batch, vllm
from benchbar.runs.exports.base import Format
from benchbar.runs.exports.requests import SETTINGS
from benchbar.runs.plan import Study, plan
from benchbar.suites.data import Data
from benchbar.suites.whole import making

FORMATS: dict[str, Format] = {
    "blt": Format(blt.write, splits=True, settings=()),
    "hf": Format(hf.write, splits=True),
    "lm-eval": Format(lm_eval.write, settings=lm_eval.SETTINGS),
    "openai-batch": Format(openai_batch.write, runs=True, settings=SETTINGS),
    "vllm": Format(vllm.write, runs=True, settings=SETTINGS),
}

MARK = "export.json"
"""The file by which an exported folder is known, and may be replaced."""

NO_MODEL = Cell("any/model")
"""Stands for the model where none is asked: only wording and settings count."""


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ``export.json``: what was exported. No paths, so that it can be passed on."""

    format: str
    benchbar: str
    suite: str
    version: str
    seed: int
    data_digest: str
    splits: tuple[Split, ...]
    cells: tuple[str, ...]


def export(
    name: str,
    data: Path,
    out: Path,
    *,
    cells: tuple[Cell, ...] = (),
    split: Split | None = None,
    windows: Iterable[str] = (),
    corpora: Iterable[str] = (),
    tasks: Iterable[str] = (),
    trials: int = 1,
    limit: int | None = None,
    force: bool = False,
) -> list[Path]:
    """Write items in a format to a new folder, whole or not at all; return its files.

    A format for a model that is asked elsewhere makes a run, whose replies ``import`` brings
    back; it needs cells that name a model. The others take one cell at most, for its variant and
    settings, or none.

    Raises:
        InputError: No such format, nothing to export, a setting that does not fit the format, or
            ``out`` exists.
    """
    if name not in FORMATS:
        raise InputError(f"--format {name}: choose from {', '.join(FORMATS)}")
    chosen = FORMATS[name]
    _check_cells(name, chosen, cells)
    folder = Data(data)
    studies = [
        plan(
            data,
            cells or (NO_MODEL,),
            split=one,
            windows=windows,
            corpora=corpora,
            tasks=tasks,
            trials=trials,
            limit=limit,
        )
        for one in _splits(folder, chosen, split)
    ]
    with making(out, mark=MARK, what="folder of an export", force=force) as partial:
        if chosen.runs:
            runs.create(studies[0], partial, force=False)
        chosen.write(studies, folder, partial)
        _sign(name, folder, studies, partial)
    return sorted(path for path in out.rglob("*") if path.is_file())


def _check_cells(name: str, chosen: Format, cells: tuple[Cell, ...]) -> None:
    if chosen.runs:
        if not cells:
            raise InputError(f"--format {name}: name the model that will be asked with --model")
    elif len(cells) > 1:
        raise InputError(f"--format {name}: takes one variant and one temperature at a time")
    for cell in cells:
        plain = Cell(cell.model)
        for setting in cell.__struct_fields__:
            is_set = getattr(cell, setting) != getattr(plain, setting)
            if is_set and setting not in chosen.settings:
                raise InputError(
                    f"--format {name}: has no place for a {setting.replace('_', ' ')}: leave it out"
                )


def _splits(data: Data, chosen: Format, split: Split | None) -> tuple[Split, ...]:
    if split is not None:
        return (split,)
    if not chosen.splits:
        return ("test",)
    return tuple(dict.fromkeys(there for _, _, _, there in data.sets()))


def _sign(name: str, data: Data, studies: list[Study], folder: Path) -> None:
    signed = Export(
        format=name,
        benchbar=__version__,
        suite=data.manifest.suite,
        version=data.manifest.version,
        seed=data.manifest.seed,
        data_digest=data.digest,
        splits=tuple(study.split for study in studies),
        cells=tuple(cell.key for cell in studies[0].cells if cell.model != NO_MODEL.model),
    )
    with jsonl.replacing(folder / MARK) as file:
        file.write(msgspec.json.format(msgspec.json.encode(signed), indent=2) + b"\n")
