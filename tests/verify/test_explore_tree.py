"""The stored positions against plain recursions that store nothing.

The recursions walk over every single line with the engine's functions, or with a counter that
shares nothing with the engine (``engine.bruteforce``).
"""

from collections import Counter
from collections.abc import Iterator

import pytest
from engine import bruteforce
from engine.played import played_hands
from helpers import Hands, Move, legal_moves, make, perft, position, rules_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine.state import State
from domsim.engine.turn import ON_LEFT, can_fold
from domsim.rules.lowering import Rules
from domsim.verify.explore_tree import (
    Ending,
    Node,
    Result,
    TooManyPositionsError,
    Tree,
    lead_of_each,
    result_of,
)

pytestmark = pytest.mark.heavy

MOST_LINES = 200
# What only counts or remembers, and decides neither what follows nor what it is worth.
IDLE = (
    at.LAST_END, at.PLAYS, at.PASS_COUNT, at.DRAWS, at.DISCARD_COUNT,
    *range(at.SHORT + 1, at.SHORT + 1 + at.MOST_SEATS),
)  # fmt: skip


# --- the plain recursions


def after(rules: Rules, state: State, move: Move) -> State:
    """Return the state after a move."""
    following = list(state)
    make(rules, following, move)
    return following


def in_order(rules: Rules, state: State) -> list[Move]:
    """Return the moves by tile, then by the number joined."""
    ends = {ON_LEFT: state[at.LEFT]}
    return sorted(
        legal_moves(rules, state), key=lambda m: (m.tile, ends.get(m.end, state[at.RIGHT]))
    )


def walk(rules: Rules, state: State) -> Iterator[State]:
    """Yield the state after every single line, and every state on the way to it."""
    yield state
    if state[at.END] == at.END_RUNNING:
        for move in legal_moves(rules, state):
            yield from walk(rules, after(rules, state, move))


def same(state: State) -> tuple[int, ...]:
    """Return a state without what is idle, its line laid with the lower end on the left."""
    kept = list(state)
    for slot in IDLE:
        kept[slot] = 0
    kept[at.LEFT], kept[at.RIGHT] = sorted((state[at.LEFT], state[at.RIGHT]))
    for award in range(at.AWARDS, at.STATE_SIZE, at.AWARD_WIDTH):
        kept[award + at.A_SEAT] = kept[award + at.A_NOMINAL] = kept[award + at.A_SCORE] = 0
    return tuple(kept)


def gains_of(rules: Rules, first: State, last: State) -> list[int]:
    """Return what every side scored between two states."""
    sides = range(at.SCORES + 1, at.SCORES + 1 + rules.sides)
    return [last[side] - first[side] for side in sides]


def chosen(rules: Rules, state: State) -> State:
    """Return the last state when every seat takes what leaves its side furthest ahead."""
    if state[at.END] != at.END_RUNNING:
        return state
    side = at.side_of(rules, state[at.TURN]) - 1
    ends = [chosen(rules, after(rules, state, move)) for move in in_order(rules, state)]
    return max(ends, key=lambda end: lead_of_each(gains_of(rules, state, end))[side])


def minimax(rules: Rules, state: State) -> int:
    """Return by how much side 1 outscores side 2 when both know all the hands."""
    if state[at.END] != at.END_RUNNING:
        return 0
    values = []
    for move in legal_moves(rules, state):
        following = after(rules, state, move)
        first, second = gains_of(rules, state, following)
        values.append(first - second + minimax(rules, following))
    return max(values) if at.side_of(rules, state[at.TURN]) == 1 else min(values)


def paths(node: Node | Ending, depth: int) -> int:
    """Count the lines of exactly ``depth`` moves in what was stored."""
    if depth == 0:
        return 1
    if isinstance(node, Ending):
        return 0
    return sum(paths(after, depth - 1) for _, after in node.moves)


# --- random late positions of random rule sets


def few_lines(rules: Rules, state: State) -> bool:
    """Tell whether a plain recursion is done soon."""
    ends = 0
    for number, reached in enumerate(walk(rules, state)):
        ends += reached[at.END] != at.END_RUNNING
        if ends > MOST_LINES or number > 20 * MOST_LINES:
            return False
    return True


