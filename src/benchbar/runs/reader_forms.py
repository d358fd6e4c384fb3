"""How the reader answers requests for a form: it fills the form, with words of little meaning.

Like all of the reader it knows nothing but the prompt. It understands a request for so many lines,
sentences or words, for JSON, a list, a letter or a reason, and gives up on others.
"""

import json
import re
from collections.abc import Callable

_NUMBERS = {
    word: n
    for n, word in enumerate("one two three four five six seven eight nine ten".split(), start=1)
}
_N = rf"({'|'.join(_NUMBERS)}|\d{{1,2}})"
_FILLING = (
    "this reader answers by rule and can fill a form but knows nothing of what belongs in it and "
    "so these words stand here only because some were asked for today"
).split()

_LETTER = re.compile(r"\bWrite a short (?:e-mail|letter) to a? ?(?P<to>[^,]*, (?P<name>[^,]+),)?")
_JSON = re.compile(r"\bJSON with the keys (?P<keys>.+?)(?:: |\. |$)")
_ARRAY = re.compile(rf"\bJSON array of exactly {_N}")
_QUOTED = re.compile(r"\"([^\"]+)\"")
_REASON = re.compile(r"\bSay yes or no\b|\bstep by step\b")
_WORD = re.compile(r"\b(?:one word, |(?:a|an) )(\w+)(?: or (?:a |an )?\w+)[.?]")
_TABLE = re.compile(rf"\btable with {_N} columns")
_NUMBERED = re.compile(rf"\bnumbered\b.*\b{_N} steps")
_BULLETS = re.compile(rf"\b{_N} (?:tips|points)\b.*\bas a list\b")
_LINES = re.compile(rf"\b{_N}\b.*\bone a line\b")
_PARAGRAPHS = re.compile(rf"\b{_N} paragraphs\b")
_WORDS = re.compile(rf"\bexactly {_N} words\b|\bbetween (\d+) and \d+ words\b")
_SENTENCES = re.compile(rf"\b{_N} (?:or {_N} |to {_N} )?sentences?\b")
_BEGINS = re.compile(r"\bBegin your reply with the words \"([^\"]+)\"")


def fill(prompt: str) -> str | None:
    """Return a reply in the form that a prompt asks for; None if it asks for none that is known."""
    request = prompt.rstrip().rpartition("\n")[2]
    return next((said for write in _WAYS if (said := write(request)) is not None), None)


def _number(word: str | None) -> int:
    return _NUMBERS.get(word or "") or int(word or 1)


def _words(count: int, start: int = 0) -> str:
    return " ".join(_FILLING[(start + n) % len(_FILLING)] for n in range(count))


def _sentence(count: int = 9, start: int = 0) -> str:
    said = _words(count, start)
    return f"{said[0].upper()}{said[1:]}."


def _letter(request: str) -> str | None:
    found = _LETTER.search(request)
    if found is None:
        return None
    name = (found["name"] or "Sir or Madam").strip()
    return f"Dear {name},\n\n{_sentence(12)} {_sentence(8, 4)}\n\nKind regards,\nThe reader"


def _json(request: str) -> str | None:
    if found := _ARRAY.search(request):
        return json.dumps(_FILLING[: _number(found[1])])
    if found := _JSON.search(request):
        return json.dumps(dict.fromkeys(_QUOTED.findall(found["keys"]), _FILLING[0]))
    return None


def _reason(request: str) -> str | None:
    if not _REASON.search(request):
        return None
    return (
        "1. The question asks for a side.\n2. No rule of mine decides it.\n3. So the answer is no, "
        "because nothing above says that it is yes."
    )


def _word(request: str) -> str | None:
    found = _WORD.search(request) if "one word" in request else None
    return found[1] if found else None


def _rows(request: str) -> str | None:
    if found := _TABLE.search(request):
        columns = _FILLING[: _number(found[1])]
        rule = ["---"] * len(columns)
        return "\n".join(f"| {' | '.join(row)} |" for row in (columns, rule, columns, columns))
    if found := _NUMBERED.search(request):
        steps = range(1, _number(found[1]) + 1)
        return "\n".join(f"{n}. {_sentence(5, n)}" for n in steps)
    if found := _BULLETS.search(request):
        return "\n".join(f"- {_words(3, n)}" for n in range(_number(found[1])))
    if found := _LINES.search(request):
        return "\n".join(_words(2, n) for n in range(_number(found[1])))
    if found := _PARAGRAPHS.search(request):
        return "\n\n".join(_sentence(start=n) for n in range(_number(found[1])))
    return None


def _running(request: str) -> str | None:
    if found := _WORDS.search(request):
        return _sentence(_number(found[1]) if found[1] else int(found[2]) + 2)
    if found := _SENTENCES.search(request):
        said = " ".join(_sentence(9, n) for n in range(_number(found[1])))
        begun = _BEGINS.search(request)
        return f"{begun[1]} is where {said[0].lower()}{said[1:]}" if begun else said
    return None


def _case(request: str) -> str | None:
    if "capital letters" in request:
        return _words(6).upper()
    return _words(6) if "small letters" in request else None


def _question(request: str) -> str | None:
    return f"{_sentence()[:-1]}?" if re.search(r"\bone question\b", request) else None


_WAYS: tuple[Callable[[str], str | None], ...] = (
    _letter,
    _json,
    _reason,
    _word,
    _rows,
    _running,
    _case,
    _question,
)
