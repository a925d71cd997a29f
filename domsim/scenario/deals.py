"""A scripted deal, in full or by address, laid into the engine's state."""

from domsim.engine.deal import deal_out, shuffle
from domsim.engine.rng import STREAM_DEAL, seed_stream
from domsim.engine.state import ORDER, State
from domsim.rules.loader import LoadedRules
from domsim.scenario.marks import Marks, Path
from domsim.scenario.models import Deal
from domsim.scenario.tiles_given import TilesGiven, seats_given
from domsim.tiles import tiles_in


def read_deal(
    deal: Deal, rules: LoadedRules, marks: Marks, path: Path, state: State, number: int
) -> None:
    """Put a deal into the state; hand ``number`` is the default of an address.

    Faults are noted in ``marks``: doubled-tile, foreign-tile, missing-tile, bad-tile,
    wrong-hand-size, missing-hand, unknown-seat, missing-table, no-table, missing-stock,
    no-stock, no-asleep, deal-named-twice.
    """
    if deal.seed is not None or deal.match is not None or deal.hand is not None:
        _by_address(deal, rules, marks, path, state, number)
        return
    order = _in_full(deal, rules, marks, path)
    if order is not None:
        for place, tile in enumerate(order):
            state[ORDER + place] = tile
        deal_out(rules.codes, state)


def _by_address(
    deal: Deal, rules: LoadedRules, marks: Marks, path: Path, state: State, number: int
) -> None:
    written = [seat for seat in range(1, 7) if deal.of(seat) is not None]
    if written or deal.table is not None or deal.stock is not None or deal.asleep is not None:
        message = "a deal gives either its tiles or the seed, match and hand of a simulated one"
        marks.at(path, "deal-named-twice", message)
        return
    if deal.seed is None:
        marks.at(path, "missing-key", "a simulated deal needs its seed")
        return
    seed_stream(state, deal.seed, deal.match or 0, deal.hand or number, STREAM_DEAL)
    shuffle(rules.codes, state)
    deal_out(rules.codes, state)


def _in_full(deal: Deal, rules: LoadedRules, marks: Marks, path: Path) -> list[int] | None:
    codes = rules.codes
    given = TilesGiven(rules, marks)
    before = len(marks.findings)
    order: list[int] = []
    for seat in seats_given(deal, codes.seats, path, marks):
        order += _hand(deal.of(seat), seat, given, path)
    order += _table(deal, given, path)
    if codes.stock_tiles:
        order += _stock(deal, given, path)
    elif deal.stock is not None:
        marks.at((*path, "stock"), "no-stock", f"{rules.name} has no stock to draw from",
                 "undealt tiles of these rules are given as asleep")  # fmt: skip
    order += _asleep(deal, given, path)
    given.nothing_missing(path)
    return order if len(marks.findings) == before else None


def _hand(written: tuple[str, ...] | None, seat: int, given: TilesGiven, path: Path) -> list[int]:
    size = given.rules.codes.hand_size
    if written is None:
        given.faulty = True
        given.marks.at(path, "missing-hand", f"the hand of seat {seat} is missing")
        return []
    here = (*path, str(seat))
    tiles = given.take(written, here, f"to seat {seat}")
    if len(written) != size:
        given.faulty = True
        given.marks.at(
            here, "wrong-hand-size",
            f"seat {seat} is dealt {len(written)} tiles; {given.rules.name} deals {size}",
        )  # fmt: skip
    return tiles


def _table(deal: Deal, given: TilesGiven, path: Path) -> list[int]:
    here, name = (*path, "table"), given.rules.name
    if not given.rules.codes.turned_up:
        if deal.table is not None:
            given.faulty = True
            given.marks.at(here, "no-table", f"{name} turns no tile up before play")
        return []
    if deal.table is None:
        given.faulty = True
        given.marks.at(path, "missing-table", f"{name} turns a tile up before play",
                       "add table: with that tile")  # fmt: skip
        return []
    if len(deal.table) != 1:
        given.faulty = True
        given.marks.at(here, "missing-table", f"one tile is turned up, not {len(deal.table)}")
    return given.take(deal.table, here, "on the table")


def _stock(deal: Deal, given: TilesGiven, path: Path) -> list[int]:
    if deal.stock is None:
        given.faulty = True
        given.marks.at(path, "missing-stock", "the stock is missing",
                       "add stock: with its tiles in drawing order")  # fmt: skip
        return []
    return given.take(deal.stock, (*path, "stock"), "to the stock")


def _asleep(deal: Deal, given: TilesGiven, path: Path) -> list[int]:
    sleeps = given.rules.rules.table.undealt == "asleep"
    if deal.asleep is not None:
        here = (*path, "asleep")
        if not sleeps and deal.asleep:
            given.faulty = True
            message = f"no tile sleeps under {given.rules.name}"
            given.marks.at(here, "no-asleep", message)
        return given.take(deal.asleep, here, "asleep")
    if not sleeps or given.faulty:
        return []
    rest = list(tiles_in(given.remaining()))
    given.where.update(dict.fromkeys(rest, "asleep"))
    return rest
