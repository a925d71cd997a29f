"""Scenarios from texts, and simulated hands written down as scenarios."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine.deal import deal
from domsim.engine.players import PLAYERS, take_turn
from domsim.engine.state import State, new_state
from domsim.rules.bundled import bundled_names
from domsim.rules.findings import Finding, Place, Refused
from domsim.rules.loader import load_rules
from domsim.rules.lowering import Rules
from domsim.rules.source import read_yaml
from domsim.scenario.load import load_scenario
from domsim.scenario.replay import replay
from domsim.scenario.results import HandResult, ScenarioResult
from domsim.tiles import HIGH, LOW, tile_text, tiles_in, tiles_text

ONE_TABLE = """\
rules: one-table-200
start: {hand: 2, leader: 1}
hands:
- deal:
    1: 6-6 5-5 4-4 3-3 2-2 1-0 2-0
    2: 6-5 6-4 6-3 6-2 6-1 6-0 1-1
    3: 5-4 5-3 5-2 5-1 5-0 0-0 2-1
    4: 4-3 4-2 4-1 4-0 3-2 3-1 3-0
"""

PASSES = """\
rules: gbs-pairs-points
start: {hand: 2, leader: 1}
hands:
- deal:
    1: 6-6 5-5 4-4 3-3 2-2 1-1 6-0
    2: 5-4 5-3 5-2 5-1 5-0 4-3 4-2
    3: 6-5 6-4 6-3 6-2 6-1 4-1 4-0
    4: 3-2 3-1 3-0 2-1 2-0 1-0 0-0
"""
DRAW = """\
rules: draw-100
start: {hand: 2, leader: 1}
hands:
- deal:
    1: 6-6 6-5 6-4 6-3 6-2 6-1 6-0
    2: 5-5 5-4 5-3 5-2 5-1 5-0 4-4
    stock: 4-3 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0
"""
GAPLE = """\
rules: gaple
start: {hand: 2, leader: 2}
hands:
- deal:
    1: 0-0 6-5 6-4 6-3 6-2 6-1
    2: 5-5 5-4 5-3 5-2 5-1 5-0
    3: 4-4 4-3 4-2 4-1 4-0 6-0
    4: 3-3 3-2 3-1 3-0 2-2 2-1
    table: 6-6
"""


# Seat 1 goes out with its last tile: 13 pips for its side.
LAST_TILE = """\
rules: gbs-pairs-points
set: {match.target: 100}
start: {scores: [0, 0], hand: 4}
hands:
- position:
    ends: [6, 5]
    hands: {1: 6-4, 2: 5-4, 3: 1-1, 4: 2-2}
    turn: 1
    leader: 3
  plays: 1:6-4
