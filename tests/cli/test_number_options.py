"""Numbers on the command line: finite, in every command."""

from collections.abc import Iterator

import click
import pytest

from benchbar import cli
from tests.cli.calling import Benchbar, refused


def options_of(command: click.Command, path: str) -> Iterator[tuple[str, click.Option]]:
    """Yield the options of a command and of all commands below it, with the command's name."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from options_of(below, f"{path} {name}")
        return
    for param in command.params:
        if isinstance(param, click.Option):
            yield path, param


def numbers() -> list[tuple[str, click.Option]]:
    return [
        (path, option)
        for path, option in options_of(cli.cli, "benchbar")
        if "float" in option.type.name
    ]


def test_no_command_takes_what_is_no_finite_number() -> None:
    found = numbers()
    assert {"benchbar run", "benchbar tune openai", "benchbar power"} <= {path for path, _ in found}
    taken = []
    for path, option in found:
        for word in ("nan", "inf", "-inf", "1e999"):
            try:
                option.type.convert(word, option, None)
            except click.BadParameter:
                continue
            taken.append(f"{path} {option.opts[0]} {word}")
    assert taken == []


def test_no_budget_is_below_nothing() -> None:
    budgets = [(path, option) for path, option in numbers() if "--budget" in option.opts]
    assert len(budgets) >= 4
    for _, option in budgets:
        assert option.type.convert("0", option, None) == 0
        with pytest.raises(click.BadParameter):
            option.type.convert("-0.01", option, None)


def test_it_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    ended = Benchbar(capsys)("tune", "openai", "rows", "--model", "gpt-4o", "--budget", "nan")
    refused(ended, "'--budget': it is nan: give a finite number")
