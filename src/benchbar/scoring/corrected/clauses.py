"""What the clause of an amount says of it: whose it is, of what, per what, and whether in fact.

The last subject that the clause names governs, by its head noun: "the deduction of section 63
is". Language as data: ``money`` says what follows. Every pattern is tried on a short stretch.
"""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchbar.scoring import numerals


def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.VERBOSE | re.ASCII)


Subject: TypeAlias = Literal["tax", "thing", "other person", "others", ""]
"""What is said to amount to it: the tax asked for, something else; or who is said to pay it."""

THINGS = r"""(?:income|earnings|wages?|salary|remuneration|compensation|deductions?|exemptions?
    |gains?|loss(?:es)?|thresholds?|credits?|excess|limit(?:ation)?|allowances?|agi|rent|expenses?
    |interest|proceeds|basis|minimum|maximum|cap|alimony|bracket|refund|withholding|penalty
    |difference|instal?lments?)"""
"""What is reckoned with, and not the tax."""

_TAX = r"(?:tax(?:es)?|liability|bill|dues?|total|sum|amount|answer|result)"
_DETERMINER = r"(?:the|an?|her|his|its|their|our|your|my|such|no)"
_NAME = rf"""(?-i:(?!(?:It|He|She|They|We|You|I|This|That|What|Who|Let|Here|There|One
    |(?i:taxpayers?|{THINGS}|{_TAX}|payments?|balance))\b)[A-Z][\w-]+)"""
_KIN = rf"""(?:(?:her|his|their|the|{_NAME}'s)\s(?:\w+\s)?(?:husband|wife|spouse|partner|brother
    |sister|son|daughter|widow|widower|father|mother|parents?|child(?:ren)?|boss|employe(?:r|e)s?
    |friend|company|estate)(?:\s{_NAME})?)"""
_PERSON = rf"(?:{_KIN}|{_NAME}(?:\s{_NAME})?)"
_PEOPLE = rf"(?:{_PERSON}(?:\s(?:and|or)\s{_PERSON})*(?:,\s{_KIN}(?=,))?)"
_OTHERS = r"""(?:couples?|spouses|corporations?|others|(?:joint|other)\sfilers?
    |(?:an)?other\s(?:person|people|taxpayers?|individuals?))"""
_PAYS = r"""(?:(?:also|still|then|alone|together|both|would|will|must|should|may|do|does|did|not
    |\w+n't)\s)*(?:owes?|pays?|(?:owed|paid)(?!\s?(?:[:=]|is\b|was\b|by\b|for\b|in\b))|earn(?:s|ed)
    |incurs?|bears?|withh(?:eld|olds?)|(?:has|have|had|needs?)\sto\spay
    |(?:is|are|was)\s(?:liable|required))"""
_OF = r"(?:of|for|by|from)"
_SUBJECT = _pattern(
    rf"""\b(?:on|of|with|in|from|under|after|before|than|over|above|against|by|given|minus|plus
      |less|without|excluding)\s
      (?:{_DETERMINER}\s|{_NAME}'s\s)?(?:[\w-]+\s){{0,2}}?(?:{THINGS}|{_TAX})\b
    |\b(?P<people>{_PEOPLE})(?:
      's\b(?=\s(?:[\w-]+\s){{0,3}}?(?:{THINGS}|{_TAX}|is|was|are|were)\b|\s?[:=$]?\s?$)
      |(?=(?:,\s\w+,|,)?\s{_PAYS}\b))
    |(?P<clause>,\swhich\b)
    |\b(?P<label>{_NAME})(?=\s?[:(]?\s?$)
    |\b{_OF}\s(?P<owner>{_PEOPLE})(?=\s(?:is|was|would|comes|amounts)\b|\s?[:=]?\s?$)
    |\b(?P<others>{_OTHERS})\b
    |\b(?P<pays>(?:she|he|they|i|we|you|it)\s{_PAYS})\b
    |(?<='s\s)(?:(?!{_PAYS})[\w-]+\s){{0,3}}?(?P<thing2>{THINGS})\b
    |(?:\b{_DETERMINER}\s|^|[,;]\s|\b(?:so|hence|therefore|thus)\s)
      (?:(?!{_PAYS})[\w-]+\s){{0,3}}?(?:(?P<thing>{THINGS})|(?P<tax>{_TAX}))\b"""
)
_SUBJECTS: dict[str, Subject] = {
    "clause": "",
    "others": "others",
    "pays": "tax",
    "tax": "tax",
    "thing": "thing",
    "thing2": "thing",
}
"""What the groups of ``_SUBJECT`` that name no people say."""