"""


def play(text: str) -> ScenarioResult:
    """Replay a scenario written in YAML."""
    return replay(load_scenario(read_yaml(text, "t.yaml"), None, {}))


def first_hand(text: str) -> HandResult:
    """Return the result of the first hand of a scenario."""
    return play(text).hands[0]


def played(deal: str, plays: str) -> str:
    """Return the events of a script on a deal; what was filled in stands in brackets."""
    return events(first_hand(f"{deal}  plays: {plays}\n"))


def refused(text: str) -> tuple[Finding, ...]:
    """Return the findings with which a scenario is refused."""
    with pytest.raises(Refused) as caught:
        play(text)
    return caught.value.findings


def marked(place: Place) -> str:
    """Return the text that a place underlines."""
    return place.source[place.column - 1 :][: place.width]


def told(text: str) -> list[tuple[str, str]]:
    """Return the findings on a scenario: each code with the text it underlines."""
    return [(f.code, marked(f.place)) for f in refused(text)]


def events(hand: HandResult) -> str:
    """Return the events of a hand in notation; what was filled in stands in brackets."""
    shown = []
    for event in hand.events:
        tile = "" if event.tile is None else tile_text(event.tile)
        action = {"draw": f"+{tile}", "discard": f"x{tile}"}.get(event.action, event.action)
        if event.action == "play":
            action = f"{tile}{event.end or ''}"
        text = f"{event.seat}:{action}"
        shown.append(f"({text})" if event.forced else text)
    return " ".join(shown)


# --- simulated hands


class Turn(NamedTuple):
    """One thing that a player did: the state before it, the line before it, the play written."""

    before: list[int]
    line: tuple[tuple[int, int], ...]
    word: str


class Simulated(NamedTuple):
    """A simulated hand: its address, its turns, and the state in which it ended."""

    name: str
    rules: Rules
    seed: int
    begun: list[int]
    turns: tuple[Turn, ...]
    ended: list[int]

    def __repr__(self) -> str:
        """Return its address and its plays."""
        return f"<{self.name}, seed {self.seed}: {' '.join(self.plays)}>"

    @property
    def plays(self) -> list[str]:
        """Return every play of the hand as written."""
        return [turn.word for turn in self.turns]


def simulate(
    name: str, seed: int, *, player: int = 0, hand: int = 1, leader: int = 1, scores: Any = ()
) -> Simulated:
    """Play a hand of a bundled rule set as a simulation does."""
    rules = load_rules(name).codes
    state = new_state()
    state[at.HAND], state[at.OPENING] = hand, int(hand == 1)
    state[at.NEXT_LEADER] = 0 if hand == 1 else leader
    for side, score in enumerate(scores, 1):
        state[at.SCORES + side] = score
    deal(rules, state, seed)
    begun, turns = list(state), []
    line = [(state[at.LEFT], state[at.RIGHT])] if rules.turned_up else []
    while state[at.END] == at.END_RUNNING:
        before, seat = list(state), state[at.TURN]
        take_turn(rules, state, player)
        turns.append(Turn(before, tuple(line), f"{seat}:{_action(before, state, seat)}"))
        _extend(line, before, state)
    return Simulated(name, rules, seed, begun, tuple(turns), list(state))


def _action(before: State, after: State, seat: int) -> str:
    if after[at.PLAYED] > before[at.PLAYED]:
        if before[at.PLAYED] == 0:
            return f"{after[at.LEFT]}-{after[at.RIGHT]}"
        return tile_text(_left_hand(before, after, seat)) + _end(before, after, seat)
    if after[at.STOCK_NEXT] > before[at.STOCK_NEXT]:
        return f"+{tile_text(before[at.ORDER + before[at.STOCK_NEXT]])}"
    if after[at.DISCARDS + seat] > before[at.DISCARDS + seat]:
        return f"x{tile_text(_left_hand(before, after, seat))}"
    return "pass"


def _left_hand(before: State, after: State, seat: int) -> int:
    (tile,) = tiles_in(before[at.HANDS + seat] ^ after[at.HANDS + seat])
    return tile


def _end(before: State, after: State, seat: int) -> str:
    tile = _left_hand(before, after, seat)
    if after[at.LEFT] != before[at.LEFT]:
        return "L"
    right_is_the_same = after[at.RIGHT] == before[at.RIGHT]
    return "L" if right_is_the_same and before[at.LEFT] in (HIGH[tile], LOW[tile]) else "R"


def _extend(line: list[tuple[int, int]], before: State, after: State) -> None:
    if after[at.PLAYED] == before[at.PLAYED]:
        return
    if not line:
        line.append((after[at.LEFT], after[at.RIGHT]))
    elif _end(before, after, before[at.TURN]) == "L":
        line.insert(0, (after[at.LEFT], before[at.LEFT]))
    else:
        line.append((before[at.RIGHT], after[at.RIGHT]))


@st.composite
def simulated_hands(draw: st.DrawFn, names: tuple[str, ...] = bundled_names()) -> Simulated:
    """Draw a simulated hand of any bundled rule set: any seed, player, hand and score."""
    name = draw(st.sampled_from(names))
    rules = load_rules(name).codes
    scores = st.lists(st.integers(0, rules.target - 1), min_size=rules.sides, max_size=rules.sides)
    return simulate(
        name,
        draw(st.integers(0, 2**63 - 1)),
        player=draw(st.sampled_from(range(len(PLAYERS)))),
        hand=draw(st.integers(1, 3)),
        leader=draw(st.integers(1, rules.seats)),
        scores=draw(scores),
    )


# --- written down


def scores_of(rules: Rules, state: State) -> list[int]:
    """Return the scores of a state, side by side."""
    return list(state[at.SCORES + 1 : at.SCORES + 1 + rules.sides])


def as_scenario(sim: Simulated) -> dict[str, Any]:
    """Write a simulated hand as a scenario: its deal in full and every play."""
    return scenario_of(sim, sim.begun, {"deal": full_deal(sim)}, sim.plays)


def scenario_of(
    sim: Simulated, state: State, hand: dict[str, Any], plays: list[str]
) -> dict[str, Any]:
    """Write a scenario of one hand that begins in a state."""
    start = {
        "scores": scores_of(sim.rules, state),
        "hand": state[at.HAND],
        "leader": state[at.LEADER],
    }
    hand = hand | {"plays": " ".join(plays)}
    return {"scenario": "simulated", "rules": sim.name, "start": start, "hands": [hand]}


def full_deal(sim: Simulated) -> dict[str, str]:
    """Write the deal of a simulated hand, every tile of it."""
    rules, order = sim.rules, iter(sim.begun[at.ORDER : at.ORDER + sim.rules.tiles])
    written = {str(seat): _next(order, rules.hand_size) for seat in range(1, rules.seats + 1)}
    if rules.turned_up:
        written["table"] = _next(order, 1)
    if rules.stock_tiles:
        written["stock"] = _next(order, rules.stock_tiles)
    rest = _next(order, rules.tiles)
    return written | ({"asleep": rest} if rest else {})


def _next(order: Iterator[int], count: int) -> str:
    return " ".join(tile_text(tile) for _, tile in zip(range(count), order, strict=False))


def position(sim: Simulated, turn: Turn, *, with_line: bool) -> dict[str, Any]:
    """Write the middle of a simulated hand as a position, with its line or with its ends only."""
    state, rules = turn.before, sim.rules
    seats = range(1, rules.seats + 1)
    written: dict[str, Any] = {
        "hands": {str(s): tiles_text(state[at.HANDS + s]) for s in seats},
        "turn": state[at.TURN],
        "leader": state[at.LEADER],
        "passes": state[at.PASSES],
    }
    if state[at.LAST]:
        written["last"] = state[at.LAST]
    if any(state[at.DISCARDS + s] for s in seats):
        written["discards"] = {str(s): tiles_text(state[at.DISCARDS + s]) for s in seats}
    if rules.stock_tiles:
        stock = state[at.ORDER + state[at.STOCK_NEXT] : at.ORDER + rules.tiles]
        written["stock"] = " ".join(map(tile_text, stock))
    if with_line:
        return written | {"line": " ".join(f"{a}-{b}" for a, b in turn.line)}
    if "asleep" in (deal_written := full_deal(sim)):
        written["asleep"] = deal_written["asleep"]
    return written | {"ends": [state[at.LEFT], state[at.RIGHT]]}


def middle(sim: Simulated) -> list[int]:
    """Return the numbers of the turns that have a line before them."""
    return [n for n, turn in enumerate(sim.turns) if turn.before[at.PLAYED] > 0]
