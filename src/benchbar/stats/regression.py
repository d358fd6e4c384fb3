"""Mixed-effects logistic regression: what settings do to the chance of a right answer.

The one place that knows the package ``glmm``, which maximises the Laplace approximation of the
likelihood (docs/decisions/0016). Level and column names stay here: it is given numbers for names,
so that no name can be mistaken for a formula.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import glmm  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, gammaln
from scipy.stats import chi2, norm

from benchbar.errors import InputError
from benchbar.stats.adjust import holm
from benchbar.stats.cells import FEW, Cells, Factor, Table, tabulate
from benchbar.stats.formula import Formula, Term

_RIGHT, _WRONG = "right_", "wrong_"
_STEEP, _ENOUGH = 4.0, 21
"""From this spread of questions on, in log-odds, so many answers to each are needed: with a spread
of 5, effects came out 9% too small with 4 answers, 4% with 10 and 1.5% with 18 in 400 simulated
studies each."""
_SINGULAR, _DIVERGED = "singular", "glm_diverged"
_ZERO = 1e-6
_Z = float(norm.ppf(0.975))


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A fixed term, named as R names it (column, then level): a difference in log-odds.

    ``adjusted`` is p allowing for all levels of its factor (Holm); what cannot be estimated is
    NaN.
    """

    term: str
    beta: float
    se: float
    z: float
    p: float
    adjusted: float

    @property
    def limits(self) -> tuple[float, float]:
        """The 95% interval of ``beta`` (Wald)."""
        return self.beta - _Z * self.se, self.beta + _Z * self.se