@st.composite
def late_positions(draw: st.DrawFn, sides: int | None = None) -> tuple[Rules, State]:
    """Draw a running hand of any rule set, as early as a plain recursion can bear."""
    hand = draw(played_hands())
    rules = hand.codes
    assume(sides is None or rules.sides == sides)
    found = None
    for state in reversed(hand.states[:-1]):
        if folds(rules, state) or not few_lines(rules, state):
            break
        found = state
    assume(found is not None)
    assert found is not None
    return rules, found


def folds(rules: Rules, state: State) -> bool:
    """Tell whether any seat may fold, which the plain recursions do not know."""
    return any(can_fold(rules, state, seat) for seat in range(1, rules.seats + 1))


@given(late_positions())
def test_as_many_lines_come_to_each_result_as_without_storing(drawn):
    rules, state = drawn
    tree = Tree(rules, state, 10**6)
    ended = [last for last in walk(rules, state) if last[at.END] != at.END_RUNNING]
    found = {result: ending.lines_to for result, ending in tree.endings.items()}
    assert found == Counter(result_of(rules, last) for last in ended)
    assert tree.root.lines_from == len(ended)


@given(late_positions())
def test_as_many_positions_are_stored_as_there_are_different_ones(drawn):
    rules, state = drawn
    running = {same(s) for s in walk(rules, state) if s[at.END] == at.END_RUNNING}
    assert Tree(rules, state, 10**6).positions == len(running)


@given(late_positions())
def test_the_stored_lines_of_any_length_are_as_many_as_perft_counts(drawn):
    rules, state = drawn
    tree = Tree(rules, state, 10**6)
    longest = max(len(ending.witness) for ending in tree.endings.values())
    for depth in range(min(longest, 12) + 1):
        assert paths(tree.root, depth) == perft(rules, state, depth)


@given(late_positions())
def test_the_choices_are_those_of_a_recursion_without_storing(drawn):
    rules, state = drawn
    tree = Tree(rules, state, 10**6)
    last = chosen(rules, state)
    assert tree.root.choice.result == result_of(rules, last)
    assert list(tree.root.choice.gains) == gains_of(rules, state, last)


@given(late_positions(sides=2))
def test_what_two_sides_can_force_is_plain_minimax(drawn):
    rules, state = drawn
    value = minimax(rules, state)
    assert Tree(rules, state, 10**6).root.choice.ahead == (value, -value)


@given(late_positions())
def test_every_witness_and_the_best_line_are_legal_and_come_to_their_result(drawn):
    rules, state = drawn
    tree = Tree(rules, state, 10**6)
    lines = [(ending.witness, ending.result) for ending in tree.endings.values()]
    lines.append((tuple(tree.best_line()), tree.root.choice.result))
    for line, result in lines:
        here = state
        for move in line:
            written = [m for m in legal_moves(rules, here) if same_move(here, m, move)]
            assert here[at.TURN] == move.seat
            assert len(written) == 1
            here = after(rules, here, written[0])
        assert result_of(rules, here) == result


def same_move(state: State, plain: Move, stored: object) -> bool:
    """Tell whether a move is the one that was stored, by what, tile and number joined."""
    what, tile, number = (getattr(stored, name) for name in ("what", "tile", "number"))
    joined = state[at.LEFT] if plain.end == ON_LEFT else state[at.RIGHT]
    is_tile = plain.tile == tile or str(plain) in ("pass", "draw")
    return plain.what == what and is_tile and number in (-1, joined)


@settings(max_examples=30)
@given(late_positions(), st.integers(1, 30))
def test_the_bound_is_the_number_of_positions(drawn, most):
    rules, state = drawn
    positions = Tree(rules, state, 10**6).positions
    if positions <= most:
        assert Tree(rules, state, most).positions == positions
    else:
        with pytest.raises(TooManyPositionsError):
            Tree(rules, state, most)


@settings(max_examples=30)
@given(late_positions())
def test_searching_leaves_the_state_as_it_was(drawn):
    rules, state = drawn
    before = list(state)
    Tree(rules, state, 10**6)
    assert state == before


# --- a counter that shares nothing with the engine

