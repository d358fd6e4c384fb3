"""A group of commands that is quick to explain: a command is imported only when it is called."""

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Shows its commands by the summaries it is given, and finds each in a module of its own."""

    def __init__(
        self,
        *args: Any,
        package: str,
        summaries: Mapping[str, str],
        modules: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        """Take what click takes, and where the commands are.

        Args:
            args: For ``click.Group``.
            package: Has a module for each command, in which it is called ``command``.
            summaries: A line on each command, by its name, in the order in which they are shown.
            modules: Names of modules that are not those of their commands.
            settings: For ``click.Group``.
        """
        super().__init__(*args, **settings)
        self._package, self._summaries, self._modules = package, summaries, modules or {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands, in order."""
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in self._summaries:
            return None
        name = self._modules.get(cmd_name, cmd_name.replace("-", "_"))
        command: click.Command = importlib.import_module(f"{self._package}.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the summaries into the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