@dataclass(frozen=True, slots=True)
class Group:
    """A group whose members differ: the standard deviation of their log-odds, and its 95% limits.

    ``effects`` are the members by name with their log-odds above the mean, shrunk towards it as
    far as the data are thin (conditional modes, as ``ranef`` of lme4 gives).
    """

    name: str
    sd: float
    low: float
    high: float
    effects: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The chance of a right answer under one setting, for a member of each group that is typical.

    Typical is an effect of 0. The mean over questions lies nearer to one half.
    """

    setting: Mapping[str, str]
    chance: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Test:
    """A likelihood-ratio test: is the fit worse without what is named?"""

    name: str
    chi2: float
    df: int
    p: float


@dataclass(frozen=True, slots=True)
class Regression:
    """A fit. ``loglik`` is that of the single answers, whatever the cells; ``parameters`` counts.

    ``converged`` is whether an optimum was found, ``singular`` whether a group's spread is zero.
    """

    formula: Formula
    terms: tuple[Coefficient, ...]
    random: tuple[Group, ...]
    loglik: float
    parameters: int
    n: int
    cells: int
    converged: bool
    singular: bool
    warnings: tuple[str, ...]
    predictions: tuple[Prediction, ...]


def fit(
    table: Table,
    formula: str,
    *,
    levels: Mapping[str, Sequence[str]] | None = None,
    numeric: Sequence[str] = (),
) -> Regression:
    """Fit a formula to a tidy table of answers. Arguments and errors are those of ``tabulate``.

    Assumes that members of a group differ by normal chance in log-odds, that answers are
    otherwise independent, and the Laplace approximation, which is good from about six answers a
    question on.
    """
    return fit_cells(tabulate(table, formula, levels=levels, numeric=numeric))


def fit_cells(cells: Cells) -> Regression:
    """Fit the formula of counted answers.

    Raises:
        InputError: The package refuses the model; says why.
    """
    found = _fitted(cells)
    names = _Names(cells)
    terms = _terms(found, names, cells.formula)
    groups = tuple(_groups(found, cells))
    choices = gammaln(cells.asked + 1) - gammaln(cells.right + 1)
    choices -= gammaln(cells.asked - cells.right + 1)
    return Regression(
        formula=cells.formula,
        terms=terms,
        random=groups,
        loglik=float(found.loglik - choices.sum()),
        parameters=int(len(terms) - found.aliased.sum() + len(groups)),
        n=int(cells.asked.sum()),
        cells=len(cells.asked),
        converged=bool(found.converged),
        singular=bool(found.singular),
        warnings=tuple(_warnings(found, names, groups, terms, cells)),
        predictions=tuple(_predictions(found, names, cells)) if found.converged else (),
    )


def factor_tests(cells: Cells, fitted: Regression) -> tuple[Test, ...]:
    """Test each factor as a whole, before its levels are looked at; then each interaction.

    A factor is tested by leaving out all terms that contain it.
    """
    formula = cells.formula
    wholes: list[Term] = [(name,) for name in formula.factors]
    pairs = [term for term in formula.fixed if len(term) > 1]
    tops = [term for term in pairs if not any({*term} < {*other} for other in pairs)]
    reduced = [
        (":".join(term), fit_cells(cells.under(formula.without(term)))) for term in (*wholes, *tops)
    ]
    return tuple(_ratio(name, one, fitted) for name, one in reduced)


def compare(one: Regression, other: Regression) -> Test:
    """Test whether the larger of two nested models of the same answers explains more.

    If the larger has one group more, p allows for a spread that cannot be negative: it is half
    that of one degree (Self and Liang 1987, JASA 82:605-610). With more groups it is on the safe
    side. The test is named after the smaller model.

    Raises:
        InputError: Neither model contains the other.
    """
    small, large = sorted((one, other), key=lambda fitted: fitted.parameters)
    if not small.formula.within(large.formula) or large.formula.within(small.formula):
        both = f"{small.formula} and {large.formula}"
        raise InputError(f"{both}: one must have all terms of the other, and more")
    return _ratio(str(small.formula), small, large)


def _ratio(name: str, small: Regression, large: Regression) -> Test:
    statistic = float(np.maximum(0.0, 2 * (large.loglik - small.loglik)))
    df = large.parameters - small.parameters
    p = float(chi2.sf(statistic, df)) if df else float("nan")
    groups = len(large.random) - len(small.random)
    return Test(name, statistic, df, p / 2 if df == groups == 1 else p)


class _Coded:
    """A factor as ``glmm`` takes it: with ``categories`` in their order, and ``codes``."""

    def __init__(self, factor: Factor, rows: Sequence[int] | slice = slice(None)) -> None:
        self.categories = [str(code) for code in range(len(factor.levels))]
        self.codes = factor.codes[rows]

    def __len__(self) -> int:
        return len(self.codes)


class _Names:
    """Columns as ``glmm`` knows them, ``v0_``, and what is written for them."""

    def __init__(self, cells: Cells) -> None:
        self._factors = cells.factors
        self._numbers = cells.numbers
        self._columns = list(cells.factors)

    def own(self, term: Term) -> str:
        return ":".join(f"v{self._columns.index(name)}_" for name in term)

    def fixed(self, formula: Formula) -> str:
        return " + ".join(["1", *map(self.own, formula.fixed)])

    def columns(self, rows: Sequence[int] | slice = slice(None)) -> dict[str, Any]:
        return {
            self.own((name,)): self._numbers[name][rows]
            if name in self._numbers
            else _Coded(factor, rows)
            for name, factor in self._factors.items()
        }

    def told(self, text: str) -> str:
        """Write the names of columns and levels for those that ``glmm`` was given."""
        return re.sub(r"v(\d+)_(\d*)", self._one, text)

    def _one(self, match: re.Match[str]) -> str:
        name = self._columns[int(match[1])]
        return name + (self._factors[name].levels[int(match[2])] if match[2] else "")


def _fitted(cells: Cells) -> glmm.Fit:
    """Return the fit of ``glmm``, whose warnings it keeps."""
    names = _Names(cells)
    data = names.columns() | {
        _RIGHT: cells.right.astype(float),
        _WRONG: (cells.asked - cells.right).astype(float),
    }
    groups = [f"(1|{names.own(group)})" for group in cells.formula.groups]
    model = " + ".join([names.fixed(cells.formula), *groups])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", glmm.DiagnosticWarning)
        try:
            return glmm.fit(data, f"cbind({_RIGHT}, {_WRONG}) ~ {model}", "binomial")
        except ValueError as error:  # only it can tell what it cannot fit: infinite products
            raise InputError(f"{cells.formula}: {names.told(str(error))}") from None


def _terms(found: glmm.Fit, names: _Names, formula: Formula) -> tuple[Coefficient, ...]:
    se = found.se
    beta = np.where(np.isfinite(se), found.beta, np.nan)
    z = beta / se
    p = 2 * norm.sf(np.abs(z))
    adjusted = p.copy()
    of = [re.sub(r"_\d*", "_", name) for name in found.names]
    for term in formula.fixed:
        at = [i for i, name in enumerate(of) if name == names.own(term) and np.isfinite(p[i])]
        adjusted[at] = holm(p[at].tolist())
    return tuple(
        Coefficient(names.told(name), *map(float, row))
        for name, *row in zip(found.names, beta, se, z, p, adjusted, strict=True)
    )


def _groups(found: glmm.Fit, cells: Cells) -> Iterator[Group]:
    spread = iter(found.stddev_se)
    none = [None] * len(cells.formula.groups)
    packs, modes = found.varcorr or [[np.nan]] * len(none), found.ranef_blocks or none
    for group, packed, mode in zip(cells.formula.groups, packs, modes, strict=True):
        sd, error = float(np.sqrt(packed[0])), float(next(spread, np.nan))
        effects = {} if mode is None else _effects(mode, group, cells)
        yield Group(":".join(group), sd, *_spread_limits(sd, error), effects)


def _spread_limits(sd: float, error: float) -> tuple[float, float]:
    """Return Wald limits: of the logarithm, unless the spread may be 0; none where it is 0."""
    if not sd > _ZERO:
        return np.nan, np.nan
    if _Z * error >= sd:
        return 0.0, sd + _Z * error
    return sd * float(np.exp(-_Z * error / sd)), sd * float(np.exp(_Z * error / sd))


def _effects(mode: Mapping[str, Any], group: Term, cells: Cells) -> dict[str, float]:
    columns = [cells.factors[name].levels for name in group]

    def label(codes: str) -> str:
        parts = zip(columns, codes.split(":"), strict=True)
        return ":".join(levels[int(code)] for levels, code in parts)

    values = mode["values"][:, 0]
    return {label(codes): float(one) for codes, one in zip(mode["levels"], values, strict=True)}


def _warnings(
    found: glmm.Fit,
    names: _Names,
    groups: Sequence[Group],
    terms: Sequence[Coefficient],
    cells: Cells,
) -> Iterator[str]:
    yield from _of_the_package(found, names)
    if found.singular:
        for group, pinned in zip(groups, found.diagnostics["pinned"], strict=True):
            if any(pinned):
                yield (
                    f"the spread of {group.name} is estimated as 0 (singular fit): beyond chance "
                    "its members do not differ in these data; the fit is that without it"
                )
    for term, aliased in zip(terms, found.aliased, strict=True):
        if aliased:
            yield f"{term.term} cannot be told apart from the other terms: no estimate"
    for group, name in zip(groups, cells.formula.groups, strict=True):
        few = _ENOUGH if group.sd >= _STEEP else FEW
        if name == cells.questions and cells.answers_each < few:
            yield (
                f"{cells.answers_each:.3g} answers to each {group.name}, whose spread is "
                f"{group.sd:.1f}: with so few, effects and spread come out too small, by a tenth "
                "or so; ask more trials"
            )


def _of_the_package(found: glmm.Fit, names: _Names) -> Iterator[str]:
    for one in found.warnings:
        if one["kind"] == _DIVERGED:
            yield (
                "no finite optimum exists: levels of several factors together foretell some "
                "answers without fail (separation); leave one of these factors out"
            )
        elif one["kind"] != _SINGULAR:
            yield f"{one['title']}: {names.told(one['message'])}"


def _predictions(found: glmm.Fit, names: _Names, cells: Cells) -> Iterator[Prediction]:
    rows = cells.settings()
    design, _ = glmm.model_matrix(names.columns(rows), "~ " + names.fixed(cells.formula))
    kept = ~np.asarray(found.aliased)
    x: NDArray[np.float64] = design[:, kept]
    middle = x @ found.beta[kept]
    covariance = found.vcov[np.ix_(kept, kept)]
    half = _Z * np.sqrt(np.einsum("ij,jk,ik->i", x, covariance, x))
    shares = expit(np.stack([middle, middle - half, middle + half], axis=1))
    for row, (chance, low, high) in zip(rows, shares.tolist(), strict=True):
        factors = ((name, cells.factors[name]) for name in cells.formula.factors)
        setting = {name: factor.levels[factor.codes[row]] for name, factor in factors}
        yield Prediction(setting, chance, low, high)
