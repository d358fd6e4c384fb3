"""The texts that items were cut from: answers about one text are not independent."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from benchbar.records import Item

FEWEST_TEXTS = 10
"""Fewer texts cannot stand for others, and a finer unit becomes the unit of chance."""


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


def few_texts(items: Sequence[Item]) -> dict[str, int]:
    """Count the texts of each corpus in which they are too few to stand for others.

    Figures on such items speak of these texts alone.
    """
    counts = {
        corpus: (len({*map(_source, group)}), len({*map(_unit(group), group)}))
        for corpus, group in _by_corpus(items).items()
    }
    return {corpus: sources for corpus, (sources, units) in counts.items() if sources < units}


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
