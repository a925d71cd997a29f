"""Every award in words: the arithmetic of what was paid, the reason for what was not."""

from collections.abc import Sequence
from dataclasses import dataclass

from domsim.engine.state import (
    BROKEN_BY_LEADER,
    BROKEN_BY_LIGHTEST,
    BROKEN_BY_LOCKER,
    BROKEN_BY_LOWER_NUMBER,
    BROKEN_BY_NO_TILE,
    BROKEN_NOT_TIED,
)
from domsim.rules.models import RuleSet
from domsim.scenario.results import Award


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the words need to know of a hand that has ended. Seats count from 1."""

    rules: RuleSet
    pips: Sequence[int]
    winner_seat: int | None
    winner_side: int | None
    locker: int | None
    tie_broken: int = BROKEN_NOT_TIED

    @property
    def sides(self) -> int:
        """Return how many sides play."""
        return self.rules.table.side_count

    def seats_of(self, side: int) -> list[int]:
        """Return the seats of a side."""
        return list(range(side, len(self.pips) + 1, self.sides))

    def total(self, side: int) -> int:
        """Return the pips of a side."""
        return sum(self.pips[seat - 1] for seat in self.seats_of(side))


_TIE_WORDS = {
    BROKEN_NOT_TIED: "partners share the lowest count",
    BROKEN_BY_LOCKER: "the locker comes first in a tie",
    BROKEN_BY_LEADER: "the leader comes first in a tie",
    BROKEN_BY_LIGHTEST: "the lightest unplayed tile breaks the tie",
    BROKEN_BY_LOWER_NUMBER: "the lower number on the lightest unplayed tile breaks the tie",
    BROKEN_BY_NO_TILE: "having no tile left breaks the tie",
}


def explain(award: Award, settlement: Settlement) -> str:
    """Return one sentence about an award, without its final full stop."""
    words = _WORDS[award.clause](award, settlement)
    return f"{words}: {_withheld(award, settlement)}" if award.reason else words


def _withheld(award: Award, settlement: Settlement) -> str:
    target = settlement.rules.match.target
    reached = award.score + award.nominal
    texts = {
        "does-not-fit": f"does not fit, {award.score} + {award.nominal} = {reached} "
        f"would reach {target}",
        "partner-passed": "cancelled, the partner passed on it too",
        "match-opening": "not in the match-opening hand",
        "tie": "nobody won the hand",
        "shown-only": f"{award.nominal} points shown only, the match counts wins",
    }
    return texts[award.reason or ""]


def _hand(award: Award, settlement: Settlement) -> str:
    if settlement.winner_side is None:
        return _compared(settlement)
    count = settlement.rules.score.out if award.clause == "out" else settlement.rules.score.block
    worth = _worth(count, award, settlement)
    if settlement.rules.match.unit == "wins":
        worth = f"1 win ({worth})"
    if award.side != settlement.winner_side:
        return f"{worth}"
    compared = award.clause == "block" or settlement.rules.end.out_winner == "lowest-count"
    return f"{_compared(settlement)}; {worth}" if compared else worth


def _out(award: Award, settlement: Settlement) -> str:
    return f"out: {_hand(award, settlement)}"


def _block(award: Award, settlement: Settlement) -> str:
    return f"block: {_hand(award, settlement)}"


def _compared(settlement: Settlement) -> str:
    """Say who was compared with whom, and who is lower."""
    rules, pips = settlement.rules, settlement.pips
    if rules.block.compare == "locker-and-next" and settlement.locker:
        locker = settlement.locker
        other = locker % len(pips) + 1
        counts = {f"locker seat {locker}": pips[locker - 1], f"seat {other}": pips[other - 1]}
    elif settlement.sides < len(pips) and rules.block.compare == "side-totals":
        counts = {
            f"side {side} ({_plus(settlement, settlement.seats_of(side))})": settlement.total(side)
            for side in range(1, settlement.sides + 1)
        }
    else:
        counts = {f"seat {seat}": held for seat, held in enumerate(pips, 1)}
    listed = ", ".join(f"{name} {count}" for name, count in counts.items())
    lowest = min(counts.values())
    tied = [name for name, count in counts.items() if count == lowest]
    return f"{listed}; {_decided(settlement, len(tied))}"


def _decided(settlement: Settlement, tied: int) -> str:
    seat, side = settlement.winner_seat, settlement.winner_side
    if side is None:
        return "the lowest are equal, nobody wins"
    winner = f"seat {seat}" if seat else f"side {side}"
    if tied == 1:
        return f"{winner} is lowest"
    return f"{winner} wins, {_TIE_WORDS[settlement.tie_broken]}"


def _worth(count: str, award: Award, settlement: Settlement) -> str:
    """Say how the pips of a hand were counted."""
    side = award.side or 0
    everybody = list(range(1, len(settlement.pips) + 1))
    own = settlement.seats_of(side)
    losers = [seat for seat in everybody if seat not in own]
    if count == "all-tiles":
        return f"every tile left is {_plus(settlement, everybody)} pips"
    if count == "all-but-winner":
        winner = settlement.winner_seat
        others = [s for s in everybody if s != winner] if winner else losers
        return _held(settlement, others)
    if count == "net":
        return f"{_held(settlement, losers)}, less {_plus(settlement, own)} of its own"
    if count in ("differences", "each-differences"):
        return _beyond(settlement, side)
    return _held(settlement, losers)


def _beyond(settlement: Settlement, side: int) -> str:
    own = settlement.total(side)
    totals = [settlement.total(s) for s in range(1, settlement.sides + 1) if s != side]
    parts = [f"({total} - {own})" for total in totals if total > own]
    points = sum(total - own for total in totals if total > own)
    shown = " + ".join(parts) if parts else "0"
    name = "seat" if settlement.sides == len(settlement.pips) else "side"
    return f"what the others hold beyond {name} {side} is {shown} = {points} pips"


def _held(settlement: Settlement, seats: Sequence[int]) -> str:
    names = [str(seat) for seat in seats]
    if len(seats) == 1:
        return f"seat {names[0]} holds {_plus(settlement, seats)} pips"
    listed = ", ".join(names[:-1]) + " and " + names[-1]
    return f"seats {listed} hold {_plus(settlement, seats)} pips"


def _plus(settlement: Settlement, seats: Sequence[int]) -> str:
    counts = [settlement.pips[seat - 1] for seat in seats]
    if len(counts) == 1:
        return str(counts[0])
    return " + ".join(map(str, counts)) + f" = {sum(counts)}"


def _capicua(award: Award, settlement: Settlement) -> str:
    shapes = {
        "different-ends": "fits both of two different ends",
        "both-ends": "fits both ends",
        "alike-after": "leaves both ends alike",
        "no-blank": "bears no blank and fits both of two different ends",
        "double-on-equal-ends": "is a double on two equal ends",
    }
    shape = shapes[settlement.rules.bonuses.capicua.tile]
    return f"capicúa: the last tile of seat {award.seat} {shape}"


def _straight_pass(award: Award, settlement: Settlement) -> str:
    if settlement.rules.bonuses.straight_pass.paid == "last-pass":
        return f"passes all round: everybody else passed on the tile of seat {award.seat}"
    return f"passes all round: everybody else passed and seat {award.seat} plays again"


def _come_out_pass(award: Award, settlement: Settlement) -> str:
    follower = (award.seat or 0) % len(settlement.pips) + 1
    return f"come-out pass: seat {follower} passed on the opening tile of seat {award.seat}"


def _blocked_bonus(award: Award, settlement: Settlement) -> str:
    return "blocked-hand bonus" + (f": side {award.side} won the block" if award.side else "")


_WORDS = {
    "out": _out,
    "block": _block,
    "capicua": _capicua,
    "straight-pass": _straight_pass,
    "come-out-pass": _come_out_pass,
    "blocked-bonus": _blocked_bonus,
}
