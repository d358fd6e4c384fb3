"""The two graders of a form: has a reply as many lines, is it JSON, does it give a reason?

A form is written as ``lines: 3; words: 5-9``: parts by name, all of which must hold. What a reply
says is not looked at. There is no published grader of forms: that one takes a reply to the letter,
and the corrected one as a person would who asked for it. Reasoning, a fence around everything, an
opening line such as "Here are three:" and a courtesy at the end do no harm.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from benchbar.records import Document, Item
from benchbar.scoring import normal, refusals
from benchbar.scoring.finding import Finding, no_answer, right, wrong

_LIST_MARK = re.compile(r"^(?:[-*+•‣–]|\(?\d{1,3}[.):]|\(?[A-Za-z][.)])\s+")
_BULLET = re.compile(r"\s*[-*+•‣–]\s+\S")
_NUMBER = re.compile(r"\s*\W{0,3}(\d{1,3})\W")
_STEP_WORD = re.compile(
    r"\b(?:first|firstly|second|secondly|third|then|next|after that|finally|lastly|so|therefore)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’)\]*_]*(?=\s|$)")
_ABBREVIATION = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nos|vs|v|etc|e\.g|i\.e|Jr|Sr|a\.m|p\.m|[A-Z])\.(?=\s+\S)"
)
_REASON = re.compile(
    r"\b(?:because|since|as|so|therefore|thus|hence|reasons?|means|due to|given|would|otherwise)\b",
    re.IGNORECASE,
)
_SIDE = re.compile(r"\b(?:yes|no|should(?:n['’]t| not)?|(?:is|are)(?: not|n['’]t)?)\b", re.I)
_GREETING = re.compile(r"(?:dear|hello|hi|good (?:morning|day|afternoon|evening)|to)\b", re.I)
_CLOSING = re.compile(
    r"\b(?:regards|sincerely|yours|best(?: wishes)?|kind(?:est)? wishes|thank you|thanks|cheers"
    r"|respectfully|warmly)\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:let me know|i hope|hope this|feel free|if you (?:need|want|would|have)|is there anything"
    r"|would you like)\b",
    re.IGNORECASE,
)
_FENCED = re.compile(r"(?P<fence>```|~~~)[\w+-]*[ \t]*\n(?P<inside>.*?)\n?(?P=fence)", re.DOTALL)
_RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
_LONGEST = 20_000
"""Characters of a reply that are looked at: no form asked for here is a tenth as long."""
_WORDS_OF_REASON = 6
_WORDS_OF_LETTER = 12


class Fault(NamedTuple):
    """How a reply fails a part of a form: a kind of error, and what was found."""

    kind: str
    found: str


Check = Callable[[str, str], Fault | None]
"""Says how a text fails a part of a form with an argument; None if it does not."""


def published(item: Item, _document: Document, text: str) -> Finding:
    """Grade a reply to the letter."""
    return _grade(item.asked, text[:_LONGEST].strip())


def corrected(item: Item, _document: Document, text: str) -> Finding:
    """Grade a reply as somebody would who asked for the form; one that declines has none."""
    shown = plain(text)
    found = _grade(item.asked, shown)
    could_be_anything = {name for name, _ in parts(item.asked)} <= _RUNNING
    if found.outcome == "correct" and not could_be_anything:
        return found
    if refusals.service_error(shown) or refusals.refuses(shown):
        return wrong("not found", "", "nothing-named")
    return found


def cut_off(finding: Finding) -> Finding:
    """Return what a finding becomes of a reply that ended at its limit: less than asked is none."""
    unfinished = finding.error in ("too few", "another form")
    return no_answer("truncated", "cut-off", finding.answer) if unfinished else finding


def plain(text: str) -> str:
    """Return a reply without what a person would read over."""
    shown = normal.without_reasoning(text)[0][:_LONGEST].strip()
    if (fenced := _FENCED.search(shown)) and _around(shown, fenced):
        shown = fenced["inside"].strip()
    lines = shown.splitlines()
    if len(lines) > 1 and lines[0].rstrip(" *_").endswith(":") and not _is_greeting(lines[0]):
        lines = lines[1:]
    while len(lines) > 1 and (not lines[-1].strip() or _COURTESY.match(lines[-1].strip())):
        lines.pop()
    return "\n".join(lines).strip()


def parts(form: str) -> list[tuple[str, str]]:
    """Return the parts of a form, by name and argument.

    Raises:
        ValueError: A part has no check of its name, or its argument is none that the check takes.
    """
    found = []
    for part in form.split(";"):
        name, _, argument = (one.strip() for one in part.partition(":"))
        if name not in CHECKS:
            raise ValueError(f"no form {name!r}: choose from {', '.join(CHECKS)}")
        if name in _COUNTED and not _RANGE.fullmatch(argument):
            raise ValueError(f"{name}: {argument!r} is no number or range, such as 3 or 3-5")
        found.append((name, argument))
    return found


def _around(text: str, fenced: re.Match[str]) -> bool:
    """Say whether what stands around a fence is no more than a line before and one after it."""
    before, after = text[: fenced.start()].strip(), text[fenced.end() :].strip()
    return "\n" not in before and "\n" not in after


def _is_greeting(line: str) -> bool:
    return _GREETING.match(line.strip(" *_")) is not None


def _grade(form: str, text: str) -> Finding:
    for name, argument in parts(form):
        if fault := CHECKS[name](text, argument):
            counted = name in _COUNTED and fault.kind != "another form"
            return wrong(fault.kind, fault.found, "counted" if counted else "looked-at")
    return right(form, "as-asked")


def _number(count: int, argument: str, what: str) -> Fault | None:
    """Hold a count against a number, or a range of them."""
    match = _RANGE.fullmatch(argument)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 1)
    if low <= count <= high:
        return None
    return Fault("too few" if count < low else "too many", f"{count} {what}")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def words_of(text: str) -> list[str]:
    """Return the words of a text: whatever stands between blanks and has a letter or a figure."""
    return [word for word in text.split() if any(map(str.isalnum, word))]


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text; marks of lists and points of abbreviations end none."""
    bare = "\n".join(_LIST_MARK.sub("", line) for line in _lines(text))
    bare = _ABBREVIATION.sub(lambda match: match[0][:-1], bare)
    found = []
    for paragraph in re.split(r"\n\s*\n|\n(?=[A-Z\"“])", bare):
        at = 0
        for end in _SENTENCE_END.finditer(paragraph):
            found.append(paragraph[at : end.end()])
            at = end.end()
        found.append(paragraph[at:])
    return [one.strip() for one in found if words_of(one)]


