"""The middle of a hand, checked against what can happen, laid into the engine's state."""

from collections import Counter
from collections.abc import Iterable

from domsim.engine.deal import count_live
from domsim.engine.settle import is_blocked
from domsim.engine.state import (
    COME_OUT,
    DISCARDS,
    HANDS,
    LAST,
    LEADER,
    LEFT,
    LIVE,
    ORDER,
    PASSES,
    PLAYED,
    RIGHT,
    SEEN,
    STOCK_END,
    STOCK_NEXT,
    TURN,
    State,
)
from domsim.engine.turn import PARTNER_CANCELS, STUCK_DISCARD
from domsim.rules.loader import LoadedRules
from domsim.scenario.marks import Marks, Path
from domsim.scenario.models import Position, Seats
from domsim.scenario.tiles_given import TilesGiven, seats_given
from domsim.tiles import HIGH, LOW, SUIT, mask_of, tile_of, tile_text, tiles_in

Line = list[tuple[int, int]]


def read_position(
    position: Position, rules: LoadedRules, marks: Marks, path: Path, state: State,
    start_leader: int | None,
) -> Line | None:  # fmt: skip
    """Put a position into the state and return its line, or None where only the ends are given.

    Notes in ``marks`` the faults of its tiles, and ``impossible-position``, ``broken-line``,
    ``hand-over`` or ``leader-needed``.
    """
    reader = _Reader(position, rules, marks, path, state)
    return reader.read(start_leader)


