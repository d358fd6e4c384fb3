"""applies-to: does a subsection apply to somebody who is this or that?

A transfer test of BLT (arXiv 2311.09693): it is not looked up but reasoned out, step by step, in a
first turn; a second asks for yes or no. The document is a synthetic section whose terms are ids.
The subsection is where a term A is defined, and the person is a B: yes if B stands below A, no if
it stands elsewhere. Whether the section applies to A itself, or to what stands above it, is a
matter of reading, so that is never asked.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from benchbar.corpora import synthetic
from benchbar.errors import InputError
from benchbar.records import Document, Item
from benchbar.scoring import yesno
from benchbar.scoring.judge import judge
from benchbar.seeds import rng_for
from benchbar.tasks import applies_to_proof
from benchbar.tasks.base import Rules, Task, about

NAME = "applies_to"

QUESTION = "{name} is {article} {term}. Is {cite} applicable to {name}? Let's think step by step."
THEREFORE = "Therefore, the answer (Yes or No) is"

WOMEN = tuple(
    "Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen Sarah Lisa Nancy Sandra "
    "Ashley Emily Kimberly Betty Margaret Donna Michelle Carol Amanda Melissa Deborah "
    "Stephanie".split()
)
MEN = tuple(
    "James Michael Robert John David William Richard Joseph Thomas Christopher Charles Daniel "
    "Matthew Anthony Mark Steven Donald Andrew Joshua Paul Kenneth Kevin Brian Timothy "
    "Ronald".split()
)
"""Common names in the United States, as many of women as of men."""

_SPOKEN_WITH_A_VOWEL = frozenset("aefhilmnorsx")
_ID = re.compile(r"[a-z]+\d+")


def article(term: str) -> str:
    """Return ``a`` or ``an`` as it is spoken before a term: an f66 (eff), a u11 (you)."""
    vowels = _SPOKEN_WITH_A_VOWEL if _ID.fullmatch(term) else frozenset("aeiou")
    return "an" if term[0] in vowels else "a"


def ask(document: Document, place: int, rules: Rules) -> Item | None:  # noqa: ARG001
    """Ask whether the subsection where a term is defined applies to somebody.

    Who that is, and whether the answer is yes, is drawn by chance that hangs on document and
    place alone. The person's term lies deeper in the tree than the subsection's whatever the
    answer, and as deep for yes as for no, so that its place tells nothing.
    """
    term = _defined_at(document, place)
    if document.source != synthetic.SOURCE or term is None:
        return None
    children = _children(document)
    levels = _levels(children, _root(document))
    own = next((level for level, terms in enumerate(levels) if term in terms), 0)
    if own == 0:
        return None
    below = {one for row in _levels(children, term)[1:] for one in row}
    rng = rng_for(NAME, document.text, place)
    gold = rng.choice(("Yes", "No"))
    deeper = [one for terms in levels[own + 1 :] for one in terms]
    fitting = [one for one in deeper if (one in below) == (gold == "Yes")]
    if not fitting:
        return None
    person, name = rng.choice(fitting), rng.choice((*WOMEN, *MEN))
    cite = document.lines[place].cite
    question = QUESTION.format(name=name, article=article(person), term=person, cite=cite)
    return about(document, NAME, place, question=question, asked=cite, gold=gold)


def _defined_at(document: Document, place: int) -> str | None:
    """Return the term that a part of a section is about, if the part is cited for it as a whole.

    That is the heading over a term's definition and those of the terms below it, or the
    definition where it has no such heading.
    """
    line = document.lines[place]
    before = document.lines[place - 1] if place else None
    if not line.leaf and not line.terms:
        return synthetic.term(document, line)
    headed = before is not None and not before.leaf and not before.terms
    return line.terms[0] if line.terms and not headed else None


def _children(document: Document) -> dict[str, list[str]]:
    """Return the terms that each defined term is said to mean, by the cites of their lines."""
    found: dict[str, list[str]] = defaultdict(list)
    defining = {line.cite: line.terms[0] for line in document.lines if line.terms}
    for line in document.lines:
        parent = line.cite.rpartition("(")[0]
        listed = synthetic.term(document, line) if line.leaf else None
        if listed and parent in defining:
            found[defining[parent]].append(listed)
    return found


def _root(document: Document) -> str:
    """Return the term of a whole section, the first that it defines."""
    return next((line.terms[0] for line in document.lines if line.terms), "")


def _levels(children: Mapping[str, Sequence[str]], top: str) -> list[list[str]]:
    """Return a term and all below it, level by level."""
    found = [[top]]
    while row := [child for term in found[-1] for child in children.get(term, ())]:
        found.append(row)
    return found


def turns(item: Item, document: Document, variant: str) -> tuple[str, ...]:
    """Two messages: the section and the question; then, after the reasoning, yes or no.

    Raises:
        InputError: There is no such variant.
    """
    if variant != "default":
        raise InputError(
            f"variant {variant!r} does not fit {NAME}, which has one wording (item {item.id}): "
            "leave it out, or choose other tests with --task or --corpus"
        )
    return f"{document.text}\n\n{item.question}", THEREFORE


def prove(item: Item, document: Document) -> Iterator[str]:
    """Yield what is wrong with an item, by a reading of its prompt's words alone."""
    yield from applies_to_proof.problems(turns(item, document, "default"), item.gold)
    cite = document.lines[item.target].cite
    if item.asked != cite or cite not in item.question:
        yield f"its question does not name the place of its line, {cite}"


TASK = Task(
    NAME,
    ask,
    turns,
    partial(judge, published=yesno.published, corrected=yesno.corrected),
    prove=prove,
)
