"""What can still happen: every legal continuation of a scenario's last position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domsim.engine.state import (
    CLAUSES,
    DISCARDS,
    ENDS,
    HAND,
    HANDS,
    LEFT,
    ORDER,
    PLAYED,
    REASONS,
    RIGHT,
    STOCK_END,
    STOCK_NEXT,
    TURN,
    side_of,
)
from domsim.rules.findings import Refused
from domsim.scenario.load import LoadedScenario
from domsim.scenario.marks import Marks
from domsim.scenario.outcome import scores_of
from domsim.scenario.replay import last_position
from domsim.scenario.script import Table
from domsim.tiles import tile_text, tiles_text
from domsim.verify.explore_moves import Move
from domsim.verify.explore_tree import Ending, Node, Result, TooManyPositionsError, Tree


@dataclass(frozen=True, slots=True)
class Position:
    """The position that is explored. Tiles are given by seat, the stock in drawing order."""

    hand: int
    turn: int
    ends: tuple[int, int] | None
    line: str | None
    hands: tuple[str, ...]
    discards: tuple[str, ...]
    stock: str
    scores: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the position with the names of its fields as keys."""
        return {
            "hand": self.hand,
            "turn": self.turn,
            "ends": None if self.ends is None else list(self.ends),
            "line": self.line,
            "hands": list(self.hands),
            "discards": list(self.discards),
            "stock": self.stock,
            "scores": list(self.scores),
        }


