"""A regression as the terminal shows it, readable without colour, and as JSON."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from benchbar.report.comparison import p_value
from benchbar.report.visible import visible
from benchbar.stats.regression import Coefficient, Group, Regression, Test

_MOST_SETTINGS = 40


def view(
    fitted: Regression, tests: Sequence[Test] = (), *, effects: bool = False, width: int = 100
) -> Iterator[str]:
    """Yield the lines of a regression: tests of whole factors, terms, groups, predictions.

    Args:
        fitted: The fit.
        tests: Of its factors, as ``factor_tests`` makes them.
        effects: List the members of each group, the hardest first.
        width: Of the terminal.
    """
    yield visible(str(fitted.formula))
    found = f"log-likelihood {fitted.loglik:.3f}" if fitted.converged else "no optimum was found"
    yield f"{fitted.n:,} answers in {fitted.cells:,} cells, {found}"
    for warning in fitted.warnings:
        yield from textwrap.wrap(f"Note: {visible(warning).rstrip('.')}.", min(width, 100))
    if tests:
        yield ""
        yield "Each factor as a whole (likelihood ratio)"
        yield from _table(("", "chi2", "df", "p"), [_test_row(one) for one in tests])
    yield ""
    yield "Terms, in log-odds of a right answer, with 95% intervals"
    head = ("", "beta", "", "SE", "z", "p", "adj. p", "odds times", "")
    yield from _table(head, [_term_row(one) for one in fitted.terms])
    yield ""
    yield "Groups: spread of their members, as standard deviation in log-odds"
    rows = [(one.name, *_spread(one), _members(one)) for one in fitted.random]
    yield from _table(("", "SD", "", ""), rows)
    if fitted.predictions:
        yield from _predicted(fitted)
    if effects:
        for group in fitted.random:
            yield from _listed(group)


def _test_row(one: Test) -> tuple[str, ...]:
    if not math.isfinite(one.p):
        return one.name, "none", str(one.df), ""
    return one.name, f"{one.chi2:.2f}", str(one.df), p_value(one.p)


def _term_row(one: Coefficient) -> tuple[str, ...]:
    if not math.isfinite(one.beta):
        return (one.term, "none", *[""] * 7)
    low, high = one.limits
    odds, beta = f"{math.exp(one.beta):.3g}", f"{one.beta:.3f}"
    between = _between(math.exp(low), math.exp(high), ".3g")
    error, chances = f"{one.se:.3f}", (p_value(one.p), p_value(one.adjusted))
    return one.term, beta, _between(low, high), error, f"{one.z:.2f}", *chances, odds, between


def _spread(group: Group) -> tuple[str, str]:
    sd = f"{group.sd:.3f}" if math.isfinite(group.sd) else "none"
    return sd, _between(group.low, group.high) if math.isfinite(group.high) else ""


def _members(group: Group) -> str:
    return f"{len(group.effects):,} members" if group.effects else ""


def _predicted(fitted: Regression) -> Iterator[str]:
    yield ""
    yield "Chance of a right answer to a typical question, in percent"
    shown = fitted.predictions[:_MOST_SETTINGS]
    rows = [
        (
            ", ".join(f"{name} {level}" for name, level in one.setting.items()) or "all",
            f"{100 * one.chance:.1f}",
            _between(100 * one.low, 100 * one.high, ".1f"),
        )
        for one in shown
    ]
    yield from _table(("", "", ""), rows)
    if more := len(fitted.predictions) - len(shown):
        yield f"and {more:,} more settings: see --json"


def _listed(group: Group) -> Iterator[str]:
    yield ""
    yield f"Members of {visible(group.name)}: log-odds above the mean, the hardest first"
    ordered = sorted(group.effects.items(), key=lambda one: one[1])
    yield from _table(("", ""), [(name, f"{value:+.3f}") for name, value in ordered])


def _between(low: float, high: float, form: str = ".3f") -> str:
    return f"[{low:{form}}, {high:{form}}]"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    shown = [[*head], *([visible(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for row in shown if any(head) else shown[1:]:
        first, *others = zip(row, widths, strict=True)
        cells = [f"{first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in others)]
        yield f"  {'  '.join(cells)}".rstrip()


def versus(test: Test) -> str:
    """Return in a line whether the larger of two nested models explains more."""
    if not math.isfinite(test.p):
        return "The two models cannot be compared: no optimum was found of one of them"
    said = f"chi2 {test.chi2:.2f} on {test.df}, p {p_value(test.p)}"
    return f"The larger model against {visible(test.name)} (likelihood ratio): {said}"


def ratio(test: Test) -> dict[str, object]:
    """Return a likelihood-ratio test for ``--json``."""
    return asdict(test)


def as_json(
    fitted: Regression, tests: Sequence[Test] = (), *, effects: bool = False
) -> dict[str, object]:
    """Return a regression for ``--json``; what cannot be estimated is null."""
    return {
        "formula": str(fitted.formula),
        "terms": [asdict(one) for one in fitted.terms],
        "random": [_group(one, effects=effects) for one in fitted.random],
        "loglik": fitted.loglik,
        "n": fitted.n,
        "cells": fitted.cells,
        "converged": fitted.converged,
        "singular": fitted.singular,
        "warnings": list(fitted.warnings),
        "tests": [ratio(one) for one in tests],
        "predictions": [asdict(one) for one in fitted.predictions],
    }


def _group(one: Group, *, effects: bool) -> dict[str, object]:
    told: dict[str, object] = {"group": one.name, "sd": one.sd, "low": one.low, "high": one.high}
    return told | ({"effects": dict(one.effects)} if effects else {})
