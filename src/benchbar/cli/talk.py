"""How commands talk: data on standard output, everything else on standard error."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
import msgspec

_PLAIN_SECONDS = 10.0


def say(text: str) -> None:
    """Tell the user something that is not data; what it quotes moves no cursor."""
    from benchbar.report.visible import visible

    click.echo(visible(text), err=True)


def give_json(data: object) -> None:
    """Print data as JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def split_list(values: Sequence[str]) -> tuple[str, ...]:
    """Return the values of a repeated option, which may also be joined by commas; each once."""
    parts = (part.strip() for value in values for part in value.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


@contextmanager
def progress(doing: str | Callable[[], str], *, unit: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a piece of work is: a bar on a terminal, a plain line now and then elsewhere.

    ``doing`` says what is done, or is asked each time. Yields a function to be told of units done
    and of all units.
    """
    words = (lambda: doing) if isinstance(doing, str) else doing
    if sys.stderr.isatty():
        yield from _bar(words, unit)
    else:
        yield from _plain(words, unit)


def _bar(doing: Callable[[], str], unit: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing(), total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, description=doing(), completed=done, total=total)

        yield tell


def _plain(doing: Callable[[], str], unit: str) -> Iterator[Callable[[int, int], None]]:
    last = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > _PLAIN_SECONDS:
            last = time.monotonic()
            say(f"{doing()}: {done} of {total} {unit}")

    yield tell