def _count_lines(text: str, argument: str) -> Fault | None:
    return _number(len(_lines(text)), argument, "lines")


def _count_sentences(text: str, argument: str) -> Fault | None:
    return _number(len(sentences_of(text)), argument, "sentences")


def _count_words(text: str, argument: str) -> Fault | None:
    return _number(len(words_of(text)), argument, "words")


def _count_paragraphs(text: str, argument: str) -> Fault | None:
    found = [one for one in re.split(r"\n\s*\n", text) if one.strip()]
    return _number(len(found), argument, "paragraphs")


def _bullets(text: str, argument: str) -> Fault | None:
    lines = _lines(text)
    marked = [line for line in lines if _BULLET.match(line)]
    if len(marked) < len(lines) or not marked:
        return Fault("another form", f"{len(marked)} of {len(lines)} lines with a mark")
    return _number(len(marked), argument, "marked lines")


def _numbered(text: str, argument: str) -> Fault | None:
    found = [int(match[1]) for line in _lines(text) if (match := _NUMBER.match(line))]
    if found != list(range(1, len(found) + 1)) or not found:
        return Fault("another form", f"numbers {found[:20]}" if found else "no numbers")
    return _number(len(found), argument, "numbered lines")


def _steps(text: str, argument: str) -> Fault | None:
    numbered = sum(1 for line in _lines(text) if _NUMBER.match(line))
    return _number(max(numbered, len(_STEP_WORD.findall(text))), f"{argument}-9999", "steps")


