"""Hotelling's T squared: do several differences, taken together, have the mean zero?

H. Hotelling 1931, "The generalization of Student's ratio" (Annals of Mathematical Statistics 2).
With one difference it is Student's t squared. Rows are independent, such as questions; what
depends on each other within a row, such as trials of one question, needs no model.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import f as f_distribution

FEWEST = 30
"""Rows below which the test is not made: shares of right answers are far from normal."""
_SINGULAR = 1e8


@dataclass(frozen=True, slots=True)
class ZeroMean:
    """F value, its degrees of freedom, and p; where the test is not made, NaN, and ``why``."""

    f: float
    df: tuple[int, int]
    p: float
    why: str = ""


def untested(why: str) -> ZeroMean:
    """Return a test that is not made."""
    return ZeroMean(math.nan, (0, 0), math.nan, why)


def zero_mean(rows: NDArray[np.float64]) -> ZeroMean:
    """Test that the mean of each column is zero.

    Args:
        rows: Shape (k, m): a row for each independent unit, a column for each difference.
    """
    k, m = rows.shape
    if k < max(FEWEST, m + 2):
        return untested(f"no test with fewer than {FEWEST} questions: there are {k}")
    mean = rows.mean(axis=0)
    covariance = np.atleast_2d(np.cov(rows, rowvar=False)) / k
    if not covariance.any() or np.linalg.cond(covariance) > _SINGULAR:
        return untested("too few answers differ for a test")
    squared = float(mean @ np.linalg.solve(covariance, mean))
    value = squared * (k - m) / (m * (k - 1))
    return ZeroMean(value, (m, k - m), float(f_distribution.sf(value, m, k - m)))
