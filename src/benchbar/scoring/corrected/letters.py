"""Where a reply names choices: by a letter in any dress, a number, or the words of the choice.

A letter of the alphabet is also an article, a name, an initial and the label of a law. Which it
is, the words around it tell; where the question itself uses letters as names ("A sues B"), only a
letter that is set apart counts.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from benchbar.scoring import choosing, marks
from benchbar.scoring.claims import MOST_CLAIMS
from benchbar.scoring.corrected.wording import Wording
from benchbar.scoring.picks import Offered
from benchbar.scoring.prose import Claim

_WORD = r"A-Za-z0-9_\u00c0-\u024f\u0370-\u052f"
_TOKEN = re.compile(
    rf"(?<![{_WORD}.&/])(?<![A-Za-z]-)(?<![{_WORD}]')(?:[A-Ha-h]|[1-8])(?![{_WORD}&]|[-.'][{_WORD}])"
)
_SLASHED = re.compile(rf"(?<=[A-H]/)[A-H](?![{_WORD}])|(?<![{_WORD}])[A-H](?=/[A-H](?![{_WORD}]))")
_CLOSES = re.compile(r"\s?[)\]>}]")
_LINE_LABEL = re.compile(r"\s?[).:,-](?=\s|$)|[ \"']{0,3}$", re.MULTILINE)
_BEHIND_SENTENCE = re.compile(r"[a-z0-9)\"'][.!?:]\s{1,2}[\"'(\[]{0,2}\Z")
_TO_THE_END = re.compile(r"[\"')\]]{0,2}[.!]?\s*(?:\n|\Z)")
_INITIAL = re.compile(r"\.\s?[A-Z][\w.]")
_CAPITALIZED = re.compile(r"[\w,]\s[A-Z][a-z]+\s$")
_TITLE = re.compile(r"\s[\"']?[A-Z]")
_MID_SENTENCE = re.compile(r"[a-z,;]\s$")
_ENDS = re.compile(r"[^\x00-\u052f]|\s{0,2}(?:[^\w\s'-]|$|\n|-\s|(?:is|because|since|as|and|or)\b)")
_ARTICLE_NEVER = re.compile(r"[ \t]{0,2}(?:[1-3][).:]|[^\w\s\"']|$|\n|[-/])")
_NAMED = re.compile(rf"(?<![{_WORD}.])[A-H](?![{_WORD}-]|\.[{_WORD}])")
_ROW_OF_LETTERS = re.compile(
    r"^(?:[^\w\n]{0,4}\b(?:[A-Ha-h1-8]|or|and|either|both)\b){2,12}[^\w\n]{0,4}$", re.M
)
_JUST_MARKS = re.compile(r"[^\w\n]*")
_GAP = re.compile(r"[\s.:,;()\[\]\"'>=-]{0,8}")
_ALL_OF_THEM = re.compile(r"[\s,/|;()]{0,4}(?:\b(?:and|or|vs\.?)\b|&)?[\s,/|;()]{0,4}")
_LETTER = re.compile(r"[^\n]")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_NEAR = 60
_LEAST_QUOTED = 5
"""Words of the question that are taken for a quotation of it."""
_OWN_WORDS = 4
"""Words of a choice that are not said by accident; a shorter one counts if no letter is named."""
_MOST_ROWS = 200
_MOST_TOKENS = 4 * MOST_CLAIMS


def claims(text: str, offered: Offered) -> list[Claim]:
    """Return the choices that a reply names, in order.

    A letter with the words of its choice is one claim, and where they disagree the letter counts,
    since it is what was asked for (but "A:" is also short for "answer:"). Choices that are only
    listed, one after the other as in the question, are no claims.
    """
    text = without_stem(text, offered)
    wording = Wording(text)
    named = list(_letters(text, offered))[-2 * MOST_CLAIMS :]
    said = _texts(wording, offered)
    whole, rest = _merged(text, named, said)
    found = _without_lists(text, whole, offered)
    if found or whole:
        found += [one for one in rest if len(text[one.start : one.end].split()) >= _OWN_WORDS]
    else:
        found = _without_lists(text, rest, offered) if rest else list(_parts(text, offered))
    return sorted(found, key=lambda claim: claim.start)[-MOST_CLAIMS:]


def without_stem(text: str, offered: Offered) -> str:
    """Blank the sentences of the story that a reply quotes: their letters are names."""
    if not offered.stem:
        return text
    wording: Wording | None = None
    spans: list[tuple[int, int]] = []
    for sentence in _sentences(offered.stem):
        wording = wording or Wording(text)
        found = wording.find(sentence)
        spans += [(wording.starts[first], wording.ends[stop - 1]) for first, stop in found]
    pieces, at = [], 0
    for start, end in sorted(spans):
        if start >= at:
            pieces += [text[at:start], _LETTER.sub(" ", text[start:end])]
            at = end
    return "".join([*pieces, text[at:]])


@lru_cache(maxsize=256)
def _sentences(stem: str) -> tuple[str, ...]:
    folded = (marks.fold(match[0]) for match in _SENTENCE.finditer(marks.plain(stem)))
    return tuple(one for one in folded if one.count(" ") >= _LEAST_QUOTED - 1)


@lru_cache(maxsize=256)
def _names(offered: Offered) -> frozenset[str]:
    """Return the letters that the question uses as names."""
    shown = " ".join((offered.stem, *offered.choices))
    found = {
        match[0]
        for match in _NAMED.finditer(shown)
        if not choosing.NAMES.search(shown[max(0, match.start() - _NEAR) : match.start()])
    }
    a = any(choosing.VERBS.match(shown, match.end()) for match in re.finditer(r"\bA\b", shown))
    return frozenset(found if a else found - {"A"})


def _letters(text: str, offered: Offered) -> Iterator[Claim]:
    """Yield the letters, or numbers, that stand for a choice."""
    last = -1
    slashed = {match.start() for match in _SLASHED.finditer(text)}
    rows = [match.span() for match in _ROW_OF_LETTERS.finditer(text)]
    in_rows = {at for span in rows for at in range(*span)}
    tokens = {match.start() for match in _TOKEN.finditer(text)} | slashed
    for start in sorted(tokens)[-_MOST_TOKENS:]:
        symbol = text[start]
        letter = _letter(symbol, offered)
        if letter is None:
            continue
        front, back = text[max(0, start - _NEAR) : start], text[start + 1 : start + 1 + _NEAR]
        apart = _set_apart(symbol, front, back)
        if not apart and start not in slashed | in_rows and not _bare(symbol, front, back, offered):
            continue
        opener = choosing.OPENER.search(front)
        opened = start - len(opener[0]) if opener else start
        begin = max(last, opened)
        closed = _CLOSES.match(back)
        last = start + 1 + (closed.end() if closed else 0)
        yield Claim(letter, begin, last)


def _letter(symbol: str, offered: Offered) -> str | None:
    """Return the letter of the choice that a letter or number stands for."""
    if symbol.isdigit():
        known = offered.numbered and int(symbol) <= len(offered.letters)
        return offered.letters[int(symbol) - 1] if known else None
    return symbol.upper() if symbol.upper() in offered.letters else None


def _set_apart(symbol: str, front: str, back: str) -> bool:
    """Say whether a letter is set apart as one: in brackets, announced, or alone on its line."""
    row_front = front.rpartition("\n")[2]
    own_row = _JUST_MARKS.fullmatch(row_front) is not None and len(row_front) < _NEAR
    if own_row and _LINE_LABEL.match(back):
        return symbol != "a" or not re.match(r"\s\w", back)
    if _BEHIND_SENTENCE.search(front) and _TO_THE_END.match(back):
        return True
    opened = front.rstrip(" ")[-1:]
    if opened == '"' and back.lstrip(" ").startswith('"'):
        return True
    if opened in tuple("([{<") and _CLOSES.match(back):
        return choosing.LAW.search(front.rstrip(" ")[:-1]) is None and not re.match(
            r"\s?\)\s?\(\w", back
        )
    if choosing.ANNOUNCED.search(front):
        return _ENDS.match(back) is not None or symbol in "BCDEFGH"
    return False


def _bare(symbol: str, front: str, back: str, offered: Offered) -> bool:
    """Say whether a capital that stands among words is the letter of a choice."""
    if not symbol.isupper():
        return False
    if symbol in _names(offered):
        return any(said.match(back) for said in (choosing.RIGHT_AFTER, choosing.WRONG_AFTER))
    if choosing.NAMES.search(front) or choosing.LAW.search(front.rstrip("(")):
        return False
    if _INITIAL.match(back) and _CAPITALIZED.search(front):
        return False
    if symbol != "A":
        return True
    if _MID_SENTENCE.search(front) and not _TITLE.match(back):
        return True
    return _ARTICLE_NEVER.match(back) is not None or choosing.VERBS.match(back) is not None


@lru_cache(maxsize=256)
def _folded(choices: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(marks.fold(choice) for choice in choices)


def _texts(wording: Wording, offered: Offered) -> list[Claim]:
    """Return where the whole words of a choice stand; the longest where two would."""
    spans: list[tuple[int, int, str]] = []
    for letter, words in zip(offered.letters, _folded(offered.choices), strict=True):
        spans += [(first, stop, letter) for first, stop in wording.find(words)][:MOST_CLAIMS]
    spans.sort(key=lambda span: (span[0], -span[1]))
    found: list[Claim] = []
    reached = 0
    for first, stop, letter in spans:
        if first >= reached:
            end = wording.ends[stop - 1]
            full_stop = wording.text[end : end + 1] in tuple(".,")
            found.append(Claim(letter, wording.starts[first], end + full_stop))
            reached = stop
    return found


def _merged(text: str, named: list[Claim], said: list[Claim]) -> tuple[list[Claim], list[Claim]]:
    """Join letters with the words of a choice beside them; also return the words without one."""
    inside = [span for one in said for span in [(one.start, one.end)]]
    starts = _starts(said)
    outside = [one for one in named if not _within(one, inside)]
    taken: set[int] = set()
    whole: list[Claim] = []
    for one in outside:
        behind = next((at for at in range(one.end, one.end + 9) if at in starts), None)
        if behind is not None and _GAP.fullmatch(text, one.end, behind):
            if one.value == "A" != starts[behind].value and text[one.end : one.end + 1] == ":":
                continue
            taken.add(behind)
            whole.append(Claim(one.value, one.start, starts[behind].end))
        else:
            whole.append(one)
    ends = {one.end: one for one in said if one.start not in taken}
    for place, one in enumerate(whole):
        before = next((at for at in range(one.start, one.start - 5, -1) if at in ends), None)
        if before is not None and ends[before].value == one.value:
            taken.add(ends[before].start)
            whole[place] = Claim(one.value, ends[before].start, one.end)
    return whole, [one for one in said if one.start not in taken]


def _starts(said: Iterable[Claim]) -> dict[int, Claim]:
    return {one.start: one for one in said}


def _within(one: Claim, spans: list[tuple[int, int]]) -> bool:
    return any(start <= one.start and one.end <= end for start, end in spans)


def _without_lists(text: str, found: list[Claim], offered: Offered) -> list[Claim]:
    """Drop the letters of a list that only repeats what was offered: ``A, B, C or D``."""
    kept: list[Claim] = []
    at = 0
    while at < len(found):
        run = _run(text, found, at, offered.letters)
        size = run - at
        listed = size > 1 and all(_has_words(text, one, offered) for one in found[at:run])
        if not (listed or (size == len(offered.letters) and size > 2)):
            kept += found[at:run]
        at = run
    return kept


def _run(text: str, found: list[Claim], at: int, letters: str) -> int:
    """Return where a run of letters in the order of the question ends that starts with A."""
    if found[at].value != "A":
        return at + 1
    stop = at + 1
    while stop < len(found) and stop - at < len(letters):
        between = text[found[stop - 1].end : found[stop].start]
        if found[stop].value != letters[stop - at] or not _ALL_OF_THEM.fullmatch(between):
            break
        stop += 1
    return stop


def _has_words(text: str, claim: Claim, offered: Offered) -> bool:
    """Say whether a claim is a letter with the words of its choice behind it."""
    words = _folded(offered.choices)[offered.letters.index(claim.value)]
    return marks.fold(text[claim.start : claim.end]).endswith(f" {words}")


def _parts(text: str, offered: Offered) -> Iterator[Claim]:
    """Yield the sentences, and what follows a colon or "is", that are part of one choice alone."""
    choices = [f" {words} " for words in _folded(offered.choices)]
    rows = list(re.finditer(r"(?:[^\n:]{0,80}(?::|\bis)\s)?([^\n]{3,600})", text))
    for match in rows[-_MOST_ROWS:]:
        words = marks.fold(match[1])
        of = [n for n, choice in enumerate(choices) if f" {words} " in choice]
        if len(of) == 1 and words.count(" ") >= 1:
            yield Claim(offered.letters[of[0]], *match.span(1))
