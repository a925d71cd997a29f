"""Random hands of random rule sets, played move by move so that a failing one shrinks."""

from collections.abc import Sequence
from dataclasses import dataclass

from helpers import Move, legal_moves, make, random_rule_sets
from hypothesis import note
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine.deal import begin, deal_out
from domsim.engine.state import State, new_state
from domsim.rules.lowering import Rules, lower
from domsim.rules.models import RuleSet
from domsim.tiles import PIPS, tile_text, tiles_in


@dataclass(frozen=True)
class Start:
    """A hand before its first move. ``leader`` 0: the match-opening hand."""

    order: Sequence[int]
    leader: int
    scores: Sequence[int]

    def state(self, codes: Rules) -> State:
        """Deal it."""
        state = new_state()
        state[at.ORDER : at.ORDER + codes.tiles] = self.order
        state[at.SCORES + 1 : at.SCORES + 1 + codes.sides] = self.scores
        state[at.NEXT_LEADER], state[at.OPENING] = self.leader, int(self.leader == 0)
        deal_out(codes, state)
        begin(codes, state, 0)
        return state


@dataclass(frozen=True)
class Hand:
    """A hand played to its end: the state after the deal and after each move."""

    rules: RuleSet
    codes: Rules
    start: Start
    moves: list[Move]
    states: list[State]

    @property
    def end(self) -> State:
        """Return the last state."""
        return self.states[-1]

    def line(self, moves: int) -> list[int]:
        """Return the tiles on the line after a number of moves, in the order of play."""
        up = self.codes.seats * self.codes.hand_size
        turned_up = list(self.start.order[up : up + self.codes.turned_up])
        return turned_up + [move.tile for move in self.moves[:moves] if str(move)[-1] in "LR"]


@st.composite
def starts(draw: st.DrawFn, codes: Rules, *, later: bool = False) -> Start:
    """Draw a deal, who leads it and the scores before; ``later``: not the match-opening hand."""
    order = draw(st.permutations(range(codes.tiles)))
    leader = draw(st.integers(int(later), codes.seats))
    score = st.integers(0, codes.target + codes.target // 10)
    return Start(order, leader, draw(st.lists(score, min_size=codes.sides, max_size=codes.sides)))


@st.composite
def played_hands(
    draw: st.DrawFn,
    rule_sets: st.SearchStrategy[RuleSet] | None = None,
    *,
    later: bool = False,
) -> Hand:
    """Draw a rule set, a deal, and each move from the legal ones."""
    rules = draw(random_rule_sets() if rule_sets is None else rule_sets)
    codes = lower(rules)
    start = draw(starts(codes, later=later))
    state = start.state(codes)
    hand = Hand(rules, codes, start, [], [list(state)])
    while state[at.END] == at.END_RUNNING and len(hand.moves) <= longest(codes):
        choices = legal_moves(codes, state)
        move = choices[0] if len(choices) == 1 else draw(st.sampled_from(choices))
        make(codes, state, move)
        hand.moves.append(move)
        hand.states.append(list(state))
    note(described(hand))
    return hand


def longest(codes: Rules) -> int:
    """Return a number of moves that no hand exceeds.

    Each tile is drawn once at most and played or discarded once at most. Between two plays, and
    before and after them, nobody passes more often than once round the table and once a draw.
    """
    return 3 * codes.tiles + (codes.tiles + 1) * codes.seats


def replayed(codes: Rules, start: Start, moves: Sequence[Move]) -> State:
    """Play the same moves again and return the last state."""
    state = start.state(codes)
    for move in moves:
        make(codes, state, move)
    return state


def described(hand: Hand) -> str:
    """Return a hand in the notation of the tests."""
    first = hand.states[0]
    dealt = {
        seat: " ".join(tile_text(t) for t in tiles_in(first[at.HANDS + seat]))
        for seat in range(1, hand.codes.seats + 1)
    }
    moves = [f"{s[at.TURN]}:{move}" for s, move in zip(hand.states, hand.moves, strict=False)]
    ends = first[at.LEFT], first[at.RIGHT]
    return f"{hand.codes}\n{dealt}\nends {ends}, scores {hand.start.scores}: {' '.join(moves)}"


def pips(tiles: Sequence[int]) -> int:
    """Return the pips of some tiles."""
    return sum(PIPS[tile] for tile in tiles)
