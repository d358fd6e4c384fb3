"""``benchbar exam``: the bar exam. Every sub-command is a file of this folder."""

import importlib

import click

COMMANDS = {
    "check": "Say what was read of a file of questions, and what is wrong with it.",
    "convert": "Make a file of questions from a booklet in which they are sold, and its key.",
    "regress": "Say what settings do to the chance of a right answer: any CSV of answers.",
    "scale": "Say what right answers come to on the scale of the exam, by several conversions.",
    "percentile": "Say where a score stands, and among whom.",
    "ube": "Put the parts of an exam together: total, where it passes, what if.",
}


class _Lazy(click.Group):
    """Imports a command only when it is called, so that help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"benchbar.cli.exam.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(name="exam", cls=_Lazy)
def command() -> None:
    """The bar exam: multiple choice, scores, percentiles.

    Official questions are under copyright and are not part of this program: bring your own, or
    practise on the built-in ones.
    """
