"""Uniformly random play shows the frequencies that an independent program found.

The references come from 8 million hands of four players with seven tiles each, 6-6 leading. Here
20,000 hands must lie within four standard errors, worked out from the sample itself.
"""

from math import sqrt
from typing import NamedTuple

import pytest
from helpers import rules_of

from domsim.engine import state as at
from domsim.engine.deal import deal
from domsim.engine.players import RANDOM, take_turn
from domsim.engine.state import new_state, side_of, start_match
from domsim.tiles import HIGH, LOW

pytestmark = pytest.mark.heavy

HANDS = 20_000
RULES = rules_of("gbs-pairs-points")


class Played(NamedTuple):
    """One hand of the sample."""

    blocked: bool
    tie: bool
    leader_won: bool
    pips_left: int
    plays: int
    passes: int
    fits_both: bool  # the last tile fitted two different ends


@pytest.fixture(scope="module")
def sample():
    """Play every hand as the first of its match."""
    state = new_state()
    return [played(state, match) for match in range(HANDS)]


def played(state, match):
    """Deal and play the first hand of a match."""
    start_match(state, match)
    deal(RULES, state, 2024)
    left = right = seen = 0
    while state[at.END] == at.END_RUNNING:
        left, right, seen = state[at.LEFT], state[at.RIGHT], state[at.SEEN]
        take_turn(RULES, state, RANDOM)
    last = (state[at.SEEN] ^ seen).bit_length() - 1
    return Played(
        blocked=state[at.END] == at.END_BLOCKED,
        tie=state[at.TIE] == 1,
        leader_won=state[at.WINNER_SIDE] == side_of(RULES, state[at.LEADER]),
        pips_left=sum(state[at.COUNTS + seat] for seat in (1, 2, 3, 4)),
        plays=state[at.PLAYS],
        passes=state[at.PASS_COUNT],
        fits_both=left != right and {left, right} == {HIGH[last], LOW[last]},
    )


def every(_hand):
    return True


def decided(hand):
    return not hand.tie


def gone_out(hand):
    return not hand.blocked


def blocked(hand):
    return hand.blocked


REFERENCES = [
    ("blocked", every, 0.2508),
    ("tie", every, 0.0181),
    ("leader_won", decided, 0.589),
    ("pips_left", gone_out, 24.35),
    ("pips_left", blocked, 46.0),
    ("plays", every, 22.5),
    ("passes", every, 4.26),
    ("fits_both", gone_out, 0.156),
]


@pytest.mark.parametrize(("what", "among", "reference"), REFERENCES)
def test_random_play_shows_the_reference_frequencies(sample, what, among, reference):
    values = [getattr(hand, what) for hand in sample if among(hand)]
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert abs(mean - reference) < 4 * sqrt(variance / len(values))
