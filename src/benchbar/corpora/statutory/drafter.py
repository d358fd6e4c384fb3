"""The drafter: turns patterns into words, with the facts, decks and figures of one section.

Decks are dealt like cards, so that an entry comes again only after all others of its pool.
"""

import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar
from zlib import crc32

from benchbar.corpora.statutory.language import VERB, Term
from benchbar.corpora.statutory.wear import worn_in
from benchbar.corpora.testimony.language import Choice, Draw, Fact, Template

T = TypeVar("T")

REF = "\x02"
"""Opens a reference to be filled in when all labels are known; `END` closes it."""
END = "\x03"

DRAWN = (
    *("duty", "harm", "record", "matter", "detail", "purpose", "condition", "offense", "measure"),
    "trouble",
)
"""Pools of a subject that a sentence may draw on by `{duty_}` and the like."""

_ARTICLE = re.compile(
    r"\b([Aa]) (?=[“(]?(?:[aeiouAEIO8]|U[nl]|11\b|18\b))(?!ones?\b|uni(?!n)|us[eu]|Unio|eu)"
)
_NO_N = re.compile(r"\b([Aa])n (?=[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z])")
_BLANKS = re.compile(r" +(?=[,.;:)])| {2,}")
_VERBS = re.compile(f"{VERB}(\\w+)")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAYS = (3, 5, 7, 10, 12, 14, 15, 18, 20, 21, 24, 25, 28, 30, 35, 40, 42, 45, 48, 50, 55, 60, 70)
_MORE_DAYS = (75, 80, 84, 90, 100, 110, 120, 135, 140, 150, 160, 180, 200, 210, 240, 270, 300)
_FEW = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve")
_MINUTES = ("", ":15", ":30", ":45", ":10")
_TENTHS = ("", ".5", ".25", ".75", "")
_SUCH = 0.4
"""How often what was mentioned is taken up by *such* and not by *the*."""
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]|admit")


