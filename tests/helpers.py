"""Tables in few words: rule sets by name, positions and actions from text, results as tuples.

The rest of this file holds the legal moves of a position, counts of the lines of play from it
(``perft``), and random valid rule sets.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.engine import turn as do
from domsim.engine.deal import begin, count_live, deal_out
from domsim.engine.players import take_turn
from domsim.engine.rng import STREAM_PLAY, seed_stream
from domsim.engine.state import State, new_state
from domsim.rules import axes
from domsim.rules.checks import doubts
from domsim.rules.loader import load_rules, override
from domsim.rules.lowering import Rules
from domsim.rules.models import RuleSet
from domsim.tiles import (
    mask_of,
    parse_numbers,
    parse_tile,
    tile_count,
    tile_text,
    tiles_in,
    tiles_text,
)

Hands = Mapping[int, str]


@cache
def rules_of(name: str, *changes: str) -> Rules:
    """Return a bundled rule set as integers, with changes such as ``match.target=100``."""
    return load_rules(name, [override(change) for change in changes]).codes


def mask(text: str) -> int:
    """Return the mask of tiles written ``6-4 1-0``."""
    return mask_of(parse_tile(word) for word in text.split())


def dealt(rules: Rules, hands: Hands, *, table: str = "", rest: str = "", **start: Any) -> State:
    """Deal written hands, begin the hand and return its state.

    ``table`` is the tile turned up, ``rest`` the undealt tiles, in drawing order. ``leader``
    names the leader of a later hand; without it this is the match-opening hand.
    """
    state = new_state()
    _set_scores(state, start.get("scores", ()))
    state[at.NEXT_LEADER] = start.get("leader", 0)
    state[at.OPENING] = int(state[at.NEXT_LEADER] == 0)
    _put_tiles(rules, state, hands, table, rest)
    begin(rules, state, start.get("seed", 0))
    return state


def deal_next(rules: Rules, state: State, hands: Hands, *, table: str = "", rest: str = "") -> None:
    """Go on to the next hand of the match with written hands."""
    at.next_hand(state)
    _put_tiles(rules, state, hands, table, rest)
    begin(rules, state, 0)


def _put_tiles(rules: Rules, state: State, hands: Hands, table: str, rest: str) -> None:
    words = [w for seat in range(1, rules.seats + 1) for w in hands[seat].split()]
    for place, word in enumerate([*words, *table.split(), *rest.split()]):
        state[at.ORDER + place] = parse_tile(word)
    deal_out(rules, state)


def position(
    rules: Rules,
    hands: Hands,
    ends: tuple[int, int] | None,
    *,
    turn: int = 1,
    last: int = 0,
    leader: int = 1,
    passes: int = 0,
    stock: str = "",
    discards: Hands | None = None,
    scores: Sequence[int] = (),
) -> State:
    """Return a hand in the middle: not the match-opening one, and past its opening tile.

    Without ends the line is still empty.
    """
    state = new_state()
    state[at.HAND], state[at.OPENING] = 2, 0
    if ends is not None:
        state[at.LEFT], state[at.RIGHT] = ends
        state[at.PLAYED], state[at.PLAYS] = 2 + rules.turned_up, 2
    state[at.TURN], state[at.LAST], state[at.LEADER] = turn, last, leader
    state[at.PASSES] = passes
    for seat, text in hands.items():
        state[at.HANDS + seat] = mask(text)
    for seat, text in (discards or {}).items():
        state[at.DISCARDS + seat] = mask(text)
    for place, word in enumerate(stock.split()):
        state[at.ORDER + place] = parse_tile(word)
    state[at.STOCK_END] = len(stock.split())
    _set_scores(state, scores)
    count_live(rules, state)
    return state


def _set_scores(state: State, scores: Sequence[int]) -> None:
    for side, score in enumerate(scores, 1):
        state[at.SCORES + side] = score


# --- results


class Award(NamedTuple):
    """An award as recorded; ``score`` is what it was judged on."""

    clause: str
    seat: int
    side: int
    nominal: int
    paid: int
    reason: str | None
    score: int


def awards_in_full(state: State) -> list[Award]:
    """Return the awards of the hand in order."""
    found = []
    for number in range(state[at.AWARD_COUNT]):
        here = at.AWARDS + at.AWARD_WIDTH * number
        award = Award(*state[here : here + at.AWARD_WIDTH])
        clause, reason = at.CLAUSES[award.clause], at.REASONS[award.reason]
        found.append(award._replace(clause=clause, reason=reason))
    return found


def awards(state: State) -> list[tuple[str, int, int, str | None]]:
    """Return clause, side, points paid and reason of every award."""
    return [(award.clause, award.side, award.paid, award.reason) for award in awards_in_full(state)]


def paid(state: State) -> list[tuple[str, int, int]]:
    """Return the awards that paid: clause, side, points."""
    return [(clause, side, points) for clause, side, points, reason in awards(state) if not reason]


def scores(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the score of every side."""
    return tuple(state[at.SCORES + 1 : at.SCORES + 1 + rules.sides])