_OWNER_BEHIND = _pattern(
    rf"\s(?:(?:is|in|due|owed|tax(?:es)?)\s)*{_OF}\s(?:(?P<people>{_PEOPLE})|(?:an?\s)?{_OTHERS})\b"
)
_KIN_OF = _pattern(rf"\b{_NAME}'s\s(?=(?:\w+\s)?[a-z])")
_NAMED = re.compile(r"\b[A-Z][\w-]+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ASIDE = re.compile(r"\s?\([^()]*\)|,\s(?:who|whose|which|being|having)\s(?:[^,()]|,(?=\d))*,")
_QUESTION = re.compile(r"[^.?!\n]{1,300}\?")

_SAID_BEHIND = _pattern(
    rf"""\s(?:is|was|are|were)\s{_DETERMINER}\s(?:[\w-]+\s){{0,2}}?
    (?:(?P<thing>{THINGS})|{_TAX})\b"""
)
"""A subject behind its amount: "$148,200 is the tax"."""

_COPULA = _pattern(
    rf"""(?:\b(?:is|was|are|were|be|been|equals?|amounts?\sto|comes?\sto|totals?
    |(?:{THINGS}|{_TAX})\s(?:up\s|down\s)?to)\b|[:=])
    (?:[\s"'(~-]
    |\b(?:only|just|exactly|about|approximately|roughly|around|therefore|thus|then)\b){{0,6}}$"""
)
"""What says right before an amount that its subject is that much."""

_BREAK = _pattern(
    r"""\b(?:but|while|whereas|so|however|yet|actually|i\.e\.|as\sit\sis)(?!\w)|[;(]
    |,\s(?:and|or|that\sis|which)\b"""
)
"""Where another clause begins, in another mood."""

_AND = _pattern(r"\sand\b")
_AMOUNT_AHEAD = re.compile(r"\$|(?<!\d)(?!(?:19|20)\d\d\b)\d[\d,.]{3}")

_PARTICIPLE = (
    r"(?:been|paid|owed|had|come|amounted|cost|risen|fallen|equall?ed|faced|incurred|totall?ed)"
)
_UNREAL = _pattern(
    rf"""(?:\b(?:would|could|might)(?:'ve|\s(?:\w+ly\s)?have)|'d\s(?:\w+ly\s)?have)\s(?:\w+ly\s)?
      {_PARTICIPLE}\b
    |\bif\s(?:[\w']+\s){{1,3}}(?:were|had|did)\b|\b(?:had|were)\s(?:she|he|they|it|i|we|you)\b
    |(?:^|,\s)(?:had|were)\s(?:the\s\w+|{_NAME})\s
    |\bif\s(?:[\w']+\s){{1,2}}\w+ed\b.{{0,80}}(?:'d\b|\bwould\b)
    |(?:'d\b|\bwould\b).{{0,80}}\bif\s(?:[\w']+\s){{1,2}}\w+ed\b"""
)
"""A mood in which nothing is said to be so: "if she were single", "it would have been"."""

_LEFT_OUT = _pattern(r"\b(?:without|excluding|ignoring|disregarding|but\sfor|absent)\b")

_PERIOD = r"(?:month|week|day|quarter|hour|fortnight)"
_PER = rf"(?:(?:an?|per|each|every)\s{_PERIOD}|monthly|weekly|daily|quarterly)"
_PER_BEHIND = _pattern(
    rf"""(?:\s(?:in|of)\s(?:\w+\s)?(?:tax(?:es)?|dues?))?
    (?:(?:\sfor)?\s(?:{_PER}|(?:each|apiece)(?!\syear)|per\s(?:person|head|child))
    |\s?/\s?(?:{_PERIOD}|mo))\b"""
)
_PER_BEFORE = _pattern(
    rf"""\b{_PER}\b|\b(?:over|across|in|within)\s(?:the\s)?(?:next\s)?{numerals.NUMBER}\s
    (?:years|months)\b"""
)
"""Units of which a year's tax has several, or of which it is one."""

_NEAR = 160


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose amount a question asks for, and for which year: empty if it does not say."""

    names: frozenset[str]
    years: frozenset[str]


def asked_by(question: str) -> Asked:
    """Read whom and which year a question names; its first word names nobody."""
    sentences = _QUESTION.findall(question) or [question]
    words = sentences[-1].strip().partition(" ")[2]
    return Asked(_names(words), frozenset(_YEAR.findall(words)))


def _names(text: str) -> frozenset[str]:
    return frozenset(name.lower() for name in _NAMED.findall(text))


def is_of_another(asked: Asked, question: str) -> bool:
    """Say whether a question is about somebody else, or another year."""
    other = asked_by(question)
    pairs = ((asked.names, other.names), (asked.years, other.years))
    return any(ours and theirs and not ours & theirs for ours, theirs in pairs)


@dataclass(frozen=True, slots=True)
class Clause:
    """The words around an amount in its sentence.

    Those in front of it without asides, whole and from the amount before it on, if it follows one.
    """

    front: str
    own: str
    behind: str
    follows: bool

    def subject(self, asked: Asked) -> Subject:
        """Return what or who is said to amount to it or to pay it."""
        found = _OWNER_BEHIND.match(self.behind)
        if found:
            return _whose(found["people"], asked) if found["people"] else "others"
        if behind := _SAID_BEHIND.match(self.behind):
            return "thing" if behind["thing"] else "tax"
        subject: Subject = ""
        for match in _SUBJECT.finditer(self.front):
            said = match.lastgroup or ""
            if said in _SUBJECTS:
                subject = _SUBJECTS[said]
            elif said and (said != "label" or match[said].lower() in asked.names):
                subject = _whose(match[said], asked)
        return subject

    def governed(self) -> bool:
        """Say whether it is the subject, not a word beside the amount, that says what it is."""
        return bool(_COPULA.search(self.front[-_NEAR // 2 :]) or _SAID_BEHIND.match(self.behind))

    def unreal(self) -> bool:
        """Say whether the amount is told of what is not so."""
        front, behind = self._own_words()
        return _UNREAL.search(f"{front}${_AND.split(behind, 1)[0]}") is not None

    def aside(self, asked: Asked) -> bool:
        """Say whether it is an amount of another year, or reckoned with something left out."""
        front, behind = self._own_words()
        years = set(_YEAR.findall(front + behind)) if asked.years else set()
        return bool(years and not years & asked.years) or _LEFT_OUT.search(front) is not None

    def in_parts(self) -> bool:
        """Say whether it is an amount per month, per instalment, over several years."""
        if _PER_BEHIND.match(self.behind):
            return True
        per = _PER_BEHIND.match(self.own) if self.follows else None
        return _PER_BEFORE.search(self.own, per.end() if per else 0) is not None

    def _own_words(self) -> tuple[str, str]:
        """Return the words in front and behind up to other clauses and other amounts."""
        breaks = [match.end() for match in _BREAK.finditer(self.own)]
        ends = _BREAK.search(self.behind), _AMOUNT_AHEAD.search(self.behind)
        end = min((match.start() for match in ends if match), default=len(self.behind))
        return self.own[breaks[-1] if breaks else 0 :], self.behind[:end]


def clause(text: str, start: int, end: int, span: tuple[int, int], earlier: int) -> Clause:
    """Return the clause of the amount at ``start`` to ``end`` in its sentence.

    Args:
        text: The reply.
        start: Where the amount starts.
        end: Where it ends.
        span: Where its sentence starts and ends.
        earlier: Where the amount before it ended, 0 if there is none.
    """
    first = max(span[0], start - _NEAR)
    own = _ASIDE.sub("", text[max(first, earlier) : start])
    behind = text[end : max(end, min(span[1], end + _NEAR))]
    return Clause(_ASIDE.sub("", text[first:start]), own, behind, earlier > first)


def _whose(people: str, asked: Asked) -> Subject:
    """Say whether people are, or include, those asked about; if no name is asked, any are."""
    if not asked.names:
        return "tax"
    named = _names(_KIN_OF.sub("", people.partition(",")[0]))
    return "tax" if named & asked.names else "other person"
