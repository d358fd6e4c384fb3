"""The mixed-effects regressions of an exam: what settings do to the chance of a right answer.

Two models of Martinez 2024 (doi 10.1007/s10506-024-09396-9), as far as a run has what they ask of:

    correct ~ paper + temperature + prompt + (1|question) + (1|category)
    correct ~ condition + (1|question) + (1|category)

each once more with ``(1|question:prompt)`` or such, since a setting may help with some questions
and harm with others. What a guard refuses is told, and stops nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from benchbar.errors import InputError
from benchbar.exam.accuracies import UNNAMED
from benchbar.exam.responses import Response
from benchbar.exam.results import Fitted, told
from benchbar.stats.cells import Table, tabulate
from benchbar.stats.formula import Formula
from benchbar.stats.hotelling import ZeroMean, zero_mean
from benchbar.stats.regression import Regression, Test, compare, factor_tests, fit_cells

FACTORS = ("paper", "model", "temperature", "prompt")
"""In this order: what a factor adds nothing to is left out."""
CONDITIONS = {"plain": "minimal", "few-shot": "maximal", "few-shot-with-reasons": "maximal"}
"""How far a prompt is tailored to the exam, by its name; others are in between."""
LEVELS = ("minimal", "maximal")

_QUESTION, _SUBJECT = "question", "category"
_WITHIN = ("condition", "prompt", "temperature", "model", "paper")
"""What may help with some questions only: the first of these that a formula has."""


def regressions(responses: Sequence[Response]) -> tuple[Fitted, ...]:
    """Return the regressions that the answers allow for.

    Questions of several papers count as one where number and key are the same.
    """
    found = []
    factors, left_out = _factors(_columns(responses, FACTORS))
    tailored = [one for one in responses if one.prompt in CONDITIONS]
    conditions = {CONDITIONS[one.prompt] for one in tailored}
    if factors and not (factors == ("prompt",) and len(conditions) > 1):
        found.append(_fitted(_question(factors), responses, factors, left_out))
    if len(conditions) > 1:
        others, out = _factors(_columns(tailored, ("condition", "paper", "model", "temperature")))
        found.append(_fitted("Does tailoring the prompt matter?", tailored, others, out))
    return tuple(found)


def _columns(responses: Sequence[Response], names: Sequence[str]) -> dict[str, list[str]]:
    read: dict[str, Callable[[Response], str]] = {
        "paper": lambda one: one.paper,
        "model": lambda one: one.model,
        "temperature": lambda one: told(one.temperature),
        "prompt": lambda one: one.prompt,
        "condition": lambda one: CONDITIONS[one.prompt],
    }
    return {name: [read[name](one) for one in responses] for name in names}


def _factors(columns: dict[str, list[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns that vary, each beyond those before it, and why others are left out.

    Two files with a model each cannot tell whether file or model makes a difference.
    """
    settings = list(dict.fromkeys(zip(*columns.values(), strict=True)))
    design = np.ones((len(settings), 1))
    kept: list[str] = []
    left_out: list[str] = []
    for name, values in zip(columns, zip(*settings, strict=True), strict=True):
        levels = list(dict.fromkeys(values))
        if len(levels) < 2:
            continue
        more = np.array([[value == level for level in levels[1:]] for value in values], float)
        wider = np.hstack([design, more])
        if np.linalg.matrix_rank(wider) == wider.shape[1]:
            design = wider
            kept.append(name)
        else:
            left_out.append(f"{name} (it cannot be told apart from {_listed(kept)})")
    return tuple(kept), tuple(left_out)


def _question(factors: Sequence[str]) -> str:
    return f"{'Do' if len(factors) > 1 else 'Does'} {_listed(factors)} matter?"


def _listed(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def _table(responses: Sequence[Response], factors: Sequence[str]) -> Table:
    papers: dict[tuple[str, str], str] = {}
    for one in responses:
        papers.setdefault((one.question, one.key), one.paper)
    keys = dict(reversed(papers))
    named = {
        (number, key): number if keys[number] == key else f"{number} of {paper}"
        for (number, key), paper in papers.items()
    }
    table: dict[str, list[str]] = dict(_columns(responses, factors))
    table["correct"] = [str(int(one.correct)) for one in responses]
    # A letter in front keeps a question "" or "NA" from passing for an empty cell.
    table[_QUESTION] = [f"q{named[one.question, one.key]}" for one in responses]
    table[_SUBJECT] = [one.subject.strip() or UNNAMED for one in responses]
    return table


def _fitted(
    title: str, responses: Sequence[Response], factors: tuple[str, ...], left_out: tuple[str, ...]
) -> Fitted:
    table = _table(responses, factors)
    groups: list[tuple[str, ...]] = [(_QUESTION,)]
    if len({*table[_SUBJECT]}) > 1:
        groups.append((_SUBJECT,))
    formula = Formula("correct", tuple((name,) for name in factors), tuple(groups))
    within = next(name for name in _WITHIN if name in factors)
    wider = replace(formula, groups=(*groups, (_QUESTION, within)))
    fit, tests, refused = _fit(table, formula)
    more, _, more_refused = _fit(table, wider, tested=False)
    return Fitted(
        title=title,
        formula=str(formula),
        fit=fit,
        tests=tests,
        by_questions={name: by_questions(table, name) for name in factors},
        refused=refused,
        wider_formula=str(wider),
        wider=more,
        versus=compare(fit, more) if fit and more else None,
        wider_refused=more_refused,
        left_out=left_out,
    )


def by_questions(table: Table, factor: str) -> ZeroMean:
    """Test whether questions are answered alike at every level of a factor.

    A question counts by the differences of its shares of right answers from that at the first
    level; those that were not asked at every level are left out.
    """
    levels = {level: n for n, level in enumerate(dict.fromkeys(table[factor]))}
    questions = {name: n for n, name in enumerate(dict.fromkeys(table[_QUESTION]))}
    at = [questions[one] for one in table[_QUESTION]], [levels[one] for one in table[factor]]
    right, asked = np.zeros((2, len(questions), len(levels)))
    np.add.at(right, at, [one == "1" for one in table["correct"]])
    np.add.at(asked, at, 1.0)
    whole = asked.all(axis=1)
    shares = right[whole] / asked[whole]
    return zero_mean(shares[:, 1:] - shares[:, :1])


def _fit(
    table: Table, formula: Formula, *, tested: bool = True
) -> tuple[Regression | None, tuple[Test, ...], str]:
    levels = {name: LEVELS for name in formula.factors if name == "condition"}
    try:
        cells = tabulate(table, formula, levels=levels)
        fit = fit_cells(cells)
        return fit, factor_tests(cells, fit) if tested and fit.converged else (), ""
    except InputError as error:
        return None, (), f"not fitted: {error}"
