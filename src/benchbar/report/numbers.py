"""Numbers for people: percentages, never without their interval."""

from decimal import ROUND_HALF_UP, Decimal

from benchbar.records import Estimate


def percent(estimate: Estimate, *, digits: int = 1) -> str:
    """Return an estimate as a percentage with its interval, e.g. ``97.0 [91.5, 99.0]``.

    What is not quite all or nothing is not rounded to it: 99.97% prints as 99.9, and the low
    limit of a million right answers as 99.9, so nothing ever reads ``100 [100, 100]``.
    """
    step = 10.0**-digits
    value = _inside(estimate.value, digits)
    low = min(_rounded(estimate.low, digits), 100 - step)
    high = max(_rounded(estimate.high, digits), step)
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def plural(n: int, noun: str, several: str = "") -> str:
    """Return a count with its noun: ``1 answer``, ``1,200 answers``, ``2 replies``."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {several or noun + 's'}"


def _inside(share: float, digits: int) -> float:
    """Round a share to a percentage, but onto 0 or 100 only if it is there."""
    rounded, step = _rounded(share, digits), 10.0**-digits
    if 0 < share < 1:
        return min(max(rounded, step), 100 - step)
    return rounded


def _rounded(share: float, digits: int) -> float:
    """Round a share to a percentage, halves away from 0: 0.925 is 93, as 0.975 is 98."""
    exact = Decimal(repr(round(100 * share, 9)))
    return float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
