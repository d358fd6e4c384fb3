"""Study files and presets: the flags of ``build`` and ``run`` written down, to be repeated.

A study file is TOML with the flags' own names, without their dashes in front. ``[build]`` is what
``benchbar build`` makes and ``[run]`` what ``benchbar run`` asks; ``[[run.models]]`` is a model
with settings of its own. What is given on the command line wins. A preset is a study file that
comes with the program.
"""

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from benchbar.errors import InputError

PRESETS = (
    "paper",
    "transcripts-1000",
    "one-page-15",
    "one-page-50",
    "variants-cite-to-text",
    "variants-text-to-cite",
)

_SECTIONS = ("build", "run")
_MODELS = "models"
_MODEL = "model"
_OWN = "benchbar.models"
_ONLY_FLAGS = frozenset(
    {
        *("out", "resume", "join", "plan-only", "study", "preset", "force", "json", "dry-run"),
        *("workers", "executor", "help"),
    }
)
"""Flags that say how a command works, and nothing of the study."""
_OF_A_MODEL = frozenset(
    {
        *("model", "base-url", "temperature", "variant", "system-message", "seed"),
        *("max-tokens", "reasoning-effort", "reasoning-tokens"),
    }
)

Settings = dict[str, Any]
"""Values by the names of a command's parameters, as click converts them."""


def _read_study(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    if path is not None:
        _take(context, path.read_bytes(), str(path), path.parent)


def _read_preset(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is not None:
        source = files("benchbar.cli") / "presets" / f"{name}.toml"
        _take(context, source.read_bytes(), f"preset {name}", Path())


STUDY: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--study",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        is_eager=True,
        expose_value=False,
        callback=_read_study,
        help="File with these settings; flags win.",
    ),
    click.option(
        "--preset",
        type=click.Choice(PRESETS),
        is_eager=True,
        expose_value=False,
        callback=_read_preset,
        help="The settings of a published run.",
    ),
)
"""The options by which a command takes its other options from a file."""


def own_settings() -> tuple[Settings, ...]:
    """Return the settings of each model of the study file; one empty set if it names none so.

    Models named on the command line take the place of the file's.
    """
    context = click.get_current_context()
    if context.get_parameter_source("models") is ParameterSource.COMMANDLINE:
        return ({},)
    own: tuple[Settings, ...] = context.meta.get(_OWN, ({},))
    return own


def _take(context: click.Context, content: bytes, name: str, folder: Path) -> None:
    """Make a file's settings the defaults of the command that is being called."""
    if context.default_map:
        raise InputError("--study and --preset: give one of the two")
    try:
        written = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError(f"{name}: not UTF-8 text: save it as UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{name}: not a study file: {error}") from None
    section = "build" if context.info_name == "blt" else "run"
    for key, table in written.items():
        if key not in _SECTIONS or not isinstance(table, dict):
            raise InputError(f"{name}: {key!r}: only the tables [build] and [run] stand at the top")
    table = dict(written.get(section, {}))
    models = table.pop(_MODELS, None)
    reader = _Reader(context, name, folder)
    settings = reader.settings(table, f"[{section}]", reader.flags)
    if models is not None:
        own = _models(reader, models, table)
        context.meta[_OWN] = own
        settings["models"] = tuple(name for one in own for name in one["models"])
    context.default_map = settings


def _models(reader: "_Reader", models: object, table: Mapping[str, object]) -> tuple[Settings, ...]:
    where = f"[[run.{_MODELS}]]"
    if _MODEL in table:
        raise InputError(f"{reader.name}: name models in [run] or in {where}, not in both")
    if not isinstance(models, list) or not all(isinstance(one, dict) for one in models):
        raise InputError(f"{reader.name}: write each model as a table of its own, {where}")
    flags = {flag: param for flag, param in reader.flags.items() if flag in _OF_A_MODEL}
    found = []
    for one in models:
        if not one.get(_MODEL):
            raise InputError(f'{reader.name}: {where}: a model needs its name, model = "..."')
        found.append(reader.settings(one, where, flags))
    return tuple(found)


class _Reader:
    """Converts what a file says as click converts what a command line says."""

    def __init__(self, context: click.Context, name: str, folder: Path) -> None:
        self.name = name
        self._context, self._folder = context, folder
        self.flags = {
            flag: param
            for param in context.command.params
            if isinstance(param, click.Option)
            and (flag := param.opts[0].removeprefix("--")) not in _ONLY_FLAGS
        }

    def settings(
        self, table: Mapping[str, object], where: str, flags: Mapping[str, click.Option]
    ) -> Settings:
        """Return the settings of a table.

        Raises:
            InputError: A key is unknown, or a value is none for it; names file, table and key.
        """
        found: Settings = {}
        for key, value in table.items():
            flag = key.replace("_", "-")
            if flag not in flags:
                known = ", ".join(flags)
                raise InputError(f"{self.name}: {where}: no setting {key!r}: choose from {known}")
            if flags[flag].name in found:
                raise InputError(f"{self.name}: {where}: {flag} stands there twice: leave out one")
            found[str(flags[flag].name)] = self._value(flags[flag], value, f"{where} {key}")
        return found

    def _value(self, param: click.Option, value: object, where: str) -> object:
        values = value if isinstance(value, list) else [value]
        if not param.multiple and isinstance(value, list):
            raise InputError(f"{self.name}: {where}: takes one value, not several")
        for one in values:
            if not _may_be(param, one):
                raise InputError(f"{self.name}: {where}: {one!r} is not a value for it")
        told = [self._placed(param, one) for one in values]
        try:
            return param.type_cast_value(self._context, told if param.multiple else told[0])
        except click.BadParameter as error:
            raise InputError(f"{self.name}: {where}: {error.message}") from None

    def _placed(self, param: click.Option, value: object) -> object:
        """Find files beside the study file that names them."""
        return str(self._folder / str(value)) if isinstance(param.type, click.Path) else value


def _may_be(param: click.Option, value: object) -> bool:
    """Say whether a value is of a kind that an option takes; click cuts off fractions silently."""
    if isinstance(value, bool):
        return param.is_flag
    if isinstance(value, float) and isinstance(param.type, click.types.IntParamType):
        return value.is_integer()
    return isinstance(value, str | int | float)
