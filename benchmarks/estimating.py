"""Measures statistics: python -m benchmarks.estimating regress QUESTIONS TRIALS | bootstrap."""

import sys

import numpy as np

from benchbar.stats.bootstrap import cluster_bootstrap
from benchbar.stats.cells import Table, tabulate
from benchbar.stats.regression import factor_tests, fit_cells
from benchbar.stats.trials import as_published, two_way_bootstrap
from benchmarks.measure import here, tell

_FORMULA = "correct ~ paper + temperature + prompt + (1|question) + (1|category)"
_SETTINGS = {
    "paper": ("original", "replication"),
    "temperature": ("0", "0.25", "0.5", "0.7", "1"),
    "prompt": ("ranked", "with reasons"),
}
_SUBJECTS = 7


def answers(questions: int, trials: int) -> Table:
    """Return a replication: every question under each of many settings, a row for each answer."""
    rng = np.random.default_rng(1)
    kind = rng.integers(0, _SUBJECTS, questions)
    hard = 1 + rng.normal(0, 2, questions) + rng.normal(0, 0.5, _SUBJECTS)[kind]
    right = rng.random((trials, questions)) < 1 / (1 + np.exp(-hard))
    table: dict[str, list[str]] = {
        name: [levels[trial % len(levels)] for trial in range(trials) for _ in range(questions)]
        for name, levels in _SETTINGS.items()
    }
    table["question"] = [f"q{place}" for place in range(questions)] * trials
    table["category"] = [f"c{one}" for one in kind] * trials
    table["correct"] = [str(int(one)) for one in right.ravel()]
    return table


def main() -> None:
    """Fit a regression and test its factors, or draw 9,999 times from 10,000 answers."""
    match sys.argv[1:]:
        case ["regress", questions, trials]:
            table = answers(int(questions), int(trials))

            def fit() -> None:
                cells = tabulate(table, _FORMULA)
                factor_tests(cells, fit_cells(cells))

            tell(here(lambda: fit_cells(tabulate(table, _FORMULA))), tested=here(fit).seconds)
        case ["bootstrap"]:
            rng = np.random.default_rng(1)
            drawn = rng.binomial(1, rng.beta(1.5, 0.5, (200, 1)), (200, 50))
            right = drawn.sum(axis=1).tolist()

            def draw() -> None:
                cluster_bootstrap(right, [50] * 200, rng=rng)
                two_way_bootstrap(drawn, rng=rng)
                as_published(sum(right), 10_000, rng=rng)

            tell(here(draw))


if __name__ == "__main__":
    main()
