"""The built-in corpus `code`: unlimited invented statutes, as USLM XML.

Everything in them is invented. The language stands in `statutory/*.toml`; this file alone decides
which provisions a section has, in which order, and how long it becomes.
"""

import random
from collections.abc import Iterator, Sequence

from benchbar.corpora.statutory.author import Author, Style
from benchbar.corpora.statutory.definitions import Definer
from benchbar.corpora.statutory.drafter import Drafter, opened
from benchbar.corpora.statutory.kinds import KINDS, Kind
from benchbar.corpora.statutory.language import Term
from benchbar.corpora.statutory.markup import Dress, element
from benchbar.corpora.statutory.outline import DEEPEST, Part
from benchbar.corpora.statutory.outline import number as numbered
from benchbar.corpora.statutory.references import settle
from benchbar.corpora.statutory.world import SUBJECTS, Setting, name_things, settle_in, tongue
from benchbar.seeds import rng_for

SOURCE = "invented"

_DECK = tuple(kind for kind in KINDS for _ in range(kind.weight))
_LEADS = tuple(kind for kind in _DECK if kind.theme != "general")
_BRIEF = 130
"""Tokens up to which a section is one undivided text."""
_NEAR = 0.17
"""How far from its size a section may end before it is tried again."""
_PLAIN, _GENERAL = 0.09, 0.025
"""How often the plain names of a subject, and words of any law, are defined.

The names of special kinds of things always are.
"""
_TRIES = 24
_MORE_OF_THE_SAME = 0.35
"""How often a further provision is of the kind that the section is about."""
_FLAT = ((300, 0.75), (500, 0.3))
"""How often the provisions of a section below a size have no paragraphs."""
_LONG = 2_500
"""Tokens from which provisions are gathered under subsections, and headings may come again."""
_WIDE = 1_500
"""Tokens from which a section takes the rest of its provisions from any theme."""


def section(rng: random.Random, *, number: str, tokens: int) -> bytes:
    """Return one invented section as a USLM 1.0 `<section>` element in UTF-8.

    Args:
        rng: Source of randomness; the same stream gives the same section on every machine.
        number: Its number; its identifier is `/us/invented/t0/s<number>`.
        tokens: About how many cl100k tokens it has as shown (within a quarter), 60 to 12,000.

    Raises:
        ValueError: `tokens` is out of range.
    """
    if not 60 <= tokens <= 12_000:
        raise ValueError(f"an invented section has 60 to 12,000 tokens, not {tokens}")
    subject = SUBJECTS[int(rng.random() * len(SUBJECTS))]
    base = int(number) if number.isdigit() else 100
    near = [str(base + step) for step in (-7, -4, -3, -2, -1, 1, 2, 3, 5, 8) if base + step > 0]
    return _Section(rng, Setting(subject, {}), near, number, tokens).draft()


def title(*name: str | int, sections: int) -> Iterator[bytes]:
    """Yield a whole invented title, section by section, in chapters of one subject each.

    Numbers rise and are not repeated; references to other sections are to sections of the title.

    Args:
        name: What names the stream of randomness, e.g. "code", 7.
        sections: How many sections.
    """
    rng = rng_for(*name, "title")
    numbers, chapters = _chapters(rng, sections)
    for at, own in enumerate(numbers):
        first, last, setting = chapters[at]
        near = numbers[max(first, at - 9) : min(last, at + 10)]
        others = [one for one in near if one != own]
        each = rng_for(*name, own)
        yield _Section(each, setting, others, own, _size(each)).draft()


def _chapters(
    rng: random.Random, sections: int
) -> tuple[list[str], list[tuple[int, int, Setting]]]:
    """Return the numbers of a title, and for each the bounds and setting of its chapter."""
    numbers: list[str] = []
    chapters: list[tuple[int, int, Setting]] = []
    chapter = 1
    country: dict[str, str] = {}
    while len(numbers) < sections:
        subject = SUBJECTS[int(rng.random() * len(SUBJECTS))]
        drafter = Drafter(rng, tongue(subject).words)
        drafter.facts.update(country)
        setting = settle_in(drafter, subject)
        country = {key: setting.facts[key] for key in ("realm", "legislature")}
        first = len(numbers)
        last = min(sections, first + 8 + int(rng.random() * 34))
        numbers += [f"{chapter}{n:02}" for n in range(1, last - first + 1)]
        chapters += [(first, last, setting)] * (last - first)
        chapter += 1
    return numbers, chapters


def _size(rng: random.Random) -> int:
    """Draw the size of a section as sizes in a code lie: most short, a few very long."""
    roll, within = rng.random(), rng.random()
    for share, low, high in (
        (0.34, 70, 300),
        (0.3, 300, 900),
        (0.18, 900, 2_200),
        (0.1, 2_200, 4_400),
        (0.06, 4_400, 7_600),
        (0.02, 7_600, 11_500),
    ):
        roll -= share
        if roll < 0:
            break
    return int(low * (high / low) ** within)


