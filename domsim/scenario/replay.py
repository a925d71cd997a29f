"""Replaying a scenario: hand after hand through the engine, then its expectations."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domsim.engine.deal import begin, opening_tile
from domsim.engine.rng import STREAM_LEAD, STREAM_PLAY, below, seed_stream
from domsim.engine.state import (
    COUNTS,
    END,
    END_FOLDED,
    HAND,
    HANDS,
    LEADER,
    LEFT,
    MATCH_WINNER,
    MOST_TILES,
    NEXT_LEADER,
    OPENED_BY,
    OPENED_BY_CHANCE,
    OPENING,
    ORDER,
    OVER,
    RIGHT,
    SCORES,
    State,
    new_state,
    next_hand,
    start_match,
)
from domsim.rules.findings import Finding, Place, Refused, path_text
from domsim.scenario.expect import check_hand, check_match
from domsim.scenario.load import LoadedScenario, PreparedHand
from domsim.scenario.marks import Marks
from domsim.scenario.notation import Play
from domsim.scenario.outcome import hand_result, scores_of
from domsim.scenario.results import Check, HandResult, ScenarioResult
from domsim.scenario.script import (
    RULE_OF_CODE,
    IllegalPlayError,
    Table,
    fill_before,
    play_written,
)
from domsim.scenario.states import check_states, states_of
from domsim.tiles import HIGH, LOW

AfterHand = Callable[[State], None]


def replay(loaded: LoadedScenario, after_hand: AfterHand | None = None) -> ScenarioResult:
    """Play a scenario through and check what it expects.

    ``after_hand`` is given the engine's state after every hand. Raises Refused for an illegal
    play that is not expected, and for hands that cannot follow.
    """
    return _Replay(loaded, after_hand).run()


def last_position(loaded: LoadedScenario, before_play: int | None = None) -> Table:
    """Play a scenario to the last position of its last hand, whose players do not play on.

    That is where its plays end, or where one is illegal as expected; with ``before_play`` the
    position before that written play of the last hand, from 1. Raises Refused like ``replay``,
    and with ``no-such-play``.
    """
    return _Replay(loaded, None).last_position(before_play)


class _Replay:
    def __init__(self, loaded: LoadedScenario, after_hand: AfterHand | None) -> None:
        self.loaded = loaded
        self.after_hand = after_hand
        self.scenario = loaded.scenario
        self.rules = loaded.rules
        self.codes = loaded.rules.codes
        self.state = new_state()

    def run(self) -> ScenarioResult:
        """Play every hand and check what is expected."""
        self._start()
        hands = [self._hand(i, prepared) for i, prepared in enumerate(self.loaded.hands)]
        state, codes = self.state, self.codes
        scores = scores_of(self.codes, self.state)
        result = ScenarioResult(
            title=self.loaded.title,
            file=self.loaded.document.name,
            line=self.loaded.document.first_line,
            rules=self.rules,
            hands=tuple(hands),
            scores=scores,
            over=bool(state[OVER]),
            winner_side=state[MATCH_WINNER] or None,
            reached=tuple(s for s, score in enumerate(scores, 1) if score >= codes.target),
        )
        return replace(result, checks=tuple(self._checks(result)))

    def last_position(self, before_play: int | None) -> Table:
        """Play up to the end of the script, or to just before a written play of the last hand."""
        self._start()
        *earlier, last = self.loaded.hands
        for index, prepared in enumerate(earlier):
            self._hand(index, prepared)
        index = len(earlier)
        table = self._table(index, last)
        if before_play is None:
            self._plays(index, last, table)
        else:
            self._plays_before(before_play, index, last, table)
        return table

    def _plays_before(self, number: int, index: int, prepared: PreparedHand, table: Table) -> None:
        """Play the script up to a written play, with the forced actions left out before it."""
        written = len(prepared.plays)
        if number > written:
            text = f"hand {index + 1} has {written} written plays, so none is number {number}"
            self._refuse(("hands", index), "no-such-play", text)
        upcoming = prepared.plays[number - 1]
        cut = replace(prepared, plays=prepared.plays[: number - 1])
        illegal = self._plays(index, cut, table, upcoming)
        if illegal is not None:
            text = f"play {illegal['play']} is illegal, so no position comes before play {number}"
            self._refuse(("hands", index), "no-such-play", text)

    def _start(self) -> None:
        start, state = self.scenario.start, self.state
        start_match(state, self.scenario.match)
        if start is None:
            return
        state[HAND] = start.hand
        state[OPENING] = int(start.hand == 1 if start.opening is None else start.opening)
        for side, score in enumerate(start.scores or (), 1):
            state[SCORES + side] = score

    def _hand(self, index: int, prepared: PreparedHand) -> HandResult:
        before = scores_of(self.codes, self.state)
        table = self._table(index, prepared)
        begun = list(self.state)
        illegal = self._plays(index, prepared, table)
        if illegal is None and table.running and self.loaded.players:
            self._seed(prepared)
            table.play_on(self.loaded.players)
        if self.after_hand is not None:
            self.after_hand(self.state)
        result = hand_result(table, self.rules.rules, before, illegal)
        if prepared.hand.states is None:
            return result
        return replace(result, states=tuple(states_of(self.codes, begun, table.events)))

    def _table(self, index: int, prepared: PreparedHand) -> Table:
        """Set up a hand in which nobody has played yet, after the one before it."""
        state = self.state
        if index > 0:
            self._follow(index)
        _copy_tiles(prepared.state, state)
        line = None if prepared.line is None else list(prepared.line)
        if not prepared.begun:
            by_chance = self._lead(index, prepared)
            begin(self.codes, state, 0)
            if by_chance:
                state[OPENED_BY] = OPENED_BY_CHANCE
            if self.codes.turned_up:
                line = [(state[LEFT], state[RIGHT])]
        elif state[NEXT_LEADER] not in (0, state[LEADER]):
            text = f"seat {state[NEXT_LEADER]} leads this hand, not seat {state[LEADER]}"
            path = ("hands", index, "position", "leader")
            self._refuse(path, "wrong-lead", text, self._rule_help("wrong-lead"))
        table = Table(self.codes, state, line)
        if state[END] == END_FOLDED:
            table.note_redeal()
        return table

    def _follow(self, index: int) -> None:
        """Go on to the next hand, if there can be one."""
        if not self.state[END]:
            text = f"hand {index} is not finished, so hand {index + 1} cannot follow"
            self._refuse(("hands", index), "unfinished-hand", text)
        if self.state[OVER]:
            text = f"the match was over after hand {index}; hand {index + 1} cannot follow"
            self._refuse(("hands", index), "match-over", text)
        next_hand(self.state)

    def _refuse(self, path: tuple[str | int, ...], code: str, text: str, hint: str = "") -> None:
        marks = Marks(self.loaded.document)
        marks.at(path, code, text, hint or None)
        raise Refused(marks.findings)

    def _lead(self, index: int, prepared: PreparedHand) -> bool:
        """Decide the leader where the rules leave it open, and check the one that is given.

        Tells whether it was the rules' chance that a script decided.
        """
        state = self.state
        start = self.scenario.start if index == 0 else None
        given = start.leader if start else None
        by_opening_rule = state[OPENING] or (start is not None and start.by_rule)
        unknown = index == 0 and not by_opening_rule
        by_rule = state[NEXT_LEADER] > 0 or (not unknown and opening_tile(self.codes, state) > 0)
        if by_rule:
            self._check_leader(given)
            return False
        first = next((p.seat for p in prepared.plays if p.kind != "fold"), None)
        leader = given or first or (0 if unknown else self._chance(prepared))
        if not leader:
            self._refuse(
                ("hands", index), "leader-needed", "nothing says who leads this hand",
                "add start: {leader: 1}, or write the seat before the first play",
            )  # fmt: skip
        state[NEXT_LEADER] = leader
        return not unknown

    def _check_leader(self, given: int | None) -> None:
        if given is None:
            return
        tile = opening_tile(self.codes, self.state) - 1
        holder = next(
            s for s in range(1, self.codes.seats + 1) if self.state[HANDS + s] >> tile & 1
        )
        if holder != given:
            shown = f"{HIGH[tile]}-{LOW[tile]}"
            text = f"seat {holder} leads the match-opening hand with {shown}, not seat {given}"
            self._refuse(("start", "leader"), "wrong-lead", text, self._rule_help("wrong-lead"))

    def _address(self, prepared: PreparedHand) -> tuple[int, int, int] | None:
        """Return seed, match and hand of a hand's random choices; None without a seed."""
        deal, number = prepared.hand.deal, self.state[HAND]
        if self.scenario.seed is not None:
            return self.scenario.seed, self.scenario.match, number
        if deal is not None and deal.seed is not None:
            return deal.seed, deal.match or 0, deal.hand or number
        return None

    def _chance(self, prepared: PreparedHand) -> int:
        address = self._address(prepared)
        if address is None:
            return 0
        seed_stream(self.state, *address, STREAM_LEAD)
        return 1 + below(self.state, self.codes.seats)

    def _seed(self, prepared: PreparedHand) -> None:
        address = self._address(prepared)
        if address is not None:
            seed_stream(self.state, *address, STREAM_PLAY)

    def _plays(
        self, index: int, prepared: PreparedHand, table: Table, upcoming: Play | None = None
    ) -> Mapping[str, Any] | None:
        """Play the script; return the illegal play that the hand expects, if one came.

        The forced actions after it are filled in, up to one that an ``upcoming`` play names.
        """
        expect = prepared.hand.expect
        for number, play in enumerate(prepared.plays):
            try:
                play_written(table, play)
            except IllegalPlayError as error:
                if expect is None or expect.illegal is None:
                    raise Refused([self._illegal(error, index, number)]) from None
                return {"play": number + 1, "code": error.code, "message": str(error)}
        if upcoming is None or upcoming.kind != "fold":  # a fold comes before anything forced
            fill_before(table, upcoming)
        return None

    def _illegal(self, error: IllegalPlayError, index: int, number: int) -> Finding:
        path = ("hands", index, "plays")
        marks = Marks(self.loaded.document)
        place: Place = marks.word(path, number)
        text = f"hand {index + 1}, play {number + 1}: {error}"
        return Finding(
            error.code, text, place, path_text(path), self._rule_help(error.code) or None
        )

    def _rule_help(self, code: str) -> str:
        """Say which rule a code is about, and where the rule set sets it."""
        path = RULE_OF_CODE.get(code)
        if code == "wrong-lead":
            path = ("opening", "first_leader" if self.state[OPENING] else "after_out")
        if path is None:
            return _COMMON_RULES.get(code, "")
        value: Any = self.rules.rules
        for part in path:
            value = getattr(value, part)
        place = self.rules.where(*path)
        where = f"{place.file}:{place.line}" if place else "the default"
        return f"{path_text(path)} is {value} ({where})"

    def _checks(self, result: ScenarioResult) -> list[Check]:
        checks: list[Check] = []
        for number, (prepared, hand) in enumerate(
            zip(self.loaded.hands, result.hands, strict=True), 1
        ):
            if prepared.hand.expect is not None:
                checks += check_hand(prepared.hand.expect, hand, number)
            if prepared.hand.states is not None:
                checks += check_states(prepared.hand.states, hand, number)
        if self.scenario.expect is not None:
            checks += check_match(self.scenario.expect, result.as_json())
        return checks


_COMMON_RULES = {
    "must-play": "who can play must play",
    "not-your-turn": "seats play in turn; only forced passes and draws may be left out",
    "does-not-fit": "a tile joins an end that shows one of its numbers",
    "ambiguous-end": "add L, R or @ and the number of the end",
    "hand-over": "nothing follows the end of a hand",
}


def _copy_tiles(source: State, target: State) -> None:
    """Copy what a deal or position fixes, leaving the match as it stands."""
    for i in (*range(LEADER, NEXT_LEADER), *range(HANDS + 1, COUNTS + 1)):
        target[i] = source[i]
    for i in range(ORDER, ORDER + MOST_TILES):
        target[i] = source[i]
