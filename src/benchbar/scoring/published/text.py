"""Published rules for answers that are the text of a line.

Known faults, kept so that the published tables can be compared: where a reply has an unusual
shape the answer in it is not seen; a right line with a remark around it is a superset.
"""

import re
from collections.abc import Iterator

from benchbar.records import Document, Item
from benchbar.scoring import marks, misses
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import Index, index_of, unamended_forms

_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_MOST_LINES = 60
_LONGEST = 4_000


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be the text of the target line."""
    text = marks.plain(text).strip()
    index = index_of(document)
    gold = index.forms(item.target)
    tries = [marks.without_connective(marks.fold(one)) for one in _tries(text)]
    quoted = _with_quotes(text)
    if (rule := _match(gold, tries, quoted)) is not None:
        return right(_shown(text), rule)
    unamended = unamended_forms(item, document)
    if _match(unamended, tries, quoted) is not None:
        return wrong("omitted amendment", _shown(text), "unamended")
    return _error(item, index, text, [one for one in tries if one])


def _tries(text: str) -> Iterator[str]:
    """Yield the parts of a reply that may be the answer, the whole first."""
    yield text
    if "\n" not in text:
        quotations = [text[start:end] for start, end in marks.quotations(text)]
        yield max(quotations, key=len) if quotations else text.partition(":")[2]
        return
    lines = [line for line in text.split("\n") if line.strip()]
    yield lines[1]
    paragraphs = _PARAGRAPHS.split(text)
    yield paragraphs[1] if len(paragraphs) == 3 else text.partition("\n")[2]


def _with_quotes(text: str) -> str:
    """Fold a text but keep its quotation marks, as words of their own."""
    kept = _APOSTROPHE.sub("", text).replace('"', "\x00").replace("'", "\x00")
    return " ".join(marks.fold_lines(kept).replace("\x00", ' " ').split())


def _match(forms: tuple[str, ...], tries: list[str], quoted: str) -> str | None:
    """Return the rule by which a line with these forms is the answer, or None."""
    names = ("whole-reply", "quotation-or-colon", "paragraph-or-rest")
    for place, one in enumerate(tries):
        if one in forms:
            return names[min(place, 2)]
    ends = ("", *(f" {word}" for word in sorted(marks.CONNECTIVES)))
    if any(f'" {form}{end} "' in quoted for form in forms for end in ends):
        return "in-quotes"
    return None


def _shown(text: str) -> str:
    """Return the reply in one line, as what was understood."""
    return " ".join(text[:_LONGEST].split())


def _error(item: Item, index: Index, text: str, tries: list[str]) -> Finding:
    """Name the error of a reply that is not the target line: the first kind that fits."""
    document, answer = index.document, _shown(text)
    shortest = min(index.forms(item.target), key=len, default="")
    reply = f" {marks.fold(text)} "
    if shortest and f" {shortest} " in reply:
        return wrong("superset", answer, "contains-answer")
    line = f" {marks.fold(document.shown(document.lines[item.target]))} "
    if any(f" {one} " in line for one in tries):
        return wrong("subset", answer, "part-of-answer")
    quotations = [text[a:b] for a, b in marks.quotations(text)][:_MOST_LINES]
    parts = tries + [marks.fold(one) for one in quotations]
    parts = [one for one in dict.fromkeys(parts) if one and len(one) <= _LONGEST]
    if found := [place for one in parts for place in index.whole(one)]:
        return misses.other_line(item, index, found, answer, "another-line")
    if found := [place for one in parts for place in index.places(one)]:
        rule = "part-of-another-line"
        return misses.other_line(item, index, found, answer, rule, "subset wrong line")
    if len(_contained(index, text)) > 1:
        return wrong("multiple wrong lines", answer, "contains-other-lines")
    return wrong("not found", answer, "no-line")


def _contained(index: Index, text: str) -> set[str]:
    """Return the lines of a reply that are whole lines of the document."""
    lines = (marks.fold(line) for line in text.split("\n", _MOST_LINES)[:_MOST_LINES])
    return {line for line in lines if line and len(line) <= _LONGEST and index.whole(line)}
