"""Replies that are no answer by their words: refusals, errors of the service, mere marks.

Told from replies that answer "it is not there", which are answers, if wrong ones. A refusal is
somebody (who) that cannot or will not (cannot) do an act of helping (act): the three in one
sentence, in whatever order, decline in any wording. The words are data, ``refusals.toml``.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from benchbar.scoring import marks, normal

_LISTS = (
    *("cannot", "declines", "enough", "alone", "lacking", "tone", "giver"),
    *("negation", "who", "act", "absent", "seeking"),
)
_LAST_OPENER = "giver"
"""The lists of phrases of a language; nothing is declined without one of the first seven."""

_LOOKED_AT = 1_500
"""Characters at the start and at the end of a reply in which it may decline."""
_OPENING = 400
"""Characters at the start of a reply in which an error of the service shows itself."""

_BLACK = "\u25a0"
_SENTENCE = re.compile(r"[^.!?:\n…。！？：؟।]+[.!?:…。！？：؟।]*")
_CLAUSE = re.compile(
    r"[,;，；،、]\s?(?:(?:but|however|so|yet)\s)?|\s(?:but|however|so|yet|[-–—])\s"
)
_TESTIMONY = re.compile(
    r"^(?:[^\n]{0,30}?[\s:>\"'(*-])?"
    r"(?:[QA](?:\.|[ \t]{2})|THE [A-Z]{3,12}[.:]|M(?:R|S|RS)\. [A-Z]{2,20}:)[^\n]*$",
    re.MULTILINE,
)
"""A line of a transcript: what a witness will not answer is no refusal of the reply's."""

