"""The parts of a comparison: which items belong together, and which are drawn anew together."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from benchbar.records import Item
from benchbar.report import names
from benchbar.report.buckets import record_cite
from benchbar.report.comparison import Level, Part
from benchbar.report.tally import which_test

FEWEST_TEXTS = 10
"""With fewer texts these cannot stand for others, and items become the unit of chance."""

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
    title = f"{names.corpus(test.corpus)}, {names.task(test.task)}, {test.window}"
    yield Part("test", title, test)


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


def texts(items: Sequence[Item]) -> list[str]:
    """Return for each item the text that it was cut from: what is drawn anew together.

    The deposition or section, where items say it (``traits.source``), else the document. In a
    corpus with fewer than ``FEWEST_TEXTS`` of these the next finer unit is taken, in the end the
    item itself.
    """
    unit = {corpus: _unit(group) for corpus, group in _by_corpus(items).items()}
    return [f"{item.corpus}\x1f{unit[item.corpus](item)}" for item in items]


def count_texts(items: Sequence[Item]) -> int:
    """Count the texts that some items were cut from."""
    return len({(item.corpus, _source(item)) for item in items})


def only_texts(items: Sequence[Item]) -> int:
    """Count the texts that are too few in their corpus to stand for others; 0 if none are.

    Figures on such items speak of these texts alone.
    """
    return sum(
        len({*map(_source, group)})
        for group in _by_corpus(items).values()
        if len({*map(_source, group)}) < len({*map(_unit(group), group)})
    )


def _by_corpus(items: Sequence[Item]) -> dict[str, list[Item]]:
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        groups[item.corpus].append(item)
    return groups


def _unit(items: Sequence[Item]) -> Callable[[Item], str]:
    units: tuple[Callable[[Item], str], ...] = (_source, _document)
    enough = (unit for unit in units if len({unit(item) for item in items}) >= FEWEST_TEXTS)
    return next(enough, _itself)


def _source(item: Item) -> str:
    return str(item.traits.get("source", item.document))


def _document(item: Item) -> str:
    return item.document


def _itself(item: Item) -> str:
    return item.id