@dataclass(frozen=True, slots=True)
class AwardMade:
    """An award of a result; ``side`` is None where nobody earned it."""

    clause: str
    side: int | None
    paid: int
    reason: str | None

    def as_json(self) -> dict[str, Any]:
        """Return the award with the keys of the contract."""
        return {
            "clause": self.clause, "side": self.side, "paid": self.paid, "reason": self.reason
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reachable:
    """A result that can be reached: on how many lines, and the first of them in notation.

    Scores and awards are those of the whole hand, also what was awarded before the position.
    """

    number: int
    end: str
    winner_seat: int | None
    winner_side: int | None
    tie: bool
    awards: tuple[AwardMade, ...]
    scores: tuple[int, ...]
    over: bool
    match_winner: int | None
    lines: int
    witness: str

    def as_json(self) -> dict[str, Any]:
        """Return the result; the hand's fields have the keys of the contract."""
        return {
            "number": self.number,
            "end": self.end,
            "winner_seat": self.winner_seat,
            "winner_side": self.winner_side,
            "tie": self.tie,
            "awards": [award.as_json() for award in self.awards],
            "scores": list(self.scores),
            "match": {"over": self.over, "winner_side": self.match_winner},
            "lines": self.lines,
            "witness": self.witness,
        }


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A move from the position: on how many lines, and what best play after it comes to.

    ``result`` is the number of the result, ``ahead`` how far ahead it leaves the mover's side.
    """

    play: str
    lines: int
    result: int
    ahead: int

    def as_json(self) -> dict[str, Any]:
        """Return the move with the names of its fields as keys."""
        return {
            "play": self.play, "lines": self.lines, "result": self.result, "ahead": self.ahead
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What the hand comes to with all hands open, and the line that leads there.

    ``gains`` are what each side scores from the position on, ``ahead`` its own gain less the
    most that any other side gains.
    """

    result: int
    gains: tuple[int, ...]
    ahead: tuple[int, ...]
    line: str

    def as_json(self) -> dict[str, Any]:
        """Return the best play with the names of its fields as keys."""
        return {
            "result": self.result,
            "gains": list(self.gains),
            "ahead": list(self.ahead),
            "line": self.line,
        }


@dataclass(frozen=True, slots=True)
class Exploration:
    """Everything that can follow a position.

    ``lines`` counts the different ways to play the hand to its end, ``positions`` the
    different positions in which a seat has to move, the first included.
    """

    loaded: LoadedScenario
    from_play: int | None
    position: Position
    lines: int
    positions: int
    results: tuple[Reachable, ...]
    moves: tuple[FirstMove, ...]
    best: BestPlay

    def as_json(self) -> dict[str, Any]:
        """Return the exploration; every count is an exact integer."""
        loaded = self.loaded
        return {
            "scenario": loaded.title,
            "file": loaded.document.name,
            "line": loaded.document.first_line,
            "rules": {"name": loaded.rules.name, "digest": loaded.rules.digest},
            "from_play": self.from_play,
            "position": self.position.as_json(),
            "lines": self.lines,
            "positions": self.positions,
            "results": [result.as_json() for result in self.results],
            "moves": [move.as_json() for move in self.moves],
            "best": self.best.as_json(),
        }


def explore(
    loaded: LoadedScenario, most_positions: int, from_play: int | None = None
) -> Exploration:
    """Find everything that can follow the last position of a scenario.

    With ``from_play`` it is the position before that written play of the last hand, from 1.
    With all hands open every side is taken to get as far ahead as it can: it maximises what it
    scores from the position on less the most that any other side does. For two sides that is
    the minimax value of the score difference, partners acting as one; three or more play each
    for himself (max^n). Of equal moves the lower is chosen, by tile and by the number joined.
    Raises Refused as ``last_position`` does, with ``hand-over`` where nothing can follow, and
    with ``too-many-positions`` where more than ``most_positions`` would have to be stored.
    """
    table = last_position(loaded, from_play)
    if not table.running:
        _refuse(loaded, "hand-over", "the last hand is over, so nothing can follow",
                "--from-play N explores the position before its N-th written play")  # fmt: skip
    try:
        tree = Tree(table.rules, table.state, most_positions)
    except TooManyPositionsError:
        text = f"more than {most_positions:,} positions can follow; the search was given up"
        _refuse(loaded, "too-many-positions", text,
                "explore from later in the hand (--from-play N, or write more of its plays), "
                "or allow more with --max-positions")  # fmt: skip
    return _exploration(loaded, from_play, _position(table), tree)


def _refuse(loaded: LoadedScenario, code: str, text: str, hint: str) -> None:
    marks = Marks(loaded.document)
    marks.at(("hands", len(loaded.hands) - 1), code, text, hint)
    raise Refused(marks.findings)


def _position(table: Table) -> Position:
    state, seats = table.state, range(1, table.rules.seats + 1)
    drawable = state[ORDER + state[STOCK_NEXT] : ORDER + state[STOCK_END]]
    return Position(
        hand=state[HAND],
        turn=state[TURN],
        ends=(state[LEFT], state[RIGHT]) if state[PLAYED] else None,
        line=None if table.line is None else " ".join(f"{a}-{b}" for a, b in table.line),
        hands=tuple(tiles_text(state[HANDS + seat]) for seat in seats),
        discards=tuple(tiles_text(state[DISCARDS + seat]) for seat in seats),
        stock=" ".join(map(tile_text, drawable)),
        scores=scores_of(table.rules, state),
    )


def _exploration(
    loaded: LoadedScenario, from_play: int | None, position: Position, tree: Tree
) -> Exploration:
    ordered = sorted(tree.endings.values(), key=lambda ending: (-ending.lines_to, ending.result))
    numbers = {ending.result: number for number, ending in enumerate(ordered, 1)}
    forced = tree.root.choice
    return Exploration(
        loaded=loaded,
        from_play=from_play,
        position=position,
        lines=tree.root.lines_from,
        positions=tree.positions,
        results=tuple(_reachable(number, ending) for number, ending in enumerate(ordered, 1)),
        moves=tuple(_first_move(tree, *move, numbers) for move in tree.root.moves),
        best=BestPlay(
            numbers[forced.result], forced.gains, forced.ahead, _words(tree.best_line())
        ),
    )  # fmt: skip


def _reachable(number: int, ending: Ending) -> Reachable:
    result = ending.result
    return Reachable(
        number=number,
        end=ENDS[result.end],
        winner_seat=result.winner_seat or None,
        winner_side=result.winner_side or None,
        tie=bool(result.tie),
        awards=_awards(result),
        scores=result.scores,
        over=bool(result.over),
        match_winner=result.match_winner or None,
        lines=ending.lines_to,
        witness=_words(ending.witness),
    )


def _awards(result: Result) -> tuple[AwardMade, ...]:
    return tuple(
        AwardMade(CLAUSES[award.clause], award.side or None, award.paid, REASONS[award.reason])
        for award in result.awards
    )


def _first_move(
    tree: Tree, move: Move, after: Node | Ending, numbers: dict[Result, int]
) -> FirstMove:
    side = side_of(tree.rules, move.seat)
    comes_to = after.choice
    return FirstMove(
        str(move), after.lines_from, numbers[comes_to.result], comes_to.ahead[side - 1]
    )


def _words(moves: Sequence[Move]) -> str:
    return " ".join(map(str, moves))
