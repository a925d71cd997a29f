"""What holds in every hand of every valid rule set, whatever is dealt and played."""

from collections import Counter

import pytest
from helpers import random_rule_sets, rules_of
from hypothesis import given, settings
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine.deal import deal
from domsim.engine.turn import DUTY_PLAY, ON_LEFT, duty, lay
from domsim.rules.loader import load_rules
from domsim.tiles import DOUBLES, HIGH, LOW, PIPS, SUIT, tile_of, tiles_in

from .played import Start, longest, pips, played_hands

pytestmark = pytest.mark.heavy

MANY = settings(max_examples=200)
ANY_HAND = played_hands()
DEALT_OUT = played_hands(random_rule_sets(everything_dealt=True))
# Four players, seven tiles of a double-six set each: what the invariants of the rules speak of.
FOUR_SEVENS = played_hands(st.just(load_rules("one-table-200").rules))


def seats_of(hand):
    return range(1, hand.codes.seats + 1)


def off_line(hand, state):
    """Return all tiles that are not on the line: hands, discards, stock and sleepers."""
    held = [tile for seat in seats_of(hand) for tile in tiles_in(state[at.HANDS + seat])]
    thrown = [tile for seat in seats_of(hand) for tile in tiles_in(state[at.DISCARDS + seat])]
    undealt = state[at.ORDER + state[at.STOCK_NEXT] : at.ORDER + hand.codes.tiles]
    return held + thrown + undealt


@MANY
@given(ANY_HAND)
def test_tiles_are_conserved(hand):
    for moves, state in enumerate(hand.states):
        tiles = hand.line(moves) + off_line(hand, state)
        assert sorted(tiles) == list(range(hand.codes.tiles))
        assert state[at.PLAYED] == len(hand.line(moves))
        assert sorted(hand.line(moves)) == list(tiles_in(state[at.SEEN]))


@MANY
@given(ANY_HAND)
def test_pips_are_conserved(hand):
    end = hand.end
    counted = [end[at.COUNTS + seat] for seat in seats_of(hand)]
    undealt = end[at.ORDER + end[at.STOCK_NEXT] : at.ORDER + hand.codes.tiles]
    if end[at.END] != at.END_FOLDED:
        line = hand.line(len(hand.moves))
        assert sum(counted) + pips(line) + pips(undealt) == sum(PIPS[: hand.codes.tiles])


@MANY
@given(ANY_HAND)
def test_a_line_hangs_together(hand):
    for before, move, after in zip(hand.states, hand.moves, hand.states[1:], strict=False):
        if move.what == DUTY_PLAY and before[at.PLAYED]:
            joined = before[at.LEFT] if move.end == ON_LEFT else before[at.RIGHT]
            kept = (at.RIGHT, at.LEFT)[move.end]
            other = after[(at.LEFT, at.RIGHT)[move.end]]
            assert tile_of(joined, other) == move.tile
            assert after[kept] == before[kept]


@MANY
@given(ANY_HAND)
def test_a_hand_ends_within_a_bound(hand):
    assert hand.end[at.END] != at.END_RUNNING
    assert len(hand.moves) <= longest(hand.codes)


@MANY
@given(ANY_HAND)
def test_who_can_play_must_play_and_nobody_else_does(hand):
    for state, move in zip(hand.states, hand.moves, strict=False):
        held = state[at.HANDS + state[at.TURN]]
        fitting = held & (SUIT[state[at.LEFT]] | SUIT[state[at.RIGHT]])
        assert (move.what == DUTY_PLAY) == (state[at.PLAYED] == 0 or fitting != 0)


@MANY
@given(ANY_HAND)
def test_going_out_takes_as_many_turns_as_the_hand_has_tiles(hand):
    # The leader plays one tile a round and needs one turn in the last; a draw is no turn.
    turns = hand.end[at.PLAYS] + hand.end[at.PASS_COUNT] + hand.end[at.DISCARD_COUNT]
    if hand.end[at.END] == at.END_OUT:
        assert turns >= (hand.codes.hand_size - 1) * hand.codes.seats + 1