class _Section:
    """One section while it is drafted."""

    def __init__(
        self,
        rng: random.Random,
        setting: Setting,
        neighbors: Sequence[str],
        number: str,
        tokens: int,
    ) -> None:
        self.number = number
        self.tokens = tokens
        self.flat = False
        self.subject = setting.subject
        self.spoken = tongue(setting.subject)
        self.dice = Drafter(rng, self.spoken.words)
        self.dice.facts.update(setting.facts)
        if not setting.facts:
            settle_in(self.dice, setting.subject)
        self.dice.neighbors = neighbors
        self.style = self._habits()
        self.author = Author(self.dice, self.spoken.parts, self.style)
        self.terms = name_things(self.dice, setting.subject, tokens)
        self.definer = Definer(self.author)

    def _habits(self) -> Style:
        dice = self.dice
        head = dice.random()
        headed = (head < 0.8, 0.1 < head < 0.66, 0.14 < head < 0.5)
        return Style(
            headed=headed,
            commas=dice.chance(0.3),
            tail=" of this section" if dice.chance(0.15) else "",
            nested=0.03 + 0.09 * dice.random(),
        )

    def draft(self) -> bytes:
        """Return the section, the best of several tries at its size."""
        best = self._try()
        for _ in range(_TRIES):
            off = abs(best.size() / self.tokens - 1)
            if off <= _NEAR:
                break
            other = self._try()
            if abs(other.size() / self.tokens - 1) < off:
                best = other
        return element(best, number=self.number, dress=self._dress())

    def _dress(self) -> Dress:
        dice = self.dice
        credit = dice.say(self.spoken.words["credit"][0]) if dice.chance(0.7) else ""
        note = dice.phrase("note") if dice.chance(0.12) else ""
        return Dress(
            small_caps=dice.chance(0.2),
            paragraphs=dice.chance(0.3),
            quoted_level=dice.chance(0.03),
            credit=credit,
            note=note,
            footnote=dice.chance(0.04),
        )

    def _try(self) -> Part:
        dice = self.dice
        share = next((share for size, share in _FLAT if self.tokens < size), 0.0)
        self.flat = dice.chance(share)
        self.author.begin(flat=self.flat)
        if self.tokens <= _BRIEF:
            body, first = self._brief(), 0
        elif self.tokens < 300 and dice.chance(0.4):
            body, first = self._single(), 1
        elif self.tokens < 1_500 and dice.chance(0.08):
            body, first = self._glossary(), 1
        else:
            body, first = self._divided(), 0
        numbered(body, first)
        settle(body, self._elsewhere, tail=self.style.tail, pick=self.dice.pick)
        return body

    def _elsewhere(self, key: str) -> str:
        dice = self.dice
        if key == "other" or not dice.neighbors or dice.chance(0.35):
            return dice.pick(("this section", "this chapter", "this title"))
        named = f"section {dice.pick(dice.neighbors)}"
        return named + dice.pick((" of this title", " of this chapter", ""))

    def _heading(self, kind: str) -> str:
        return opened(self.dice.phrase("title_" + kind))

    def _brief(self) -> Part:
        """A section of one text, of a sentence or a few."""
        kind = self.dice.pick(_DECK).name
        part = self.author.build(self.dice.deal(("part", "brief"), self.spoken.parts["brief"]), 0)
        part.heading = part.heading or self._heading(kind)
        while part.size() + 24 < self.tokens:
            more = self.author.build(
                self.dice.deal(("part", "brief"), self.spoken.parts["brief"]), 0
            )
            if part.size() + more.size() > self.tokens * 1.15:
                break
            part.text += " " + more.text
        return part

    def _single(self) -> Part:
        """A section of one provision, whose parts are paragraphs."""
        kind = self.dice.pick(_DECK).name
        part = self.author.provision(kind, 0)
        part.heading = self._heading(kind)
        part.key = ""
        return part

    def _glossary(self) -> Part:
        """A section of definitions alone, for the whole chapter."""
        plain = self._spare()[: self.dice.between(1, 4)]
        part = self._definitions(self.terms + plain, self.tokens - 12)
        part.text = self.dice.phrase("define_chapter")
        part.heading = self.dice.phrase("define_heading")
        return part

    def _divided(self) -> Part:
        """A section of subsections."""
        dice = self.dice
        part = Part("")
        share = 0.0 if self.tokens < 330 else 0.2 + 0.14 * dice.random()
        kept = min(share * self.tokens, 40 * len(self.terms))
        kinds = self._provisions(part, self.tokens - kept - 12)
        text = _all_text(part)
        used = [
            term
            for term in self.terms
            if (term.name in text or term.plural in text) and (term.base or dice.chance(_PLAIN))
        ]
        general = [term for term in self._spare() if term.name in text and dice.chance(_GENERAL)]
        rest = self.tokens - 12 - part.size()
        if share and rest > 50 and used:
            defined = self._definitions(used + general, rest)
            defined.key = "definitions"
            if dice.chance(0.5) and "purpose" not in kinds:
                part.parts.insert(0, defined)
            else:
                part.parts.insert(1 if dice.chance(0.2) else len(part.parts), defined)
        lead = kinds[0] if len(kinds) < 12 else "general"
        part.heading = self._heading(lead)
        if len(part.parts) > 2 and dice.chance(0.05):
            gone = f"Repealed. {dice.phrase('repeal')}]"
            part.parts.insert(dice.below(len(part.parts)), Part(gone, key="repealed"))
        return part

    def _spare(self) -> list[Term]:
        return self.dice.sample(self.spoken.general, len(self.spoken.general))

    def _provisions(self, part: Part, budget: float) -> list[str]:
        """Add provisions up to a size, in their order; return their kinds, as they were drawn."""
        dice = self.dice
        found: list[tuple[Kind, Part]] = []
        used, failed = 0.0, 0.0
        level = 1 if self.tokens > _LONG else 0
        lead = dice.pick(_LEADS)
        near = [kind for kind in _DECK if kind.theme == lead.theme]
        while failed < 6:
            kind = self._next(lead, near, first=not found)
            fellows = [made for one, made in found if one is kind]
            twice = len(fellows) > (kind is lead) * 2
            if twice and dice.chance(0.8 if self.tokens < _LONG else 0.2):
                failed += 0.25
                continue
            made = self.author.provision(kind.name, level, led=any(one.key for one in fellows))
            headed = [one.heading for _, one in found if one.heading == made.heading != ""]
            again = len(headed) > 1 and self.tokens < _LONG
            if again or (self.flat and made.depth()):
                failed += 0.1
                continue
            size = made.size() + 0.9 * level * made.depth()
            if used + size > budget * 1.06:
                failed += 1
                continue
            found.append((kind, made))
            used += size
            if used > budget * 0.93:
                break
        kinds = [kind.name for kind, _ in found] or [lead.name]
        found.sort(key=lambda one: 0.5 if one[0] is lead else one[0].rank)
        if level and len(found) > 6:
            part.parts += self._grouped(found)
        else:
            part.parts += [made for _, made in found]
        return kinds

    def _next(self, lead: Kind, near: Sequence[Kind], *, first: bool) -> Kind:
        """Draw the kind of the next provision: more of the lead's, of its theme, or any."""
        dice = self.dice
        if first or dice.chance(_MORE_OF_THE_SAME):
            return lead
        if self.tokens < _WIDE and dice.chance(0.5):
            return dice.pick(near)
        return dice.deal("kinds", _DECK)

    def _grouped(self, found: list[tuple[Kind, Part]]) -> list[Part]:
        """Return provisions gathered, two to four of a theme, under one subsection."""
        dice = self.dice
        parts: list[Part] = []
        at = 0
        while at < len(found):
            theme, n = found[at][0].theme, 1
            most = dice.pick((1, 2, 3, 4))
            while n < most and at + n < len(found) and found[at + n][0].theme == theme:
                n += 1
            members = [made for _, made in found[at : at + n]]
            at += n
            if n == 1 or any(made.depth() > DEEPEST - 2 for made in members):
                parts += members
                continue
            group = Part("", dice.say(dice.deal(theme, self.spoken.words["group_" + theme])))
            if not self.style.headed[0]:
                group.heading = ""
            group.parts = members
            parts.append(group)
        return parts

    def _definitions(self, terms: list[Term], budget: float) -> Part:
        """Return a part that defines terms, as many as its size allows."""
        dice = self.dice
        part = Part(dice.phrase("define"))
        if self.style.headed[0]:
            part.heading = dice.phrase("define_heading")
        headed = self.style.headed[1]
        size = 12.0
        done: set[str] = set()
        made: list[tuple[str, Part]] = []
        for term in terms:
            if term.name in done:
                continue
            one = self.definer.define(term, heading=headed)
            more = one.size() + 2 * one.depth() + 2
            if made and size + more > budget * 1.05:
                continue
            made.append((term.name, one))
            done.add(term.name)
            size += more
            if size > budget * 0.95:
                break
        made.sort(key=lambda one: one[0])
        part.parts = [one for _, one in made]
        return part.parts[0] if len(made) == 1 else part


def _all_text(part: Part) -> str:
    return "\n".join(
        text for one in part.walk() for text in (one.heading, one.text, *one.flush, *one.proviso)
    )