_NO_LETTER = re.compile(r"[^\w\u0900-\u0963\u0970-\u097f]+|_+")
_ROMAN = re.compile(r"\([ivx]{1,5}\)")
"""A label of a statute, not the writer."""
_CHOICE = re.compile(r" (?:choose|decide|pick|choice|answer|either) ")
"""What a reply may decline that has named the answers between which it might choose."""
_ACCENT = re.compile("[\u0300-\u036f\u064b-\u065f]")
_SIMPLE = str.maketrans("đłıø", "dlio")
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their class that show nothing."""

_SERVICE = """
rate limit exceeded | rate limited | ratelimiterror | too many requests | internal server error
| bad gateway | service unavailable | gateway timeout | gateway time out | upstream connect error
| upstream request timeout | no healthy upstream | disconnect reset before headers
| request timed out | request timeout | read timed out | connection timed out
| connection reset by peer | connection refused
| connection aborted | temporarily overloaded | currently overloaded | overloaded error
| server is overloaded | model is overloaded | authentication error | invalid api key
| incorrect api key | insufficient quota | exceeded your current quota | quota exceeded
| maximum context length | context length exceeded | prompt is too long | error in message stream
| traceback most recent call last | error code | error type | error message | error status
| error occurred while processing | error while processing your request
| error processing your request
| error generating | model not found | api error | invalid request error
"""
_SERVICE_PHRASES = tuple(f" {phrase.strip()} " for phrase in _SERVICE.split("|"))
"""What the programs between a model and its reader say when no reply comes."""

_FAULT = re.compile(
    r" (?:an )?(?:internal |unknown |unexpected |fatal )?"
    r"(?:(?:error|http|http error) [45]\d\d "
    r"|(?:error|exception|http|oops|\w{1,30}error|\w{1,30}exception|[45]\d\d) (?:[a-z]\w* ){0,12}?"
    r"(?:timeout|time out|timed out|unauthorized|forbidden|denied|unavailable|overloaded|went wrong"
    r"|limit|quota|server|api|connection|network|occurred|response|gateway|authentication"
    r"|try again) )"
)
"""Words that open with an error and then speak of machines."""

_PLACEHOLDER = re.compile(
    r"\W*[\[(<{]{1,2}\s*(?:empty|blank|no (?:response|output|reply|text|content|answer)|silence"
    r"|(?:your |the |final |insert |put |write )*(?:answer|response|text|citation|cite|line)"
    r"(?: number| text)?(?: goes)?(?: here)?|\.{3})\s*[\])>}]{1,2}\W*",
    re.IGNORECASE,
)
"""A reply that is only a form left blank: ``[no response]``, ``<your answer here>``."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a refusal, folded: parts that must all be said, and their complete words."""

    parts: tuple[str, ...]
    words: frozenset[str]

    def stands_in(self, text: str) -> bool:
        """Say whether all parts stand in a folded text."""
        return all(part in text for part in self.parts)


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language declines: its lists in ``refusals.toml``, and what has an order in them.

    What has an order is kept as a pattern not yet compiled: few replies need more than English.
    """

    lists: Mapping[str, tuple[Phrase, ...]]
    openers: frozenset[str]
    unworded: tuple[Phrase, ...]
    own_letters: bool
    impersonal: bool
    not_found: str | None
    lacks: str | None
    asks: str | None

    def heard_in(self, text: str, words: frozenset[str]) -> "Tongue | None":
        """Return this language with the phrases that a text holds; None if it declines nothing.

        Most languages are ruled out by their letters, or by one word of each phrase that must be
        among the words.
        """
        if words.isdisjoint(self.openers):
            if self.own_letters and text.isascii():
                return None
            if not any(one.stands_in(text) for one in self.unworded):
                return None
        heard: dict[str, tuple[Phrase, ...]] = {}
        for name, phrases in self.lists.items():
            held = (phrase for phrase in phrases if phrase.words <= words)
            heard[name] = tuple(phrase for phrase in held if phrase.stands_in(text))
            if name == _LAST_OPENER and not any(heard.values()):
                return None
        return replace(
            self,
            lists=heard,
            lacks=self.lacks if heard["lacking"] else None,
            asks=self.asks if heard["giver"] else None,
        )

    def says(self, name: str, sentence: str) -> bool:
        """Say whether a folded sentence holds a phrase of a list."""
        return any(phrase.stands_in(sentence) for phrase in self.lists[name])

    def refuses(self, sentence: str) -> bool:
        """Say whether a folded sentence declines, or asks for what there is to read."""
        return self.declines(sentence) or (self.asks is not None and _has(self.asks, sentence))

    def declines(self, sentence: str) -> bool:
        """Say whether a folded sentence, or a clause, says who will not do what."""
        own = self.impersonal or self.says("who", sentence)
        if own and self.says("declines", sentence):
            return True
        if not (self.says("cannot", sentence) and self.says("act", sentence)):
            return False
        return own or sentence.startswith(self._parts("cannot"))

    def refuses_shortly(self, sentence: str) -> bool:
        """Say whether a folded sentence declines if the reply says little else.

        It gives a reason (not legal advice) or names no act (I will not). Behind an answer the
        same words are only a courtesy.
        """
        if self.says("enough", sentence):
            return True
        if self.says("tone", sentence) and self.says("negation", sentence):
            return True
        if any(part in (sentence, sentence.strip()) for part in self._parts("alone")):
            return True
        return sentence.endswith(self._parts("cannot")) and self.says("who", sentence)

    def denies(self, sentence: str) -> bool:
        """Say whether a folded sentence states that the words asked for are not there."""
        if self.says("absent", sentence):
            return True
        if self.not_found is None:
            looked = self.says("cannot", sentence) and self.says("seeking", sentence)
            return looked and not self.says("act", sentence)
        found = _compiled(self.not_found).search(sentence)
        return found is not None and not self.says("act", f" {found['between']}")

    def _parts(self, name: str) -> tuple[str, ...]:
        return tuple(phrase.parts[0] for phrase in self.lists[name])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _has(pattern: str, sentence: str) -> bool:
    return _compiled(pattern).search(sentence) is not None


def refuses(text: str) -> bool:
    """Say whether a reply in which no answer was found declines to answer.

    "I cannot find line 40" is an answer (a wrong one): it says something about the document.
    "I cannot find the document" is none. Words in quotation marks are not the reply's own.
    """
    shown = normal.readable(text)
    own = _own(_ends(shown))
    if not any(map(str.isalnum, own)):
        own = _without_testimony(_ends(shown))
    sentences = [one for match in _SENTENCE.finditer(own) if (one := _fold(match[0])).strip()]
    tongues = _spoken("".join(sentences))
    if any(tongue.lacks and _has(tongue.lacks, one) for tongue in tongues for one in sentences):
        return True
    if any(tongue.denies(one) for tongue in tongues for one in sentences):
        return False
    if any(tongue.refuses(one) for tongue in tongues for one in sentences):
        return True
    short = [one for one in sentences if any(tongue.refuses_shortly(one) for tongue in tongues)]
    quoted = [one for one in own.splitlines() if _BLACK in one and not _fold(one).strip()]
    return 2 * len(short) > len(sentences) + len(quoted)


def abstains(text: str) -> bool:
    """Say whether a reply that names several answers declines to choose one of them."""
    own = _own(_ends(normal.readable(text)))
    sentences = [_fold(match[0]) for match in _SENTENCE.finditer(own)]
    tongues = _spoken("".join(sentences))
    return any(
        _CHOICE.search(one) is not None and tongue.says("who", one) and tongue.says("declines", one)
        for tongue in tongues
        for one in sentences
    )


def without_refusals(text: str) -> str:
    """Cut the clauses that decline out of a reply; what else it says is left as it stands."""
    text = marks.plain(text)
    if len(text) > 2 * _LOOKED_AT:
        start, end = text[:_LOOKED_AT], text[-_LOOKED_AT:]
        return _cut(start) + text[_LOOKED_AT:-_LOOKED_AT] + _cut(end)
    return _cut(text)


def service_error(text: str) -> bool:
    """Say whether a reply opens with an error of the service, sent in place of an answer."""
    opening = _fold(text[:_LOOKED_AT])[:_OPENING]
    return _FAULT.match(opening) is not None or any(one in opening for one in _SERVICE_PHRASES)


def says_nothing(text: str) -> bool:
    """Say whether a reply shows no letter and no figure, or only a form left blank.

    A word says something, marks do not: "N/A", "None" and "null" claim that there is no answer
    and are wrong ones; "-", "...", "[no response]" and an empty fence say nothing.
    """
    shown = normal.readable(text)
    if not any(letter.isalnum() and letter not in _FILLERS for letter in shown):
        return True
    return len(shown) < 80 and _PLACEHOLDER.fullmatch(text.strip()) is not None


def is_visible(text: str) -> bool:
    """Say whether a text shows anything at all: not only blanks and characters of no width."""
    return any(unicodedata.category(one)[0] not in "CZM" and one not in _FILLERS for one in text)


def _ends(text: str) -> str:
    """Return the start and the end of a text, where replies decline."""
    if len(text) <= 2 * _LOOKED_AT:
        return text
    return f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"


def _own(text: str) -> str:
    """Blacken what a text (made plain) only quotes: in quotation marks, or as testimony."""
    kept, at = [], 0
    for start, end in marks.quotations(text):
        if start >= at:
            kept += [text[at:start], _BLACK * (end - start)]
            at = end
    return _without_testimony("".join([*kept, text[at:]]))


def _without_testimony(text: str) -> str:
    return _TESTIMONY.sub(lambda match: _BLACK * len(match[0]), text)


def _cut(text: str) -> str:
    """Drop the clauses that decline; the whole sentence if only its clauses together do."""
    own = _own(text)
    tongues = _spoken(_fold(own))
    kept: list[str] = []
    at = 0
    for match in _SENTENCE.finditer(own):
        kept.append(text[at : match.start()])
        at = match.end()
        spans = [(match.start() + a, match.start() + b) for a, b in _clauses(match[0])]
        left = [span for span in spans if not _declines(tongues, own[slice(*span)])]
        if len(left) < len(spans) or not _declines(tongues, match[0]):
            kept += [text[slice(*span)] for span in left]
    return "".join([*kept, text[at:]])


def _clauses(sentence: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the clauses of a sentence, each with the mark or word that ends it."""
    cuts = [0, *(match.end() for match in _CLAUSE.finditer(sentence)), len(sentence)]
    return pairwise(cuts)


