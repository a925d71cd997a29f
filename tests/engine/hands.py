"""A whole deal, hands at the end named after their pips seat by seat, and two ways to end them."""

from typing import Any

from helpers import Hands, position

from domsim.engine.settle import finish_block, finish_out
from domsim.engine.state import State
from domsim.rules.lowering import Rules

# Seat 1 holds the lowest seven tiles, seat 4 the highest seven with 6-6.
IN_ORDER = {
    1: "0-0 1-0 1-1 2-0 2-1 2-2 3-0",
    2: "3-1 3-2 3-3 4-0 4-1 4-2 4-3",
    3: "4-4 5-0 5-1 5-2 5-3 5-4 5-5",
    4: "6-0 6-1 6-2 6-3 6-4 6-5 6-6",
}
OUT_0_21_8_12 = {1: "", 2: "6-6 5-4", 3: "4-4", 4: "6-5 1-0"}
BLOCK_10_4_2_6 = {1: "6-4", 2: "4-0", 3: "2-0", 4: "6-0"}
BLOCK_10_6_2_6 = {1: "6-4", 2: "6-0", 3: "2-0", 4: "3-3"}
BLOCK_9_9_20_30 = {1: "6-3", 2: "5-4", 3: "6-6 5-3", 4: "6-5 5-5 4-4 1-0"}
BLOCK_12_20_20_25 = {1: "6-6", 2: "6-5 5-4", 3: "5-5 6-4", 4: "6-3 6-2 4-4"}
BLOCK_7_9_7_30 = {1: "6-1", 2: "6-3", 3: "5-2", 4: "6-6 6-5 4-3"}
BLOCK_5_9_5_7 = {1: "5-0", 2: "6-3", 3: "4-1", 4: "6-1"}


def out(rules: Rules, hands: Hands, seat: int = 1, **more: Any) -> State:
    """Let ``seat`` go out with the others holding ``hands``."""
    state = position(rules, hands, (0, 0), last=seat, **more)
    finish_out(rules, state, seat)
    return state


def block(rules: Rules, hands: Hands, locker: int = 1, **more: Any) -> State:
    """Block the hand after a tile of ``locker``."""
    state = position(rules, hands, (0, 0), last=locker, **more)
    finish_block(rules, state)
    return state
