"""Mixed-effects logistic regression: exact optima, known truths, laws, and plain warnings."""

import csv
import itertools
import json
import os
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import approx_fprime, minimize
from scipy.special import expit
from scipy.stats import chi2

from benchbar.errors import InputError
from benchbar.stats.cells import tabulate
from benchbar.stats.regression import compare, factor_tests, fit, fit_cells
from tests.stats.simulated import Table, answers, design

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("BENCHBAR_SHARED", ROOT.parent / "shared" / "data")) / "glmm"
CROSSED = "correct ~ condition + (1|question) + (1|category)"
PLAIN = "correct ~ condition + (1|question)"


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared data (BENCHBAR_SHARED)")
def test_finds_the_exact_optimum() -> None:
    """The tolerances that we promise, against the optimum found with a gradient of 3e-12."""
    with (SHARED / "cond2000.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = {name: [row[name] for row in rows] for name in rows[0]}
    reference = json.loads((SHARED / "cond2000_reference.json").read_text(encoding="utf-8"))
    exact, lme4 = reference["laplace_exact"], reference["lme4"]
    cells = tabulate(table, CROSSED)
    found = fit_cells(cells)
    for term in found.terms:
        assert term.beta == pytest.approx(exact["fixed"][term.term]["beta"], abs=1e-4)
        assert term.se == pytest.approx(exact["fixed"][term.term]["se"], rel=0.005)
        assert term.z == pytest.approx(exact["fixed"][term.term]["z"], rel=0.006)
    for group in found.random:
        assert group.sd == pytest.approx(exact["sd"][group.name], abs=1e-3)
        for member, mode in lme4["tight"].get(f"ranef_{group.name}", {}).items():
            assert group.effects[member] == pytest.approx(mode, abs=1e-3)
    assert found.loglik == pytest.approx(exact["logLik_rows"], abs=1e-4)
    assert (found.n, found.converged, found.singular, found.warnings) == (2000, True, False, ())
    (test,) = factor_tests(cells, found)
    assert test.df == 1
    assert test.chi2 == pytest.approx(lme4["lrt_condition"]["chisq"], abs=1e-3)


class Laplace:
    """The approximation written out densely for rows of answers: no package, no cells."""

    def __init__(self, table: Table, groups: list[str]) -> None:
        condition, *members = design(table, ["condition", *groups])
        self.y = np.array([float(one) for one in table["correct"]])
        self.x = np.column_stack([np.ones(len(self.y)), condition[:, 1:]])
        self.z = np.hstack(members)
        self.sizes = [one.shape[1] for one in members]

    def loglik(self, beta: NDArray[np.float64], sds: NDArray[np.float64]) -> float:
        variance = np.repeat(sds**2, self.sizes)
        u = np.zeros(len(variance))
        for _ in range(60):
            p = expit(self.x @ beta + self.z @ u)
            curve = (self.z.T * (p * (1 - p))) @ self.z + np.diag(1 / variance)
            step = np.linalg.solve(curve, self.z.T @ (self.y - p) - u / variance)
            u += step
            if np.abs(step).max() < 1e-11:
                break
        eta = self.x @ beta + self.z @ u
        data = float((self.y * eta - np.logaddexp(0, eta)).sum())
        determinant = np.linalg.slogdet(curve)[1] + np.log(variance).sum()
        return data - 0.5 * float(u @ (u / variance)) - 0.5 * float(determinant)

    def lost(self, parameters: NDArray[np.float64]) -> float:
        fixed = self.x.shape[1]
        return -self.loglik(parameters[:fixed], np.exp(parameters[fixed:]))

    def slope(self, at: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(approx_fprime(at, self.lost, 1e-5))

    def best(self) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """Return the optimum (spreads as logarithms), standard errors there, and its loglik."""
        start = np.zeros(self.x.shape[1] + len(self.sizes))
        found = minimize(self.lost, start, method="BFGS", options={"gtol": 1e-5, "eps": 1e-6})
        steps = 1e-4 * np.eye(len(found.x))
        ahead, behind = ([self.slope(found.x + sign * one) for one in steps] for sign in (1, -1))
        curve = (np.array(ahead) - np.array(behind)) / 2e-4
        errors = np.sqrt(np.diag(np.linalg.inv((curve + curve.T) / 2)))
        return found.x, errors, -float(found.fun)


@pytest.mark.parametrize(
    "groups", [["question"], ["question", "category"], ["question", "question:condition"]]
)
def test_agrees_with_the_approximation_written_out(groups: list[str]) -> None:
    rng = np.random.default_rng(4)
    effects = {"a": 0.0, "b": 0.7, "c": -0.4}
    table = answers(
        rng, questions=24, trials=4, effects=effects, categories=6, category_sd=1.2, apart=1.0
    )
    both = zip(table["question"], table["condition"], strict=True)
    table["question:condition"] = [":".join(one) for one in both]
    formula = " + ".join(["correct ~ condition", *(f"(1|{one})" for one in groups)])
    found = fit(table, formula)
    best, errors, loglik = Laplace(table, groups).best()
    betas, sds = best[:3], np.exp(best[3:])
    assert [one.beta for one in found.terms] == pytest.approx(betas, abs=1e-4)
    assert [one.se for one in found.terms] == pytest.approx(errors[:3], rel=5e-3)
    assert [one.sd for one in found.random] == pytest.approx(sds, abs=1e-3)
    assert found.loglik == pytest.approx(loglik, abs=1e-4)


def test_finds_the_truth() -> None:
    """40 studies of 100 questions: estimates are centred on the truth, and intervals hold it."""
    rng = np.random.default_rng(8)
    effects = {"min": 0.0, "max": 1.395}
    fitted = [fit(answers(rng, questions=100, effects=effects, sd=2.0), PLAIN) for _ in range(40)]
    betas = np.array([one.terms[1].beta for one in fitted])
    assert betas.mean() == pytest.approx(1.395, abs=3 * betas.std() / 40**0.5)
    assert np.mean([one.random[0].sd for one in fitted]) == pytest.approx(2.0, abs=0.15)
    held = [low <= 1.395 <= high for one in fitted for low, high in [one.terms[1].limits]]
    assert sum(held) >= 35
    spreads = [one.random[0].low <= 2.0 <= one.random[0].high for one in fitted]
    assert sum(spreads) >= 34


def test_no_difference_is_rarely_claimed() -> None:
    rng = np.random.default_rng(9)
    ps = [fit(answers(rng, effects={"a": 0, "b": 0}), PLAIN).terms[1].p for _ in range(60)]
    assert sum(p < 0.05 for p in ps) <= 8
    assert 0.3 < np.median(ps) < 0.7


def drawn(seed: int = 3, **settings: object) -> Table:
    return answers(np.random.default_rng(seed), **settings)  # type: ignore[arg-type]


def test_the_order_of_rows_means_nothing() -> None:
    table = drawn(categories=5)
    order = np.random.default_rng(0).permutation(len(table["correct"]))
    shuffled = {name: [column[place] for place in order] for name, column in table.items()}
    levels = {"condition": ["min", "max"]}
    one, other = fit(table, CROSSED), fit(shuffled, CROSSED, levels=levels)
    assert one.terms[1].beta == pytest.approx(other.terms[1].beta, abs=1e-5)
    assert one.loglik == pytest.approx(other.loglik, abs=1e-6)


def test_turning_the_levels_turns_the_sign() -> None:
    table = drawn()
    one, other = fit(table, PLAIN), fit(table, PLAIN, levels={"condition": ["max", "min"]})
    assert [term.term for term in other.terms] == ["(Intercept)", "conditionmin"]
    assert other.terms[1].beta == pytest.approx(-one.terms[1].beta, abs=1e-5)
    assert other.loglik == pytest.approx(one.loglik, abs=1e-7)


def test_the_order_of_groups_means_nothing() -> None:
    table = drawn(categories=8, category_sd=1.5)
    one = fit(table, CROSSED)
    other = fit(table, "correct ~ condition + (1|category) + (1|question)")
    for ours, theirs in zip(one.random, other.random[::-1], strict=True):
        assert ours.name == theirs.name
        assert (ours.sd, ours.low, ours.high) == pytest.approx(
            (theirs.sd, theirs.low, theirs.high), rel=1e-3
        )


def test_names_are_not_formulas() -> None:
    """Columns and levels may hold what means something in a formula."""
    table = drawn()
    strange = {
        "a + b": [f"v0_:{one} | (1)" for one in table["condition"]],
        "q~": table["question"],
        "correct": table["correct"],
    }
    found = fit(strange, "correct ~ `a + b` + (1|`q~`)")
    assert [one.term for one in found.terms] == ["(Intercept)", "a + bv0_:max | (1)"]
    assert found.terms[1].beta == fit(table, PLAIN).terms[1].beta


def test_factors_are_tested_whole_before_their_levels() -> None:
    table = drawn(effects={"a": 0.0, "b": 0.1, "c": 1.2}, questions=80)
    table["half"] = ["x" if int(one[1:]) % 2 else "y" for one in table["question"]]
    cells = tabulate(table, "correct ~ condition*half + (1|question)")
    tests = factor_tests(cells, fit_cells(cells))
    assert [(one.name, one.df) for one in tests] == [
        ("condition", 4),
        ("half", 3),
        ("condition:half", 2),
    ]
    whole = fit(table, "correct ~ condition*half + (1|question)")
    without = fit(table, "correct ~ half + (1|question)")
    statistic = 2 * (whole.loglik - without.loglik)
    assert tests[0].chi2 == pytest.approx(statistic, abs=1e-6)
    assert tests[0].p == pytest.approx(chi2.sf(statistic, 4))
    assert tests[0].p < 1e-4 < tests[1].p


def test_levels_of_a_factor_are_adjusted_together() -> None:
    found = fit(drawn(effects={"a": 0.0, "b": 0.3, "c": 1.0}), PLAIN)
    _, b, c = found.terms
    assert found.terms[0].adjusted == found.terms[0].p
    assert c.adjusted == pytest.approx(min(1, 2 * c.p))
    assert b.adjusted == pytest.approx(b.p)


def test_a_number_has_one_slope() -> None:
    table = drawn(effects={"0": 0.0, "0.5": 0.5, "1": 1.0}, questions=200)
    found = fit(table, PLAIN, numeric=["condition"])
    assert [one.term for one in found.terms] == ["(Intercept)", "condition"]
    assert found.terms[1].beta == pytest.approx(1.0, abs=3 * found.terms[1].se)
    assert [one.setting["condition"] for one in found.predictions] == ["0", "0.5", "1"]


def test_a_group_that_explains_nothing_is_not_needed() -> None:
    table = drawn(effects={"min": 0.0, "max": 1.0}, questions=100, trials=10)
    wide = fit(table, f"{PLAIN} + (1|question:condition)")
    narrow = fit(table, PLAIN)
    test = compare(wide, narrow)
    assert test.name == PLAIN
    assert test.df == 1
    assert wide.random[1].name == "question:condition"
    assert wide.random[1].low == 0
    assert test.p > 0.05


def test_a_singular_fit_is_told() -> None:
    """Categories that were dealt out blindly differ by less than chance would have it."""
    table = drawn(seed=5, questions=40)
    balanced = sorted(
        {*table["question"]}, key=lambda one: fit(table, PLAIN).random[0].effects[one]
    )
    kind = {name: f"c{min(place % 8, 7 - place % 8)}" for place, name in enumerate(balanced)}
    table["category"] = [kind[one] for one in table["question"]]
    found = fit(table, CROSSED)
    assert found.singular
    assert found.warnings[0].startswith("the spread of category is estimated as 0 (singular fit)")
    assert found.random[1].sd < 1e-3
    assert np.isnan(found.random[1].high)
    assert found.terms[1].beta == pytest.approx(fit(table, PLAIN).terms[1].beta, abs=1e-3)


def test_a_spread_is_tested_on_its_edge() -> None:
    """A spread cannot be negative: p is half of that of one degree (Self and Liang 1987)."""
    table = drawn(categories=6, category_sd=0.8, questions=90)
    narrow, wide = fit(table, PLAIN), fit(table, CROSSED)
    test = compare(wide, narrow)
    statistic = 2 * (wide.loglik - narrow.loglik)
    assert statistic > 0.5
    assert test.p == pytest.approx(chi2.sf(statistic, 1) / 2)
    both = compare(fit(table, "correct ~ 1 + (1|question)"), wide)
    assert both.df == 2
    assert both.p == pytest.approx(chi2.sf(both.chi2, 2))


def test_a_fit_without_an_optimum_claims_nothing() -> None:
    """No level is separated, but two levels together are."""
    rng = np.random.default_rng(1)
    table: Table = {name: [] for name in ("a", "b", "question", "correct")}
    for question, a, b, _ in itertools.product(range(40), "01", "01", range(4)):
        always = {("0", "1"): "1", ("1", "0"): "0"}.get((a, b))
        row = (a, b, f"q{question}", always or str(int(rng.random() < 0.5)))
        for name, value in zip(table, row, strict=True):
            table[name].append(value)
    cells = tabulate(table, "correct ~ a + b + (1|question)")
    found = fit_cells(cells)
    assert not found.converged
    (warning,) = found.warnings
    assert warning.startswith("no finite optimum exists")
    numbers = [value for one in found.terms for value in (one.beta, one.se, one.p)]
    assert np.isnan([*numbers, found.random[0].sd, found.loglik]).all()
    assert np.isnan([one.p for one in factor_tests(cells, found)]).all()
    assert found.predictions == ()


def test_a_spread_that_may_be_nothing_has_a_limit_of_its_size() -> None:
    table = drawn(seed=1, categories=6, category_sd=0.3, questions=90)
    category = fit(table, CROSSED).random[1]
    assert category.sd > 0.01
    assert category.low == 0
    assert category.sd < category.high < 1.5


def test_only_nested_models_are_compared() -> None:
    table = drawn(categories=4)
    one, other = fit(table, PLAIN), fit(table, "correct ~ 1 + (1|question) + (1|category)")
    for pair in ((one, other), (one, one)):
        with pytest.raises(InputError, match="one must have all terms of the other"):
            compare(*pair)


def test_what_cannot_be_told_apart_has_no_estimate() -> None:
    table = drawn(effects={"a": 0.0, "b": 0.5, "c": 1.0})
    table["prompt"] = ["old" if one == "a" else "new" for one in table["condition"]]
    found = fit(table, "correct ~ condition + prompt + (1|question)")
    missing = [one for one in found.terms if np.isnan(one.beta)]
    assert [one.term for one in missing] == ["promptnew"]
    assert np.isnan(missing[0].p)
    assert any("promptnew cannot be told apart" in one for one in found.warnings)
    assert len(found.predictions) == 3


def test_what_the_package_refuses_is_said_in_names_of_the_columns() -> None:
    table = drawn(effects={"1e200": 0.0, "2e200": 0.5})
    table["trial"] = [f"{1 + place % 5}e200" for place in range(len(table["correct"]))]
    with pytest.raises(InputError, match="term 'condition:trial' is not finite"):
        fit(table, "correct ~ condition*trial + (1|question)", numeric=["condition", "trial"])


def test_few_answers_and_steep_questions_are_warned_of() -> None:
    assert not fit(drawn(trials=3), PLAIN).warnings
    (few,) = fit(drawn(trials=2), PLAIN).warnings
    assert few.startswith("4 answers to each question")
    (steep,) = fit(drawn(trials=5, sd=6.0, questions=100), PLAIN).warnings
    assert steep.startswith("10 answers to each question, whose spread is")
    assert not fit(drawn(trials=15, sd=6.0, questions=100), PLAIN).warnings


def test_predictions_are_the_terms_put_together() -> None:
    found = fit(drawn(), PLAIN)
    intercept, effect = (one.beta for one in found.terms)
    first, second = found.predictions
    assert first.setting == {"condition": "min"}
    assert first.chance == pytest.approx(float(expit(intercept)))
    assert second.chance == pytest.approx(float(expit(intercept + effect)))
    assert (first.low, first.high) == pytest.approx(expit(found.terms[0].limits))
    assert second.low < second.chance < second.high


def test_effects_rank_the_questions() -> None:
    table = drawn(questions=80, trials=10, sd=2.0)
    right: dict[str, int] = dict.fromkeys(table["question"], 0)
    for name, one in zip(table["question"], table["correct"], strict=True):
        right[name] += int(one)
    effects = fit(table, PLAIN).random[0].effects
    assert effects.keys() == right.keys()
    ranked = sorted(effects, key=lambda name: effects[name])
    assert [right[name] for name in ranked] == sorted(right.values())