@given(FOUR_SEVENS)
def test_with_four_players_going_out_takes_25_turns_and_a_lock_counts_at_most_126(hand):
    turns = hand.end[at.PLAYS] + hand.end[at.PASS_COUNT]
    if hand.end[at.END] == at.END_OUT:
        assert turns >= 25
    else:
        assert sum(hand.end[at.COUNTS + seat] for seat in (1, 2, 3, 4)) <= 126


@MANY
@given(ANY_HAND)
def test_the_next_hand_finds_its_leader_and_keeps_the_scores(hand):
    state = list(hand.end)
    at.next_hand(state)
    deal(hand.codes, state, 0)
    assert 1 <= state[at.LEADER] == state[at.TURN] <= hand.codes.seats
    assert state[at.PLAYED] == hand.codes.turned_up
    if state[at.MUST_LEAD]:
        assert state[at.HANDS + state[at.LEADER]] >> (state[at.MUST_LEAD] - 1) & 1
    if state[at.END] == at.END_RUNNING:
        scores = slice(at.SCORES + 1, at.SCORES + 1 + hand.codes.sides)
        assert state[scores] == hand.end[scores]
        assert state[at.AWARD_COUNT] == 0


# --- everything dealt, nothing discarded


@MANY
@given(DEALT_OUT)
def test_the_ends_are_told_by_the_numbers_left_in_the_hands(hand):
    # In a set up to n every number occurs n + 2 times. On the line it occurs twice at every
    # joint, so that what is left is n + 2 less the times that it stands at an end, but for pairs.
    highest = hand.rules.table.tiles.highest
    for state in hand.states:
        left = Counter(n for t in off_line(hand, state) for n in (HIGH[t], LOW[t]))
        ends = Counter((state[at.LEFT], state[at.RIGHT]) if state[at.PLAYED] else ())
        assert all((left[n] + ends[n] + highest) % 2 == 0 for n in range(highest + 1))


@MANY
@given(DEALT_OUT)
def test_a_block_closes_the_suits_of_its_ends(hand):
    # With an even highest number both ends are alike; with an odd one every number occurs an odd
    # number of times, so that they differ and both suits lie on the line.
    end = hand.end
    if end[at.END] == at.END_BLOCKED:
        closed = (SUIT[end[at.LEFT]] | SUIT[end[at.RIGHT]]) & hand.codes.every_tile
        assert closed & ~end[at.SEEN] == 0
        assert (end[at.LEFT] == end[at.RIGHT]) == (hand.rules.table.tiles.highest % 2 == 0)


@MANY
@given(DEALT_OUT)
def test_when_all_others_pass_without_a_lock_the_player_of_the_last_tile_can_play(hand):
    for state in hand.states:
        if state[at.PASSES] == hand.codes.seats - 1 and state[at.LAST]:
            assert state[at.TURN] == state[at.LAST]
            assert duty(hand.codes, state) == DUTY_PLAY


@st.composite
def openings(draw):
    """Draw a deal, often with a whole suit in the hand of the leader, and its first tile."""
    order = draw(st.permutations(range(28)))
    suit = draw(st.none() | st.integers(0, 6))
    if suit is not None:
        order.sort(key=lambda tile: suit not in (HIGH[tile], LOW[tile]))
    return order, draw(st.sampled_from(order[:7]))


@given(openings())
def test_all_three_pass_on_the_opening_tile_only_if_it_is_the_double_of_a_whole_suit(opening):
    order, tile = opening
    codes = rules_of("gbs-pairs-points")
    state = Start(order, 1, (0, 0)).state(codes)
    whole_suit = state[at.HANDS + 1] == SUIT[HIGH[tile]] & codes.every_tile
    lay(codes, state, tile, ON_LEFT)
    fitting = SUIT[state[at.LEFT]] | SUIT[state[at.RIGHT]]
    all_pass = not any(state[at.HANDS + seat] & fitting for seat in (2, 3, 4))
    assert all_pass == (whole_suit and DOUBLES >> tile & 1 == 1)
