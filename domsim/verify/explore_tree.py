"""Every position that can follow another, stored once, with the lines that run through it.

A position is what decides the rest of the hand and its result: whose turn it is, what every
seat holds and has discarded, what can still be drawn, the two ends, the passes since the last
tile and who laid it, the awards so far and the scores. How the line lies between its ends, and
which way round, decides nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domsim.engine.state import (
    A_CLAUSE,
    A_PAID,
    A_REASON,
    A_SIDE,
    AWARD_COUNT,
    AWARD_WIDTH,
    AWARDS,
    COME_OUT,
    DISCARDS,
    DREW,
    END,
    END_RUNNING,
    HANDS,
    LAST,
    LEFT,
    MATCH_WINNER,
    OVER,
    PASSES,
    PLAYED,
    RIGHT,
    SCORES,
    STOCK_NEXT,
    TIE,
    TURN,
    WINNER_SEAT,
    WINNER_SIDE,
    State,
    side_of,
)
from domsim.rules.lowering import Rules
from domsim.verify.explore_moves import Move, after_move, folds_of, moves_of


class TooManyPositionsError(Exception):
    """More positions can follow than may be stored."""


class Awarded(NamedTuple):
    """An award of a result, in the engine's codes."""

    clause: int
    side: int
    paid: int
    reason: int


class Result(NamedTuple):
    """How a hand can end, in the engine's codes; 0 stands for nobody."""

    end: int
    winner_seat: int
    winner_side: int
    tie: int
    over: int
    match_winner: int
    scores: tuple[int, ...]
    awards: tuple[Awarded, ...]


Key = tuple[int | Awarded, ...]


class Ending:
    """A result, the moves of its first line, what each side gains and is ahead by, from side 1.

    ``lines_to`` counts the lines that come to it.
    """

    __slots__ = ("ahead", "gains", "lines_to", "result", "witness")

    lines_from = 1  # as of a position: the line that has ended here

    def __init__(self, result: Result, gains: Sequence[int], witness: Sequence[Move]) -> None:
        self.result = result
        self.gains = tuple(gains)
        self.ahead = lead_of_each(gains)
        self.witness = tuple(witness)
        self.lines_to = 0

    @property
    def choice(self) -> "Ending":
        """Return what best play comes to from here: this."""
        return self


class Node:
    """A position: its moves, lower ones first, and what each of them leads to.

    ``lines_to`` counts the lines from the first position to here, ``lines_from`` those from
    here to the end of the hand. ``best`` is the place of the move that is chosen with all hands
    open, and ``choice`` the ending that it comes to.
    """

    __slots__ = ("best", "choice", "lines_from", "lines_to", "moves")

    choice: Ending

    def __init__(self) -> None:
        self.moves: list[tuple[Move, Node | Ending]] = []
        self.lines_to = 0
        self.lines_from = 0
        self.best = 0


@dataclass(slots=True)
class _Step:
    """A position on the line that is searched: its moves not yet tried, and the one tried now."""

    node: Node
    state: State
    untried: Iterator[Move]
    tried: Move | None = None


