"""``benchbar build``: make items. Every suite is a file of ``benchbar.cli.suites``."""

import click

from benchbar.cli import suites
from benchbar.cli.lazy import LazyGroup

COMMANDS = {
    "blt": "Basic legal text: look up words, places and terms. With applies-to, by name.",
    "sara": "Cases under a tax statute: your copy of SARA, or invented ones in its layout.",
    "forms": "Everyday requests that ask for a form: lines, sentences, JSON, a letter, a reason.",
}


@click.group(name="build", cls=LazyGroup, package=suites.__name__, summaries=COMMANDS)
def command() -> None:
    """Make the items of a suite: documents, questions and right answers. Calls no model."""
