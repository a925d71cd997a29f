"""Where a hand stands before every event: what is shown of it, and the legal moves.

Conformance cases are written with these states and replay checks them, so that an engine in
any language can be tested step by step.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from domsim.engine.state import (
    DISCARDS,
    END,
    END_RUNNING,
    HANDS,
    LEFT,
    ORDER,
    PLAYED,
    RIGHT,
    STOCK_NEXT,
    TURN,
    State,
)
from domsim.engine.turn import (
    DUTY_DISCARD,
    DUTY_DRAW,
    DUTY_PLAY,
    ON_LEFT,
    ON_RIGHT,
    can_fold,
    discard,
    draw,
    duty,
    fits_left,
    fits_right,
    fold,
    lay,
    pass_turn,
)
from domsim.rules.lowering import Rules
from domsim.scenario.export import play_words
from domsim.scenario.models import HandState, Seats
from domsim.scenario.notation import NotationError, format_play, parse_play
from domsim.scenario.outcome import scores_of
from domsim.scenario.results import Check, Event, HandResult
from domsim.tiles import tile_text, tiles_in, tiles_text

Compared = tuple[str, Any, Any]


def states_of(rules: Rules, begun: State, events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """Yield the state before every event and the one after the last.

    ``begun`` is the hand in which nobody has acted yet. A hand that the rules redeal is over as
    it is dealt and has one state.
    """
    state = list(begun)
    for event in events:
        if state[END] != END_RUNNING:
            break
        yield state_data(rules, state)
        _act(rules, state, event)
    yield state_data(rules, state)


def state_data(rules: Rules, state: State) -> dict[str, Any]:
    """Return what a record shows of a state, and every legal move."""
    seats = range(1, rules.seats + 1)
    data: dict[str, Any] = {
        "turn": state[TURN] if state[END] == END_RUNNING else None,
        "ends": [state[LEFT], state[RIGHT]] if state[PLAYED] else None,
        "hands": {str(seat): tiles_text(state[HANDS + seat]) for seat in seats},
        "scores": list(scores_of(rules, state)),
        "legal": legal_moves(rules, state),
    }
    if rules.stock_tiles:
        left = (state[ORDER + place] for place in range(state[STOCK_NEXT], rules.tiles))
        data["stock"] = " ".join(map(tile_text, left))
    discarded = {str(s): tiles_text(state[DISCARDS + s]) for s in seats if state[DISCARDS + s]}
    return data | ({"discards": discarded} if discarded else {})


def legal_moves(rules: Rules, state: State) -> list[str]:
    """Return every legal move in notation, in tile order, the left end before the right.

    The first tile of a line is one move, and so is a tile on two equal ends (``6-4L``). A fold
    is nobody's turn, so it names its seat and stands last (``3:fold``).
    """
    if state[END] != END_RUNNING:
        return []
    seats = range(1, rules.seats + 1)
    return _moves(rules, state) + [f"{s}:fold" for s in seats if can_fold(rules, state, s)]


def _moves(rules: Rules, state: State) -> list[str]:
    what = duty(rules, state)
    if what == DUTY_PLAY:
        left, right = fits_left(state), fits_right(state)
        if state[PLAYED] == 0:
            return [tile_text(tile) for tile in tiles_in(left)]
        return [
            tile_text(tile) + end
            for tile in tiles_in(left | right)
            for end, mask in (("L", left), ("R", right))
            if mask >> tile & 1
        ]
    if what == DUTY_DISCARD:
        return [f"x{tile_text(tile)}" for tile in tiles_in(state[HANDS + state[TURN]])]
    return ["draw" if what == DUTY_DRAW else "pass"]


def _act(rules: Rules, state: State, event: Event) -> None:
    """Carry out an event that has been found legal."""
    if event.action == "play" and event.tile is not None:
        lay(rules, state, event.tile, _end(event))
    elif event.action == "discard" and event.tile is not None:
        discard(rules, state, event.tile)
    elif event.action == "draw":
        draw(rules, state)
    elif event.action == "fold":
        fold(rules, state)
    else:
        pass_turn(rules, state)


def _end(event: Event) -> int:
    """Return the end of a play; a first tile lies as it is written."""
    if event.end is None and event.ends is not None:
        return ON_LEFT if event.ends[0] <= event.ends[1] else ON_RIGHT
    return ON_LEFT if event.end == "L" else ON_RIGHT


def check_states(expected: Sequence[HandState], hand: HandResult, number: int) -> Iterator[Check]:
    """Yield a check for every field of a state that differs, or one check that all agree.

    ``states[3].legal`` are the legal moves after three events; ``number`` is the hand's place.
    """
    failed = []
    if len(expected) != len(hand.states):
        why = "there is one before every event and one at the end"
        failed.append(Check(number, "states", len(expected), len(hand.states), False, why))
    moments = [f"before {word}" for word in play_words(hand.events)]
    moments[len(hand.states) - 1 :] = ["at the end"]
    for at, (state, actual) in enumerate(zip(expected, hand.states, strict=False)):
        failed += [
            Check(number, f"states[{at}].{field}", wanted, came, False, moments[at])
            for field, wanted, came in _differences(state, actual)
        ]
    yield from failed or [Check(number, "states", len(expected), len(hand.states), True)]


def _differences(state: HandState, actual: Mapping[str, Any]) -> Iterator[Compared]:
    """Yield every field that a state gives and that differs: what it gives, and what came."""
    for field, wanted, came in _given(state, actual):
        if wanted != came:
            yield field, wanted, came
    # The order of the legal moves is for people; another engine may list them in its own.
    legal = list(map(_canonical, state.legal or ()))
    if "legal" in state.model_fields_set and sorted(legal) != sorted(actual["legal"]):
        yield "legal", " ".join(legal), " ".join(actual["legal"])


def _given(state: HandState, actual: Mapping[str, Any]) -> Iterator[Compared]:
    given = state.model_fields_set
    for field in ("turn", "ends", "scores"):
        if field in given:
            wanted = getattr(state, field)
            yield field, list(wanted) if isinstance(wanted, tuple) else wanted, actual[field]
    for field in ("hands", "discards"):
        if field in given:
            yield from _by_seat(field, getattr(state, field), actual.get(field, {}))
    if "stock" in given:
        yield "stock", " ".join(map(_canonical, state.stock or ())), actual.get("stock", "")


def _by_seat(field: str, given: Seats | None, actual: Mapping[str, str]) -> Iterator[Compared]:
    """Yield the tiles of every seat; a seat that is left out has discarded nothing."""
    for seat in range(1, 7):
        wanted, came = given.of(seat) if given else None, actual.get(str(seat), "")
        if wanted is not None or (field == "discards" and came):
            yield f"{field}.{seat}", _in_order(wanted or ()), came


def _in_order(tiles: Iterable[str]) -> str:
    return " ".join(sorted(map(_canonical, tiles)))


@lru_cache(maxsize=1024)
def _canonical(word: str) -> str:
    """Return a tile or a move with its tile high-low; what is none stays as it is written."""
    try:
        play = parse_play(word)
    except NotationError:
        return word
    if play.numbers is None:
        return word
    high, low = max(play.numbers), min(play.numbers)
    return format_play(replace(play, numbers=(high, low)))
