"""The questions in groups: by place on the page, by pages, by length, by how far an error lies."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from benchbar import cite
from benchbar.records import Item, Verdict
from benchbar.report.numbers import plural
from benchbar.scoring import marks
from benchbar.tasks import form, sara


@dataclass(frozen=True, slots=True, order=True)
class Bucket:
    """A group in a breakdown: its place in the order, and what it is called."""

    order: int
    title: str


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A way to group items; ``bucket`` gives None for items that it does not concern.

    ``head`` says what the groups are, above a table's column of them.
    """

    name: str
    title: str
    head: str
    note: str
    bucket: Callable[[Item], Bucket | None]


_BY_FIVES_UP_TO = 50
_TOKENS = (500, 1_000, 1_500, 2_000, 3_000, 6_000, 12_500, 25_000, 51_000, 102_000, 205_000)


def record_cite(item: Item) -> cite.RecordCite | None:
    """Return the page and line that an item is about; None if it is not about a transcript."""
    found = _cite(item)
    return found if isinstance(found, cite.RecordCite) else None


def _cite(item: Item) -> cite.Cite | None:
    """Return the place that an item asks for or names."""
    for text in (item.gold, item.asked):
        try:
            return cite.parse(marks.plain(text))
        except ValueError:
            continue
    return None


def _position(item: Item) -> Bucket | None:
    """The line on its page, or in a statute the line of the document: by fives, then doubling."""
    if item.task in (sara.NAME, form.NAME):
        return None
    on_page = record_cite(item)
    line = on_page.line if on_page else item.target + 1
    last = 5 * -(-line // 5)
    first = last - 4
    if line > _BY_FIVES_UP_TO:
        first, last = _BY_FIVES_UP_TO + 1, 2 * _BY_FIVES_UP_TO
        while line > last:
            first, last = last + 1, 2 * last
    return Bucket(first, f"{first:,}–{last:,}")


def _pages(item: Item) -> Bucket | None:
    pages = item.traits.get("pages")
    if not isinstance(pages, int):
        return None
    return Bucket(pages, plural(pages, "page"))


def _depth(item: Item) -> Bucket | None:
    found = _cite(item)
    if not isinstance(found, cite.StatuteCite):
        return None
    depth = len(found.path)
    return Bucket(depth, plural(depth, "level") if depth else "the section")


def _tokens(item: Item) -> Bucket | None:
    tokens = item.traits.get("tokens")
    if not isinstance(tokens, int):
        return None
    place = bisect_right(_TOKENS, tokens)
    if place == 0:
        return Bucket(0, f"under {_TOKENS[0]}")
    if place == len(_TOKENS):
        return Bucket(place, f"{_TOKENS[-1]:,} and more")
    return Bucket(place, f"{_TOKENS[place - 1]:,}–{_TOKENS[place] - 1:,}")


BREAKDOWNS = (
    Breakdown(
        "position",
        "By place of the line",
        "Line",
        "Lines are counted on their page in transcripts, and from the top of the document in "
        "statutes. All tests of a corpus are taken together.",
        _position,
    ),
    Breakdown(
        "depth",
        "By depth of the place",
        "Depth",
        "Levels below the section: section 5(b)(2) lies two levels down.",
        _depth,
    ),
    Breakdown(
        "pages",
        "By number of pages",
        "Pages",
        "Pages of testimony shown with the question.",
        _pages,
    ),
    Breakdown(
        "length",
        "By length of the document",
        "Tokens",
        "In GPT-4 tokens, question included; 1,000 tokens are about 750 words.",
        _tokens,
    ),
)

TRIALS = Breakdown(
    "trial",
    "By trial",
    "Trial",
    "The same questions, asked again. All tests of a corpus are taken together.",
    lambda _: None,
)
"""A breakdown of replies, not of items: the trial is known with the reply alone."""

OFFSETS = (
    "earlier page", "4+ before", "3 before", "2 before", "1 before",
    "1 after", "2 after", "3 after", "4+ after", "later page",
)  # fmt: skip
"""Where a wrong line lies from the right one, in the order of the histogram."""


def offset(verdict: Verdict) -> str | None:
    """Return the place of ``OFFSETS`` where a wrong answer lies; None if it has no place."""
    found = verdict.relative_error
    if verdict.outcome != "wrong" or found is None:
        return None
    pages, _, lines = str(found).rpartition(":")
    try:
        page, line = int(pages or 0), int(lines)
    except ValueError:
        return None
    if page:
        return "earlier page" if page < 0 else "later page"
    if not line:
        return None
    side = "before" if line < 0 else "after"
    return f"{abs(line)} {side}" if abs(line) < 4 else f"4+ {side}"