def counts(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the pips counted at the end of the hand, seat by seat."""
    return tuple(state[at.COUNTS + 1 : at.COUNTS + 1 + rules.seats])


def ended(state: State) -> str:
    """Return how the hand ended: ``out``, ``blocked``, ``folded`` or ``unfinished``."""
    return at.ENDS[state[at.END]]


def winner(state: State) -> tuple[int, int]:
    """Return the winning seat and side; 0 where there is none."""
    return state[at.WINNER_SEAT], state[at.WINNER_SIDE]


def held(state: State, seat: int) -> str:
    """Return the tiles in a hand, in tile order."""
    return tiles_text(state[at.HANDS + seat])


# --- acting


def act(rules: Rules, state: State, text: str) -> State:
    """Carry out actions written ``1:6-4L 2:pass 3:draw 4:x1-0``, each checked to be legal.

    The seat may be left out, the end too where there is no choice. The first tile of a line
    lies as it is written; on equal ends a tile may be laid on either.
    """
    for word in text.split():
        seat, _, action = word.rpartition(":")
        turn = state[at.TURN]
        assert state[at.END] == at.END_RUNNING, f"{word}: the hand is over"
        assert seat in ("", str(turn)), f"{word}: it is the turn of seat {turn}"
        move = _read(state, action)
        alike = state[at.PLAYED] == 0 or state[at.LEFT] == state[at.RIGHT]
        placement = move._replace(end=do.ON_LEFT) if alike else move
        assert placement in legal_moves(rules, state), f"{word} is not legal"
        make(rules, state, move)
    return state


class Move(NamedTuple):
    """One thing to do: what (a DUTY code), with which tile, on which end."""

    what: int
    tile: int = 0
    end: int = do.ON_LEFT

    def __str__(self) -> str:
        """Return the move as written in a test."""
        if self.what == do.DUTY_PLAY:
            return tile_text(self.tile) + "LR"[self.end]
        return {do.DUTY_DISCARD: f"x{tile_text(self.tile)}", do.DUTY_DRAW: "draw"}.get(
            self.what, "pass"
        )


def _read(state: State, action: str) -> Move:
    if action in ("pass", "draw"):
        return Move(do.DUTY_PASS if action == "pass" else do.DUTY_DRAW)
    if action[0] == "x":
        return Move(do.DUTY_DISCARD, parse_tile(action[1:]))
    left, right = parse_numbers(action.rstrip("LR"))
    tile, end = parse_tile(f"{left}-{right}"), do.ON_RIGHT if action[-1] == "R" else do.ON_LEFT
    if state[at.PLAYED] == 0:
        end = do.ON_LEFT if left <= right else do.ON_RIGHT
    elif action[-1] not in "LR" and not do.fits_left(state) >> tile & 1:
        end = do.ON_RIGHT
    return Move(do.DUTY_PLAY, tile, end)


def legal_moves(rules: Rules, state: State) -> list[Move]:
    """Return the distinct moves of the seat to move; a lead is one move a tile."""
    what = do.duty(rules, state)
    if what == do.DUTY_PLAY:
        on_left = [Move(what, tile, do.ON_LEFT) for tile in tiles_in(do.fits_left(state))]
        return on_left + [Move(what, tile, do.ON_RIGHT) for tile in tiles_in(do.fits_right(state))]
    if what == do.DUTY_DISCARD:
        return [Move(what, tile) for tile in tiles_in(state[at.HANDS + state[at.TURN]])]
    return [Move(what)]


def make(rules: Rules, state: State, move: Move) -> None:
    """Make a legal move."""
    if move.what == do.DUTY_PLAY:
        do.lay(rules, state, move.tile, move.end)
    elif move.what == do.DUTY_DISCARD:
        do.discard(rules, state, move.tile)
    elif move.what == do.DUTY_DRAW:
        do.draw(rules, state)
    else:
        do.pass_turn(rules, state)


def chosen(rules: Rules, state: State, player: int, seed: int = 0) -> tuple[str, tuple[int, int]]:
    """Let a player do one thing; return the tile that left his hand, and the ends then."""
    after, seat = list(state), state[at.TURN]
    seed_stream(after, seed, 0, 1, STREAM_PLAY)
    take_turn(rules, after, player)
    gone = state[at.HANDS + seat] & ~after[at.HANDS + seat]
    return tiles_text(gone), (after[at.LEFT], after[at.RIGHT])


# --- lines of play


def perft(rules: Rules, state: State, depth: int) -> int:
    """Count the lines of exactly ``depth`` moves from a state; a pass or a draw is one move."""
    if depth == 0:
        return 1
    return sum(divide(rules, state, depth).values())


def divide(rules: Rules, state: State, depth: int) -> dict[str, int]:
    """Break a count of ``perft`` down by the first move, to find where it is wrong."""
    found: dict[str, int] = {}
    if state[at.END] != at.END_RUNNING:
        return found
    for move in legal_moves(rules, state):
        after = list(state)
        make(rules, after, move)
        found[str(move)] = perft(rules, after, depth - 1)
    return found


# --- random rule sets

Values = Sequence[Any]
Pick = Callable[[Values], Any]  # takes one of the values
TABLES = [
    (players, size, tile_set, up)
    for tile_set in axes.TileSet
    for up in axes.TurnedUp
    for players in range(2, 7)
    for size in range(1, 28)
    if players * size + up.code <= tile_count(tile_set.highest)
]
TABLES_DEALT_OUT = [t for t in TABLES if t[0] * t[1] + t[3].code == tile_count(t[2].highest)]
DRAWING = ("draw-until-fits", "draw-one")


@st.composite
def random_rule_sets(draw: st.DrawFn, *, everything_dealt: bool = False) -> RuleSet:
    """Draw a valid rule set, any value of any axis.

    With ``everything_dealt`` no tile is left over, the stuck pass, and blocks are found at once.
    """
    return rule_set_of(lambda values: draw(_one_of(tuple(values))), everything_dealt)


@cache
def _one_of(values: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


def rule_set_of(pick: Pick, everything_dealt: bool = False) -> RuleSet:
    """Return the valid rule set that a chooser picks, value by value."""
    table, stuck = _table(pick, everything_dealt)
    pairs, most = table["sides"] == "pairs", min(table["hand_size"], table["tiles"].highest + 1)
    folds = axes.FoldRule if most > 2 else ["none"]
    end = {
        "emptied_by": pick(axes.EmptiedBy if stuck == "discard" else ["play"]),
        "out_winner": pick(axes.OutWinner),
        "block_found": pick(["at-once"] if everything_dealt else axes.BlockFound),
    }
    by_count = end["out_winner"] == "lowest-count"
    compare = pick(_without(axes.Compare, *(["locker-and-next"] if by_count else [])))
    match = {"unit": pick(axes.Unit), "target": pick([100, 1, 3, 40, 200])}
    rules = RuleSet.model_validate({
        "name": "drawn",
        "table": table,
        "fold": {"rule": pick(folds), "doubles": most},
        "opening": _opening(pick, table, pairs and compare == "side-totals", by_count),
        "turn": {"stuck": stuck},
        "end": end,
        "block": {"compare": compare, "tie": pick(axes.BlockTie)},
        "score": {"out": pick(axes.Count), "block": pick(axes.Count), "order": pick(axes.Order)},
        "bonuses": _bonuses(pick, match["target"], table, stuck),
        "match": match | {"several": pick(axes.Several), "tie": pick(axes.TargetTie)},
    })  # fmt: skip
    errors = [doubt.message for doubt in doubts(rules) if doubt.severity == "error"]
    assert not errors, errors
    return rules


def _without(values: Values, *unwanted: str) -> list[Any]:
    return [value for value in values if value not in unwanted]


def _table(pick: Pick, everything_dealt: bool) -> tuple[dict[str, Any], str]:
    players = pick([4, 4, 2, 3, 4, 5, 6, 4])
    tables = [t for t in (TABLES_DEALT_OUT if everything_dealt else TABLES) if t[0] == players]
    _, size, tile_set, up = pick(tables)
    left = tile_count(tile_set.highest) - players * size - up.code
    stuck = pick(["pass"] if everything_dealt else _without(axes.Stuck, *([] if left else DRAWING)))
    table = {"players": players, "hand_size": size, "tiles": tile_set, "turned_up": up}
    table["sides"] = pick(axes.Sides if players == 4 else ["individual"])
    if stuck in DRAWING:
        return table | {"undealt": "stock", "stock_floor": pick(range(left))}, stuck
    return table | {"undealt": "asleep" if left else "none"}, stuck


def _opening(
    pick: Pick, table: Mapping[str, Any], seatless: bool, by_count: bool
) -> dict[str, Any]:
    winner = ["winner"] if seatless else []
    return {
        "first_leader": pick(axes.FirstLeader),
        "tile": pick(["6-6", "0-0", "3-3", "5-4"]),
        "fallback": pick(axes.Fallback),
        "first_tile": pick(["any-tile"] if table["turned_up"] == "one" else axes.FirstTile),
        "after_out": pick(_without(axes.Lead, *(winner if by_count else []))),
        "after_block": pick(_without(axes.Lead, "out-seat", *winner)),
        "after_draw": pick(_without(axes.Lead, "winner", "out-seat", "first-of-side")),
    }


def _bonuses(pick: Pick, target: int, table: Mapping[str, Any], stuck: str) -> dict[str, Any]:
    def bonus(possible: bool) -> dict[str, Any]:
        limit = pick(axes.Limit)
        fitting = [p for p in (25, 0, 2, 30) if limit == "none" or p < target]
        return {"limit": limit, "points": pick(fitting if possible else [0])}

    passes = stuck != "discard"
    partner = pick(axes.Partner if table["sides"] == "pairs" else ["ignored"])
    come_out = {"match_opening": pick(axes.MatchOpening), "partner": partner}
    lines = table["hand_size"] > 1 or table["turned_up"] == "one"
    return {
        "capicua": bonus(lines) | {"tile": pick(axes.Capicua)},
        "straight_pass": bonus(passes) | {"paid": pick(axes.StraightPassPaid)},
        "come_out_pass": bonus(passes) | come_out,
        "blocked_bonus": bonus(True),
    }