NO_BONUS = ("bonuses.straight_pass.points=0", "bonuses.capicua.points=0")
NO_BONUS_AT_ALL = (*NO_BONUS, "bonuses.come_out_pass.points=0")
FOUR = {1: "5-3 3-2 6-0", 2: "5-5 2-0 4-3", 3: "3-0 6-5 1-0", 4: "3-3 6-1 5-2"}
TWO = {1: "5-3 6-6 3-2", 2: "2-0 4-1 5-1"}
STUCK = {1: "5-3 6-6 4-3", 2: "2-0 4-1 5-1", 3: "4-4 3-2 5-0", 4: "6-5 1-1 3-0"}
SHARED_NOTHING = [
    pytest.param("gbs-pairs-points", NO_BONUS, "pass", False, FOUR, "", id="pairs"),
    pytest.param("gbs-individual-points", NO_BONUS, "pass", False, FOUR, "", id="individual"),
    pytest.param("one-table-200", NO_BONUS_AT_ALL, "pass", True, FOUR, "", id="one table"),
    pytest.param("gaple", (), "discard", True, STUCK, "", id="discards"),
    pytest.param("block-100", (), "pass", True, TWO, "", id="block"),
    pytest.param("draw-100", (), "draw", True, TWO, "4-3 5-5 3-0", id="draw"),
    pytest.param("gbs-duel-points", NO_BONUS, "draw", False, TWO, "4-3 5-5 3-0", id="duel"),
]


def tables(table: bruteforce.Table) -> Iterator[bruteforce.Table]:
    """Yield the table after every single line, and every table on the way to it."""
    yield table
    if not bruteforce.over(table):
        for following in bruteforce.following(table):
            yield from tables(following)


@pytest.mark.parametrize(
    ("name", "changes", "stuck", "at_once", "hands", "stock"), SHARED_NOTHING
)  # fmt: skip
def test_lines_and_positions_are_those_of_another_program(
    name: str, changes: tuple[str, ...], stuck: str, at_once: bool, hands: Hands, stock: str
):
    # Without bonuses a position is what lies on the table; ends 3 and 5, seat 1 to move.
    rules = rules_of(name, *changes)
    tree = Tree(rules, position(rules, hands, (3, 5), stock=stock), 10**6)
    held = tuple(bruteforce.tiles(hands[seat]) for seat in sorted(hands))
    table = bruteforce.Table(stuck, at_once, held, 0, (3, 5), bruteforce.stock(stock))
    reached = list(tables(table))
    assert tree.root.lines_from == sum(map(bruteforce.over, reached))
    assert tree.positions == len({t for t in reached if not bruteforce.over(t)})


# --- the order of moves, on paper


def test_moves_are_ordered_by_tile_and_then_by_the_number_joined():
    # Ends 5 and 3: 3-1 joins the 3, 5-3 either end, 5-5 the 5; 6-6 does not fit.
    rules = rules_of("block-100")
    tree = Tree(rules, position(rules, {1: "6-6 5-5 5-3 3-1", 2: "4-4"}, (5, 3)), 100)
    assert [str(move) for move, _ in tree.root.moves] == ["1:3-1", "1:5-3@3", "1:5-3@5", "1:5-5"]


@pytest.mark.parametrize("ends", [(3, 5), (5, 3)])
def test_a_line_turned_round_is_the_same_position(ends: tuple[int, int]):
    rules = rules_of("gbs-pairs-points")
    tree = Tree(rules, position(rules, FOUR, ends), 10_000)
    turned = Tree(rules, position(rules, FOUR, ends[::-1]), 10_000)
    assert told(tree) == told(turned)


def told(tree: Tree) -> dict[Result, tuple[int, str]]:
    """Return the lines and the witness of every result."""
    return {
        result: (ending.lines_to, " ".join(map(str, ending.witness)))
        for result, ending in tree.endings.items()
    }


def test_the_first_tile_of_a_line_is_one_move_a_tile():
    rules = rules_of("block-100")
    tree = Tree(rules, position(rules, {1: "6-4 1-0", 2: "5-5"}, None), 100)
    assert [str(move) for move, _ in tree.root.moves] == ["1:1-0", "1:6-4"]


@pytest.mark.parametrize(
    ("gains", "ahead"),
    [
        ((30, 0), (30, -30)),
        ((0, 0), (0, 0)),
        ((5, 20, 0), (-15, 15, -20)),
        ((9, 9, 0, 1), (0, 0, -9, -8)),
    ],
)
def test_a_side_is_ahead_by_its_gain_less_the_best_other(gains, ahead):
    assert lead_of_each(gains) == ahead
