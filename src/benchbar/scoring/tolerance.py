"""How near an amount of dollars must come to the right one."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from benchbar.scoring.finding import LONGEST_ANSWER, Finding, wrong

EXACT = "exact"
WITHIN = "within-tolerance"
"""The rules of correct verdicts, by which a report tells exact answers from near ones."""

_HIGHEST = 10**15
_DOLLAR = Decimal(1)
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Tolerance:
    """An answer is right within the larger of a share of the right amount and some dollars.

    The defaults are the rule of the SARA paper (Holzenberger and others 2020, arXiv 2005.05257),
    from memory. ``Tolerance(Decimal(0), Decimal(0))`` takes exact answers alone.
    """

    share: Decimal = Decimal("0.10")
    dollars: Decimal = Decimal(5000)

    def allows(self, answer: Decimal, gold: Decimal) -> bool:
        """Say whether an amount is near enough to the right one."""
        return abs(answer - gold) <= max(self.share * abs(gold), self.dollars)


SARA = Tolerance()


def exact(answer: Decimal, gold: Decimal) -> bool:
    """Say whether two amounts are the same, to the dollar if the right one has no cents.

    Amounts on a return may be rounded to whole dollars, half a dollar upwards (26 U.S.C. 6102).
    """
    unit = _DOLLAR if gold == gold.to_integral_value() else _CENT
    return _rounded(answer, unit) == _rounded(gold, unit)


def _rounded(amount: Decimal, unit: Decimal) -> Decimal:
    return (amount / unit).to_integral_value(ROUND_HALF_UP)


def shown(amount: Decimal) -> str:
    """Print an amount: ``$13,425``, ``-$0.50``."""
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount):,.2f}".removesuffix(".00")


def dollars(text: str) -> Decimal:
    """Read a right amount: ``$13,425``, ``13425.50``.

    Raises:
        ValueError: The text is no amount.
    """
    plain = text.strip().replace("$", "").replace(",", "").replace(" ", "")
    try:
        return Decimal(plain)
    except ArithmeticError:
        raise ValueError(f"{text!r} is no amount of dollars") from None


def weigh(
    answer: Decimal, gold: Decimal, tolerance: Tolerance, rule: str = "beyond-tolerance"
) -> Finding:
    """Find an amount right, exactly or nearly, or wrong; the relative error is in whole dollars.

    Args:
        answer: What the reply names.
        gold: The right amount.
        tolerance: How near is near enough.
        rule: The rule of a wrong verdict.
    """
    off = int(_rounded(answer - gold, _DOLLAR)) if abs(answer) < _HIGHEST else None
    text = shown(answer)[:LONGEST_ANSWER]
    if exact(answer, gold):
        return Finding("correct", None, None, text, EXACT)
    if tolerance.allows(answer, gold):
        return Finding("correct", None, off, text, WITHIN)
    return wrong("wrong amount", text, rule, off)
