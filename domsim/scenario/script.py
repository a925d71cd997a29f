"""Playing a script: each written play is checked, forced actions left out are filled in."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from domsim.engine.deal import may_fold
from domsim.engine.players import choose_discard, choose_play
from domsim.engine.state import (
    END,
    END_RUNNING,
    HANDS,
    LEFT,
    MUST_LEAD,
    ORDER,
    PASSES,
    PLAYED,
    RIGHT,
    STOCK_END,
    STOCK_NEXT,
    TURN,
    State,
)
from domsim.engine.turn import (
    DUTY_DISCARD,
    DUTY_DRAW,
    DUTY_PASS,
    DUTY_PLAY,
    ON_LEFT,
    ON_RIGHT,
    STUCK_DISCARD,
    can_fold,
    discard,
    draw,
    duty,
    fits_left,
    fits_right,
    fold,
    lay,
    other_number,
    pass_turn,
)
from domsim.rules.lowering import Rules
from domsim.scenario.notation import Play
from domsim.scenario.results import Event
from domsim.tiles import HIGH, LOW, tile_text, tiles_text

RULE_OF_CODE = {
    "must-draw": ("turn", "stuck"),
    "must-discard": ("turn", "stuck"),
    "nothing-to-draw": ("turn", "stuck"),
    "no-discard": ("turn", "stuck"),
    "must-lead": ("opening", "first_tile"),
    "fold-not-allowed": ("fold", "rule"),
}


class IllegalPlayError(Exception):
    """A play that the rules do not allow: its code, and a sentence about it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True)
class Table:
    """A hand being replayed: the engine's state, and what the state does not keep."""

    rules: Rules
    state: State
    line: list[tuple[int, int]] | None = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def running(self) -> bool:
        """Tell whether the hand goes on."""
        return self.state[END] == END_RUNNING

    def lay(self, tile: int, end: int) -> None:
        """Play a tile on an end and note what happened. The play must be legal."""
        state = self.state
        seat, first = state[TURN], state[PLAYED] == 0
        left, right = state[LEFT], state[RIGHT]
        lay(self.rules, state, tile, end)
        if self.line is not None:
            self._join(tile, end, left, right)
        shown = None if first else "LR"[end]
        self.events.append(Event(
            seat, "play", tile, shown, (state[LEFT], state[RIGHT]), hand=state[HANDS + seat]
        ))  # fmt: skip

    def _join(self, tile: int, end: int, left: int, right: int) -> None:
        line = self.line
        if not line:
            self.line = [(self.state[LEFT], self.state[RIGHT])]
        elif end == ON_LEFT:
            line.insert(0, (other_number(tile, left), left))
        else:
            line.append((right, other_number(tile, right)))

    def pass_turn(self, *, forced: bool = False) -> None:
        """Pass and note it."""
        seat = self.state[TURN]
        pass_turn(self.rules, self.state)
        self._note(seat, "pass", None, forced)

    def draw(self, *, forced: bool = False) -> None:
        """Draw and note the tile."""
        seat = self.state[TURN]
        self._note(seat, "draw", draw(self.rules, self.state), forced)

    def discard(self, tile: int) -> None:
        """Discard and note it."""
        seat = self.state[TURN]
        discard(self.rules, self.state, tile)
        self._note(seat, "discard", tile, False)

    def fold(self, seat: int) -> None:
        """Fold and note it."""
        fold(self.rules, self.state)
        self._note(seat, "fold", None, False)

    def note_redeal(self) -> None:
        """Note that the rules made the first seat with doubles enough fold."""
        for seat in range(1, self.rules.seats + 1):
            if may_fold(self.rules, self.state, seat):
                self._note(seat, "fold", None, True)
                return

    def _note(self, seat: int, action: str, tile: int | None, forced: bool) -> None:
        hand = self.state[HANDS + seat]
        self.events.append(Event(seat, action, tile, forced=forced, hand=hand))

    def play_on(self, players: Sequence[int]) -> None:
        """Let the players finish the hand; ``players`` holds one code a seat."""
        while self.running:
            self.play_turn(players[self.state[TURN] - 1])

    def play_turn(self, player: int) -> None:
        """Let a player do one thing for the seat to move, noted as an event."""
        what = duty(self.rules, self.state)
        if what == DUTY_PLAY:
            left, right = fits_left(self.state), fits_right(self.state)
            move = choose_play(self.rules, self.state, player, left, right)
            self.lay(move >> 1, move & 1)
        elif what == DUTY_DISCARD:
            self.discard(choose_discard(self.state, player))
        else:
            self.fill(what)

    def fill(self, what: int) -> None:
        """Do what the seat to move has no choice about: a DUTY_PASS or DUTY_DRAW."""
        if what == DUTY_DRAW:
            self.draw(forced=True)
        else:
            self.pass_turn(forced=True)


