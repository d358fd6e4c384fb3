"""Who is named in a transcript: found by the habits of transcripts, with no model and no download.

Speaker labels, titles, counsel's listings, oaths and the answer to "State your name" name people;
so does a common first name before a word with a capital.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

WORD = r"[^\W\d_]+(?:['’][^\W\d_]{2,})*"
"""A word as names are made of: O'Brien is one, and of Oakes's only Oakes."""

_NAME = r"[A-ZÀ-Þ][^\W\d_]*(?:['’-][^\W\d_]{2,})*"
_PARTICLE = r"(?:(?:van|von|de|la|del|della|der|den|di|da|du|le|St\.)\s+)*"
_FULL = rf"{_NAME}(?:\s+(?:[A-Z]\.\s*)*{_PARTICLE}{_NAME}){{0,2}}"
_SHORT_TITLE = r"(?:Mr|Ms|Mrs|Dr|Messrs|MR|MS|MRS|DR|MESSRS)\b\.?|Miss|MISS|Mister"
_LONG_TITLE = (
    r"Judge|Justice|Magistrate|Doctor|Professor|Officer|Detective|Sergeant|Captain|Lieutenant|"
    r"Deputy|Sheriff|Agent|Trooper|Nurse|Senator|Attorney|Investigator|Reverend|Pastor|Sister|Chief"
)
_LABEL = re.compile(
    rf"^[ \"“']*(?:[A-Z -]*EXAMINATION )?(?:BY )?(?:{_SHORT_TITLE})\s+([^:\n\d]{{2,40}}):", re.M
)
_BARE_LABEL = re.compile(r"^ *(?:BY:? +)?([A-Z][A-Z.'’-]+(?: [A-Z][A-Z.'’-]*){1,3}):(?= |$)", re.M)
_TITLED = re.compile(rf"\b(?:{_SHORT_TITLE})\s+({_PARTICLE}{_FULL})")
_LONG_TITLED = re.compile(rf"\b(?:{_LONG_TITLE})\s+({_PARTICLE}{_FULL})")
_LISTED = re.compile(
    rf"({_FULL}),?\s+(?:ESQ\b|Esq\b|ESQUIRE|Esquire|ATTORNEYS? AT LAW|Attorneys? at Law|"
    r"Ph\.?D\b|M\.?D\b|CSR\b|RPR\b|R\.?N\b)"
)
_SWORN = re.compile(
    rf"^ *({_FULL}),?\s+(?:having|being|was|called|the\s+(?:witness|deponent)|a\s+witness|"
    r"HAVING|BEING|WAS|CALLED|the\s+plaintiff)\b",
    re.M,
)
_OF = re.compile(rf"\b(?:[Dd]eposition|DEPOSITION|[Tt]estimony|TESTIMONY)\s+(?:of|OF)\s+({_FULL})")
_NAME_ASKED = re.compile(
    r"\b(?:state|spell|say|give|tell|have)\b[^?]{0,60}\bname\b|"
    r"\byour\b[^?]{0,20}\bname\b|\bwho are you\b",
    re.I,
)
_NAME_TOLD = re.compile(
    rf"\b(?:[Mm]y|MY)\s+(?:[a-z]+\s+)?(?:name|NAME)\s+(?:is|IS|was)\s+({_FULL})"
)
_ANSWER = re.compile(
    r"^ *[\"“']?(?:A(?:NSWER)?[.: -]+|THE (?:WITNESS|DEPONENT): *|(?:[A-Z. ]+): *)", re.M
)
_FILLER = re.compile(
    r"(?:\s*(?:sure|yes|okay|good morning|sir|ma'am|(?:my (?:full )?name|it) is|it's|i'm)\b\W*)+",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"\S+@\S+")
_WORDS = re.compile(_NAME)
_ANY_WORD = re.compile(WORD)
_AFTER = 200


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """Return the lists of ``names.toml``, each as a tuple of words."""
    text = files("benchbar.corpora").joinpath("names.toml").read_text("utf-8")
    return {name: tuple(words.split()) for name, words in tomllib.loads(text).items()}


def name_words(text: str) -> dict[str, str]:
    """Return the words of all names found, in small letters, with their kind, in order.

    The kinds are ``woman`` and ``man`` for common first names and ``last`` for all others.
    """
    known = _kinds()
    lower = {word for word in _ANY_WORD.findall(_EMAIL.sub("", text)) if word == word.lower()}
    capitals = len(lower) < 20
    found: dict[str, str] = {}
    for name, sure in _names(text, known):
        words = [word for word in _parts(name) if word.lower() not in _no_names()]
        if not sure:
            words = _believed(words, lower, capitals=capitals)
        for word in words:
            found.setdefault(word.lower(), known.get(word.lower(), "last"))
    for word in list(_beside(text, found, lower)):
        found.setdefault(word.lower(), known.get(word.lower(), "last"))
    return found


def _beside(text: str, found: dict[str, str], lower: set[str]) -> Iterator[str]:
    """Yield the words that stand in one name with a word found, and are nothing else."""
    for match in re.finditer(_FULL, text):
        words = [word for word in _parts(match[0]) if not word.isupper()]
        if not any(word.lower() in found for word in words):
            continue
        for word in words:
            ordinary = word.lower() in lower or word.lower() in word_lists()["words"]
            if not ordinary and word.lower() not in _no_names():
                yield word


def is_word(word: str, text_words: frozenset[str]) -> bool:
    """Whether a name is a word as well: in the list, or in small letters in the file."""
    return word in word_lists()["words"] or word in text_words


@cache
def _no_names() -> frozenset[str]:
    return frozenset(word_lists()["others"]) - frozenset(word_lists()["words"])


@cache
def _kinds() -> dict[str, str]:
    lists = word_lists()
    men = {word.lower(): "man" for word in lists["men"]}
    return men | {word.lower(): "woman" for word in lists["women"]}


def _believed(words: list[str], lower: set[str], *, capitals: bool) -> list[str]:
    """Keep the words of a name that is not marked off: it ends where other words may begin."""
    kept: list[str] = []
    for place, word in enumerate(words):
        ordinary = word.lower() in lower or word.lower() in word_lists()["words"]
        shouted = word.isupper() and (capitals or len(words) > 1)
        if place and (ordinary or (shouted and place > 0 and capitals)):
            break
        kept.append(word)
    return kept


def _names(text: str, known: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """Yield names, and whether it is sure where they end."""
    for shape in (_LABEL, _LISTED, _SWORN):
        yield from ((match[1], True) for match in shape.finditer(text))
    for match in _BARE_LABEL.finditer(text):
        if not {word.lower() for word in _parts(match[1])} & _no_names():
            yield match[1], True
    for shape in (_TITLED, _LONG_TITLED, _OF, _NAME_TOLD):
        yield from ((match[1], False) for match in shape.finditer(text))
    for asked in _NAME_ASKED.finditer(text):
        yield from _answered(text[asked.end() : asked.end() + _AFTER])
    for match in re.finditer(_FULL, text):
        words = _parts(match[0])
        if len(words) > 1 and words[0].lower() in known and not words[0].isupper():
            yield match[0], False


def _answered(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the name in the answer that follows, if one does."""
    answer = _ANSWER.search(text)
    if not answer:
        return
    said = _FILLER.sub("", text[answer.end() :])
    said = re.split(r"[.?!,](?:\s|$)", said, maxsplit=1)[0]
    words = said.split()
    if words and len(words) <= 5 and all(_WORDS.match(word) for word in words):
        yield said, True


def _parts(name: str) -> list[str]:
    """Return the words of a name that are more than an initial; double names are two."""
    return [word for word in _ANY_WORD.findall(name) if len(word) > 1 and word[0].isupper()]
