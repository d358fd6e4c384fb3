"""What ``benchbar tune openai`` prints: what a job would take, how it stands, what to do next."""

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchbar.cli.talk import give_json, say

if TYPE_CHECKING:
    from benchbar.tune.api import Job
    from benchbar.tune.plan import Plan
    from benchbar.tune.record import Started

LISTED = 50


def tell_plan(planned: "Plan") -> None:
    """Say what a job would take and cost."""
    from benchbar.runs.budget import dollars
    from benchbar.tune.consumers import TRAIN

    order, cost, files = planned.order, planned.cost, planned.manifest.files
    rows = ", ".join(f"{file.rows:,} rows in {name}" for name, file in files.items())
    say(f"{order.model}, {order.epochs} epochs: {rows}; {cost.tokens:,} tokens to train on")
    if cost.expected is None or cost.most is None:
        whose = f" at {order.base_url}" if order.base_url else ""
        say(f"  cost unknown: no price of training is known for {cost.model}{whose} (see --prices)")
    else:
        say(
            f"  {dollars(cost.expected)} to {dollars(cost.most)}, at ${cost.offer.train:,.2f} for "
            f"a million tokens ({cost.told})"
        )
    if cut := cost.cut([files[TRAIN]]):
        say(
            f"  rows of more than {cost.offer.train_window:,} tokens lose their end, the answer: "
            f"the longest has {cut.longest:,} ({cut.longest_id})"
        )


def plan_as_json(planned: "Plan") -> dict[str, Any]:
    """Return what a job would take and cost, for JSON."""
    order, cost, files = planned.order, planned.cost, planned.manifest.files
    return {
        "model": order.model,
        "epochs": order.epochs,
        "rows": {name: file.rows for name, file in files.items()},
        "tokens": cost.tokens,
        "cost_low": cost.expected,
        "cost_high": cost.most,
        "price": cost.offer.train,
    }


def give(folder: Path, started: "Started", as_json: bool) -> None:
    """Print how a job stands, and say what to do with its model."""
    from benchbar.report.visible import visible
    from benchbar.runs.budget import dollars

    order = started.order
    if as_json:
        give_json(
            {
                "job": started.job,
                "status": started.status,
                "model": order.model,
                "tuned": started.tuned,
                "epochs": order.epochs,
                "trained_tokens": started.trained_tokens,
                "cost": started.cost,
                "error": started.error,
            }
        )
    else:
        tokens = started.trained_tokens
        cost = "unknown" if started.cost is None else dollars(started.cost)
        rows = {
            "job": started.job,
            "status": started.status,
            "base": order.model,
            "tuned": started.tuned,
            "tokens": None if tokens is None else f"{tokens:,} trained on",
            "cost": None
            if tokens is None
            else f"{cost} ({started.price_told})"
            if started.price_told
            else cost,
            "error": started.error,
        }
        for name, value in rows.items():
            if value:
                click.echo(f"{name:<8} {visible(value)}")
    if started.status == "succeeded" and started.tuned:
        say(f"next: {run_command(folder, started)}")


def run_command(folder: Path, started: "Started") -> str:
    """Return the command that asks a tuned model the test split of the items it comes from."""
    from benchbar.tune import manifest

    data = manifest.find_data(folder, manifest.read(folder).data_digest)
    tuned, base_url = str(started.tuned), started.order.base_url
    name = f"openai/{tuned}" if base_url is None else f"openai-api/openai/{tuned}"
    parts = ["benchbar", "run", str(data or "DATA"), "--model", name]
    if base_url is not None:
        parts += ["--base-url", base_url]
    return shlex.join([*parts, "--out", f"run-{folder.resolve().name}"])


def give_list(found: Sequence["Job"], as_json: bool) -> None:
    """Print the latest jobs of an account, latest first."""
    from benchbar.report.visible import visible

    if as_json:
        give_json(found)
        return
    for job in found:
        made = datetime.fromtimestamp(job.created, UTC).strftime("%Y-%m-%d %H:%M")
        ours = "benchbar" if job.mark else ""
        row = (f"{job.id:<32}", made, f"{job.status:<16}", job.model, job.tuned or "", ours)
        click.echo(visible("  ".join(row).rstrip()))
    if not found:
        say("no jobs")