def _declines(tongues: list[Tongue], sentence: str) -> bool:
    folded = _fold(sentence)
    return any(tongue.declines(folded) for tongue in tongues)


def _spoken(text: str) -> list[Tongue]:
    """Return the languages in which a folded text may decline."""
    words = frozenset(text.split())
    heard = (tongue.heard_in(text, words) for tongue in _tongues())
    return [tongue for tongue in heard if tongue]


def _fold(text: str) -> str:
    """Reduce text to its words: no case, accents, punctuation; a blank around each word."""
    plain = marks.plain(text).casefold()
    if not plain.isascii():
        plain = _ACCENT.sub("", unicodedata.normalize("NFD", plain))
        plain = unicodedata.normalize("NFC", plain).translate(_SIMPLE)
    if "(" in plain:
        plain = _ROMAN.sub(" ", plain)
    return f" {_NO_LETTER.sub(' ', plain).strip()} "


@cache
def _tongues() -> tuple[Tongue, ...]:
    """Read the languages."""
    source = (files("benchbar.scoring") / "refusals.toml").read_text(encoding="utf-8")
    return tuple(_tongue(table) for table in tomllib.loads(source).values())


def _tongue(table: dict[str, Any]) -> Tongue:
    """Fold the words of one language, and build what has an order from them."""
    spaced = bool(table.get("spaced", True))
    ordered = spaced and table.get("seeking")
    lists = {name: _phrases(table.get(name, ""), spaced=spaced) for name in _LISTS}
    opening = [one for name in _LISTS[: _LISTS.index(_LAST_OPENER) + 1] for one in lists[name]]
    return Tongue(
        lists=lists,
        openers=frozenset(max(sorted(one.words), key=len) for one in opening if one.words),
        unworded=tuple(one for one in opening if not one.words),
        own_letters=not any(part.isascii() for one in opening for part in one.parts),
        impersonal="who" not in table,
        not_found=_run(table, "cannot", r"(?P<between>(?:\w+ )?)", "seeking") if ordered else None,
        lacks=_run(table, "lacking", _DETERMINERS, "document") if "lacking" in table else None,
        asks=_run(table, "giver", _ONE_OR_TWO, "sending", _ONE_OR_TWO, "thing")
        if "giver" in table
        else None,
    )


