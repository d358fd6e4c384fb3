"""The kinds of error, how a wrong place differs from the right one, and by how many lines."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from benchbar import cite
from benchbar.cite import LEVELS, RecordCite, StatuteCite
from benchbar.records import Document, Item

ErrorKind: TypeAlias = Literal[
    "section number omitted",
    "not found",
    "multiple answers",
    "wrong section",
    "wrong subsection",
    "wrong paragraph",
    "wrong subparagraph",
    "wrong clause",
    "wrong subclause",
    "wrong item",
    "wrong subitem",
    "wrong subsubitem",
    "not parallel",
    "incorrect format",
    "omitted amendment",
    "superset",
    "subset",
    "wrong line",
    "subset wrong line",
    "multiple wrong lines",
    "child of wrong",
    "child of correct",
    "opposite answer",
    "unclear",
    "wrong amount",
    "second choice right",
    "third choice right",
    "wrong choice",
    "too few",
    "too many",
    "another form",
]
"""What a wrong answer can be. Several wrong levels are joined: ``wrong clause, wrong item``.

Of yes and no: the ``opposite answer``, or none of the two (``unclear``). Of amounts: a ``wrong
amount`` lies outside the tolerance of ``benchbar.scoring.tolerance``. Of choices: the right one
ranked second or third, or a ``wrong choice`` alone. Of forms: ``too few`` or ``too many`` lines,
sentences or words, or ``another form`` than was asked for.
"""

NotAnAnswer: TypeAlias = Literal["empty", "refused", "truncated", "blocked", "failed"]
"""Why a reply is no answer at all."""

ERROR_KINDS: tuple[str, ...] = get_args(ErrorKind)
NOT_AN_ANSWER: tuple[str, ...] = get_args(NotAnAnswer)
_LEVEL_ERRORS = frozenset(f"wrong {level}" for level in LEVELS)


def is_error_kind(error: str) -> bool:
    """Say whether ``error`` is one of the kinds, or several wrong levels joined by commas."""
    return error in ERROR_KINDS or _LEVEL_ERRORS.issuperset(error.split(", "))


def levels_of(path: tuple[str, ...]) -> tuple[int, ...] | None:
    """Give each label of a path its level by its form, the topmost reading first.

    Sections may start at paragraphs and statutes skip levels, so levels only have to go down:
    (b)(A) is a subsection and a subparagraph. None if the labels cannot be read so.
    """
    found: list[int] = []
    for label in path:
        start = found[-1] + 1 if found else 0
        level = next((n for n in range(start, len(LEVELS)) if cite.fits(label, n)), None)
        if level is None:
            return None
        found.append(level)
    return tuple(found)


Forms: TypeAlias = tuple[frozenset[str], ...]
"""The forms of label that a document uses at each place of its paths, from the first."""


def label_form(label: str) -> str:
    """Return the form of a label: ``1``, ``a`` or ``A``; a number among letters is a letter."""
    return "1" if label[:1].isdigit() else "A" if label.isupper() else "a"


def own_forms(paths: Iterable[tuple[str, ...]]) -> Forms | None:
    """Return a document's own forms of labels, or None if it goes down as the Code does.

    A contract's (a)(i)(A) does not: there the levels are told by place.
    """
    held = list(paths)
    steps = [pair for path in held for pair in pairwise(path)]
    if not steps or sum(map(_as_in_the_code, steps)) * 2 >= len(steps):
        return None
    longest = max(map(len, held))
    return tuple(
        frozenset(label_form(path[n]) for path in held if len(path) > n) for n in range(longest)
    )


@cache
def _as_in_the_code(step: tuple[str, str]) -> bool:
    """Say whether a label and the one below it can be neighbouring levels of the Code."""
    upper, lower = step
    return any(cite.fits(upper, n) and cite.fits(lower, n + 1) for n in range(len(LEVELS) - 1))


def compare(
    answer: StatuteCite, gold: StatuteCite, *, exists: bool, forms: Forms | None = None
) -> str:
    """Return the error kind of a wrong cite of a statute.

    ``exists``: the cite stands in the document, so that its format cannot be wrong, however
    odd the labels of that statute are. ``forms``: those of a document that does not go down as
    the Code does; an answer's format is right if the document uses it at that place.
    """
    if (answer.division, answer.section) != (gold.division, gold.section):
        return "wrong section"
    by_place = tuple(range(min(len(answer.path), len(LEVELS))))
    if forms is not None:
        return _compare_by_place(answer.path, gold.path, forms, exists=exists)
    here = levels_of(answer.path) or (by_place if exists or not answer.path else None)
    if here is None:
        return "incorrect format"
    there = levels_of(gold.path) or tuple(range(min(len(gold.path), len(LEVELS))))
    if here != there:
        return "not parallel"
    pairs = zip(here, answer.path, gold.path, strict=False)
    wrong = [f"wrong {LEVELS[level]}" for level, mine, right in pairs if mine != right]
    return ", ".join(wrong) or "not parallel"


def _compare_by_place(
    mine: tuple[str, ...], right: tuple[str, ...], forms: Forms, *, exists: bool
) -> str:
    """Compare two paths level by level, the levels told by place alone."""
    fits = all(label_form(one) in known for one, known in zip(mine, forms, strict=False))
    if not exists and not (fits and len(mine) <= len(forms)):
        return "incorrect format"
    if len(mine) != len(right):
        return "not parallel"
    names = LEVELS[: len(mine)]
    pairs = zip(names, mine, right, strict=False)
    return ", ".join(f"wrong {name}" for name, a, b in pairs if a != b) or "not parallel"


def distance(document: Document, item: Item, found: int) -> int | str | None:
    """Return how many lines line ``found`` lies behind the item's target (before: negative).

    In a transcript the line of another page is ``pages:lines``, e.g. ``1:-17``.
    """
    if document.kind == "statute":
        return found - item.target
    return record_distance(document.lines[found].cite, document.lines[item.target].cite)


def record_distance(answer: str, gold: str) -> int | str | None:
    """Return the relative error of two printed cites of a transcript, None if unreadable."""
    try:
        mine, right = cite.parse(answer), cite.parse(gold)
    except ValueError:
        return None
    if not (isinstance(mine, RecordCite) and isinstance(right, RecordCite)):
        return None
    pages = (mine.page or 0) - (right.page or 0)
    lines = mine.line - right.line
    return f"{pages}:{lines}" if pages else lines


def wrong_line(document: Document, item: Item, found: int) -> str:
    """Return the error kind of an answer that belongs to line ``found``, not to the target."""
    if document.kind == "transcript":
        return "wrong line"
    try:
        mine = cite.parse(document.lines[found].cite)
        right = cite.parse(document.lines[item.target].cite)
    except ValueError:
        return "wrong line"
    if not (isinstance(mine, StatuteCite) and isinstance(right, StatuteCite)):
        return "wrong line"
    return "wrong line" if mine == right else compare(mine, right, exists=True)


_IMPLAUSIBLE = frozenset({"not parallel", "incorrect format", "wrong section", "wrong line"})


def most_plausible(document: Document, item: Item, found: list[int]) -> int:
    """Choose among several lines that an answer may belong to.

    In a transcript the nearest. In a statute not a line of another section, depth or format if
    another fits; then the fewest wrong levels; then the nearest.
    """

    def implausibility(index: int) -> tuple[bool, int, int]:
        near = abs(index - item.target)
        if document.kind == "transcript":
            return False, 0, near
        kind = wrong_line(document, item, index)
        return kind in _IMPLAUSIBLE, kind.count(","), near

    return min(found, key=implausibility)
