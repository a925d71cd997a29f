"""Whole hands and matches, one after another: the loop that is compiled for long runs."""

from collections.abc import Sequence

from domsim.engine.deal import deal
from domsim.engine.players import fold_if_wanted, take_turn
from domsim.engine.state import (
    END,
    END_RUNNING,
    HAND,
    MATCH_WINNER,
    OVER,
    SCORES,
    STATE_SIZE,
    TURN,
    State,
    next_hand,
    start_match,
)
from domsim.engine.tally import HANDS_PLAYED, TALLY_SIZE, Tally, count_hand, count_match
from domsim.engine.watch import Watch, observe
from domsim.rules.lowering import Rules

MOST_HANDS = 100_000  # of a match; one that is still open then is abandoned

# A state may have room for notes behind it: how many integers are noted, then for hand after
# hand its number, the side that won the match with it (0: none), and the scores by side.
NOTED = STATE_SIZE
NOTES = NOTED + 1


def play_hand(rules: Rules, state: State, players: Sequence[int], fold_policy: int) -> None:
    """Let the players play the dealt hand to its end; ``players`` holds a code a seat, from 1."""
    fold_if_wanted(rules, state, fold_policy)
    while state[END] == END_RUNNING:
        take_turn(rules, state, players[state[TURN]])


def begin_match(rules: Rules, state: State, match: int, start_scores: Sequence[int]) -> None:
    """Begin match ``match`` at the scores by side, from 1, that every match begins with."""
    start_match(state, match)
    for side in range(1, rules.sides + 1):
        state[SCORES + side] = start_scores[side]


def note_width(rules: Rules) -> int:
    """Return how many integers are noted of a hand."""
    return 2 + rules.sides


def note_hand(rules: Rules, state: State) -> None:
    """Note, behind the state, how the match stands after the hand that has ended."""
    at = NOTES + state[NOTED]
    state[at] = state[HAND]
    state[at + 1] = state[MATCH_WINNER]
    for side in range(1, rules.sides + 1):
        state[at + 1 + side] = state[SCORES + side]
    state[NOTED] += note_width(rules)


def play_matches(
    rules: Rules,
    players: Sequence[int],
    fold_policy: int,
    start_scores: Sequence[int],
    seed: int,
    first: int,
    count: int,
    most_hands: int,
    state: State,
    tally: Tally,
    watch: Watch = (),
) -> int:
    """Play ``count`` matches from number ``first`` on, counting them; return how many.

    Fewer are played when the tally holds ``most_hands`` hands at the end of a match, or when
    a watch, whose finds stand behind the tally, has seen enough. A state that is longer than
    STATE_SIZE must have room for the notes of ``most_hands`` + MOST_HANDS hands.
    """
    played = 0
    enough = False
    begin_match(rules, state, first, start_scores)
    while played < count:
        deal(rules, state, seed)
        play_hand(rules, state, players, fold_policy)
        count_hand(rules, state, tally)
        if len(state) > STATE_SIZE:
            note_hand(rules, state)
        if len(watch) > 0 and observe(rules, state, watch, tally, TALLY_SIZE):
            enough = True
        if state[OVER] == 0 and state[HAND] < MOST_HANDS:
            next_hand(state)
            continue
        count_match(state, tally)
        played += 1
        if enough or tally[HANDS_PLAYED] >= most_hands:
            break
        begin_match(rules, state, first + played, start_scores)
    return played
