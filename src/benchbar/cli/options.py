"""Options that several commands take: which items, which settings of a model, which grader."""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, SupportsFloat, SupportsIndex, TypeVar

import click

from benchbar.cli.study_file import own_settings
from benchbar.cli.talk import split_list
from benchbar.errors import InputError
from benchbar.records import Cell

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


class Number(click.types.FloatParamType):
    """A finite number. Click's own may be nan, which is within any limits and above no budget."""

    def convert(
        self,
        value: SupportsFloat | SupportsIndex,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Convert as click does, and refuse what is no finite number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"it is {number}: give a finite number", param, ctx)
        return number


class NumberRange(Number, click.FloatRange):
    """A finite number within limits."""


NUMBER = Number()
DOLLARS = NumberRange(0)


class _Temperature(click.ParamType[object]):
    """Numbers, or ``none``: left to the provider; several with commas between."""

    name = "float or none"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        if isinstance(value, tuple):
            return value
        return tuple(self._one(one.strip(), param, ctx) for one in str(value).split(","))

    def _one(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | None:
        if value == "none":
            return None
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is neither a number nor none", param, ctx)
        return NUMBER.convert(number, param, ctx)


GRADER = click.option(
    "--grader",
    type=click.Choice(["corrected", "published"]),
    default="corrected",
    show_default=True,
    help="Whose verdicts count.",
)

SELECTION = (
    click.option("--window", "windows", multiple=True, help="Only this size."),
    click.option("--corpus", "corpora", multiple=True, help="Only this corpus."),
    click.option("--task", "tasks", multiple=True, help="Only this test."),
    click.option("--limit", type=click.IntRange(1), help="Only the first items of each test."),
)

MODEL = (
    click.option("--model", "models", multiple=True, help="Such as openai/gpt-4o; repeatable."),
    click.option("--base-url", help="Address of a server that speaks the OpenAI interface."),
    click.option("--seed", type=int, help="Sent to the model, if it takes one."),
    click.option("--max-tokens", type=click.IntRange(1), help="Most tokens of a reply."),
    click.option("--reasoning-effort", help="Such as low or high, for models that reason."),
    click.option("--reasoning-tokens", type=click.IntRange(0), help="Most tokens of reasoning."),
)

TEMPERATURE = click.option(
    "--temperature",
    "temperatures",
    type=_Temperature(),
    multiple=True,
    help="Repeatable; none leaves it to the provider. [default: 0]",
)

SETTINGS = (
    MODEL[0],
    TEMPERATURE,
    click.option("--variant", "variants", multiple=True, help="Wording of the prompt; repeatable."),
    click.option("--trials", type=click.IntRange(1), default=1, show_default=True),
    click.option("--system-message", type=FILE, help="File with the text of a system message."),
    *MODEL[1:],
)

WHERE = (
    click.option("--out", type=FOLDER, help="Folder of the run, to be made."),
    click.option(
        "--resume", type=FOLDER, help="Go on with this run: ask what is missing or failed."
    ),
)

WORKERS = (
    click.option(
        "--workers",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="Ask by so many processes of this machine, which share --max-connections.",
    ),
    click.option(
        "--plan-only", is_flag=True, help="Make the run and ask nothing: workers --join it."
    ),
    click.option(
        "--join",
        type=FOLDER,
        help="Ask parts of this run beside other workers, of any machine that sees it, each with "
        "--max-connections of its own. The last one grades.",
    ),
)
"""How many ask a run, and from where."""

SPREAD = (
    click.option(
        "--workers",
        type=click.IntRange(1),
        help="Processes, or cores of the cluster. [default: one per core; the whole cluster]",
    ),
    click.option(
        "--executor",
        type=click.Choice(["processes", "ray"]),
        default="processes",
        show_default=True,
        help="Spread the work over this machine, or over a Ray cluster.",
    ),
)

ANEW = ("budget", "prices", "max_error_rate", "attempt_seconds")
"""What a run may be given anew when it goes on: names of parameters of ``ASKING``."""

ASKING = (
    click.option("--max-connections", type=click.IntRange(1, 50), default=10, show_default=True),
    click.option(
        "--attempt-seconds",
        type=click.IntRange(1),
        help="How long a try of a call may last. [default: 600]",
    ),
    click.option(
        "--batch", is_flag=True, help="Use the provider's batch service: cheaper, slower."
    ),
    click.option("--budget", type=DOLLARS, help="Most US dollars that the run may cost, in all."),
    click.option(
        "--prices", type=FILE, help="File of prices and windows, before the built-in ones."
    ),
    click.option(
        "--max-error-rate",
        type=NumberRange(0, 1),
        help="Stop when more of the calls fail. [default: 0.2]",
    ),
    click.option("--dry-run", is_flag=True, help="Say what it would take and cost; ask nothing."),
    click.option("--json", "as_json", is_flag=True, help="Print the results as JSON."),
    click.option("--force", is_flag=True, help="Replace a run that exists."),
)
"""How a run is carried out."""


def with_options(*groups: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """Return a decorator that adds groups of options to a command, in their order."""

    def decorate(command: F) -> F:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return decorate


def selection(options: dict[str, Any]) -> dict[str, Any]:
    """Return which items were asked for, as ``plan`` and ``export`` take it."""
    return {
        "windows": split_list(options["windows"]),
        "corpora": split_list(options["corpora"]),
        "tasks": split_list(options["tasks"]),
        "limit": options["limit"],
        "trials": options["trials"],
    }


def cells(options: dict[str, Any]) -> tuple[Cell, ...]:
    """Return a cell for every combination of model, wording and temperature.

    A study file may give a model settings of its own.

    Raises:
        InputError: The file of the system message is not UTF-8 text.
    """
    return tuple(cell for own in own_settings() for cell in _cells(options | own))


def _cells(options: dict[str, Any]) -> Iterator[Cell]:
    named = split_list(options["models"])
    wordings = split_list(options["variants"]) or ("default",)
    heats = temperatures(options) or (0.0,)
    message = _text(options["system_message"])
    for model, variant, temperature in product(named, wordings, heats):
        yield cell_of(model, variant, temperature, message, options)


def temperatures(options: Mapping[str, Any]) -> tuple[float | None, ...]:
    """Return the temperatures that were named; None is left to the provider."""
    return tuple(one for several in options["temperatures"] for one in several)


def cell_of(
    model: str,
    variant: str,
    temperature: float | None,
    system_message: str | None,
    options: Mapping[str, Any],
) -> Cell:
    """Return a cell with the settings that ``MODEL`` and ``TEMPERATURE`` take."""
    return Cell(
        model=model,
        variant=variant,
        temperature=temperature,
        system_message=system_message,
        max_tokens=options["max_tokens"],
        seed=options["seed"],
        reasoning_effort=options["reasoning_effort"],
        reasoning_tokens=options["reasoning_tokens"],
        base_url=options["base_url"],
    )


def _text(path: Path | None) -> str | None:
    try:
        return path.read_text(encoding="utf-8") if path else None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text: save it as UTF-8") from None
