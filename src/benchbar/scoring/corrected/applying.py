"""Reading yes and no out of a reply: in so many words, or as what a section does to somebody.

A negation belongs to the word that it turns: "does not apply" is one way of saying no. So the
claims that come out of here are already turned; how they stand in the reply is for ``claims``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter
from typing import Literal, TypeAlias

from benchbar.records import Item
from benchbar.scoring import assent
from benchbar.scoring.claims import MOST_CLAIMS
from benchbar.scoring.language import RESTARTS
from benchbar.scoring.prose import Claim, Prose

UNDECIDED = "undecided"
"""The value of a claim that the question cannot be answered."""

Kind: TypeAlias = Literal[
    "undecided",
    "judged",
    "alone",
    "opening",
    "word",
    "truth",
    "short",
    "passive",
    "active",
    "direct",
]
Place: TypeAlias = tuple[str, tuple[str, ...]]

_KINDS: dict[Kind, re.Pattern[str]] = {
    "undecided": assent.UNDECIDED,
    "judged": assent.JUDGED,
    "opening": assent.OPENING,
    "alone": assent.ALONE,
    "word": assent.WORD,
    "truth": assent.TRUTH,
    "short": assent.SHORT,
    "passive": assent.PASSIVE,
    "active": assent.ACTIVE,
    "direct": assent.DIRECT,
}
"""Where candidates are found; of two that overlap the one of the earlier kind is kept."""

_PREDICATES = frozenset({"active", "direct", "passive"})
_NEAR = 200
_SHORT = len("yeah") + 1
_LABELS = re.compile(r"\w+")
_NAMES = re.compile(r"\b(?:[A-Z][a-z]+|[a-z]{1,3}\d{2,6})\b")
_NO_NAME = frozenset(
    "is are does do did let the a an in on for of if it section therefore yes no how what which "
    "whether entailment contradiction under subsection who".split()
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is about: places of the law, persons and their terms; if it denies."""

    places: tuple[Place, ...]
    names: frozenset[str]
    denies: bool


def asked_by(item: Item) -> Asked:
    """Read an item's question and what it asks about."""
    words = f"{item.question[-4 * _NEAR :]} {item.asked[: 4 * _NEAR]}"
    places = tuple(place for place, _, _ in _places(words) if place[0])
    plain = assent.CITE.sub(" ", words)
    names = frozenset(name.lower() for name in _NAMES.findall(plain)) - _NO_NAME
    return Asked(places, names, assent.NEGATOR.search(item.asked) is not None)


def _places(text: str) -> Iterator[tuple[Place, int, int]]:
    """Yield the places of the law that a text names, and where."""
    for match in assent.CITE.finditer(text):
        number = match["number"] or match["number2"] or ""
        labels = tuple(_LABELS.findall(match["labels"] or match["labels2"] or ""))
        if number or labels:
            yield (number, labels), match.start(), match.end()


def is_of_another(question: str, asked: Asked) -> bool:
    """Say whether a question is about another place of the law, or another person."""
    places = [place for place, _, _ in _places(question)] or [
        ("", tuple(_LABELS.findall(match["labels"])))
        for match in assent.LABEL_ALONE.finditer(question)
    ]
    if places and not any(_meant(place, asked) for place in places):
        return True
    verb = assent.ACTIVE.search(question)
    to = assent.OBJECT.match(question, verb.end()) if verb else None
    return to is not None and not _names(to["object"].rstrip("?\"' "), asked)


def claims(text: str, prose: Prose, asked: Asked) -> list[Claim]:
    """Return the answers that a reply gives, each "yes", "no" or ``UNDECIDED``, in order.

    What the reply quotes counts only if it says nothing outside quotation marks.
    """
    found: list[Claim] = []
    quoted: list[Claim] = []
    word_end = 0
    opened = -1
    for kind, match in _matches(text):
        spot = _Spot(kind, match, text, prose, word_end)
        if kind == "word" and spot.sentence == opened and spot.is_object():
            continue
        if kind == "word" and spot.opens:
            opened = spot.sentence
        if value := spot.value(asked):
            (quoted if spot.quoted() else found).append(Claim(value, *match.span()))
        if kind == "word":
            word_end = match.end()
    return found or quoted


