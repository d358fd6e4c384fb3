"""The facts of an invented case: people, places, dates and figures that hang together."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from benchbar.corpora.testimony.language import Language
from benchbar.corpora.testimony.voice import Voice

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_Say = Callable[[], str]
_SPAN_DAYS = 900


@dataclass(frozen=True, slots=True)
class Person:
    """Someone in the case: how they are called, and by which pronouns."""

    first: str
    last: str
    woman: bool
    role: str = ""
    title: str = ""

    @property
    def formal(self) -> str:
        """Return the name as counsel says it, e.g. `Ms. Okonjo`."""
        return f"{self.title or ('Ms.' if self.woman else 'Mr.')} {self.last}"

    @property
    def label(self) -> str:
        """Return the name as the reporter types it before a turn, e.g. `MS. OKONJO:`."""
        return f"{self.formal.upper()}:"

    def facts(self, key: str) -> dict[str, str]:
        """Return what a template may say of this person under a short key such as `who`."""
        he, him, his = ("she", "her", "her") if self.woman else ("he", "him", "his")
        return {
            key: self.formal,
            f"{key}_full": f"{self.first} {self.last}",
            f"{key}_first": self.first,
            f"{key}_last": self.last,
            f"{key}_he": he,
            f"{key}_him": him,
            f"{key}_his": his,
            f"{key}_role": self.role,
        }


class World:
    """Draws the facts of one case, and those of each scene as it opens."""

    def __init__(self, voice: Voice, kind: Language) -> None:
        """Draw people, dates and the kind's own facts into the voice."""
        self._voice = voice
        self._last_names: list[str] = []
        self._minute = 7 * 60 + voice.between(30, 150)
        voice.fresh = self._figures()
        self.taken = date(voice.between(2013, 2024), voice.between(1, 12), voice.between(1, 28))
        self._event = self.taken - timedelta(days=voice.between(500, 1400))
        self._days = [self._event, self._event]
        self.witness = self.person()
        self.counsel = [self.person() for _ in range(4)]
        facts = voice.facts
        facts.update(self.witness.facts("witness"))
        facts["sir"] = "ma'am" if self.witness.woman else "sir"
        for key in ("plaintiff", "defendant"):
            facts.update(self.person().facts(key))
        for key, pool in (
            ("town", "town"),
            ("town2", "town"),
            ("town3", "town"),
            ("street", "street"),
        ):
            facts[key] = voice.draw(pool)
        facts["event_year"] = str(self._event.year)
        for key, text in kind.facts.items():
            facts[key] = voice.say(text)
        if facts.get("witness_title"):
            title = facts["witness_title"]
            old = self.witness
            self.witness = Person(old.first, old.last, old.woman, "", title)
            facts.update(self.witness.facts("witness"))
            facts["witness_role"] = ""
        self._cast = [self.person(voice.draw("role")) for _ in range(12)]
        self._at = 0
        self.scene()

    def person(self, role: str = "") -> Person:
        """Draw a person whose last name nobody else in the case has."""
        voice = self._voice
        woman = voice.chance(0.5)
        last = voice.draw("surname")
        while last in self._last_names:
            last = voice.draw("surname")
        self._last_names = [*self._last_names[-60:], last]
        title = ""
        if role.startswith("Dr. "):
            title, role = "Dr.", role[4:]
        return Person(voice.draw("woman" if woman else "man"), last, woman, role, title)

    def scene(self) -> None:
        """Draw what the next scene is about: two people, two days, and the kind's subjects."""
        voice, cast = self._voice, self._cast
        self._at += 1
        if self._at % 5 == 0:
            # Someone new comes up as the examination goes on.
            cast[voice.below(len(cast))] = self.person(voice.draw("role"))
        i = voice.below(len(cast))
        j = (i + 1 + voice.below(len(cast) - 1)) % len(cast)
        facts = voice.facts
        facts.update(cast[i].facts("who"))
        facts.update(cast[j].facts("oth"))
        first = self._event + timedelta(days=voice.between(-_SPAN_DAYS // 2, _SPAN_DAYS // 2))
        self._days = [first, first + timedelta(days=voice.between(2, 60))]
        facts["page"] = str(voice.between(2, 38))
        for key, pool in (
            ("street", "street"),
            ("place", "place"),
            ("thing", "thing"),
            ("thing2", "thing"),
            ("subject", "subject"),
            ("subject2", "subject"),
            ("act", "act"),
            ("act2", "act"),
            ("doc", "doc"),
            ("doc2", "doc"),
        ):
            facts[key] = voice.draw(pool)

    def _figures(self) -> dict[str, _Say]:
        voice = self._voice
        between, random = voice.between, voice.random

        def dollars() -> str:
            size = random()
            if size < 0.3:
                return f"${between(3, 98) * 10}"
            if size < 0.7:
                return f"${between(11, 199) * 50:,}"
            if size < 0.9:
                return f"${between(1_000, 98_000):,}"
            return f"${between(1_000, 98_000):,}.{between(10, 99)}"

        def clock() -> str:
            hour, minute = between(1, 12), between(0, 11) * 5
            half = "a.m." if 7 <= hour < 12 else "p.m."
            form = random()
            if form < 0.6:
                return f"{hour}:{minute:02} {half}"
            if form < 0.8:
                return f"{hour}:{minute:02}"
            return f"{_NUMBERS[hour]} o'clock" if form < 0.9 else f"{_NUMBERS[hour]}-thirty"

        def few() -> str:
            return _NUMBERS[between(2, 9)]

        return {
            "off": lambda: self._session(between(35, 75)),
            "back": lambda: self._session(between(6, 25)),
            "day": lambda: self._spoken(self._days[0]),
            "day2": lambda: self._spoken(self._days[1]),
            "event": lambda: self._spoken(self._event),
            "month": lambda: _month(self._days[0]),
            "month2": lambda: _month(self._days[1]),
            "year": lambda: str(self._days[0].year),
            "anyday": lambda: self._spoken(
                self._event + timedelta(days=between(-_SPAN_DAYS, _SPAN_DAYS // 2))
            ),
            "today": lambda: self._spoken(self.taken),
            "dollars": dollars,
            "clock": clock,
            "few": few,
            "n": lambda: str(between(11, 96)),
            "nn": lambda: str(between(101, 989)),
            "small": lambda: _NUMBERS[between(3, 20)],
            "pct": lambda: f"{between(2, 95)} percent",
            "pg": lambda: str(between(2, 64)),
            "para": lambda: str(between(2, 47)),
            "bates": lambda: f"{between(100, 9899):06}",
            "since": lambda: str(self._event.year - between(1, 14)),
            "ago": lambda: _NUMBERS[between(2, 14)],
            "anyone": lambda: self._cast[int(random() * len(self._cast))].formal,
            "adr": lambda: str(between(102, 9870)),
            "anytown": lambda: voice.draw("town"),
        }

    def _session(self, minutes: int) -> str:
        """Return the time of day after so many more minutes of the deposition."""
        self._minute += minutes
        hour, minute = self._minute // 60 % 24, self._minute % 60
        half = "a.m." if hour < 12 else "p.m."
        return f"{(hour - 1) % 12 + 1}:{minute:02} {half}"

    def _spoken(self, day: date) -> str:
        """Return a date as lawyers say it, in one of several ways."""
        form = self._voice.random()
        month, number = _MONTHS[day.month - 1], day.day
        if form < 0.4:
            return f"{month} {number}, {day.year}"
        if form < 0.65:
            return f"{month} {number}{_ordinal(number)}"
        if form < 0.85:
            return f"{month} {number}{_ordinal(number)}, {day.year}"
        if form < 0.93:
            return f"{month} {number}{_ordinal(number)} of {day.year}"
        return f"the {number}{_ordinal(number)} of {month}"


def _month(day: date) -> str:
    name = _MONTHS[day.month - 1]
    return f"{name} of {day.year}" if day.day % 3 else f"{name} {day.year}"


def _ordinal(number: int) -> str:
    if number in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
