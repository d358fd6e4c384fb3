"""From a wrong answer to its finding: how it differs from the right one, and by how far."""

from benchbar import cite
from benchbar.cite import RecordCite, StatuteCite
from benchbar.records import Document, Item
from benchbar.scoring import marks, taxonomy
from benchbar.scoring.finding import Finding, wrong
from benchbar.scoring.index import Index, index_of

SWAPPED = "page-and-line-swapped"
"""The rule that names the right page as the line and the right line as the page."""


def record_cite(item: Item, document: Document, answer: str, rule: str) -> Finding:
    """Find one printed cite of a transcript wrong; no distance if there is no such line."""
    known = answer in index_of(document).cites
    relative = taxonomy.record_distance(answer, item.gold) if known else None
    return wrong("wrong line", answer, rule, relative)


def swapped(answer: str, gold: str) -> bool:
    """Say whether a printed cite of a transcript is the right one with page and line swapped."""
    mine, right = cite.parse(answer), cite.parse(gold)
    return (
        isinstance(mine, RecordCite)
        and isinstance(right, RecordCite)
        and (mine.page, mine.line) == (right.line, right.page)
    )


def statute_cite(item: Item, document: Document, answer: str, rule: str) -> Finding:
    """Find one printed cite of a statute wrong, by its levels and its distance in lines."""
    try:
        mine, gold = cite.parse(answer), cite.parse(marks.plain(item.gold))
    except ValueError:
        return wrong("incorrect format", answer, rule)
    if not (isinstance(mine, StatuteCite) and isinstance(gold, StatuteCite)):
        return wrong("incorrect format", answer, rule)
    index = index_of(document)
    cites = index.cites
    exists = answer in cites
    error = taxonomy.compare(mine, gold, exists=exists, forms=index.forms_of_labels)
    relative = taxonomy.distance(document, item, cites.index(answer)) if exists else None
    return wrong(error, answer, rule, relative)


def other_line(
    item: Item, index: Index, found: list[int], answer: str, rule: str, error: str | None = None
) -> Finding:
    """Find the answer to belong to the most plausible of several other lines.

    The error says how that line's cite differs, unless it is given.
    """
    place = taxonomy.most_plausible(index.document, item, list(dict.fromkeys(found)))
    kind = error or taxonomy.wrong_line(index.document, item, place)
    return wrong(kind, answer, rule, taxonomy.distance(index.document, item, place))
