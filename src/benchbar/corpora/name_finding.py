"""Who is named in a transcript: found by the habits of transcripts, with no model and no download.

Speaker labels, titles, captions, counsel's listings, oaths, signatures, the answer to "State your
name" name people; so does a common first name, alone or before a word with a capital.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchbar.corpora.name_captions import caption_names, without_numbers
from benchbar.corpora.name_lists import first_names, word_set

WORD = r"[^\W\d_]+(?:['’][^\W\d_]{2,})*"
"""A word as names are made of: O'Brien is one, and of Oakes's only Oakes."""

SHORT_TITLE = r"(?:Mr|Ms|Mrs|Mx|Dr|Drs|Messrs|MR|MS|MRS|MX|DR|DRS|MESSRS)\b\.?|Miss|MISS|Mister"
LONG_TITLE = (
    r"Judge|Justice|Magistrate|Doctor|Professor|Officer|Detective|Sergeant|Captain|Lieutenant|"
    r"Deputy|Sheriff|Agent|Trooper|Nurse|Senator|Attorney|Investigator|Reverend|Pastor|Sister|Chief"
)
_NAME = r"\b[A-ZÀ-Þ][^\W\d_]{0,30}(?:['’-][^\W\d_]{2,30}){0,3}\b"
"""Bounded, so that no text however odd takes long to search."""
_PARTICLE = r"(?:(?:van|von|de|la|del|della|der|den|di|da|du|le|St\.)\s+)*"
_PARTICLES = frozenset("van von de la del della der den di da du le el st".split())
_FULL = rf"{_NAME}(?:\s+(?:[A-Z]\.\s*)*{_PARTICLE}{_NAME}){{0,2}}"
_TWO = rf"{_NAME}(?:\s+(?:[A-Z]\.\s*)*{_PARTICLE}{_NAME}){{1,2}}"
_RUN = rf"{_NAME}(?:\s+(?:[A-Z]\.\s*)*{_PARTICLE}{_NAME})*"
_LONGEST = 3
"""A name has not more words than this; longer runs of words with capitals are titles."""
_SURE = tuple(
    re.compile(shape, re.MULTILINE)
    for shape in (
        rf"^[ \"“']*(?:[A-Z -]*EXAMINATION )?(?:BY )?(?:{SHORT_TITLE})\s+([^:\n\d]{{2,40}}):",
        rf"({_FULL}),?\s+(?:ESQ\b|Esq\b|ESQUIRE|Esquire|ATTORNEYS? AT LAW|Attorneys? at Law|"
        r"Ph\.?D\b|M\.?D\b|CSR\b|RPR\b|R\.?N\b|Paralegal|PARALEGAL|Videographer|VIDEOGRAPHER)",
        rf"^ *({_FULL}),?\s+(?:(?i:having|being|was|called|the\s+(?:witness|deponent|plaintiff)|"
        r"a\s+witness)\b[^.?:|]{0,80}\b(?i:sworn|affirmed|examined|testified|deposed|witness))",
        rf"^ *(?:BY|By): +({_FULL})(?:,|\s*$)",
        rf"\bI, ({_FULL}), (?:a|do|the|hereby|an|being|do hereby|certify)\b",
        rf"(?:/s/|(?<!_)_{{6,}})\s*({_TWO})(?:,|\s*$)",
        rf"\b(?:HONORABLE|Honorable|HON\.|Hon\.)\s+({_FULL})(?:,|\s*$)",
        rf"\b(?:REPORTED BY|Reported by|Taken by|Taken before|REPORTER):?\s+({_FULL})(?:,|\s*$)",
    )
)
"""Shapes that mark off a name from all else."""
_UNSURE = tuple(
    re.compile(shape)
    for shape in (
        rf"\b(?:{SHORT_TITLE})\s+({_PARTICLE}{_FULL})",
        rf"\b(?:{LONG_TITLE})\s+({_PARTICLE}{_FULL})",
        rf"\b(?:[Dd]eposition|DEPOSITION|[Tt]estimony|TESTIMONY)\s+(?:of|OF)\s+({_FULL})",
        rf"\b(?:Messrs|MESSRS|Drs|DRS)\b\.?\s+(?:{_NAME},?\s+)+(?:and|AND)\s+({_NAME})",
        rf"\b(?:[Hh]is|[Hh]er|[Ff]irst|[Ll]ast|[Mm]iddle|[Mm]aiden)\s+name\s+(?:is|was)\s+({_FULL})",
        rf"\b(?:[Mm]y|MY)\s+(?:[a-z]+\s+)?(?:name|NAME)(?:\s+(?:is|IS|was)|['’]s|['’]S)\s+({_FULL})",
        rf"\b(?:[Ee]state\s+of|ESTATE OF|[Ii]n\s+re:?|[Ii]n\s+the\s+matter\s+of)\s+({_FULL})",
    )
)
"""Shapes that say where a name begins, but not where it ends."""
_BARE_LABEL = re.compile(r"^ *(?:BY:? +)?([A-Z][A-Z.'’-]+(?: [A-Z][A-Z.'’-]*){1,3}):(?= |$)", re.M)
_AGAINST = re.compile(
    rf"\b({_NAME}),?(?=\s+(?:vs?|VS?)\.\s)|"
    rf"\b(?:vs?|VS?)\.\s+({_FULL})(?!\S*,?\s+(?:Inc|INC|LLC|L\.|LP|Corp|CORP|Co\b|CO\b|Ltd|LTD|&))"
)
_FILED_UNDER = re.compile(
    rf"(?<![\w'’-])({_NAME})\s+(?:Deposition|DEPOSITION|Depo\b|DEPO\b|Dep\.|Affidavit|AFFIDAVIT|"
    r"Declaration|(?:Exhibit|EXHIBIT|Exh?\.|EXH?\.)(?:\s+(?:No\.?|NO\.?))?\s+\d)"
)
_ACTING = re.compile(
    rf"(?<![\w'’-])({_NAME}\s(?:[A-Z]\. )?{_NAME})"
    r"(?=\s+(?:was|is|had|has|did|said|told|asked|called|wrote|went|came|left|knew|signed|testified|wanted|sent|relieved)\b)|"
    r"\b(?:[Dd]oes|[Dd]id|Is|Was|Has|Had|Could|Would|relieved|named|told|asked|married|hired|fired|"
    rf"(?:met|spoke|talked|spoken) (?:with|to))\s+({_NAME}\s(?:[A-Z]\. )?{_NAME})(?!\s+[A-Z])"
)
_CASE_CALLED = re.compile(
    rf"\b(?:[Tt]he|[Tt]his|[Tt]hat|[Ii]n|[Aa]n?)\s+({_NAME})\s+(?:case|matter|lawsuit|litigation)\b"
)
_NAME_ASKED = re.compile(
    r"\b(?:state|spell|say|give|tell|have)\b[^?]{0,60}\bname\b|"
    r"\byour\b[^?]{0,20}\bname\b|\bwho are you\b",
    re.I,
)
_DIRECT = re.compile(r"\byour\b|\bstate\b|\bspell\b|\bwho\b|\b(?:first|last) name", re.I)
_ANSWER = re.compile(
    r"^ *[\"“']?(?:A(?:NSWER)?[.: -]+|THE (?:WITNESS|DEPONENT): *|(?:[A-Z. ]+): *)", re.M
)
_FILLER = re.compile(
    r"(?:\s*(?:sure|yes|okay|good morning|sir|ma'am|(?:my (?:full )?name|it) is|it's|i'm)\b\W*)+",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<!\S)\S{1,90}@\S+")
_WORDS = re.compile(_NAME)
_ANY_WORD = re.compile(WORD)
_MID_SENTENCE = re.compile(r"[a-zà-ÿ,;]\s+$")
_NO_PERSON = re.compile(r"\b(?:in|from|at|near|San|Santa|St\.?|Saint|Fort|Port|Lake|Mount|New)\s+$")
_PAIR_ENDS = re.compile(r"\s*(?:$|[\n,:;.)]|AND\b|and\b)")
_NO_LAST = frozenset({"WILL", "MAY", "GOOD", "LAST", "LONG"})
"""Words that after a first name in capitals may be mere words: PETER WILL CALL."""
_AFTER = 200
_MUCH = 10
"""So many times more words in capitals than in small letters, and a file is written in capitals."""


class Names(NamedTuple):
    """The words of names, in small letters, with their kind, and which belong together.

    The kinds are ``woman`` and ``man`` for known first names and ``last`` for all others.
    """

    kinds: dict[str, str]
    full: frozenset[tuple[str, str]]


class _Text(NamedTuple):
    """A file: its text, its words in small letters, and whether it is all in capitals."""

    text: str
    small: frozenset[str]
    capitals: bool


def find_names(lines: Sequence[str], context: Sequence[str] = ()) -> Names:
    """Return the names in the lines of a file, and in other rows of it such as its cover."""
    cover = without_numbers(context)
    text = "\n|\n".join(("\n".join(lines), *cover))
    small = small_words(text)
    shouted = {word for word in _ANY_WORD.findall(text) if len(word) > 1 and word.isupper()}
    whole = _Text(text, small, len(shouted) > _MUCH * len(small))
    kinds: dict[str, str] = {}
    full: set[tuple[str, str]] = set()
    for name, sure in (*_names(whole), *((name, True) for name in caption_names(cover))):
        words = _name_words(name)
        if not sure:
            words = _believed(words, whole)
        for place, word in enumerate(words):
            first = (place == 0 < len(words) - 1) or not is_word(word.lower(), small)
            kind = first_names().get(word.lower(), "last") if first else "last"
            kinds.setdefault(word.lower(), kind)
        if len(words) > 1:
            full.add((words[0].lower(), words[-1].lower()))
    for word in list(_beside(whole, kinds)):
        kinds.setdefault(word.lower(), first_names().get(word.lower(), "last"))
    return Names(kinds, frozenset(full))


def _name_words(name: str) -> list[str]:
    """Return the words of a name that are replaced wherever they stand: not the De of De Vries."""
    words = [word for word in _parts(name) if word.lower() not in _no_names()]
    return [word for word in words[:-1] if word.lower() not in _PARTICLES] + words[-1:]


def small_words(text: str) -> frozenset[str]:
    """Return the words that a text has in small letters; those of addresses do not count."""
    words = _ANY_WORD.findall(_EMAIL.sub("", text))
    return frozenset(word for word in words if word == word.lower())


def _names(whole: _Text) -> Iterator[tuple[str, bool]]:
    """Yield names, and whether it is sure where they end."""
    text = whole.text
    for shape in _SURE:
        yield from ((match[1], True) for match in shape.finditer(text))
    for match in _BARE_LABEL.finditer(text):
        if not {word.lower() for word in _parts(match[1])} & _no_names():
            yield match[1], True
    for shape in _UNSURE:
        yield from ((match[1], False) for match in shape.finditer(text))
    for asked in _NAME_ASKED.finditer(text):
        direct = bool(_DIRECT.search(asked[0]))
        yield from _answered(text[asked.end() : asked.end() + _AFTER], direct=direct)
    for find in (_of_cases, _acting, _by_first_name):
        yield from ((name, False) for name in find(whole))


def _answered(text: str, *, direct: bool) -> Iterator[tuple[str, bool]]:
    """Yield the name in the answer that follows; one word is enough if one was asked for it."""
    answer = _ANSWER.search(text)
    if not answer:
        return
    said = _FILLER.sub("", text[answer.end() :])
    said = re.split(r"[.?!,](?:\s|$)", said, maxsplit=1)[0]
    words = said.split()
    least = 1 if direct else 2
    if least <= len(words) <= 5 and all(_WORDS.match(word) for word in words):
        yield said, True


def _of_cases(whole: _Text) -> Iterator[str]:
    """Yield names by which a case, a deposition or an exhibit is called: Brown v. Smith."""
    for match in _AGAINST.finditer(whole.text):
        name = match[1] or match[2]
        words = [word.lower() for word in _parts(name)]
        known = word_set("firms") | whole.small - word_set("words")
        if known.isdisjoint(words) and (len(words) == 1 or first_names().keys() & words[:1]):
            yield name
    for match in _CASE_CALLED.finditer(whole.text):
        known = word_set("firms") | word_set("landscapes") | word_set("others") | whole.small
        if not match[1].isupper() and match[1].lower() not in known | word_set("words"):
            yield match[1]
    for match in _FILED_UNDER.finditer(whole.text):
        word = match[1].lower()
        if len(word) > 2 and (word in word_set("words") or word not in whole.small):
            yield match[1]


def _acting(whole: _Text) -> Iterator[str]:
    """Yield two words with capitals that do what people do, and are nothing else."""
    known = word_set("firms") | word_set("places") | word_set("landscapes") | word_set("others")
    for match in _ACTING.finditer(whole.text):
        name = match[1] or match[2]
        first, last = ([*_parts(name.lower().title()), "", ""])[:2]
        words = {first.lower(), last.lower()}
        odd = not is_word(first.lower(), whole.small) and last.lower() not in whole.small
        if odd and last and not words & known and not name.isupper():
            yield name


def _by_first_name(whole: _Text) -> Iterator[str]:
    """Yield names that begin with a first name that is known."""
    for match in re.finditer(rf"(?<![\w'’-])(?=({_FULL}))", whole.text):
        name = _before_line_end(match[1])
        words = [word for word in _parts(name) if word.lower() not in _no_names()]
        first = words[0].lower() if words else ""
        before = whole.text[max(0, match.start() - 12) : match.start()]
        if first not in first_names() or _is_place(words, before):
            continue
        ordinary = is_word(first, whole.small)
        if words[0].isupper():
            end = match.start() + len(name)
            after = whole.text[end : end + 8]
            paired = len(words) > 1 and words[1].lower() in word_set("words")
            ends = paired if whole.capitals else bool(_PAIR_ENDS.match(after))
            wanted = ends and not ordinary
        else:
            wanted = not ordinary or bool(_MID_SENTENCE.search(before))
        if wanted and (len(words) > 1 or not (ordinary or words[0].isupper() or len(first) < 3)):
            yield name


def _before_line_end(name: str) -> str:
    """Cut off a word on the next line that may begin a sentence there."""
    head, _, tail = name.partition("\n")
    following = _parts(tail)
    return head if following and following[0].lower() in word_set("openers") else name


def _is_place(words: Sequence[str], before: str) -> bool:
    return bool(_NO_PERSON.search(before)) or (
        len(words) > 1 and words[1].lower() in word_set("places") | word_set("firms")
    )


def _believed(words: Sequence[str], whole: _Text) -> list[str]:
    """Keep the words of a name that is not marked off: it ends where other words may begin."""
    kept: list[str] = []
    for word in words:
        if kept:
            paired = kept[-1].lower() in first_names() and word.lower() in word_set("words")
            if whole.capitals and word.isupper() and not (paired and word not in _NO_LAST):
                break
            if is_word(word.lower(), whole.small) and not paired:
                break
        kept.append(word)
    return kept


def _beside(whole: _Text, found: dict[str, str]) -> Iterator[str]:
    """Yield the words that stand in one name with a word found, and are nothing else."""
    for match in re.finditer(_RUN, whole.text):
        words = [word for word in _parts(match[0]) if not word.isupper()]
        if len(words) > _LONGEST or not any(word.lower() in found for word in words):
            continue
        for word in words:
            known = word.lower() in word_set("firms") | word_set("places") | _no_names()
            if not known and not is_word(word.lower(), whole.small):
                yield word


def is_word(word: str, small: frozenset[str]) -> bool:
    """Whether a name is a word as well: in the list, or in small letters in the file."""
    return word in word_set("words") or word in small


def _no_names() -> frozenset[str]:
    return word_set("others") - word_set("words")


def _parts(name: str) -> list[str]:
    """Return the words of a name that are more than an initial; double names are two."""
    return [word for word in _ANY_WORD.findall(name) if len(word) > 1 and word[0].isupper()]
