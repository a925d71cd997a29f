"""The few statistics of a report, from integer counts. Rounded, so that they print alike."""

from collections.abc import Sequence
from math import sqrt

Z95 = 1.959963984540054
DIGITS = 6


def rate(count: int, trials: int) -> float:
    """Return a share, 0 where there were no trials."""
    return round(count / trials, DIGITS) if trials else 0.0


def wilson(count: int, trials: int) -> list[float]:
    """Return Wilson's 95 % interval of a share, as [low, high]."""
    if trials == 0:
        return [0.0, 1.0]
    z2 = Z95 * Z95
    centre = (count + z2 / 2) / (trials + z2)
    spread = Z95 * sqrt(count * (trials - count) / trials + z2 / 4) / (trials + z2)
    return [round(max(0.0, centre - spread), DIGITS), round(min(1.0, centre + spread), DIGITS)]


def mean(total: int, count: int) -> float:
    """Return a mean, 0 where nothing was counted."""
    return round(total / count, DIGITS) if count else 0.0


def standard_error(total: int, squares: int, count: int) -> float:
    """Return the standard error of a mean, from the sum and the sum of squares."""
    if count < 2:
        return 0.0
    # Whole numbers until the last step: no rounding on the way, on any platform.
    variance = (count * squares - total * total) / (count * (count - 1))
    return round(sqrt(variance / count), DIGITS)


def quantile(histogram: Sequence[int], share: float) -> int:
    """Return the smallest value that at least this share of the counted values does not exceed."""
    total = sum(histogram)
    seen = 0
    for value, count in enumerate(histogram):
        seen += count
        if total and seen >= share * total:
            return value
    return 0
