"""Paired estimates from whole numbers: exact sums, rounded once at the end.

Both rule sets play the same matches, so a match gives one pair of values, and pairs are
independent of each other. The standard error of a difference is that of the pairs' own
differences; of a quotient (points a hand) it is the usual one to first order (delta method).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from operator import mul
from typing import Any

from domsim.simulate.stats import DIGITS, Z95


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over matches of some columns of whole numbers, and of the products of any two.

    ``products`` holds the upper triangle row by row: 0 * 0, 0 * 1, …, 1 * 1, …
    """

    count: int
    sums: tuple[int, ...]
    products: tuple[int, ...]

    @classmethod
    def of_nothing(cls, columns: int) -> "Moments":
        """Return the moments of no match."""
        return cls.of([[] for _ in range(columns)])

    @classmethod
    def of(cls, columns: Sequence[Sequence[int]]) -> "Moments":
        """Return the moments of columns that hold one value a match."""
        products = [sum(map(mul, one, two)) for i, one in enumerate(columns) for two in columns[i:]]
        return cls(len(columns[0]), tuple(map(sum, columns)), tuple(products))

    def plus(self, later: "Moments") -> "Moments":
        """Return the moments of the matches of both."""
        sums = zip(self.sums, later.sums, strict=True)
        products = zip(self.products, later.products, strict=True)
        return Moments(self.count + later.count, tuple(map(sum, sums)), tuple(map(sum, products)))

    def variance(self, weights: Sequence[Fraction]) -> Fraction:
        """Return the variance of the mean of the weighted sum of the columns; needs two matches."""
        pairs = [(i, j) for i in range(len(weights)) for j in range(i, len(weights))]
        squares = sum(
            (product * weights[i] * weights[j] * (1 if i == j else 2)
             for (i, j), product in zip(pairs, self.products, strict=True)),
            Fraction(0),
        )  # fmt: skip
        total = sum(map(mul, weights, self.sums), Fraction(0))
        n = self.count
        return (n * squares - total * total) / (n * n * (n - 1))


def rounded(value: Fraction | float) -> float:
    """Return a number as reports show it; never a negative zero."""
    return round(float(value), DIGITS) + 0.0


def quotient(total: int, count: int) -> Fraction:
    """Return a mean, 0 where nothing was counted."""
    return Fraction(total, count) if count else Fraction(0)


def estimate(value: Fraction, variance: Fraction | None) -> dict[str, Any]:
    """Return a difference with its standard error and 95 % interval.

    Without a variance, from fewer than two matches, both are None.
    """
    if variance is None:
        return {"value": rounded(value), "standard_error": None, "ci95": None}
    error = sqrt(variance)
    low, high = float(value) - Z95 * error, float(value) + Z95 * error
    return {
        "value": rounded(value),
        "standard_error": rounded(error),
        "ci95": [rounded(low), rounded(high)],
    }


def mean_difference(moments: Moments, a: int, b: int) -> dict[str, Any]:
    """Return by how much the mean of column ``b`` is above that of column ``a``, a match."""
    weights = [Fraction(0)] * len(moments.sums)
    weights[a], weights[b] = Fraction(-1), Fraction(1)
    value = quotient(moments.sums[b] - moments.sums[a], moments.count)
    return estimate(value, moments.variance(weights) if moments.count > 1 else None)


def quotient_difference(moments: Moments, a: tuple[int, int], b: tuple[int, int]) -> dict[str, Any]:
    """Return the difference of two quotients of totals, such as points a hand.

    ``a`` and ``b`` each name the columns of the quotient's upper and lower part.
    """
    value = Fraction(0)
    weights = [Fraction(0)] * len(moments.sums)
    for (upper, lower), sign in ((a, -1), (b, 1)):
        ratio = quotient(moments.sums[upper], moments.sums[lower])
        value += sign * ratio
        scale = quotient(sign * moments.count, moments.sums[lower])
        weights[upper] += scale
        weights[lower] -= scale * ratio
    return estimate(value, moments.variance(weights) if moments.count > 1 else None)
