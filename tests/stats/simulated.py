"""Answers made by chance from a known truth, for the tests of regressions."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Table = dict[str, list[str]]


def answers(
    rng: np.random.Generator,
    *,
    questions: int = 60,
    trials: int = 5,
    effects: Mapping[str, float] = {"min": 0.0, "max": 1.0},
    sd: float = 1.5,
    categories: int = 0,
    category_sd: float = 0.5,
    apart: float = 0.0,
    intercept: float = 0.5,
) -> Table:
    """Return a tidy table: condition, question, category and correct, a row for each answer.

    ``sd`` is the spread of questions, ``apart`` that of what a condition does to single ones.
    """
    hard = rng.normal(0, sd, questions)
    kind = np.arange(questions) % max(1, categories)
    hard += rng.normal(0, category_sd, max(1, categories))[kind] if categories else 0
    table: Table = {"condition": [], "question": [], "category": [], "correct": []}
    for name, effect in effects.items():
        own = rng.normal(0, apart, questions) if apart else np.zeros(questions)
        for question in range(questions):
            logit = intercept + effect + hard[question] + own[question]
            right = rng.random(trials) < chance(logit)
            table["condition"] += [name] * trials
            table["question"] += [f"q{question}"] * trials
            table["category"] += [f"c{kind[question]}"] * trials
            table["correct"] += [str(int(one)) for one in right]
    return table


def chance(logit: float) -> float:
    return float(1 / (1 + np.exp(-logit)))


def design(table: Table, names: Sequence[str]) -> list[NDArray[np.float64]]:
    """Return for each column its indicators, shape (answers, levels), levels as they appear."""
    found = []
    for name in names:
        levels = list(dict.fromkeys(table[name]))
        place = np.array([levels.index(value) for value in table[name]])
        found.append(np.eye(len(levels))[place])
    return found