class Tree:
    """The positions that can follow a running hand's state, the endings, and their counts.

    Raises TooManyPositionsError when there are more than ``most`` positions in which a seat
    has to move, the first included.
    """

    def __init__(self, rules: Rules, state: State, most: int) -> None:
        self.rules = rules
        self.endings: dict[Result, Ending] = {}
        self._start = _scores(rules, state)
        self._most = most
        self._nodes: dict[Key, Node] = {}
        self._searched: list[Node] = []  # every position after all those that can follow it
        self.root = self._search(state)
        self._choose()
        self._count()

    @property
    def positions(self) -> int:
        """Return how many positions were found in which a seat has to move."""
        return len(self._searched)

    def best_line(self) -> list[Move]:
        """Return the moves from the first position to the end, each the one chosen."""
        line: list[Move] = []
        here: Node | Ending = self.root
        while isinstance(here, Node):
            move, here = here.moves[here.best]
            line.append(move)
        return line

    def _search(self, state: State) -> Node:
        """Try every move, lower ones first: the first line to an ending is the lowest."""
        root = self._nodes[key_of(self.rules, state)] = Node()
        first = [*moves_of(self.rules, state), *folds_of(self.rules, state)]
        path = [_Step(root, state, iter(first))]
        while path:
            step = path[-1]
            step.tried = next(step.untried, None)
            if step.tried is None:
                self._searched.append(step.node)
                path.pop()
            else:
                after = after_move(self.rules, step.state, step.tried)
                step.node.moves.append((step.tried, self._place(after, path)))
        self._nodes.clear()
        return root

    def _place(self, state: State, path: list[_Step]) -> Node | Ending:
        """Return the node or ending of a state; a position not met before joins the path."""
        if state[END] != END_RUNNING:
            return self._ending(state, path)
        key = key_of(self.rules, state)
        node = self._nodes.get(key)
        if node is None:
            if len(self._nodes) >= self._most:
                raise TooManyPositionsError
            node = self._nodes[key] = Node()
            path.append(_Step(node, state, iter(moves_of(self.rules, state))))
        return node

    def _ending(self, state: State, path: list[_Step]) -> Ending:
        result = result_of(self.rules, state)
        if result not in self.endings:
            gains = [b - a for a, b in zip(self._start, result.scores, strict=True)]
            line = [step.tried for step in path if step.tried is not None]
            self.endings[result] = Ending(result, gains, line)
        return self.endings[result]

    def _choose(self) -> None:
        """Go back from the ends: each seat takes the first move that puts its side most ahead.

        Folds of other seats stand behind the moves of the seat in turn; they happen where they
        are better for the seat that folds.
        """
        for node in self._searched:
            for number, (move, after) in enumerate(node.moves):
                side = side_of(self.rules, move.seat) - 1
                if number == 0 or after.choice.ahead[side] > node.choice.ahead[side]:
                    node.best, node.choice = number, after.choice
                node.lines_from += after.lines_from

    def _count(self) -> None:
        """Go forward from the first position and count the lines to each place."""
        self.root.lines_to = 1
        for node in reversed(self._searched):
            for _, after in node.moves:
                after.lines_to += node.lines_to


def key_of(rules: Rules, state: State) -> Key:
    """Return what sets a running position apart from others of the same hand."""
    left, right = state[LEFT], state[RIGHT]
    return (
        state[TURN],
        state[LAST],
        state[PASSES],
        state[DREW],
        state[COME_OUT],
        state[PLAYED],
        min(left, right),
        max(left, right),
        state[STOCK_NEXT],
        *state[HANDS + 1 : HANDS + 1 + rules.seats],
        *state[DISCARDS + 1 : DISCARDS + 1 + rules.seats],
        *_scores(rules, state),
        *_awards(state),
    )


def result_of(rules: Rules, state: State) -> Result:
    """Return the result of a hand that has ended."""
    return Result(
        state[END],
        state[WINNER_SEAT],
        state[WINNER_SIDE],
        state[TIE],
        state[OVER],
        state[MATCH_WINNER],
        _scores(rules, state),
        _awards(state),
    )


def lead_of_each(gains: Sequence[int]) -> tuple[int, ...]:
    """Return for each side what it gains less the most that any other side gains."""
    others = [[*gains[:i], *gains[i + 1 :]] for i in range(len(gains))]
    return tuple(gain - max(rest) for gain, rest in zip(gains, others, strict=True))


def _scores(rules: Rules, state: State) -> tuple[int, ...]:
    return tuple(state[SCORES + 1 : SCORES + 1 + rules.sides])


def _awards(state: State) -> tuple[Awarded, ...]:
    last = AWARDS + AWARD_WIDTH * state[AWARD_COUNT]
    return tuple(
        Awarded(state[a + A_CLAUSE], state[a + A_SIDE], state[a + A_PAID], state[a + A_REASON])
        for a in range(AWARDS, last, AWARD_WIDTH)
    )
