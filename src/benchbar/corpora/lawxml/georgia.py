"""The Official Code of Georgia in HTML: a heading a section, ordered lists for its parts.

Format: annotated codes as posted by Public.Resource.Org. The labels of parts are not written out;
they follow from the kinds of the lists. The law ends at the note on its history, such as
``(Code 1981, § 6-1-4, enacted by Ga. L. 2017 ...)``; what follows are annotations.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml.etree import _Element as Element

from benchbar.cite import roman
from benchbar.corpora.lawxml.opening import local, roots
from benchbar.corpora.lawxml.opening import words as spaced
from benchbar.corpora.lawxml.sections import Piece, section
from benchbar.records import Document

_PLACE = re.compile(r"t\d+c\d\w*?s(?P<number>\d+-\d+-\d[\d.]*)")
_HEAD = re.compile(r"(?P<number>\d+-\d+-\d[\d.]*?)\.\s+(?P<title>.+)")
_HISTORY = re.compile(r"\s*\((?:Code \d{4}|Orig\. Code|Ga\. L\.|Laws)[ ,][^\n]*\)\.?$")
_NOTE = re.compile(
    r"(?:Cross references|Editor's notes|Code Commission notes?|Law reviews?|Effective date"
    r"|U\.S\. Code|Administrative rules|The \d{4} amendments?|History)\b"
)
_LOOSE = re.compile(r"\s+(?=[,.;:)])|(?<=\()\s+")
_GONE = re.compile(r"(?:Repealed|Reserved|Redesignated)\b")


def is_code(root: Element) -> bool:
    """Say whether a page holds sections of the Code."""
    return next(_headings(root), None) is not None


def read(path: Path) -> Iterator[Document]:
    """Yield the sections of a page; repealed and reserved ones and those with a table do not count.

    Raises:
        InputError: It cannot be read.
    """
    for name, root in roots(path):
        subject = next((one for one in root.iter("meta") if one.get("name") == "Subject"), None)
        law = "" if subject is None else subject.get("content", "")
        for position, heading in enumerate(_headings(root), 1):
            head = _HEAD.match(words(heading))
            pieces = _law(heading) if head else []
            if head and pieces:
                yield section(
                    head["number"], head["title"], pieces, law=law, name=name, position=position
                )


def words(element: Element) -> str:
    """Return an element's text; the blanks are cut that linked cites leave before a comma."""
    return _LOOSE.sub("", spaced(element))


def _headings(root: Element) -> Iterator[Element]:
    return (one for one in root.iter("h3") if _PLACE.fullmatch(one.get("id", "")))


def _law(heading: Element) -> list[Piece]:
    """Return the parts of the section that a heading opens; none if it is no longer in force."""
    pieces: list[Piece] = []
    for element in heading.itersiblings():
        name = local(element)
        text = words(element)
        if name == "table" or next(element.iter("table"), None) is not None:
            return []
        if name not in ("p", "ol") or (name == "p" and _NOTE.match(text)):
            break
        if name == "p" and not pieces and _GONE.match(text):
            return []
        new = list(_items(element, (), 0)) if name == "ol" else [_own(text, begun=bool(pieces))]
        kept, ended = _before_history(new)
        pieces += kept
        if ended:
            break
    return pieces


def _own(text: str, *, begun: bool) -> Piece:
    return Piece(None if begun else (), "", "", text, 0)


def _items(items: Element, above: tuple[str, ...], depth: int) -> Iterator[Piece]:
    """Yield the parts of a list, each followed by those below it and by its flush text."""
    found = [one for one in items if local(one) == "li"]
    for n, item in enumerate(found, int(items.get("start", "1"))):
        label = _label(items.get("type", "1"), n)
        path = (*above, label)
        yield Piece(path, f"({label})", "", _opening(item), depth)
        begun = False
        for child in item:
            if local(child) == "ol":
                begun = True
                yield from _items(child, path, depth + 1)
            elif local(child) == "p":
                begun = True
                yield Piece(None, "", "", words(child), depth)
            if begun and (tail := _LOOSE.sub("", " ".join((child.tail or "").split()))):
                yield Piece(None, "", "", tail, depth)


def _opening(item: Element) -> str:
    """Return the text of an item up to its first list or paragraph."""
    pieces = [item.text or ""]
    for child in item:
        if local(child) in ("ol", "p"):
            break
        pieces += [words(child), child.tail or ""]
    return _LOOSE.sub("", " ".join("".join(pieces).split()))


def _label(kind: str, n: int) -> str:
    """Return the ``n``-th label of a kind of list: 1, a, A, i or I."""
    match kind:
        case "a" | "A":
            rounds, letter = divmod(n - 1, 26)
            label = chr(ord("a") + letter) * (rounds + 1)
        case "i" | "I":
            label = roman(n)
        case _:
            return str(n)
    return label.upper() if kind.isupper() else label


def _before_history(pieces: list[Piece]) -> tuple[list[Piece], bool]:
    """Return the parts up to the note on the section's history, and whether it was there."""
    kept: list[Piece] = []
    for one in pieces:
        match = _HISTORY.search(one.text)
        if match is None:
            kept.append(one)
            continue
        one.text = one.text[: match.start()].rstrip()
        return ([*kept, one] if one.text or one.path else kept), True
    return kept, False