class Drafter:
    """The random choices of one section. Only `random()` is used: it is stable everywhere."""

    def __init__(self, rng: random.Random, words: dict[str, tuple[Template, ...]]) -> None:
        """Take the dice and the pools of words; the section fills in facts and names."""
        self.random = rng.random
        self.facts: dict[str, str] = {}
        self.names: dict[str, list[Term]] = {}
        self.neighbors: Sequence[str] = ()
        self.fresh: dict[str, Callable[[], str]] = self._figures()
        self.words = words
        self._decks: dict[object, list[object]] = {}
        self._last: dict[str, str] = {}
        self._same = "matter"
        self._sames = "matters"
        self._amount = 1_000
        self._lot = int(rng.random() * 2**32)
        self._year = 1938 + int(self.random() * 80)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self.random() * n)

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high, both included."""
        return low + int(self.random() * (high - low + 1))

    def chance(self, share: float) -> bool:
        """Return True in this share of all calls."""
        return self.random() < share

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[int(self.random() * len(items))]

    def sample(self, items: Sequence[T], n: int) -> list[T]:
        """Return `n` of the items, or all of them, in random order."""
        deck = list(items)
        for i in range(min(n, len(deck))):
            j = i + int(self.random() * (len(deck) - i))
            deck[i], deck[j] = deck[j], deck[i]
        return deck[:n]

    def deal(self, name: object, pool: Sequence[T]) -> T:
        """Return the next entry of a pool, which goes by a name."""
        deck = self._decks.get(name)
        if not deck:
            deck = self._decks[name] = list(pool)
        at = int(self.random() * len(deck))
        deck[at], deck[-1] = deck[-1], deck[at]
        return deck.pop()  # type: ignore[return-value]

    def several(self, pool: str, n: int) -> list[Template]:
        """Return the next `n` entries of a pool of words, all different, not yet said."""
        found: list[Template] = []
        while len(found) < n:
            text = self.deal(pool, self.words[pool])
            if not any(text is one for one in found):
                found.append(text)
        return found

    def word(self, pool: str) -> str:
        """Return the next entry of a pool of words."""
        return self._raw(pool).replace(VERB, "")

    def _raw(self, pool: str) -> str:
        """Return the next entry of a pool, its verbs marked."""
        return self._spoken(self.deal(pool, self.words[pool]))

    def say(self, parts: Template) -> str:
        """Return the words of a template, with its articles and blanks put right."""
        return self._tidied(self._spoken(parts))

    def phrase(self, pool: str) -> str:
        """Return the next entry of a pool of words as `say` does, to stand by itself."""
        return self._tidied(self._raw(pool))

    def _tidied(self, text: str) -> str:
        if "  " in text or " ," in text or " ;" in text or " ." in text or " :" in text:
            text = _BLANKS.sub(_closed_up, text)
        text = text.replace(VERB, "").replace(",,", ",").replace("..", ".")
        if "a " in text or "A " in text:
            text = _ARTICLE.sub(r"\1n ", text)
        if "an " in text or "An " in text:
            text = _NO_N.sub(r"\1 ", text)
        return text.strip()

    def fresh_words(
        self, make: Callable[[], T], words_of: Callable[[T], str], *, tries: int = 14
    ) -> T:
        """Return what is made, the least worn of a few tries.

        Of the runs of words that are heard most often (`wear.py`) a section is allowed few, by
        lot; so that no turn of phrase is heard in all sections.
        """
        before = self._last
        self._last = last = dict(before)
        best = make()
        least = self._worn(words_of(best))
        for _ in range(tries):
            if not least:
                break
            self._last = dict(before)
            other = make()
            worn = self._worn(words_of(other))
            if worn < least:
                best, least, last = other, worn, self._last
        self._last = last
        return best

    def turn(self) -> None:
        """Turn to a new provision: nothing has been mentioned in it yet."""
        self._last = {}

    def _worn(self, text: str) -> int:
        """Return how many runs of a text this section is not allowed."""
        lot = self._lot
        return sum(crc32(run, lot) % sections > 0 for run, sections in worn_in(text))

    def _spoken(self, parts: Template) -> str:
        dice = self.random
        words: list[str] = []
        for part in parts:
            kind = type(part)
            if kind is str:
                words.append(part)  # type: ignore[arg-type]
            elif kind is Choice:
                options = part.options  # type: ignore[union-attr]
                option = options[int(dice() * len(options))]
                if option:
                    first = option[0]
                    plain = len(option) == 1 and type(first) is str
                    words.append(first if plain else self._spoken(option))  # type: ignore[arg-type]
            elif isinstance(part, Fact):
                text = self._fact(part.name)
                words.append(opened(text) if part.capital else text)
            elif isinstance(part, Draw):
                text = self.word(part.pool)
                words.append(opened(text) if part.capital else text)
        return "".join(words)

    def _fact(self, name: str) -> str:
        known = self.facts.get(name)
        if known is not None:
            return known
        made = self.fresh.get(name)
        return made() if made else f"{REF}{name}{END}"

    def mention(self, sort: str, *, many: bool = False) -> str:
        """Return one of the names of a sort (thing, site, actor) that this section speaks of."""
        term = self.pick(self.names[sort])
        self._same, self._sames = term.name, term.plural
        if many:
            return term.plural
        self._last[sort] = term.name
        return term.name

    def again(self, sort: str) -> str:
        """Speak of what was mentioned last of a sort in the provision, or else of something new."""
        last = self._last.get(sort)
        if last is None:
            return f"the {self.mention(sort)}"
        return f"{'such' if self.chance(_SUCH) else 'the'} {last}"

    def _figures(self) -> dict[str, Callable[[], str]]:
        between, random, pick = self.between, self.random, self.pick

        drawn = {f"{pool}_": partial(self.word, pool) for pool in DRAWN}
        return drawn | {
            "thing": lambda: self.mention("thing"),
            "things": lambda: self.mention("thing", many=True),
            "site": lambda: self.mention("site"),
            "sites": lambda: self.mention("site", many=True),
            "actor": lambda: self.mention("actor"),
            "actors": lambda: self.mention("actor", many=True),
            "same": lambda: self._same,
            "sames": lambda: self._sames,
            "that_thing": lambda: self.again("thing"),
            "that_site": lambda: self.again("site"),
            "that_actor": lambda: self.again("actor"),
            "act": lambda: self.word("act"),
            "acting": lambda: _inflected(self._raw("act"), gerund),
            "acts": lambda: _inflected(self._raw("act"), third),
            "offending": lambda: _inflected(self._raw("offense"), gerund),
            "offends": lambda: _inflected(self._raw("offense"), third),
            "days": lambda: f"{pick(_DAYS) if random() < 0.6 else pick(_MORE_DAYS)} days",
            "period": self._period,
            "months": lambda: f"{between(2, 30)} months",
            "years": lambda: f"{between(2, 12)} years",
            "hours": lambda: f"{between(2, 18) * 4} hours",
            "few": lambda: pick(_FEW),
            "n": lambda: str(between(3, 48)),
            "many": lambda: f"{between(11, 199) * 25:,}",
            "money": self._money,
            "sum": lambda: f"${between(2, 380) * 5:,}",
            "more": self._more_money,
            "interest": lambda: f"{between(2, 14)}{pick(_TENTHS)} percent",
            "pct": lambda: f"{between(2, 85)}{pick(_TENTHS)} percent",
            "date": self._date,
            "yearly": lambda: f"{self._day_of_year()}",
            "year": lambda: str(self._year + between(1, 14)),
            "people": lambda: f"{between(9, 260) * 250:,}",
            "nth": lambda: ordinal(between(2, 40)),
            "place": lambda: self.word("placename"),
            "days_short": lambda: f"{between(2, 21)} days",
            "comma_unless": lambda: pick(("", "", f", unless {self.word('condition')}")),
            "hearing_time": lambda: f"within {between(5, 45)} days",
            "a_person": lambda: pick(("a person", "any person", "an owner")),
            "section_of": lambda: f"{REF}other{END}",
            "span": lambda: (
                f"{between(5, 11)}{pick(_MINUTES)} a.m. and {between(1, 10)}{pick(_MINUTES)} p.m."
            ),
            "clock": lambda: f"{between(1, 11)} {pick(('a.m.', 'p.m.'))}",
        }

    def _period(self) -> str:
        """Return a span of time, in days, months or years."""
        form = self.random()
        if form < 0.62:
            return self.fresh["days"]()
        if form < 0.8:
            return self.fresh["months"]()
        return "1 year" if form < 0.84 else self.fresh["years"]()

    def _money(self) -> str:
        size = self.random()
        if size < 0.2:
            self._amount = self.between(9, 39) * 25
        elif size < 0.8:
            self._amount = self.between(5, 199) * 250
        elif size < 0.97:
            self._amount = self.between(21, 199) * 2500
        else:
            self._amount = self.between(11, 45) * 100_000
        return f"${self._amount:,}"

    def _more_money(self) -> str:
        """Return an amount above the last one."""
        self._amount = self._amount * self.pick((3, 4, 4, 5, 6, 8, 10, 12)) // 2
        return f"${self._amount:,}"

    def _day_of_year(self) -> str:
        month = self.below(12)
        day = 1 if self.chance(0.3) else self.between(1, _LENGTHS[month])
        return f"{_MONTHS[month]} {day}"

    def _date(self) -> str:
        return f"{self._day_of_year()}, {self._year + self.between(1, 14)}"


def _closed_up(blanks: re.Match[str]) -> str:
    """Return what stands for blanks: nothing before a mark, else one."""
    behind = blanks.string[blanks.end() : blanks.end() + 1]
    return "" if behind in ",.;:)" else " "


def _inflected(words: str, form: Callable[[str], str]) -> str:
    """Return words with their first verb, and every verb that is marked, in another form."""
    return _VERBS.sub(lambda found: form(found[1]), VERB + words)


def gerund(verb: str) -> str:
    """Return the form of a verb that ends in -ing."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye")):
        return verb[:-1] + "ing"
    return verb + (verb[-1] if _DOUBLED.fullmatch(verb) else "") + "ing"


def third(verb: str) -> str:
    """Return the form of a verb behind he, she or it."""
    if verb.endswith(("s", "x", "ch", "sh", "o", "z")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def ordinal(n: int) -> str:
    """Return 1st, 2nd, 3rd, 4th ..."""
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th') }"


def opened(text: str) -> str:
    """Return a text with its first letter, or that of the reference there, in upper case."""
    if text.startswith(REF):
        return f"{REF}^{text[1:]}"
    return text[:1].upper() + text[1:]
