"""The formula of a regression, such as ``correct ~ condition + (1|question)``."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from benchbar.errors import InputError

Term: TypeAlias = tuple[str, ...]
"""Names of columns: one for a factor or a group, several where they work together."""

_NAME = r"(?:`[^`]+`|[^\W\d][\w.]*)"
_FACTORS = re.compile(rf"{_NAME}(?:\s*[:*]\s*{_NAME})*")
_GROUP = re.compile(rf"\(\s*1\s*\|\s*({_NAME}(?:\s*[:/]\s*{_NAME})*)\s*\)")
_EXAMPLE = "correct ~ condition + (1|question)"
_QUOTED = 40


@dataclass(frozen=True, slots=True)
class Formula:
    """A response, fixed factors and their interactions, and groups with an intercept each."""

    response: str
    fixed: tuple[Term, ...]
    groups: tuple[Term, ...]

    @property
    def factors(self) -> tuple[str, ...]:
        """Columns of the fixed terms, each once."""
        return tuple(dict.fromkeys(name for term in self.fixed for name in term))

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns but the response, each once."""
        grouped = (name for group in self.groups for name in group)
        return tuple(dict.fromkeys((*self.factors, *grouped)))

    def without(self, term: Term) -> "Formula":
        """Return the formula without a term and without those that contain it."""
        kept = tuple(one for one in self.fixed if not {*term} <= {*one})
        return replace(self, fixed=kept)

    def within(self, other: "Formula") -> bool:
        """Return whether the other formula has all terms of this one: the two are nested."""
        return (
            self.response == other.response
            and _sets(self.fixed) <= _sets(other.fixed)
            and _sets(self.groups) <= _sets(other.groups)
        )

    def __str__(self) -> str:
        fixed = [":".join(map(_shown, term)) for term in self.fixed] or ["1"]
        groups = [f"(1|{':'.join(map(_shown, group))})" for group in self.groups]
        return f"{_shown(self.response)} ~ {' + '.join([*fixed, *groups])}"


def parse(text: str) -> Formula:
    """Read a formula in the manner of R, of the kinds that this program fits.

    ``a + b`` are factors, ``a:b`` what is special to a pair of levels, ``a*b`` all three;
    ``(1|g)`` is a group whose members differ by chance, ``(1|g/h)`` stands for
    ``(1|g) + (1|g:h)``; a group is of two columns at most. A name with spaces stands in backticks.

    Raises:
        InputError: It is none of these; says which part, and what to write.
    """
    sides = _split(text, "~")
    if len(sides) != 2:
        raise InputError(f"formula {text!r}: write response ~ terms, such as {_EXAMPLE}")
    response = sides[0]
    if not re.fullmatch(_NAME, response):
        raise InputError(f"formula: {_cut(response)} is no name of a column: write {_EXAMPLE}")
    fixed: list[Term] = []
    groups: list[Term] = []
    for part in _split(sides[1], "+"):
        if grouped := _GROUP.fullmatch(part):
            groups += _nested(grouped[1])
        elif _FACTORS.fullmatch(part):
            fixed += _crossed(part)
        elif part != "1":
            raise InputError(f"formula: {_cut(part)} is not understood: {_advice(part)}")
    found = Formula(_name(response), _once(sorted(fixed, key=len)), _once(groups))
    _check(found)
    return found


def _check(formula: Formula) -> None:
    terms = _sets(formula.fixed)
    for term in formula.fixed:
        if any({name} not in terms for name in term):
            raise InputError(f"formula: {':'.join(term)} needs its factors: write {'*'.join(term)}")
    if not formula.groups:
        raise InputError(
            "formula: answers to one question are alike: name the questions' column as a group, "
            f"{formula} + (1|question)"
        )
    for group in formula.groups:
        if len(group) > 2:
            raise InputError(
                f"formula: (1|{':'.join(map(_shown, group))}): a group is of one column or two: "
                "join these in one column of the file"
            )
    if formula.response in formula.columns:
        raise InputError(f"formula: {formula.response} is on both sides of ~")


def _crossed(part: str) -> Iterator[Term]:
    """Yield the terms of ``a``, ``a:b`` or ``a*b``."""
    factors = [tuple(_names(one)) for one in _split(part, "*")]
    for size in range(1, len(factors) + 1):
        for chosen in combinations(factors, size):
            yield tuple(dict.fromkeys(name for term in chosen for name in term))


def _nested(group: str) -> Iterator[Term]:
    """Yield the groups of ``g``, ``g:h`` or ``g/h``."""
    levels = [tuple(_names(one)) for one in _split(group, "/")]
    for depth in range(1, len(levels) + 1):
        yield tuple(dict.fromkeys(name for level in levels[:depth] for name in level))


def _names(part: str) -> Iterator[str]:
    return (_name(one) for one in _split(part, ":"))


def _split(text: str, mark: str) -> list[str]:
    """Split at a mark, but not inside backticks."""
    masked = re.sub("`[^`]*`", lambda quoted: "x" * len(quoted[0]), text)
    at = [place for place, character in enumerate(masked) if character == mark]
    starts, ends = [-1, *at], [*at, len(text)]
    return [text[start + 1 : end].strip() for start, end in zip(starts, ends, strict=True)]


def _name(text: str) -> str:
    return text.strip().strip("`")


def _shown(name: str) -> str:
    return name if re.fullmatch(_NAME, name) else f"`{name}`"


def _once(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return terms as first written: ``a:b`` and ``b:a`` are one."""
    found: dict[frozenset[str], Term] = {}
    for term in terms:
        found.setdefault(frozenset(term), term)
    return tuple(found.values())


def _sets(terms: tuple[Term, ...]) -> set[frozenset[str]]:
    return {frozenset(term) for term in terms}


def _cut(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "…")


def _advice(part: str) -> str:
    if not part:
        return "a term is missing beside +"
    if part in ("0", "-1") or part.endswith("- 1"):
        return "the intercept stays"
    if "|" in part:
        return "groups are written (1|question); slopes as (1|question:condition)"
    return "terms are names of columns, a:b or a*b (in backticks if a name has spaces)"