def play_written(table: Table, play: Play) -> None:
    """Carry out one written play, after the forced actions that were left out before it.

    Raises IllegalPlayError.
    """
    if play.kind == "fold":
        _fold(table, play)
        return
    fill_before(table, play)
    if not table.running:
        raise IllegalPlayError("hand-over", "the hand is over")
    seat = table.state[TURN]
    if play.seat is not None and play.seat != seat:
        raise _wrong_seat(table, play.seat)
    _ACTIONS[play.kind](table, play)


def fill_before(table: Table, play: Play | None) -> None:
    """Fill in forced passes and draws until somebody has a choice or the script speaks of them.

    With ``play`` None the script has ended.
    """
    while table.running:
        what = duty(table.rules, table.state)
        if what not in (DUTY_PASS, DUTY_DRAW) or (play and _speaks_of(table, play, what)):
            return
        table.fill(what)


def _speaks_of(table: Table, play: Play, what: int) -> bool:
    """Tell whether a written play is about the forced action of the seat to move."""
    seat = table.state[TURN]
    if play.seat not in (None, seat):
        return False
    if play.kind == "play":
        return play.seat == seat and what == DUTY_PASS
    return True


def _fold(table: Table, play: Play) -> None:
    seat = play.seat if play.seat is not None else table.state[TURN]
    if not table.running:
        raise IllegalPlayError("hand-over", "the hand is over")
    if seat > table.rules.seats:
        raise IllegalPlayError("not-your-turn", f"there is no seat {seat} at this table")
    if not can_fold(table.rules, table.state, seat):
        held = tiles_text(table.state[HANDS + seat])
        raise IllegalPlayError("fold-not-allowed", f"seat {seat} may not fold; it holds {held}")
    table.fold(seat)


def _wrong_seat(table: Table, seat: int) -> IllegalPlayError:
    state = table.state
    turn = state[TURN]
    led = state[PLAYED] > table.rules.turned_up
    if not led and state[PASSES] == 0 and not table.events:
        return IllegalPlayError("wrong-lead", f"seat {turn} leads this hand, not seat {seat}")
    held = tiles_text(fits_left(state) | fits_right(state))
    can = f", who can play {held}" if held else ""
    text = f"it is the turn of seat {turn}{can}, not of seat {seat}"
    return IllegalPlayError("not-your-turn", text)


def _play(table: Table, play: Play) -> None:
    state = table.state
    seat, tile = state[TURN], play.tile
    if not state[HANDS + seat] >> tile & 1:
        held = tiles_text(state[HANDS + seat])
        text = f"seat {seat} does not hold {tile_text(tile)}; it holds {held}"
        raise IllegalPlayError("not-in-hand", text)
    if state[PLAYED] == 0:
        _lead(table, play)
    else:
        table.lay(tile, _end_of(table, play))


