"""Several comparisons at once: p values adjusted, so that one of many is not shown by luck."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from scipy.stats import false_discovery_control

Adjustment: TypeAlias = Literal["holm", "benjamini-hochberg"]


def holm(ps: Sequence[float]) -> list[float]:
    """Adjust p values so that the chance of any false claim stays below the level (Holm 1979).

    Args:
        ps: Raw p values, each in [0, 1]; the answer is in their order.
    """
    adjusted, highest = [1.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[place]))
        adjusted[place] = highest
    return adjusted


def benjamini_hochberg(ps: Sequence[float]) -> list[float]:
    """Adjust p values so that few of the claims are false, for screening (1995).

    Args:
        ps: Raw p values, each in [0, 1]; the answer is in their order.
    """
    return [float(p) for p in false_discovery_control(ps)] if ps else []


ADJUSTMENTS: dict[Adjustment, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "benjamini-hochberg": benjamini_hochberg,
}
