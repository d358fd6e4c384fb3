"""``benchbar exam``: the bar exam. Every sub-command is a file of this folder."""

import click

from benchbar.cli.lazy import LazyGroup

COMMANDS = {
    "run": "Ask a model multiple-choice questions: prompts, temperatures, trials.",
    "check": "Say what was read of a file of questions, and what is wrong with it.",
    "convert": "Make a file of questions from a booklet in which they are sold, and its key.",
    "score": "Say how well models did in the exam of a run, and what that means.",
    "regress": "Say what settings do to the chance of a right answer: any CSV of answers.",
    "scale": "Say what right answers come to on the scale of the exam, by several conversions.",
    "percentile": "Say where a score stands, and among whom.",
    "ube": "Put the parts of an exam together: total, where it passes, what if.",
}


@click.group(name="exam", cls=LazyGroup, package=__name__, summaries=COMMANDS)
def command() -> None:
    """The bar exam: multiple choice, scores, percentiles.

    Official questions are under copyright and are not part of this program: bring your own, or
    practise on the built-in ones.
    """