class _Reader:
    def __init__(
        self, position: Position, rules: LoadedRules, marks: Marks, path: Path, state: State
    ) -> None:
        self.position = position
        self.rules = rules
        self.codes = rules.codes
        self.marks = marks
        self.path = path
        self.state = state
        self.given = TilesGiven(rules, marks)

    def read(self, start_leader: int | None) -> Line | None:
        """Put the position into the state, noting every fault; return its line."""
        before = len(self.marks.findings)
        line = self._take_line()
        self._take_hands()
        self._take_stock()
        asleep_known = self._take_asleep(line is not None)
        if len(self.marks.findings) == before:
            self._count_line(line, asleep_known)
        if len(self.marks.findings) == before:
            self._take_turn(start_leader)
        if len(self.marks.findings) == before:
            self._check_passes()
            self._check_stuck()
            self._check_running()
        return line

    def impossible(self, key: str, message: str) -> None:
        """Note that play cannot lead to this position."""
        self.marks.at((*self.path, key), "impossible-position", message)

    def _take_line(self) -> Line | None:
        position, here = self.position, (*self.path, "line")
        if position.line is None:
            if position.ends is None:
                self.marks.at(self.path, "missing-key", "a position needs its line or its ends")
            else:
                self._set_ends(*position.ends)
                if max(position.ends) > self.given.highest:
                    self.impossible("ends", f"the set's numbers run from 0 to {self.given.highest}")
            return None
        line = self.given.take_numbers(position.line, here, "on the line")
        for number in range(1, 0 if self.given.faulty else len(line)):
            left, right = line[number - 1], line[number]
            if left[1] != right[0]:
                text = f"{left[0]}-{left[1]} does not join {right[0]}-{right[1]}"
                self.marks.at_word(here, number, "broken-line", text,
                                   "write the line as it lies, left number first")  # fmt: skip
        if line:
            self._set_ends(line[0][0], line[-1][1])
            if position.ends is not None and position.ends != (line[0][0], line[-1][1]):
                self.impossible("ends", f"the line ends in {line[0][0]} and {line[-1][1]}")
        elif not self.given.faulty:
            self.marks.at(here, "missing-key", "the line is empty; use deal for a hand not begun")
        return line

    def _set_ends(self, left: int, right: int) -> None:
        self.state[LEFT], self.state[RIGHT] = left, right

    def _take_hands(self) -> None:
        self._take_seats(self.position.hands, "hands", HANDS, "to seat {}")
        if self.position.discards is not None:
            if self.rules.rules.turn.stuck != "discard":
                self.impossible("discards", f"{self.rules.name} knows no discards")
            self._take_seats(self.position.discards, "discards", DISCARDS, "discarded by seat {}")
        if self.codes.stock_tiles == 0:
            self._check_hand_sizes()

    def _check_hand_sizes(self) -> None:
        for seat in self._seats():
            held = (self.state[HANDS + seat] | self.state[DISCARDS + seat]).bit_count()
            if held > self.codes.hand_size:
                text = f"seat {seat} has {held} tiles; only {self.codes.hand_size} are dealt"
                self.impossible("hands", text)

    def _take_seats(self, seats: Seats, key: str, base: int, group: str) -> None:
        path = (*self.path, key)
        for seat in seats_given(seats, self.codes.seats, path, self.marks):
            written = seats.of(seat)
            if written is None:
                if base == HANDS:
                    self.marks.at(path, "missing-hand", f"the hand of seat {seat} is missing")
                continue
            here = (*path, str(seat))
            self.state[base + seat] = mask_of(self.given.take(written, here, group.format(seat)))

    def _take_stock(self) -> None:
        written = self.position.stock
        if written is None:
            return
        if not self.codes.stock_tiles and written:
            self.marks.at((*self.path, "stock"), "no-stock", f"{self.rules.name} has no stock")
        stock = self.given.take(written, (*self.path, "stock"), "to the stock")
        first = self.codes.tiles - len(stock)
        for place, tile in enumerate(stock):
            self.state[ORDER + first + place] = tile
        self.state[STOCK_NEXT] = first
        self.state[STOCK_END] = max(first, self.codes.tiles - self.codes.stock_floor)

    def _take_asleep(self, line_known: bool) -> bool:
        """Take the sleeping tiles; tell whether the tiles of the line are known one by one."""
        sleeps = self.rules.rules.table.undealt == "asleep"
        written = self.position.asleep
        if written is not None:
            if not sleeps and written:
                self.marks.at((*self.path, "asleep"), "no-asleep", "no tile sleeps in these rules")
            self.given.take(written, (*self.path, "asleep"), "asleep")
        elif sleeps and line_known:
            rest = self.given.remaining()
            self.given.where.update(dict.fromkeys(tiles_in(rest), "asleep"))
        return written is not None or not sleeps

    def _count_line(self, line: Line | None, asleep_known: bool) -> None:
        codes = self.codes
        sleeping = codes.tiles - codes.seats * codes.hand_size - codes.turned_up - codes.stock_tiles
        if line is not None:
            self.state[PLAYED] = len(line)
            self.state[SEEN] = mask_of(tile_of(*tile) for tile in line)
            self.given.nothing_missing(self.path)
            asleep = sum(1 for group in self.given.where.values() if group == "asleep")
            if not self.given.faulty and asleep != sleeping:
                text = f"{asleep} tiles sleep; under {self.rules.name} {sleeping} do"
                self.impossible("line", text)
            return
        played = self.given.remaining()
        count = played.bit_count() - (0 if asleep_known else sleeping)
        self.state[PLAYED] = count
        if count < 1:
            self.impossible("hands", "no tile is left that could be on the line")
        elif asleep_known:
            self._check_played(played)

    def _check_played(self, played: int) -> None:
        """Check that the played tiles form one line with the ends given (parity of numbers)."""
        left, right = self.state[LEFT], self.state[RIGHT]
        halves: Counter[int] = Counter()
        for tile in tiles_in(played):
            halves[HIGH[tile]] += 1
            halves[LOW[tile]] += 1
        odd = {n for n, count in halves.items() if count % 2}
        ends = {left, right} if left != right else set()
        names = " ".join(tile_text(t) for t in tiles_in(played))
        if odd != ends or not {left, right} <= set(halves) or not _connected(played):
            text = f"the tiles played ({names}) form no line with the ends {left} and {right}"
            self.impossible("ends", text)

    def _take_turn(self, start_leader: int | None) -> None:
        position, state, seats = self.position, self.state, self.codes.seats
        for key in ("turn", "leader", "last"):
            seat = getattr(position, key)
            if seat is not None and seat > seats:
                self.marks.at((*self.path, key), "unknown-seat", f"there is no seat {seat}")
                return
        turn, last = position.turn, position.last
        nobody = state[PLAYED] == self.codes.turned_up
        if last is not None and nobody:
            self.impossible("last", "no tile has been played yet")
            return
        if last is None and turn is not None and not nobody:
            last = (turn - position.passes - 2) % seats + 1
        if turn is None and last is not None:
            turn = (last + position.passes) % seats + 1
        if turn is None:
            self.marks.at(self.path, "missing-key", "a position needs the seat in turn")
            return
        if last is not None and (turn - last - 1 - position.passes) % seats:
            text = f"after seat {last} and {position.passes} passes it is not seat {turn}'s turn"
            self.impossible("turn", text)
        state[TURN], state[LAST], state[PASSES] = turn, last or 0, position.passes
        self._take_leader(start_leader)

    def _take_leader(self, start_leader: int | None) -> None:
        state = self.state
        leader = self.position.leader or start_leader
        if start_leader not in (None, leader):
            self.impossible("leader", f"start says that seat {start_leader} leads")
        first = state[PLAYED] == 1 + self.codes.turned_up
        if leader is None and first:
            leader = state[LAST]
        if not leader:
            self.marks.at(self.path, "leader-needed", "who led this hand is not said",
                          "add leader: to the position")  # fmt: skip
            return
        if first and state[LAST] and leader != state[LAST] and self.codes.stuck != STUCK_DISCARD:
            self.impossible("leader", f"the only tile was played by seat {state[LAST]}, who led")
        if not state[LAST] and (state[TURN] - leader - state[PASSES]) % self.codes.seats:
            text = f"seat {leader} leads, and after {state[PASSES]} discards or passes"
            self.impossible("turn", f"{text} it is not seat {state[TURN]}'s turn")
        state[LEADER] = leader
        waits = self.codes.come_out_pass > 0 and self.codes.come_out_partner == PARTNER_CANCELS
        state[COME_OUT] = 1 if waits and first and state[PASSES] == 1 else 0

    def _check_passes(self) -> None:
        """Whoever passed since the last tile holds nothing that fits."""
        state, seats = self.state, self.codes.seats
        fitting = SUIT[state[LEFT]] | SUIT[state[RIGHT]]
        seat = state[TURN]
        for _ in range(min(state[PASSES], seats)):
            seat = (seat - 2) % seats + 1
            held = state[HANDS + seat] & fitting
            if held:
                tile = tile_text(next(iter(tiles_in(held))))
                self.impossible("passes", f"seat {seat} passed but holds {tile}, which fits")

    def _check_stuck(self) -> None:
        """Whoever was stuck drew what could be drawn, or discarded, where the rules say so."""
        state, stuck = self.state, self.rules.rules.turn.stuck
        stock_left = state[STOCK_NEXT] < state[STOCK_END]
        if state[PASSES] and stock_left and stuck == "draw-until-fits":
            self.impossible("passes", "nobody passes while a tile can be drawn")
        if stuck == "discard" and all(self._hand(seat) for seat in self._seats()):
            self._check_discards()

    def _check_discards(self) -> None:
        """Every turn has cost a tile, and every turn without a play a discard."""
        state, seats = self.state, self.codes.seats
        turn, leader = state[TURN], state[LEADER]
        taken = {s: self.codes.hand_size - self._hand(s).bit_count() for s in self._seats()}
        for seat in self._seats():
            earlier = (seat - leader) % seats < (turn - leader) % seats
            if taken[seat] != taken[turn] + earlier:
                text = f"seat {seat} took {taken[seat]} turns and seat {turn} {taken[turn]}"
                self.impossible("hands", f"{text}; seat {leader} led and seat {turn} is to move")
                return
            back = (turn - seat - 1) % seats + 1
            stuck = max(0, (state[PASSES] - back) // seats + 1)
            if state[DISCARDS + seat].bit_count() < stuck:
                text = f"seat {seat} was stuck, so it has discarded {stuck} tiles or more"
                self.impossible("passes", text)

    def _seats(self) -> range:
        return range(1, self.codes.seats + 1)

    def _hand(self, seat: int) -> int:
        return self.state[HANDS + seat]

    def _check_running(self) -> None:
        count_live(self.codes, self.state)
        over = self.state[LIVE] == 0
        over = over or (self.rules.rules.end.block_found == "at-once" and is_blocked(self.state))
        stock_left = self.state[STOCK_NEXT] < self.state[STOCK_END]
        over = over or (self.state[PASSES] >= self.codes.seats and not stock_left)
        empty = [seat for seat in self._seats() if not self._hand(seat)]
        discarded = self.rules.rules.end.emptied_by == "play" and self.codes.stuck == STUCK_DISCARD
        if over or (empty and not discarded):
            self.marks.at(self.path, "hand-over", "this hand is over; there is nothing to play")


def _connected(played: int) -> bool:
    """Tell whether the played tiles hang together by their numbers."""
    groups: list[set[int]] = []
    for tile in tiles_in(played):
        joined = {HIGH[tile], LOW[tile]}
        apart = [g for g in groups if not g & joined]
        groups = [*apart, joined.union(*_touching(groups, joined))]
    return len(groups) == 1


def _touching(groups: Iterable[set[int]], numbers: set[int]) -> list[set[int]]:
    return [g for g in groups if g & numbers]
