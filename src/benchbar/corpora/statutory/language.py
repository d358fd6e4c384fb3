"""The written form of statutes: TOML files of words, parts and terms, compiled to patterns.

Notation of words is that of `testimony/language.py`: `[a|b]` one of several, `{day}` a fact,
`<pool>` the next entry of a pool. Besides, `[a|b]/` is a, b, or both joined by *or*, and `[a|b]&`
the same with *and*; `the {thing}` is the thing, and `the {site}` and `the {actor}` those, that the
provision mentioned last. A pool of *parts* holds provisions, each opened by a line at the margin
and continued by indented lines:

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
_JOINED = re.compile(r"\[([^\[\]]+)\]([/&])")
_CHOICE = re.compile(r"\[([^\[\]]+)\](?![/&])")
_FIGURE = re.compile(
    r"\{(?:date|year|yearly|days|period|months|years|hours|clock|span|n|nth|many|people"
    r"|sum|money|more|pct|interest)\}"
)
_JOINTS = {"/": "or", "&": "and"}
_AGAIN = re.compile(r"\b([Tt])he \{(thing|site|actor)\}")
VERB = "\x04"
"""Stands before a further verb where several open an act, so that all of them are inflected."""
ALONE = " alone"
"""Ends the name of the pool that has those entries of another which lean on nothing."""
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
    text = phrases.sub(lambda found: table[found.group()], _JOINED.sub(_coordinated, text))
    text = _CHOICE.sub(_weighed, text)
    return template(_AGAIN.sub(r"{\1hat_\2}", text))


def _coordinated(found: re.Match[str]) -> str:
    """Return a choice among single options, their pairs, and the first three together."""
    joint = _JOINTS[found[2]]
    mark = VERB if found.start() == 0 else ""
    options = found[1].split("|")
    named = [option for option in options if option]
    pairs = [(a, b) for a in named for b in named if a is not b]
    joined = [f"{a} {joint} {mark}{b}" for a, b in pairs]
    if len(named) > 2:
        first, second, third = named[:3]
        joined += [f"{first}, {mark}{second}, {joint} {mark}{third}"] * 2
    else:
        joined *= 2
    return f"[{'|'.join([*options, *joined])}]"


def _weighed(found: re.Match[str]) -> str:
    """Return a choice in which an option without figures counts twice, if others have some.

    Two thirds of the lines of real statutes have no figure.
    """
    options = found[1].split("|")
    plain = [option for option in options if option and not _FIGURE.search(option)]
    if len(plain) == len([option for option in options if option]):
        return found[0]
    return f"[{'|'.join([*options, *plain])}]"


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
