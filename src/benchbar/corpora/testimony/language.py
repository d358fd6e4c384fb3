"""The written form of testimony: TOML files of pools and scenes, compiled to templates.

Notation inside a text:

    [a|b|]      one of the options, nested as deep as wanted; an option may be empty
    {day}       a fact of the case or of the scene; {Day} the same with a capital
    <yes>       an entry of the pool `yes`, none coming again before all others have
    ¶           a word of its own: here the reporter starts a new line

A pool is one entry a line; `4*Yes.` counts four times. A scene opens with `== name` and is made
of beats; each line is a code of one letter and a text:

    Q  a question; it opens a beat       q  a question tied to the beat before it
    A  an answer                         O  the lawyer who defends the witness, by name
    X  the examining lawyer, by name     W  THE WITNESS
    R  THE REPORTER                      V  THE VIDEOGRAPHER
    I  THE INTERPRETER                   P  a parenthetical of the reporter
    |  another wording of the line above
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

_MARK = re.compile(r"\[|\]|\||\{\w+\}|<\w+>")
_CODES = "QqAOXWRVIP"


@dataclass(frozen=True, slots=True)
class Fact:
    """A place in a template for a fact of the case, the scene or the moment."""

    name: str
    capital: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """A place in a template for the next entry of a pool."""

    pool: str
    capital: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A place in a template for one of several wordings."""

    options: "tuple[Template, ...]"


Template = tuple[str | Fact | Draw | Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a beat: who speaks (a code letter) and the wordings to choose from."""

    code: str
    texts: tuple[Template, ...]


Beat = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch of examination on one subject: its name and its beats in order."""

    name: str
    beats: tuple[Beat, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """One file: facts drawn once, in order, pools of wordings, and scenes by phase."""

    title: str
    facts: dict[str, Template]
    pools: dict[str, tuple[Template, ...]]
    scenes: dict[str, tuple[Scene, ...]]


def template(text: str) -> Template:
    """Compile one text.

    Raises:
        ValueError: A bracket is left open or closed twice.
    """
    stack: list[list[Template]] = []
    parts: list[str | Fact | Draw | Choice] = []
    at = 0
    for mark in _MARK.finditer(text):
        if mark.start() > at:
            parts.append(text[at : mark.start()])
        at = mark.end()
        sign = mark.group()
        if sign == "[":
            stack.append([tuple(parts)])
            parts = []
        elif sign in "|]":
            if not stack:
                raise ValueError(f"{sign} outside brackets in {text!r}")
            stack[-1].append(tuple(parts))
            parts = []
            if sign == "]":
                before, *options = stack.pop()
                parts = [*before, Choice(tuple(options))]
        else:
            name = sign[1:-1]
            lower = name[0].lower() + name[1:]
            parts.append((Fact if sign[0] == "{" else Draw)(lower, name[0].isupper()))
    if stack:
        raise ValueError(f"a bracket is left open in {text!r}")
    if at < len(text):
        parts.append(text[at:])
    return tuple(parts)


def _pool(text: str) -> tuple[Template, ...]:
    entries: list[Template] = []
    for line in text.strip().splitlines():
        weight, star, rest = line.partition("*")
        if star and weight.isdigit():
            entries += [template(rest)] * int(weight)
        elif line.strip():
            entries.append(template(line.strip()))
    return tuple(entries)


def _scenes(text: str) -> tuple[Scene, ...]:
    """Compile the scenes of one phase; see the notation at the top of this file."""
    scenes: list[tuple[str, list[list[tuple[str, list[Template]]]]]] = []
    for line in text.strip().splitlines():
        code, _, words = line.strip().partition(" ")
        if not code:
            continue
        if code == "==":
            scenes.append((words.strip(), []))
        elif code == "|":
            scenes[-1][1][-1][-1][1].append(template(words))
        elif code in _CODES:
            beats = scenes[-1][1]
            if code == "Q" or not beats:
                beats.append([])
            beats[-1].append((code.upper(), [template(words)]))
        else:
            raise ValueError(f"unknown code {code!r} in {line!r}")
    return tuple(
        Scene(name, tuple(tuple(Step(c, tuple(t)) for c, t in beat) for beat in beats))
        for name, beats in scenes
    )


@cache
def language(name: str) -> Language:
    """Read and compile `testimony/<name>.toml`, once."""
    source = resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(source)
    return Language(
        title=table.get("title", name),
        facts={key: template(text) for key, text in table.get("facts", {}).items()},
        pools={key: _pool(text) for key, text in table.get("pools", {}).items()},
        scenes={key: _scenes(text) for key, text in table.get("scenes", {}).items()},
    )
