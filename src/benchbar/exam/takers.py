"""The normal model of an exam's takers: two parts, their total, and those whose total passes."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from scipy.integrate import quad

_STANDARD = NormalDist()


@dataclass(frozen=True, slots=True)
class Takers:
    """Two normal parts of an exam, how they go together, and the total at which people pass."""

    part: NormalDist
    other: NormalDist
    correlation: float
    passing: float

    @property
    def total(self) -> NormalDist:
        """The distribution of the sum of both parts."""
        a, b = self.part.stdev, self.other.stdev
        sd = math.sqrt(a**2 + b**2 + 2 * self.correlation * a * b)
        return NormalDist(self.part.mean + self.other.mean, sd)

    def total_of_passers(self, score: float) -> float:
        """Return the share of those who passed whose total is lower."""
        failing = self.total.cdf(self.passing)
        return max(0.0, self.total.cdf(score) - failing) / (1 - failing)

    def part_of_passers(self, score: float) -> float:
        """Return the share of those who passed whose part is lower: P(X < x | X + Y >= passing)."""
        z, total, r = self.part.zscore(score), self.total, self.correlation
        if r == 1:  # one part decides the other, so the total has the same z
            return self.total_of_passers(total.mean + z * total.stdev)
        rest = self.other.stdev * math.sqrt(1 - r**2)

        def density(t: float) -> float:
            expected = total.mean + t * (self.part.stdev + r * self.other.stdev)
            return _STANDARD.pdf(t) * _STANDARD.cdf((expected - self.passing) / rest)

        step = (self.passing - total.mean) / (self.part.stdev + r * self.other.stdev)
        both, _ = quad(density, -9, z, points=[step] if -9 < step < z else None)
        return min(1.0, float(both) / (1 - total.cdf(self.passing)))