def _json(text: str, argument: str) -> Fault | None:
    """Look for an object with just these keys."""
    found = _decoded(text)
    if not isinstance(found, dict):
        return Fault("another form", "no JSON object")
    wanted = [key.strip() for key in argument.split(",")]
    if sorted(found) == sorted(wanted):
        return None
    return Fault("another form", f"keys {', '.join(sorted(map(str, found))) or 'none'}")


def _list(text: str, argument: str) -> Fault | None:
    """Look for an array of so many texts."""
    found = _decoded(text)
    if not isinstance(found, list):
        return Fault("another form", "no JSON array")
    return _number(len(found), argument, "entries")


def _decoded(text: str) -> object:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found


def _letter(text: str, _argument: str) -> Fault | None:
    lines = [line for line in _lines(text) if not line.lower().lstrip("*_ ").startswith("subject")]
    if len(lines) < 3 or len(words_of(text)) < _WORDS_OF_LETTER:
        return Fault("another form", "too short for a letter")
    if not _is_greeting(lines[0]):
        return Fault("another form", "no greeting")
    if not any(_CLOSING.search(line) for line in lines[-3:]):
        return Fault("another form", "no closing")
    return None


def _reason(text: str, _argument: str) -> Fault | None:
    if not _SIDE.search(text):
        return Fault("another form", "no side taken")
    if len(words_of(text)) < _WORDS_OF_REASON or not _REASON.search(text):
        return Fault("another form", "no reason")
    return None


def _one_of(text: str, argument: str) -> Fault | None:
    said = text.strip(" \t\n.*_\"'“”").casefold()
    if said in [one.strip().casefold() for one in argument.split(",")]:
        return None
    return Fault("another form", f"{len(words_of(text))} words")


def _capitals(text: str, _argument: str) -> Fault | None:
    return None if text.isupper() else Fault("another form", "small letters")


def _small(text: str, _argument: str) -> Fault | None:
    return None if text.islower() else Fault("another form", "capital letters")


def _question(text: str, _argument: str) -> Fault | None:
    asks = text.rstrip("\"'”’*_ ").endswith("?")
    return None if asks else Fault("another form", "no question mark at the end")


def _starts(text: str, argument: str) -> Fault | None:
    begun = text.lstrip("\"'“*_ ").casefold().startswith(argument.casefold())
    return None if begun else Fault("another form", "another beginning")


def _ends(text: str, argument: str) -> Fault | None:
    ended = text.rstrip("\"'”*_ .!").casefold().endswith(argument.casefold())
    return None if ended else Fault("another form", "another end")


def _columns(text: str, argument: str) -> Fault | None:
    rows = [line for line in _lines(text) if "|" in line]
    widths = {len(row.strip("|").split("|")) for row in rows}
    if len(rows) < 3 or len(widths) > 1:
        return Fault("another form", "no table")
    return _number(widths.pop(), argument, "columns")


CHECKS: Mapping[str, Check] = {
    "lines": _count_lines,
    "sentences": _count_sentences,
    "words": _count_words,
    "paragraphs": _count_paragraphs,
    "bullets": _bullets,
    "numbered": _numbered,
    "steps": _steps,
    "list": _list,
    "columns": _columns,
    "json": _json,
    "letter": _letter,
    "reason": _reason,
    "one of": _one_of,
    "capitals": _capitals,
    "small letters": _small,
    "question": _question,
    "starts": _starts,
    "ends": _ends,
}
"""What a form may ask for."""

_COUNTED = frozenset(list(CHECKS)[: list(CHECKS).index("json")])
"""Those that take a number, or a range."""

_RUNNING = frozenset({"lines", "sentences", "words", "paragraphs"})
"""Those that a refusal, too, may happen to have."""