def _matches(text: str) -> list[tuple[Kind, re.Match[str]]]:
    """Return the candidates in order, the last ones if there are very many."""
    every = [
        (match.start(), -rank, kind, match)
        for rank, (kind, pattern) in enumerate(_KINDS.items())
        for match in pattern.finditer(text)
    ]
    last = sorted(
        nlargest(2 * MOST_CLAIMS, every, key=itemgetter(0, 1)), key=itemgetter(1), reverse=True
    )
    kept: list[tuple[Kind, re.Match[str]]] = []
    taken = bytearray(len(text) + 1)
    for _, _, kind, match in last:
        start, end = match.span()
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            kept.append((kind, match))
    return sorted(kept, key=lambda one: one[1].start())


class _Spot:
    """One candidate with the words around it."""

    def __init__(
        self, kind: Kind, match: re.Match[str], text: str, prose: Prose, word_end: int
    ) -> None:
        self.sentence = prose.sentence(match.start())
        first, last = prose.span(self.sentence)
        self.kind = kind
        self.match = match
        self.opens = match.start() == first
        self.front = text[max(first, match.start() - _NEAR) : match.start()]
        self.back = text[match.end() : max(match.end(), min(last, match.end() + _NEAR))]
        self.ahead = text[match.end() : match.end() + _NEAR + 2]
        self.own = text[max(first, word_end, match.start() - _NEAR) : match.start()]
        self.clause = _clause(self.own, kind in _PREDICATES)
        asks = max(0, first - _NEAR, prose.span(self.sentence - 1)[0]) if self.sentence else first
        self.question = text[asks:first] if text[asks:first].rstrip()[-1:] == "?" else ""

    def value(self, asked: Asked) -> str | None:
        """Return what the candidate says, or None if it says nothing about the question."""
        if self.kind == "undecided":
            return UNDECIDED
        groups = {name.rstrip("234") for name, found in self.match.groupdict().items() if found}
        side: assent.Side = "no" if "no" in groups else "yes"
        if self.kind == "judged":
            affirms = self.match["what"].lower().startswith("entail") == (side == "yes")
            return "yes" if affirms else "no"
        told = self.question if self.opens else self.own if assent.SAYS.search(self.own) else ""
        if self._open() or (told and is_of_another(told, asked)):
            return None
        turns = len(assent.NEGATOR.findall(assent.NO_NEGATOR.sub(" ", self.clause)))
        if self.kind in ("alone", "opening"):
            turns = 0
        if self.kind == "truth" and not self._judges():
            return None
        if self.kind in _PREDICATES or self.kind == "short":
            more = None if asked.denies else self._about(asked)
            if more is None:
                return None
            turns += more
        return side if turns % 2 == 0 else assent.OTHER[side]

    def _open(self) -> bool:
        """Say whether the words ask, set a condition or state a purpose."""
        if self.kind in ("alone", "opening"):
            return False
        if assent.ASKS.match(self.ahead) and not (self.opens and len(self.match[0]) < _SHORT):
            return True
        if assent.OPEN_BEFORE.search(self.clause):
            return True
        if assent.OPEN_AFTER.match(self.back) and not self._holds():
            return True
        if self.kind not in _PREDICATES:
            return False
        if assent.POSSIBLE.search(self.front) or assent.STATED.search(self.clause):
            return True
        purpose = assent.INFINITIVE.search(self.front) and not assent.HELD_TO.search(self.clause)
        return bool(purpose) or assent.LABEL.match(self.ahead) is not None

    def _holds(self) -> bool:
        """Say whether an answer stands for all its condition: met, or a mere proviso."""
        proviso = self.kind == "word" and self.opens and assent.EXCEPT.match(self.back)
        return bool(proviso) or assent.MET.search(self.back) is not None

    def is_object(self) -> bool:
        """Say whether a yes or no is only spoken of: "nothing here says yes"."""
        spoken = assent.AS_OBJECT.search(self.front) is not None
        return spoken and RESTARTS.search(self.own) is None

    def _judges(self) -> bool:
        """Say whether a word of truth is said of the statement."""
        if assent.STATEMENT.search(self.front) or assent.STATEMENT.search(self.back):
            return True
        alone = not self.back.strip(" .!\n")
        short = self.match[0].lower() in ("true", "false")
        return short and alone and assent.PRONOUN.match(self.front) is not None

    def _about(self, asked: Asked) -> int | None:
        """Return how often the place and person named turn the answer; None if others."""
        if self.kind == "passive":
            return self._section_behind(asked)
        if self.kind == "short":
            return _section_in_front(self.match[0], asked)
        turns = self._subject(asked)
        if turns is None or assent.OTHER_SUBJECT.search(self.clause):
            return None
        if self.kind == "active" and assent.TRANSITIVE.match(self.back):
            return None
        person = self._person(asked)
        return None if person is None else turns + (not person)

    def _subject(self, asked: Asked) -> int | None:
        """Read the section that is the subject, which may follow: "applicable would be (b)"."""
        inverted = assent.INVERTED.match(self.back)
        if inverted and is_of_another(self.back[inverted.end() :][:60], asked):
            return None
        return _section_in_front(self.front, asked)

    def _section_behind(self, asked: Asked) -> int | None:
        place = next(_places(self.back[:60]), None)
        if place and place[1] <= len("  the "):
            return 0 if _meant(place[0], asked) else None
        return 0 if assent.SECTION_MEANT.match(self.back) else None

    def _person(self, asked: Asked) -> bool | None:
        """Say whether the section acts on the person asked about; None if on others."""
        if self.kind == "direct":
            return True if _names(self.back[:60], asked) else None
        named = assent.OBJECT.match(self.back)
        if named is None or _names(named["object"], asked):
            return True
        other = assent.NOT_OBJECT.match(self.back)
        return False if other and _names(other["object"], asked) else None

    def quoted(self) -> bool:
        """Say whether the words stand in quotation marks together with others."""
        said = self.kind in _PREDICATES or self.kind in ("short", "truth")
        return said and self.front.count('"') % 2 == 1