_ONE_OR_TWO = r"(?:\w+ ){0,2}"
_DETERMINERS = r"(?:(?:the|any|an?|your|this|that|to) ){0,3}(?:(?!such )\w+ ){0,2}"


def _phrases(written: str, *, spaced: bool) -> tuple[Phrase, ...]:
    """Read phrases ``a | b & c | d*``; a language without blanks is compared letter by letter."""
    return tuple(
        _phrase([_part(part, spaced=spaced) for part in phrase.split("&")])
        for phrase in written.split("|")
        if phrase.strip()
    )


def _phrase(parts: list[str]) -> Phrase:
    """Note the complete words of a phrase: those with a blank on either side."""
    words = (word for part in parts for word in part.rpartition(" ")[0].split() if part[0] == " ")
    return Phrase(tuple(parts), frozenset(words))


def _part(written: str, *, spaced: bool) -> str:
    folded = _fold(written)
    if not spaced:
        return folded.strip()
    return folded.rstrip() if written.rstrip().endswith("*") else folded


def _run(table: dict[str, Any], *steps: str) -> str:
    """Build a pattern of lists of phrases (by name) with patterns between them, in order."""
    return " " + "".join(_either(table[one]) if one in table else one for one in steps)


def _either(written: str) -> str:
    """Return a pattern of any of the phrases and the blank behind it."""
    parts = [_part(phrase, spaced=True) for phrase in written.split("|") if "&" not in phrase]
    ends = ((re.escape(part.strip()), part.endswith(" ")) for part in parts if part.strip())
    return "(?:" + "|".join(part + (" " if whole else r"\w* ") for part, whole in ends) + ")"
