"""The result of a simulation as data, with the keys of the contract."""

from collections.abc import Sequence
from typing import Any

from domsim.engine import tally as t
from domsim.engine.state import CLAUSES, REASONS
from domsim.rules.loader import LoadedRules
from domsim.simulate.run import Outcome
from domsim.simulate.stats import mean, quantile, rate, standard_error, wilson

SCHEMA = "domsim.simulate/1"
QUANTILES = (5, 25, 50, 75, 95)


def summary(
    loaded: LoadedRules, seed: int, players: Sequence[str], outcome: Outcome
) -> dict[str, Any]:
    """Return everything that a simulation counted. ``players`` holds a name a seat."""
    tally = outcome.tally
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "rules": {"name": loaded.name, "digest": loaded.digest},
        "seed": seed,
        "players": list(players),
        "hands": tally[t.HANDS_PLAYED],
        "matches": tally[t.MATCHES],
        "ends": {
            "out": tally[t.OUT], "blocked": tally[t.BLOCKED], "folded": tally[t.FOLDED],
        },
        "ties": tally[t.TIES],
        "sides": [_side(tally, side) for side in range(1, loaded.codes.sides + 1)],
        "seats": [_seat(tally, seat) for seat in range(1, loaded.codes.seats + 1)],
        "leader": _share("hands_won", tally[t.LEADER_WON], tally[t.DECIDED]),
        "clauses": [_clause(tally, code) for code in clauses(loaded)],
        "plays": tally[t.ALL_PLAYS],
        "passes": tally[t.ALL_PASSES],
        "draws": tally[t.ALL_DRAWS],
        "discards": tally[t.ALL_DISCARDS],
        "pips_left": tally[t.PIPS_LEFT],
        "pips": _pips(tally),
        "points": _points(tally),
        "match": _match(tally),
    }  # fmt: skip
    return data | ({"partial": True} if outcome.partial else {})


def clauses(loaded: LoadedRules) -> list[int]:
    """Return the codes of the clauses that a rule set knows, whether or not they ever fire."""
    codes = loaded.codes
    worth = (1, 1, codes.capicua, codes.straight_pass, codes.come_out_pass, codes.blocked_bonus)
    return [code for code, points in enumerate(worth) if points > 0]


def _share(name: str, count: int, trials: int) -> dict[str, Any]:
    return {name: count, "rate": rate(count, trials), "ci95": wilson(count, trials)}


def _side(tally: Sequence[int], side: int) -> dict[str, Any]:
    won = tally[t.SIDE_MATCHES_WON + side]
    return {
        "side": side,
        "hands_won": tally[t.SIDE_HANDS_WON + side],
        "hands_ci95": wilson(tally[t.SIDE_HANDS_WON + side], tally[t.DECIDED]),
        "points": tally[t.SIDE_POINTS + side],
    } | _share("matches_won", won, tally[t.MATCHES])


def _seat(tally: Sequence[int], seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "led": tally[t.SEAT_LED + seat],
        "out": tally[t.SEAT_OUT + seat],
        "hands_won": tally[t.SEAT_WON + seat],
    }


def _clause(tally: Sequence[int], code: int) -> dict[str, Any]:
    slot = t.CLAUSES_AT + t.CLAUSE_WIDTH * code
    occurred = tally[slot + t.C_OCCURRED]
    first = t.FIRST_AT + 2 * code
    withheld = {
        str(REASONS[reason]): tally[slot + t.C_REASON + reason]
        for reason in range(1, t.REASON_COUNT)
        if tally[slot + t.C_REASON + reason]
    }
    return {
        "clause": CLAUSES[code],
        "occurred": occurred,
        "paid": tally[slot + t.C_PAID],
        "points": tally[slot + t.C_POINTS],
        "withheld": withheld,
        "first": {"match": tally[first] - 1, "hand": tally[first + 1]} if occurred else None,
        "rate": rate(occurred, tally[t.HANDS_PLAYED]),
        "ci95": wilson(min(occurred, tally[t.HANDS_PLAYED]), tally[t.HANDS_PLAYED]),
    }


def _pips(tally: Sequence[int]) -> dict[str, Any]:
    settled = tally[t.OUT] + tally[t.BLOCKED]
    return {
        "mean": mean(tally[t.PIPS_LEFT], settled),
        "standard_error": standard_error(tally[t.PIPS_LEFT], tally[t.PIPS_LEFT_SQUARES], settled),
        "mean_out": mean(tally[t.PIPS_LEFT_OUT], tally[t.OUT]),
        "mean_blocked": mean(tally[t.PIPS_LEFT_BLOCKED], tally[t.BLOCKED]),
    }


def _points(tally: Sequence[int]) -> dict[str, Any]:
    """Describe what hands paid for being won, bonuses apart; a drawn hand paid 0."""
    settled = tally[t.OUT] + tally[t.BLOCKED]
    histogram = tally[t.POINTS_AT : t.POINTS_AT + t.MOST_POINTS]
    return {
        "mean": mean(tally[t.POINTS], settled),
        "standard_error": standard_error(tally[t.POINTS], tally[t.POINTS_SQUARES], settled),
        "quantiles": _quantiles(histogram),
        "histogram": _histogram(histogram),
    }


def _match(tally: Sequence[int]) -> dict[str, Any]:
    matches = tally[t.MATCHES]
    histogram = tally[t.MATCH_HANDS_AT : t.MATCH_HANDS_AT + t.MOST_MATCH_HANDS]
    hands = {
        "mean": mean(tally[t.HANDS_PLAYED], matches),
        "standard_error": standard_error(
            tally[t.HANDS_PLAYED], tally[t.MATCH_HANDS_SQUARES], matches
        ),
        "min": tally[t.SHORTEST],
        "max": tally[t.LONGEST],
        "quantiles": _quantiles(histogram),
        "histogram": _histogram(histogram),
    }
    return {
        "hands": hands,
        "several_reached": tally[t.SEVERAL_REACHED],
        "target_ties": tally[t.TARGET_TIES],
        "abandoned": tally[t.ABANDONED],
    }


def _quantiles(histogram: Sequence[int]) -> dict[str, int]:
    return {f"{percent:02}": quantile(histogram, percent / 100) for percent in QUANTILES}


def _histogram(histogram: Sequence[int]) -> list[list[int]]:
    return [[value, count] for value, count in enumerate(histogram) if count]