def _clause(front: str, of_verb: bool) -> str:
    """Return the words in front that belong to the same clause; asides only part a verb from it."""
    if of_verb:
        front = assent.ASIDE.sub(lambda match: match["verb"] or " ", front)
    ends = [match.end() for match in assent.CLAUSE.finditer(front)]
    return front[ends[-1] :] if ends else front


def _section_in_front(front: str, asked: Asked) -> int | None:
    """Return 0 if the section asked about is the subject, 1 if denied, None if another is."""
    named = [
        (_meant(place, asked), assent.NOT_CITE.search(front[:start]) is not None)
        for place, start, _ in _places(front)
    ]
    positive = [meant for meant, denied in named if not denied]
    if positive and positive[-1]:
        return 0
    if (True, True) in named:
        return 1
    return None if positive else 0


def _meant(place: Place, asked: Asked) -> bool:
    """Say whether a place is one asked about, a part of it or what it is part of."""
    number, labels = place
    for other, path in asked.places:
        if number and number == other:
            size = min(len(labels), len(path))
            if labels[:size] == path[:size]:
                return True
        if not number and labels and labels in (path[: len(labels)], path[-len(labels) :]):
            return True
    return not asked.places


def _names(words: str, asked: Asked) -> bool:
    """Say whether words name the person asked about, or what the person is."""
    end = assent.OBJECT_END.search(words)
    said = [word.lower() for word in re.findall(r"[^\W_]+", words[: end.start() if end else None])]
    if not asked.names and said and not any(map(str.isdigit, "".join(said))):
        return True
    return any(word in asked.names or word in assent.SELF for word in said[:6])
