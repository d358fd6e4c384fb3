"""The parts of a comparison: which items belong together."""

from collections.abc import Iterator

from benchbar.records import Item
from benchbar.report import names
from benchbar.report.binders import title_of
from benchbar.report.buckets import record_cite
from benchbar.report.comparison import Level, Part
from benchbar.report.tally import which_test

LEVELS: tuple[Level, ...] = ("all", "family", "window", "test")

_LOOKUPS = frozenset({"text_to_cite", "cite_to_text", "cite_to_amended"})
_DEFINITIONS = frozenset({"defined_to_cite", "cite_to_defined"})
_PAGE_AND_LINE, _STATUTE, _DEFINED = _FAMILIES = (
    "page-and-line look-ups",
    "statute look-ups",
    "definitions",
)


def parts_of(item: Item) -> Iterator[Part]:
    """Yield the parts that an item belongs to: all, its family, its size and its test."""
    test = which_test(item)
    yield Part("all", "all items")
    yield Part("family", family(item))
    yield Part("window", item.window)
    yield Part("test", title_of(test), test)


def family(item: Item) -> str:
    """Return the kind of work that an item asks for, as a lawyer would call it."""
    if item.task in _DEFINITIONS:
        return _DEFINED
    if item.task in _LOOKUPS:
        return _PAGE_AND_LINE if record_cite(item) else _STATUTE
    return names.task(item.task)


def order(part: Part) -> tuple[object, ...]:
    """Return where a part stands in a comparison."""
    place = LEVELS.index(part.level)
    if part.test:
        return (place, names.column_order(part.test[:2]), names.window_order(part.test.window))
    if part.level == "window":
        return (place, names.window_order(part.title))
    known = part.title in _FAMILIES
    return (place, _FAMILIES.index(part.title) if known else len(_FAMILIES), part.title)
