"""How the regressions of an exam are printed."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from benchbar.cli.exam.score_tables import cut, text_lines
from benchbar.report.comparison import p_value

if TYPE_CHECKING:
    from benchbar.exam.results import Fitted
    from benchbar.stats.hotelling import ZeroMean

_LABEL = 29


def regression_lines(found: "Sequence[Fitted]", width: int) -> Iterator[str]:
    """Print what settings do, each regression with its tests."""
    for one in found:
        yield from text_lines(one.title, width)
        yield from text_lines(one.formula, width)
        yield from text_lines(one.refused, width)
        yield from _fit(one, width)
        yield from _wider(one, width)
        if one.left_out:
            yield from text_lines(f"Left out: {'; '.join(one.left_out)}.", width)
        yield ""
    if any(one.fit for one in found):
        yield from text_lines(
            "Coefficients are differences in log-odds with 95% intervals; adj. p allows for all "
            "levels of a factor (Holm). The regression takes trials of a question as independent "
            "evidence, which trials that are all alike are not; the test over questions does not.",
            width,
        )
        yield ""


def f_test(test: "ZeroMean") -> str:
    """Return a test over questions as it is printed."""
    return f"F({test.df[0]}, {test.df[1]}) = {test.f:.2f}, p {p_value(test.p)}"


def _fit(one: "Fitted", width: int) -> Iterator[str]:
    if not one.fit:
        return
    for test in one.tests:
        told = f"chi2 {test.chi2:.2f} on {test.df}, p {p_value(test.p)} (whole factor)"
        known = math.isfinite(test.p)
        yield f"  {cut(test.name, 24):<24}{told if known else 'cannot be tested'}"
        by_questions = one.by_questions[test.name]
        if not by_questions.why:
            yield f"  {'':<24}{f_test(by_questions)} (over questions)"
    for term in one.fit.terms:
        if term.term != "(Intercept)" and math.isfinite(term.beta):
            low, high = term.limits
            left = f"  {cut(term.term, _LABEL - 2):<{_LABEL - 2}}{_signed(term.beta):>7}"
            chances = f"p {p_value(term.p)} adj. {p_value(term.adjusted)}"
            yield f"{left} [{_signed(low)}, {_signed(high)}] {chances}"
    for warning in one.fit.warnings:
        yield from text_lines(f"Note: {warning.rstrip('.')}.", width)


def _signed(value: float) -> str:
    """Return a number without the minus of what rounds to zero."""
    return f"{round(value, 3) + 0.0:.3f}"


def _wider(one: "Fitted", width: int) -> Iterator[str]:
    if one.versus and math.isfinite(one.versus.p):
        told = f"chi2 {one.versus.chi2:.2f}, p {p_value(one.versus.p)}"
        yield from text_lines(f"Does it differ by question? {one.wider_formula}: {told}", width)
    elif one.wider_refused and not one.refused:
        yield from text_lines(f"{one.wider_formula}: {one.wider_refused}", width)
