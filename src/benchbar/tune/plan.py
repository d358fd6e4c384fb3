"""What a job at OpenAI would be: its rows, settings and price, checked before anybody is asked."""

from dataclasses import dataclass
from pathlib import Path

from benchbar import jsonl
from benchbar.errors import InputError
from benchbar.records import Cell
from benchbar.runs import plan as runs
from benchbar.runs.budget import dollars
from benchbar.tune import manifest
from benchbar.tune.consumers import DEV, TRAIN
from benchbar.tune.costs import Cost, cost
from benchbar.tune.manifest import Manifest
from benchbar.tune.record import Order

_MOST_SUFFIX = 64
_MOST_BYTES = 512_000_000
"""Most bytes of a file (OpenAI's documentation, from memory)."""
_LEAST_ROWS = 10
"""Fewest rows that are trained on (OpenAI's documentation, from memory)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A job that may be started: its rows, what it is for, and what it costs."""

    folder: Path
    manifest: Manifest
    order: Order
    cost: Cost


def plan(
    folder: Path,
    *,
    model: str,
    epochs: int,
    suffix: str | None,
    seed: int | None,
    base_url: str | None,
    budget: float | None = None,
    prices: Path | None = None,
) -> Plan:
    """Return a job whose rows and price have been checked; contacts nobody.

    Raises:
        InputError: The folder has no rows for OpenAI, they were changed, or the budget is too
            small or cannot be kept.
    """
    _check(model, base_url, budget)
    rows = manifest.read(folder)
    _check_rows(folder, rows, base_url)
    if suffix is not None and not 0 < len(suffix) <= _MOST_SUFFIX:
        raise InputError(f"--suffix {suffix}: must have 1 to {_MOST_SUFFIX} characters")
    name = model.removeprefix("openai/")
    found = cost(name, rows.files[TRAIN], epochs, base_url=base_url, own=prices)
    _check_budget(found, budget, base_url)
    dev = rows.files.get(DEV)
    order = Order(
        train=rows.files[TRAIN].sha256,
        dev=dev.sha256 if dev else None,
        model=name,
        epochs=epochs,
        suffix=suffix,
        seed=seed,
        base_url=base_url,
    )
    return Plan(folder, rows, order, found)


def _check(model: str, base_url: str | None, budget: float | None) -> None:
    """Refuse what is no model of OpenAI, no address, one with a secret in it, or no amount."""
    provider = model.partition("/")[0] if "/" in model else "openai"
    if base_url is None and provider != "openai":
        raise InputError(
            f"--model {model}: is not OpenAI's: name one of theirs, or say where the server is "
            "with --base-url"
        )
    runs.check(
        runs.Study(
            benchbar="", data="", data_path="", data_digest="", split="train",
            cells=(Cell(f"openai/{model.removeprefix('openai/')}", base_url=base_url),),
            budget=budget,
        )
    )  # fmt: skip


def _check_rows(folder: Path, rows: Manifest, base_url: str | None) -> None:
    if rows.format != "openai":
        raise InputError(
            f"{folder}: its rows are in the form for {rows.format}: export them again with "
            "--format openai"
        )
    for name, file in rows.files.items():
        if jsonl.digest(folder / name) != file.sha256:
            raise InputError(
                f"{folder / name}: changed since it was exported (its hash differs from "
                f"{manifest.NAME}): export it again"
            )
        if base_url is None and (folder / name).stat().st_size > _MOST_BYTES:
            raise InputError(
                f"{folder / name}: larger than the {_MOST_BYTES // 1_000_000} MB that may be "
                "uploaded: export fewer rows with --per-test, or fewer for --dev"
            )
    if rows.files[TRAIN].rows < _LEAST_ROWS:
        raise InputError(
            f"{folder / TRAIN}: has {rows.files[TRAIN].rows} rows, and OpenAI asks for "
            f"{_LEAST_ROWS} at least: export more"
        )


def _check_budget(found: Cost, budget: float | None, base_url: str | None) -> None:
    if budget is None:
        return
    if found.most is None:
        unknown = (
            f"nobody knows what it costs to train {found.model}"
            if base_url is None
            else f"the prices that are known are OpenAI's own, and not of {base_url}"
        )
        raise InputError(
            f"--budget: {unknown}: give the price with --prices FILE, in which stands "
            f'["{found.model}"] and below it train =, US dollars for a million tokens'
        )
    if found.most > budget:
        raise InputError(
            f"--budget {budget:g}: training may cost {dollars(found.most)}: give more, or export "
            "fewer rows with --per-test"
        )
