"""The result of a hand, read from the engine's state once the hand has been played."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domsim.engine.state import (
    COUNTS,
    END,
    END_BLOCKED,
    END_OUT,
    ENDS,
    HAND,
    LAST,
    LEADER,
    LEFT,
    NEXT_LEADER,
    OVER,
    PLAYED,
    RIGHT,
    SCORES,
    TIE,
    TIE_BROKEN,
    WINNER_SEAT,
    WINNER_SIDE,
    State,
)
from domsim.rules.lowering import Rules
from domsim.rules.models import RuleSet
from domsim.scenario.explain import Settlement, explain
from domsim.scenario.results import HandResult, awards_of
from domsim.scenario.script import Table


def scores_of(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the scores by side."""
    return tuple(state[SCORES + side] for side in range(1, rules.sides + 1))


def hand_result(
    table: Table,
    rules: RuleSet,
    before: tuple[int, ...],
    illegal: Mapping[str, Any] | None = None,
) -> HandResult:
    """Return the result of the hand on the table, every award explained.

    ``before`` holds the scores by side before the hand.
    """
    state = table.state
    settled = state[END] in (END_OUT, END_BLOCKED)
    pips = tuple(state[COUNTS + seat] for seat in range(1, table.rules.seats + 1))
    line = None if table.line is None else " ".join(f"{a}-{b}" for a, b in table.line)
    settlement = Settlement(
        rules, pips, state[WINNER_SEAT] or None, state[WINNER_SIDE] or None,
        state[LAST] or None, state[TIE_BROKEN],
    )  # fmt: skip
    follows = state[NEXT_LEADER] or None if state[END] else None
    return HandResult(
        number=state[HAND],
        leader=state[LEADER] or None,
        end=ENDS[state[END]],
        last_seat=state[LAST] or None,
        winner_seat=state[WINNER_SEAT] or None,
        winner_side=state[WINNER_SIDE] or None,
        tie=bool(state[TIE]),
        ends=(state[LEFT], state[RIGHT]) if state[PLAYED] else None,
        line=line,
        pips=pips if settled else None,
        awards=tuple(replace(a, text=explain(a, settlement)) for a in awards_of(state)),
        scores_before=before,
        scores=scores_of(table.rules, state),
        next_leader=None if state[OVER] else follows,
        events=tuple(table.events),
        would_lead=follows,
        illegal=illegal,
    )
