"""What stands right beside a line in a reply: words about it, or words that are not in it.

What a reply says about the line it quotes is its own affair. What it adds to the line, within the
same quotation marks, on the same row or as further testimony, makes the quotation a wrong one.
"""

import re
from dataclasses import dataclass

from benchbar.cite import StatuteCite, parse
from benchbar.records import Item
from benchbar.scoring import marks
from benchbar.scoring.index import Index, unamended_forms

_ABOUT = re.compile(
    r"""\b(?:lines?|pages?|(?:sub)*(?:sections?|paragraphs?|clauses?|items?)|text|words?|wording|quot\w+
    |question|answers?|transcript|deposition|document|contract|agreement|statute|code|act|provision
    |cit(?:e|ation)s?|verbatim|exact(?:ly)?|excerpt|passage|sentence|speaker|witness|counsel|objection
    |testimony|record|headings?|above|below|source|confiden\w+|certain|sure|see|ref|notes?|explanation
    |reason\w*|final|response|reply|hope|helps?|let\ me|anything\ else|feel\ free|glad|happy|welcome
    |this\ means|means\ that|i\.e|hmm+|think(?:ing)?|certainly|of\ course|ok(?:ay)?|here|thanks?
    |thank\ you|asked
    |l[ií]neas?|texto|zeile|texte|ligne|riga|testo|p[áa]gina|seite)\b
    |[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff]""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words by which a reply speaks of a text, or to its reader."""

_SPEAKS = re.compile(
    r"""[\s"'>*-]*(?:\d{1,3}\s?[.:)]?\s+)?
    (?:[QA]\.\s|(?:THE|MR|MS|MRS|DR)\b\.?\s?[A-Z][A-Z'\ -]{1,30}:)""",
    re.VERBOSE,
)
_CITED = re.compile(
    r"""[\s"'(\[.,;:-]*(?:(?:at|in|on|from|of|cf\.?|tr\.?|dep\.?|p{1,2}\.?|l{1,2}\.?|pages?|lines?|§+|sections?|sec\.?
    |\d[\w:.-]*|\([\w-]{1,8}\))[\s,;:.)\]-]*)+["']?""",
    re.IGNORECASE | re.VERBOSE,
)
_OR_MORE = re.compile(
    r"""[.!?"')\]]*[\s,;(]*(?:(?:or|nor|oder|ou|o)\s(?:\w+[\s,]+){0,2}?|but\s[^"\n]{0,40}?)
    ["'](?P<other>[^"\n]{2,400})["']""",
    re.IGNORECASE | re.VERBOSE,
)
_MORE_OR = re.compile(
    r"""["'](?P<other>[^"\n]{2,400})["'][\s,;)]*(?:or|nor|oder|ou|o)\s(?:\w+[\s,]+){0,2}?["']$""",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\s*[(\[](?:the|this|that|which|i\.e\.)\s[^()\[\]]*[)\]]\W*", re.IGNORECASE)
"""A remark in brackets: ``(the second of the two)``."""
_UNFINISHED = re.compile(r"\s\S+(?:,|\s(?:and|or|but|nor))$")
_FIELD = re.compile(r"[\w ]{1,40}:")
_NEAR = 500


@dataclass(frozen=True, slots=True)
class Place:
    """Where a copy of the line stands in a reply, in characters, and how it stands apart."""

    start: int
    end: int
    opens: str
    ends: str


class Beside:
    """Reads what stands beside the copies of one line in one reply."""

    def __init__(self, text: str, item: Item, index: Index) -> None:
        self._text, self._index, self._target = text, index, item.target
        self._known = {*index.forms(item.target), *unamended_forms(item, index.document)}

    def adds(self, place: Place) -> str:
        """Return ``or`` if a reply offers other words too, ``and`` if it adds some to the line."""
        row = self._text.rfind("\n", 0, place.start) + 1
        end = self._text.find("\n", place.end)
        end = len(self._text) if end < 0 else end
        front = self._text[max(row, place.start - _NEAR) : place.start]
        back = self._text[place.end : min(end, place.end + _NEAR)]
        if self._or_else(front, back):
            return "or"
        added = self._adds_in_front(front, place) or self._adds_behind(front, back, place)
        return "and" if added or self._rows_add(row, end, front, back, place) else ""

    def _or_else(self, front: str, back: str) -> bool:
        """Say whether other quoted words are offered as well."""
        found = _OR_MORE.match(back) or _MORE_OR.search(front)
        if found is None or _ABOUT.search(found["other"]):
            return False
        return not self._is_copy(found["other"])

    def _adds_in_front(self, front: str, place: Place) -> bool:
        inside = front.count('"') % 2 == 1
        if not inside and place.opens != "soft":
            return False
        words = front[front.rfind('"') + 1 :] if inside else front
        return self._is_foreign(words, inside=inside) and not self._is_heading(words)

    def _adds_behind(self, front: str, back: str, place: Place) -> bool:
        copied = self._text[place.start : place.end]
        inside = (front + copied).count('"') % 2 == 1
        if inside:
            return self._is_foreign(back.partition('"')[0], inside=True)
        return place.ends == "soft" and self._is_foreign(back, inside=False)

    @staticmethod
    def _is_foreign(words: str, *, inside: bool) -> bool:
        """Say whether words are none of the reply's own; within quotation marks all but a cite."""
        if not marks.fold(words) or _CITED.fullmatch(words):
            return False
        if not inside and _REMARK.fullmatch(words):
            return False
        return inside or _ABOUT.search(words) is None

    def _is_heading(self, words: str) -> bool:
        """Say whether words in front are those of a heading of the line, or of one above it."""
        document, target = self._index.document, self._index.document.lines[self._target]
        said = marks.fold(words)
        for line in document.lines[: self._target + 1]:
            above = line is target or _holds(line.cite, target.cite)
            header = marks.fold(document.text[line.start : line.plain]) if above else ""
            if header and (said == header or header.endswith(f" {said}") or said.endswith(header)):
                return True
        return False

    def _rows_add(self, row: int, end: int, front: str, back: str, place: Place) -> bool:
        """Say whether the next row, or the one before, goes on with words of no line."""
        text = self._text
        if '"' in back or (front.strip() and place.opens == "hard"):
            before = ""
        else:
            before = text[:row].rstrip().rpartition("\n")[2]
        behind = text[end:].lstrip().partition("\n")[0][:_NEAR]
        adjacent = text[end : end + 2].strip() != ""
        if self._is_testimony(before) or self._is_testimony(behind):
            return True
        if _UNFINISHED.search(before) and self._is_foreign(before, inside=False):
            return not self._is_copy(before)
        goes_on = (
            adjacent
            and not _FIELD.match(behind)
            and not back.strip(" .,;:!?\"')")
            and behind[:1].islower()
        )
        return goes_on and self._is_foreign(behind, inside=False) and not self._is_copy(behind)

    def _is_testimony(self, row: str) -> bool:
        """Say whether a row is set as testimony and is none of the document's."""
        if self._index.document.kind != "transcript" or not _SPEAKS.match(row):
            return False
        return _ABOUT.search(row) is None and not self._is_copy(row)

    def _is_copy(self, row: str) -> bool:
        """Say whether words are the document's, or the torn end of a line said over and over."""
        words = marks.fold(row)
        if any(form.startswith(marks.without_connective(words)) for form in self._known):
            return True
        return any(True for _ in self._index.places(words)) or bool(self._index.whole(words))


def _holds(above: str, below: str) -> bool:
    """Say whether one printed place of a statute is above another."""
    try:
        one, two = parse(above), parse(below)
    except ValueError:
        return False
    if not isinstance(one, StatuteCite) or not isinstance(two, StatuteCite):
        return False
    return one.section == two.section and two.path[: len(one.path)] == one.path
