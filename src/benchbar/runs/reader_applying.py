"""How the reader finds out whether a subsection applies to somebody: it climbs, and says so.

Like all of the reader it knows nothing but the prompt. The second turn is answered from what was
said in the first.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

ASKS_FOR_YES_OR_NO = "Therefore, the answer (Yes or No) is"

_ASKED = re.compile(
    r"(?P<name>\w+) is an? (?P<term>\S+)\. Is section (?P<number>\d+)(?P<path>\S*) applicable to "
    r"(?P=name)\?"
)
_ROW = re.compile(r"^( *)\((\w+)\) (.+)$", re.MULTILINE)
_TERM = re.compile(r'[Tt]he term "([^"]+)" means')
_ANY = re.compile(r"^any (\w+)")
_FINDING = re.compile(r"\bis (not )?applicable to\b")


@dataclass(frozen=True, slots=True)
class Reasoned:
    """Whether a cited part applies to a person, and the steps from the person's term upward."""

    name: str
    cite: str
    applies: bool
    steps: Sequence[str]

    def conclusion(self, applies: bool) -> str:
        """Return the last sentence of the reasoning, for one answer or the other."""
        return f"So {self.cite} is {'' if applies else 'not '}applicable to {self.name}."


def reason(prompt: str) -> Reasoned | None:
    """Reason out a question; None if the prompt holds none, or no answer to it."""
    document, _, question = prompt.rpartition("\n\n")
    asked = _ASKED.search(question)
    if asked is None:
        return None
    cite = f"section {asked['number']}{asked['path']}"
    found = _read(document)
    term = asked["term"]
    subject = next((one for one, path in found.defined if path.startswith(asked["path"])), "")
    if not subject:
        return None
    steps, seen = [f"{cite} is about {subject}."], {term}
    while term != subject and term in found.under:
        above = found.under[term]
        steps.append(f"{term} is listed under {above}.")
        if above in seen:
            break
        seen.add(above)
        term = above
    return Reasoned(asked["name"], cite, term == subject, steps)


def conclude(earlier: str) -> str:
    """Return Yes or No by the reasoning of the turn before; empty if it came to no end."""
    found = list(_FINDING.finditer(earlier))
    if not found:
        return ""
    return "No" if found[-1][1] else "Yes"


@dataclass(frozen=True, slots=True)
class _Section:
    """Terms with the path of their definition, in order; and what each term is listed under."""

    defined: Sequence[tuple[str, str]]
    under: dict[str, str]


def _read(document: str) -> _Section:
    defined: list[tuple[str, str]] = []
    under: dict[str, str] = {}
    open_parts: list[tuple[int, str]] = []
    for indent, label, words in _ROW.findall(document):
        open_parts = [part for part in open_parts if part[0] < len(indent)]
        open_parts.append((len(indent), f"({label})"))
        if means := _TERM.search(words):
            defined.append((means[1], "".join(part for _, part in open_parts)))
        elif defined and (listed := _ANY.match(words)):
            under[listed[1]] = defined[-1][0]
    return _Section(defined, under)
