"""Published rules for answers that are a defined term.

Known faults, kept so that the published tables can be compared: a longer term that starts with
the right one is right; so is any reply that quotes it, even to reject it.
"""

from benchbar.records import Document, Item
from benchbar.scoring import marks, misses
from benchbar.scoring.finding import Finding, right, wrong
from benchbar.scoring.index import Index, index_of

_LONGEST = 500


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be the term defined at a place."""
    text = marks.plain(text).strip()
    reply = _Reply(text)
    if rule := reply.gives(marks.fold(item.gold)):
        return right(reply.candidates[0], rule)
    return _error(item, index_of(document), reply)


class _Reply:
    """A reply folded once: its whole, its first line, and the parts that may be the term."""

    def __init__(self, text: str) -> None:
        quotations = [text[start:end] for start, end in marks.quotations(text)]
        part = max(quotations, key=len) if quotations else text.partition(":")[2]
        self.quoted = {marks.fold(one) for one in (*quotations, *text.split('"')[1:-1])}
        self.whole = marks.fold(text)
        self.first_line = marks.fold(text.partition("\n")[0])
        folded = (marks.fold(part), self.first_line[:_LONGEST])
        self.candidates = [one for one in folded if one] or [""]

    def gives(self, term: str) -> str | None:
        """Return the rule by which the reply gives a folded term, or None."""
        if not term:
            return None
        if f"{self.whole} ".startswith(f"{term} "):
            return "starts-with-term"
        if f" {self.first_line}".endswith(f" {term}"):
            return "first-line-ends-with-term"
        if term in self.quoted:
            return "in-quotes"
        return "quotation-or-colon" if term == self.candidates[0] else None


def _error(item: Item, index: Index, reply: _Reply) -> Finding:
    """Name the error: another defined term, a word of another line, of the right line."""
    answer = reply.candidates[0]
    if others := [place for term, place in index.terms.items() if reply.gives(term)]:
        return misses.other_line(item, index, others, answer, "another-term")
    places = {place for one in reply.candidates for place in index.places(one)}
    if places - {item.target}:
        return wrong("child of wrong", answer, "word-of-another-line")
    if places:
        return wrong("child of correct", answer, "word-of-line")
    return wrong("not found", answer, "no-term")
