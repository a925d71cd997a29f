"""Paired estimates: two matches worked out by hand, and sums that no cutting up changes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.verify.compare_stats import (
    Moments,
    estimate,
    mean_difference,
    quotient_difference,
    rounded,
)

# Two matches:         hands A, hands B, points A, points B
TWO_MATCHES = [(2, 2, 10, 14), (3, 2, 20, 16)]
HANDS_A, HANDS_B, POINTS_A, POINTS_B = range(4)


def moments(matches) -> Moments:
    return Moments.of(list(zip(*matches, strict=True)))


def test_the_sums_and_the_products_of_any_two_columns():
    found = moments(TWO_MATCHES)
    assert (found.count, found.sums) == (2, (5, 4, 30, 30))
    assert found.products == (
        4 + 9, 4 + 6, 20 + 60, 28 + 48,  # hands A with hands A, hands B, points A, points B
        4 + 4, 20 + 40, 28 + 32,  # hands B with the rest
        100 + 400, 140 + 320,
        196 + 256,
    )  # fmt: skip


def test_the_difference_of_means_is_paired():
    # The differences are 2 - 2 = 0 and 2 - 3 = -1: mean -1/2, variance 1/2, standard error
    # sqrt(1/2 / 2) = 1/2; -0.5 -+ 1.959964 * 0.5.
    assert mean_difference(moments(TWO_MATCHES), HANDS_A, HANDS_B) == {
        "value": -0.5, "standard_error": 0.5, "ci95": [-1.479982, 0.479982],
    }  # fmt: skip


def test_the_difference_of_points_a_hand_is_that_of_the_totals():
    # A: 30 points in 5 hands, 6 a hand; B: 30 in 4, 7.5 a hand. A match's own part in that is
    # (points B - 7.5 * hands B) / 2 - (points A - 6 * hands A) / 2.5, where 2 and 2.5 are the
    # mean lengths: (14 - 15) / 2 - (10 - 12) / 2.5 = 0.3, and (16 - 15) / 2 - (20 - 18) / 2.5
    # = -0.3. Their variance is 0.18, the standard error sqrt(0.18 / 2) = 0.3.
    found = quotient_difference(moments(TWO_MATCHES), (POINTS_A, HANDS_A), (POINTS_B, HANDS_B))
    assert found == {"value": 1.5, "standard_error": 0.3, "ci95": [0.912011, 2.087989]}


def test_what_does_not_vary_has_an_interval_without_width():
    # 1 point more in every match: nothing is left to chance.
    more = moments([(1, 1, points, points + 1) for points in (5, 9, 40)])
    assert mean_difference(more, POINTS_A, POINTS_B) == {
        "value": 1.0, "standard_error": 0.0, "ci95": [1.0, 1.0],
    }  # fmt: skip


@pytest.mark.parametrize("matches", [0, 1])
def test_fewer_than_two_matches_have_no_interval(matches):
    found = moments(TWO_MATCHES[:matches]) if matches else Moments.of_nothing(4)
    one = mean_difference(found, POINTS_A, POINTS_B)
    assert one == {"value": 4.0 * matches, "standard_error": None, "ci95": None}
    two = quotient_difference(found, (POINTS_A, HANDS_A), (POINTS_B, HANDS_B))
    assert two == {"value": 2.0 * matches, "standard_error": None, "ci95": None}


def test_a_number_is_never_minus_zero():
    assert str(rounded(Fraction(-1, 10**9))) == "0.0"
    assert str(estimate(Fraction(-1, 10**9), Fraction(0))["ci95"]) == "[0.0, 0.0]"


SMALL = st.integers(0, 1_000_000)
MATCHES = st.lists(st.tuples(SMALL, SMALL, SMALL, SMALL), min_size=1, max_size=8)


@given(MATCHES, MATCHES)
def test_moments_of_parts_add_up(one, two):
    assert moments(one).plus(moments(two)) == moments(one + two)


@given(st.lists(st.tuples(SMALL, SMALL), min_size=2, max_size=8))
def test_the_variance_is_that_of_the_weighted_sums_one_by_one(matches):
    weights = [Fraction(1, 3), Fraction(-2)]
    values = [Fraction(x, 3) - 2 * y for x, y in matches]
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert moments(matches).variance(weights) == spread / len(values)
