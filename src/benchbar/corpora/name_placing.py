"""Where a word that is also a name stands as a name: Mr. Young, but not "Young people"."""

import re
from collections.abc import Container

from benchbar.corpora.name_finding import LONG_TITLE, SHORT_TITLE, WORD, is_word
from benchbar.corpora.name_lists import word_set

_LOOK = 48
_TITLE = re.compile(
    rf"(?:\b(?:{SHORT_TITLE})|\b(?:{LONG_TITLE}|plaintiff|defendant|witness|deponent|technician|"
    r"president|counselor|exhibit))\s+(?:[A-Z]\.\s*)*$",
    re.IGNORECASE,
)
_JOINED = r"(?:\s+(?:[A-Z]\. ?){0,2}|-|,\s+(?=Jr|Sr|II))"
_NEXT = re.compile(rf"{_JOINED}({WORD})")
_LAST = re.compile(rf"({WORD}){_JOINED}$")
_POSSESSIVE = re.compile(r"['’][sS]?(?!\w)")
_PAPERS = re.compile(
    r"\s+(?:deposition|depo|dep\.|transcript|affidavit|declaration|testimony|exhibits?|exh?\.|"
    r"case|matter|family|estate|file|lawsuit|trial|report|letter|e-?mail|interview)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"\b(?:the|a|an|this|your|our|their|my|his|her|its|no|any|every|each)\s+$", re.I
)
_NUMBERED = re.compile(r"\s+(?:No\.?\s*|Number\s*|#)?\d|\s+(?:of|OF)\s+(?:\d|the\b)")
_MONTHS = frozenset("april august june may".split())
_IN_MONTH = re.compile(
    r"\b(?:in|since|until|till|last|next|early|late|mid|through|during|of|this|every|by)[\s-]+$",
    re.I,
)
_MID_SENTENCE = re.compile(r"[a-zà-ÿ,;’'-]\s+$")
_BEFORE_SHOUTED = re.compile(r"\b(?:BY|FROM|TO|WITH|TOLD|ASKED|AND|VS?\.|DID|WAS|DOES|IS)\s+$")
_AGAINST = re.compile(r"\bvs?\.\s+\||\|,?\s+vs?\.\s", re.IGNORECASE)
"""With a bar for the word itself: Young v. Long."""
_ENDS = re.compile(r"\s*(?:[.,;?!:)]|$|\n)")
_ALONE = re.compile(r"(?:^|\n)(?:[AQ][.:]?\s+|[A-Z][A-Z. ]+:\s+)?$|[.?!]\s+$")
_COMPOUND = re.compile(r"-[a-z]")
_AUXILIARIES = frozenset({"will", "may", "can"})


class Placing:
    """Tells where in a file the names of its people stand."""

    def __init__(self, names: Container[str], small: frozenset[str]) -> None:
        """Take the words of all names, and the words that the file has in small letters."""
        self._names = names
        self._small = small

    def stands_as_name(self, text: str, start: int, end: int, name: str) -> bool:
        """Whether a word with a capital stands as a name here.

        Args:
            text: The file, or what of it is looked at.
            start: Where the word begins.
            end: Behind its last letter.
            name: The name that it is, or of which it is the plural.
        """
        if not is_word(name, self._small):
            return True
        before, after = text[max(0, start - _LOOK) : start], text[end : end + _LOOK]
        opens = name in word_set("openers") or name not in word_set("words")
        if _TITLE.search(before):
            return True
        if opens and _is_no_person(name, before, after):
            return False
        if text[start:end].lower() != name:
            return bool(_ARTICLE.search(before) or _POSSESSIVE.match(after))
        if _beside_name(name, before, after, self._names):
            return True
        if _ARTICLE.search(before):
            return bool(_PAPERS.match(after))
        if _POSSESSIVE.match(after) or not opens:
            return True
        return self._is_open_name(text[start:end], before, after)

    def _is_open_name(self, shown: str, before: str, after: str) -> bool:
        """Judge a word that may open a sentence as a mere word."""
        name = shown.lower()
        if _PAPERS.match(after) or _acts(name, after) or _AGAINST.search(before + "|" + after):
            return True
        if shown.isupper() and len(shown) > 1:
            return bool(_BEFORE_SHOUTED.search(before) and _ENDS.match(after))
        alone = _ALONE.search(before) and re.match(r"[.?!]", after) and name not in self._small
        return bool(alone or _MID_SENTENCE.search(before))


def _is_no_person(word: str, before: str, after: str) -> bool:
    """Whether a word is part of something else: a month, a number, a place, a compound."""
    following = _NEXT.match(after)
    if _COMPOUND.match(after) or _NUMBERED.match(after):
        return True
    if word in _MONTHS and (_IN_MONTH.search(before) or re.match(r",?\s+\d", after)):
        return True
    if following and following[1][0].isupper() and following[1].lower() in word_set("places"):
        return True
    prior = re.search(rf"[a-z,]\s+({WORD}) $", before)
    titled = prior and len(prior[1]) > 1 and prior[1][0].isupper() and not prior[1].isupper()
    return bool(titled and prior and prior[1].lower() in word_set("firms"))


def _beside_name(word: str, before: str, after: str, names: Container[str]) -> bool:
    following, prior = _NEXT.match(after), _LAST.search(before)
    beside_after = following and following[1][0].isupper() and following[1].lower() in names
    beside_before = prior and prior[1][0].isupper() and prior[1].lower() in names
    opens_question = word in _AUXILIARIES and not _MID_SENTENCE.search(before)
    return bool(beside_before or (beside_after and not opens_question))


def _acts(word: str, after: str) -> bool:
    """Whether what follows is what a person does."""
    following = re.match(rf"\s+(\w+n['’]t|{WORD})\b", after)
    if not following:
        return False
    verb = following[1].lower().replace("’", "'")
    if verb in word_set("states"):
        return word not in word_set("things")
    return verb in word_set("deeds")
