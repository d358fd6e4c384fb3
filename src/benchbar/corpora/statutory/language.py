"""The written form of statutes: TOML files of words, parts and terms, compiled to patterns.

Notation of words is that of `testimony/language.py`: `[a|b]` one of several, `{day}` a fact,
`<pool>` the next entry of a pool. A pool of *parts* holds provisions, each opened by a line
at the margin and continued by indented lines:

    Heading :: Chapeau or text            the part itself; the heading may be left out
      * Heading :: text                   a subdivision, its own parts indented below it
      + pool 2-4 and                      two to four items of a pool, joined by `and`
      ~ text                              flush text behind the subdivisions
      & text                              a proviso behind the subdivisions

A mark followed by `?` is kept half of the time. A provision opened by `- ` leans on another of
its kind, to which alone others refer. A *term* is a name with lines of one code each,
entries parted by semicolons: `m` what it means, `t` what it does (behind *that*), `i` what it
includes, `x` what it leaves out.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from benchbar.corpora.testimony.language import Template, template

_LINE = re.compile(r"( *)(?:([*+~&])(\??) +)?(.*)")
_APOSTROPHE = re.compile(r"(?<=\w)'(?!')")
_STEP = 2


@dataclass(frozen=True, slots=True)
class Items:
    """A place for several entries of a pool, joined as a list."""

    pool: str
    low: int
    high: int
    joint: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A part of a statute with open choices; `flush` and `proviso` stand behind its parts.

    A pattern that `leans` presupposes another provision of its kind: nobody refers to it.
    """

    heading: Template | None
    text: Template
    parts: "tuple[Pattern | Items, ...]" = ()
    flush: tuple[tuple[Template, bool], ...] = ()
    proviso: tuple[tuple[Template, bool], ...] = ()
    optional: bool = False
    leans: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A term that can be defined: its plural, its sorts, and the four kinds of entries."""

    name: str
    plural: str
    sorts: frozenset[str]
    means: tuple[Template, ...]
    does: tuple[Template, ...]
    includes: tuple[Template, ...]
    omits: tuple[Template, ...]
    base: str = ""


@dataclass(frozen=True, slots=True)
class Language:
    """One file of the language of statutes."""

    facts: dict[str, Template]
    words: dict[str, tuple[Template, ...]]
    parts: dict[str, tuple[Pattern, ...]]
    terms: tuple[Term, ...]


@cache
def language(name: str) -> Language:
    """Read and compile `statutory/<name>.toml`, once.

    Raises:
        ValueError: A line is not in the notation above.
    """
    source = resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(_APOSTROPHE.sub("’", source))
    return Language(
        facts={key: template(text) for key, text in table.get("facts", {}).items()},
        words={key: _words(text) for key, text in table.get("words", {}).items()},
        parts={key: _parts(text) for key, text in table.get("parts", {}).items()},
        terms=tuple(_term(key, text) for key, text in table.get("terms", {}).items()),
    )


@cache
def _variants(name: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the phrases that stand for one another: a pattern of them, and what to write."""
    source = resources.files(__package__).joinpath("variants.toml").read_text("utf-8")
    table: dict[str, str] = tomllib.loads(source)[name]
    longest = sorted(table, key=len, reverse=True)
    whole = "|".join(map(re.escape, longest))
    return re.compile(rf"(?<![a-z])(?:{whole})(?![a-z])"), table


def _varied(text: str, table_name: str = "variants") -> Template:
    """Compile a text in which each phrase that has variants may become one of them."""
    phrases, table = _variants(table_name)
    return template(phrases.sub(lambda found: table[found.group()], text))


def _words(text: str) -> tuple[Template, ...]:
    return tuple(_varied(line.strip()) for line in text.strip().splitlines() if line.strip())


def _parts(text: str) -> tuple[Pattern, ...]:
    """Compile the provisions of one pool."""
    lines = [match.groups() for line in text.splitlines() if (match := _LINE.fullmatch(line))]
    rows = [(len(lead), sign, bool(maybe), rest) for lead, sign, maybe, rest in lines if rest]
    found, at = [], 0
    while at < len(rows):
        if rows[at][0] or rows[at][1]:
            raise ValueError(f"a provision opens at the margin, without a mark: {rows[at][3]!r}")
        pattern, at = _pattern(rows, at)
        found.append(pattern)
    return tuple(found)


def _pattern(rows: list[tuple[int, str | None, bool, str]], at: int) -> tuple[Pattern, int]:
    """Compile the row `at` and all rows below it; return also the place of the next."""
    depth, _, optional, words = rows[at]
    leans = not depth and words.startswith("- ")
    heading, mark, text = words.removeprefix("- ").partition("::")
    text = text if mark else words.removeprefix("- ")
    parts: list[Pattern | Items] = []
    flush: list[tuple[Template, bool]] = []
    proviso: list[tuple[Template, bool]] = []
    at += 1
    while at < len(rows) and rows[at][0] > depth:
        inner, sign, maybe, rest = rows[at]
        if inner != depth + _STEP or sign is None:
            raise ValueError(f"an indented line of a provision needs a mark: {rest!r}")
        if sign == "*":
            part, at = _pattern(rows, at)
            parts.append(part)
            continue
        if sign == "+":
            parts.append(_items(rest, maybe))
        else:
            (flush if sign == "~" else proviso).append((_varied(rest), maybe))
        at += 1
    return Pattern(
        heading=template(heading.strip()) if mark else None,
        text=_varied(text.strip()),
        parts=tuple(parts),
        flush=tuple(flush),
        proviso=tuple(proviso),
        optional=optional,
        leans=leans,
    ), at


def _items(text: str, optional: bool) -> Items:
    pool, span, joint = text.split()
    low, _, high = span.partition("-")
    return Items(pool, int(low), int(high or low), joint, optional)


def _term(key: str, text: str) -> Term:
    name, _, plural = key.partition("/")
    entries: dict[str, list[Template]] = {code: [] for code in "mtix"}
    sorts: list[str] = []
    for line in text.strip().splitlines():
        code, _, rest = line.strip().partition(" ")
        if code == "s":
            sorts += rest.split()
        elif code in entries:
            table = "genus" if code == "m" else "variants"
            entries[code] += [_varied(one.strip(), table) for one in rest.split(";")]
        elif code:
            raise ValueError(f"unknown code {code!r} in the term {name!r}")
    return Term(
        name=name,
        plural=plural or plural_of(name),
        sorts=frozenset(sorts),
        means=tuple(entries["m"]),
        does=tuple(entries["t"]),
        includes=tuple(entries["i"]),
        omits=tuple(entries["x"]),
    )


def plural_of(noun: str) -> str:
    """Return the regular plural of a noun."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"
