"""Published rule for amounts of dollars: the last number of the reply, near enough.

No published rule is known beyond the tolerance; to take the last number, separators dropped,
signs and words not read, is ours, as the plainest that papers use. Known faults, kept: a year or
a section number that ends the reply is taken for the amount.
"""

import re
from collections import deque
from decimal import Decimal
from functools import partial

from benchbar.records import Document, Item
from benchbar.scoring import marks
from benchbar.scoring.finding import Finding, Rule, wrong
from benchbar.scoring.tolerance import SARA, Tolerance, dollars, weigh

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?", re.ASCII)


def within(tolerance: Tolerance) -> Rule:
    """Return the rule with another tolerance."""
    return partial(_grade, tolerance)


def grade(item: Item, document: Document, text: str) -> Finding:
    """Grade a reply that should be an amount, with the tolerance of the SARA paper."""
    return _grade(SARA, item, document, text)


def _grade(tolerance: Tolerance, item: Item, _document: Document, text: str) -> Finding:
    last = deque(_NUMBER.finditer(marks.plain(text)), maxlen=1)
    if not last:
        return wrong("not found", "", "no-number")
    return weigh(Decimal(last[0][0].replace(",", "")), dollars(item.gold), tolerance)
