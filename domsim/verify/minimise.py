"""Shortening a hand that was found to the smallest scenario that still shows what was sought.

The hand is begun as late as possible, only the ends of the line are kept where the tiles do not
matter, and tiles that nobody plays are exchanged for lighter ones, as long as the conditions
still hold. Every attempt is checked and replayed like any scenario.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domsim.engine.state import (
    DISCARDS,
    HAND,
    HANDS,
    LAST,
    LEADER,
    LEFT,
    OPENING,
    ORDER,
    PASSES,
    RIGHT,
    STOCK_NEXT,
    TURN,
    State,
)
from domsim.engine.watch import HEAD, all_hold
from domsim.rules.findings import Refused
from domsim.rules.loader import LoadedRules
from domsim.rules.source import Document
from domsim.scenario.export import expect_data, match_data, play_words
from domsim.scenario.load import RulesCache, load_scenario, rules_key
from domsim.scenario.outcome import scores_of
from domsim.scenario.replay import replay
from domsim.scenario.results import HandResult
from domsim.tiles import PIPS, full_set, mask_of, parse_tile, tile_text, tiles_in, tiles_text
from domsim.verify.where import Condition, watch_of

MOST_EXCHANGES = 400

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Trial:
    """A scenario that was played: its last hand and the state after it."""

    hand: HandResult
    state: State


@dataclass(slots=True)
class Minimiser:
    """Shortens scenarios of one hand under one rule set, keeping the conditions true."""

    loaded: LoadedRules
    conditions: Sequence[Condition]
    cache: RulesCache = field(default_factory=dict)

    def minimise(self, data: Data, title: str) -> Data:
        """Return the smallest scenario found that still shows the conditions, as data."""
        self.cache[rules_key(data["rules"], Path(), data.get("set", {}))] = self.loaded
        whole = self._play(data)
        if whole is None:
            return data
        shortest = self._latest(data, whole) or data
        shortest = self._lighten(shortest)
        return self._finished(shortest, title)

    def _play(self, data: Data) -> _Trial | None:
        """Play a scenario; None where it is refused."""
        document = Document("<minimise>", "", data)
        states: list[State] = []
        try:
            scenario = load_scenario(document, Path(), self.cache)
            result = replay(scenario, lambda state: states.append(list(state)))
        except Refused:
            return None
        return _Trial(result.hands[-1], states[-1])

    def _shows(self, data: Data) -> bool:
        trial = self._play(data)
        if trial is None or trial.hand.end == "unfinished":
            return False
        watch = watch_of([self.conditions], 1, stop=False)
        count = len(self.conditions)
        return all_hold(self.loaded.codes, trial.state, watch, HEAD + 1, count)

    def _latest(self, data: Data, whole: _Trial) -> Data | None:
        """Return the scenario that begins as late in the hand as possible."""
        plays = play_words(whole.hand.events)
        for done in range(len(plays) - 1, 0, -1):
            before = self._play(_with_hand(data, data["hands"][0] | {"plays": plays[:done]}))
            if before is None or before.hand.end != "unfinished":
                continue
            for only_ends in (True, False):
                later = self._from_here(data, before, plays, only_ends=only_ends)
                if self._shows(later):
                    return later
        return None

    def _from_here(
        self, data: Data, before: _Trial, plays: Sequence[str], *, only_ends: bool
    ) -> Data:
        state, rules = before.state, self.loaded.codes
        start: Data = {"hand": state[HAND], "scores": list(scores_of(rules, state))}
        if state[OPENING] and state[HAND] > 1:
            start["opening"] = True
        position = self._position(before, only_ends=only_ends)
        hand = {"position": position, "plays": list(plays[len(before.hand.events) :])}
        return _with_hand(data, hand) | {"start": start}

    def _position(self, before: _Trial, *, only_ends: bool) -> Data:
        state, rules = before.state, self.loaded.codes
        seats = range(1, rules.seats + 1)
        line: Data = {"line": before.hand.line}
        if only_ends or before.hand.line is None:
            line = {"ends": [state[LEFT], state[RIGHT]]}
        position: Data = line | {
            "hands": {str(seat): tiles_text(state[HANDS + seat]) for seat in seats},
            "turn": state[TURN],
            "leader": state[LEADER],
            "passes": state[PASSES],
        }
        if state[LAST]:
            position["last"] = state[LAST]
        discards = {str(s): tiles_text(state[DISCARDS + s]) for s in seats if state[DISCARDS + s]}
        if discards:
            position["discards"] = discards
        if rules.stock_tiles:
            stock = [state[ORDER + i] for i in range(state[STOCK_NEXT], rules.tiles)]
            position["stock"] = " ".join(map(tile_text, stock))
        elif self.loaded.rules.table.undealt == "asleep":
            first = rules.seats * rules.hand_size + rules.turned_up
            position["asleep"] = tiles_text(
                mask_of(state[ORDER + i] for i in range(first, rules.tiles))
            )
        return position

    def _lighten(self, data: Data) -> Data:
        """Exchange tiles that nobody plays for lighter ones that lie unseen."""
        if "position" not in data["hands"][0]:
            return data
        tried = 0
        improved = True
        while improved and tried < MOST_EXCHANGES:
            improved = False
            for lighter in _exchanges(data, self.loaded):
                tried += 1
                if self._shows(lighter):
                    data, improved = lighter, True
                    break
                if tried >= MOST_EXCHANGES:
                    break
        return data

    def _finished(self, data: Data, title: str) -> Data:
        """Return the scenario with its title and what it comes to."""
        trial = self._play(data)
        if trial is None:
            return data
        hand = data["hands"][0] | {
            "plays": " ".join(play_words(trial.hand.events)),
            "expect": expect_data(trial.hand),
        }
        head = {"scenario": title, "rules": data["rules"]}
        middle = {key: data[key] for key in ("set", "start") if key in data}
        return (
            head
            | middle
            | {
                "hands": [hand],
                "expect": match_data(self.loaded.codes, trial.state),
            }
        )


def _with_hand(data: Data, hand: Data) -> Data:
    kept = {key: data[key] for key in ("rules", "set", "start") if key in data}
    return kept | {"hands": [{key: hand[key] for key in hand if key != "expect"}]}


def _exchanges(data: Data, loaded: LoadedRules) -> list[Data]:
    """Return the scenario with one unplayed tile of a hand exchanged for a lighter hidden one."""
    hand = data["hands"][0]
    position = hand["position"]
    played = {word.partition(":")[2].strip("+xLR") for word in hand["plays"]}
    asleep = _tiles(position.get("asleep", ""))
    hidden = asleep or _on_the_line(position, loaded)
    found = []
    for seat, text in position["hands"].items():
        for tile in _tiles(text):
            if tile_text(tile) in played:
                continue
            for other in hidden:
                if PIPS[other] < PIPS[tile]:
                    changed = _exchanged(position, seat, tile, other)
                    found.append(_with_hand(data, hand | {"position": changed}))
    return found


def _on_the_line(position: Data, loaded: LoadedRules) -> list[int]:
    """Return the tiles that must lie on the line where a position names only its ends."""
    if "line" in position:
        return []
    named = [*position["hands"].values(), *position.get("discards", {}).values()]
    held = mask_of(tile for text in [*named, position.get("stock", "")] for tile in _tiles(text))
    return list(tiles_in(full_set(loaded.rules.table.tiles.highest) & ~held))


def _exchanged(position: Data, seat: str, tile: int, other: int) -> Data:
    hands = dict(position["hands"])
    hands[seat] = tiles_text(mask_of(_tiles(hands[seat])) ^ (1 << tile) | (1 << other))
    changed = position | {"hands": hands}
    if "asleep" in position:
        asleep = mask_of(_tiles(position["asleep"])) ^ (1 << other) | (1 << tile)
        changed["asleep"] = tiles_text(asleep)
    return changed


def _tiles(text: str) -> list[int]:
    return [parse_tile(word) for word in text.split()]
