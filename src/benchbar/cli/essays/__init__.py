"""``benchbar essays``: essays, graded the official way. Every sub-command is a file here."""

import click

from benchbar.cli.lazy import LazyGroup

COMMANDS = {
    "init": "Write a whole example study: questions, rubrics, model answers, essays.",
    "check": "Say what was read of a study's materials, and what is wrong with them.",
    "write": "Let models write essays on the questions of a study.",
    "add": "Add the essays that models wrote in a run to a study.",
    "grade": "Let a model grade at the desk, as a grader like the others.",
    "report": "Write the results page of a study that was graded at the desk.",
    "protocol": "Hold a study against the official protocol: which conclusions can it bear?",
}


@click.group(name="essays", cls=LazyGroup, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Essays of the bar exam, graded the official way: rubric, calibration, blind.

    Official questions are under copyright and are not part of this program: bring your own, or
    start from the example, which is invented.
    """
