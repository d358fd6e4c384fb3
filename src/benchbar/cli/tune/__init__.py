"""``benchbar tune``: fine-tuning. Every sub-command is a file of this folder."""

import click

from benchbar.cli.lazy import LazyGroup

COMMANDS = {
    "export": "Write training rows for OpenAI, TRL, Axolotl or LLaMA-Factory. Calls no model.",
    "openai": "Tune a model of OpenAI: upload, start, follow, cancel, list. Costs money.",
    "local": "Tune a model on this machine: an adapter for a small model, on CPU or GPU.",
    "report": "Say what tuning did: accuracy before and after, and its side effects.",
    "curve": "Say how much is enough: accuracy at each number of rows learnt.",
}


@click.group(name="tune", cls=LazyGroup, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Fine-tuning: training rows, jobs, and what tuning did.

    Rows come from the training split alone. None asks about a line that a test asks about, or
    shows a test's document; other lines, such as stock phrases, may stand on both sides.
    """