def _lead(table: Table, play: Play) -> None:
    state = table.state
    if state[MUST_LEAD] and state[MUST_LEAD] - 1 != play.tile:
        named = tile_text(state[MUST_LEAD] - 1)
        text = f"seat {state[TURN]} must lead {named}, not {tile_text(play.tile)}"
        raise IllegalPlayError("must-lead", text)
    left, right = play.numbers or (0, 0)
    if play.end[:1] == "@" and int(play.end[1]) not in (left, right):
        raise IllegalPlayError("does-not-fit", f"the first tile shows no {play.end[1]}")
    table.lay(play.tile, ON_LEFT if left <= right else ON_RIGHT)


def _end_of(table: Table, play: Play) -> int:
    """Return the end on which a written play lays its tile."""
    state, tile = table.state, play.tile
    left, right = state[LEFT], state[RIGHT]
    numbers = (HIGH[tile], LOW[tile])
    on_left, on_right = left in numbers, right in numbers
    if play.end[:1] == "@":
        wanted = int(play.end[1])
        on_left, on_right = on_left and left == wanted, on_right and right == wanted
    elif play.end:
        on_left, on_right = on_left and play.end == "L", on_right and play.end == "R"
    elif on_left and on_right and left != right:
        text = f"{tile_text(tile)} fits both ends {left} and {right}; say which"
        raise IllegalPlayError("ambiguous-end", text)
    if on_left:
        return ON_LEFT
    if on_right:
        return ON_RIGHT
    where = {"": "", "L": " on the left", "R": " on the right"}.get(play.end, f" on {play.end[1:]}")
    text = f"{tile_text(tile)} does not fit{where}; the ends are {left} and {right}"
    raise IllegalPlayError("does-not-fit", text)


def _must(table: Table, action: str, wanted: int) -> None:
    """Raise unless the seat to move has to do ``wanted``; ``action`` is what was written."""
    state = table.state
    seat = state[TURN]
    what = duty(table.rules, state)
    if what == wanted:
        return
    if what == DUTY_PLAY:
        held = tiles_text(fits_left(state) | fits_right(state))
        raise IllegalPlayError("must-play", f"seat {seat} {action}, but can play {held}")
    if what == DUTY_DRAW:
        left = state[STOCK_END] - state[STOCK_NEXT]
        raise IllegalPlayError("must-draw", f"seat {seat} {action}, but must draw; {left} are left")
    if what == DUTY_DISCARD:
        raise IllegalPlayError("must-discard", f"seat {seat} {action}, but must discard a tile")
    if wanted == DUTY_DRAW:
        text = f"seat {seat} {action}, but nothing is to be drawn"
        raise IllegalPlayError("nothing-to-draw", text)
    reason = "has no tile" if table.rules.stuck == STUCK_DISCARD else "can only pass"
    raise IllegalPlayError("no-discard", f"seat {seat} {action}, but {reason}")


def _pass(table: Table, _play: Play) -> None:
    _must(table, "passes", DUTY_PASS)
    table.pass_turn()


def _draw(table: Table, play: Play) -> None:
    state = table.state
    if duty(table.rules, state) == DUTY_DISCARD:
        text = f"seat {state[TURN]} draws, but these rules have no stock"
        raise IllegalPlayError("nothing-to-draw", text)
    _must(table, "draws", DUTY_DRAW)
    coming = state[ORDER + state[STOCK_NEXT]]
    if play.numbers is not None and play.tile != coming:
        text = f"the next tile of the stock is {tile_text(coming)}, not {tile_text(play.tile)}"
        raise IllegalPlayError("wrong-draw", text)
    table.draw()


def _discard(table: Table, play: Play) -> None:
    state = table.state
    if not state[HANDS + state[TURN]] >> play.tile & 1:
        held = tiles_text(state[HANDS + state[TURN]])
        text = f"seat {state[TURN]} does not hold {tile_text(play.tile)}; it holds {held}"
        raise IllegalPlayError("not-in-hand", text)
    _must(table, "discards", DUTY_DISCARD)
    table.discard(play.tile)


_ACTIONS = {"play": _play, "pass": _pass, "draw": _draw, "discard": _discard}
