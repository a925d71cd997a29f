"""Between hands: who leads next, and whether the match is over."""

from domsim.engine.state import (
    END,
    END_BLOCKED,
    LAST,
    LEADER,
    MATCH_WINNER,
    NEXT_LEADER,
    OVER,
    SCORES,
    SEVERAL,
    TARGET_TIE,
    TIE,
    TURN,
    WINNER_SEAT,
    WINNER_SIDE,
    State,
    seat_after,
)
from domsim.rules.axes import Lead, Several, TargetTie
from domsim.rules.lowering import Rules

LEAD_WINNER = Lead.WINNER.code
LEAD_OUT_SEAT = Lead.OUT_SEAT.code
LEAD_FIRST_OF_SIDE = Lead.FIRST_OF_SIDE.code
LEAD_NEXT_SEAT = Lead.NEXT_SEAT.code
LEAD_SAME_SEAT = Lead.SAME_SEAT.code
LEAD_LOCKER = Lead.LOCKER.code
SEVERAL_HAND_WINNER = Several.HAND_WINNER.code
TIE_HAND_WINNER = TargetTie.HAND_WINNER.code


def close_hand(rules: Rules, state: State) -> None:
    """Check the target and find the next leader, once every award of the hand is made."""
    state[NEXT_LEADER] = next_leader(rules, state)
    check_target(rules, state)


def next_leader(rules: Rules, state: State) -> int:
    """Return the seat that leads the next hand; 0 where the opening rule decides again."""
    rule = rules.after_out
    if state[TIE]:
        rule = rules.after_draw
    elif state[END] == END_BLOCKED:
        rule = rules.after_block
    if rule == LEAD_WINNER and state[WINNER_SEAT] > 0:
        return state[WINNER_SEAT]
    if rule == LEAD_OUT_SEAT:
        # The turn stays with the seat that emptied its hand, be it by a discard.
        return state[TURN]
    if rule == LEAD_LOCKER:
        return state[LAST]
    if rule in (LEAD_FIRST_OF_SIDE, LEAD_WINNER):
        return state[WINNER_SIDE]
    if rule == LEAD_NEXT_SEAT:
        return seat_after(rules, state[LEADER])
    if rule == LEAD_SAME_SEAT:
        return state[LEADER]
    return 0


def check_target(rules: Rules, state: State) -> None:
    """End the match if the scores decide it.

    Several at or over the target: the highest wins, or whoever won the hand (axis
    ``match.several``); equal highest: another hand, or whoever won this one (``match.tie``).
    """
    highest = 0
    reached = 0
    on_top = 0
    top_side = 0
    for side in range(1, rules.sides + 1):
        score = state[SCORES + side]
        if score >= rules.target:
            reached += 1
            if score > highest:
                highest, on_top, top_side = score, 0, side
            if score == highest:
                on_top += 1
    if reached == 0:
        return
    state[SEVERAL] = 1 if reached > 1 else 0
    hand_winner = state[WINNER_SIDE]
    won_with = state[SCORES + hand_winner] if hand_winner > 0 else 0
    if reached > 1 and rules.several == SEVERAL_HAND_WINNER and won_with >= rules.target:
        _end_match(state, hand_winner)
    elif on_top == 1:
        _end_match(state, top_side)
    elif rules.target_tie == TIE_HAND_WINNER and won_with == highest:
        _end_match(state, hand_winner)
    else:
        state[TARGET_TIE] = 1


def _end_match(state: State, side: int) -> None:
    state[OVER] = 1
    state[MATCH_WINNER] = side
