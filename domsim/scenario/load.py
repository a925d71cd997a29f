"""Loading a scenario: schema, rule set, deals, notation; every fault of the file at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from domsim.engine.match import check_target
from domsim.engine.players import PLAYERS
from domsim.engine.state import OVER, SCORES, State, new_state
from domsim.rules.faults import faults
from domsim.rules.findings import Finding, Place, Refused, did_you_mean, has_errors, shortened
from domsim.rules.loader import LoadedRules, load_rules, override_at
from domsim.rules.source import Document
from domsim.scenario.deals import read_deal
from domsim.scenario.marks import Marks
from domsim.scenario.marks import Path as Where
from domsim.scenario.models import Hand, Scenario
from domsim.scenario.notation import NotationError, Play, parse_play
from domsim.scenario.positions import read_position

MOST_HANDS = 5000
MOST_PLAYS = 1000

RulesCache = dict[tuple[str, str, str], LoadedRules]


@dataclass(slots=True)
class PreparedHand:
    """A hand of a scenario, read and checked: its tiles in a state, its plays parsed.

    ``line`` is the line before play, None where a position gives only its ends.
    """

    hand: Hand
    state: State
    plays: tuple[Play, ...]
    line: list[tuple[int, int]] | None
    begun: bool


@dataclass(slots=True)
class LoadedScenario:
    """A scenario that can be replayed, with the document it came from."""

    scenario: Scenario
    rules: LoadedRules
    document: Document
    hands: list[PreparedHand] = field(default_factory=list)
    players: tuple[int, ...] = ()
    warnings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        """Return the scenario's title, or its file and line."""
        document = self.document
        return self.scenario.scenario or f"{document.name}:{document.first_line}"


def load_scenario(document: Document, base: Path | None, cache: RulesCache) -> LoadedScenario:
    """Check a scenario document. ``base`` is the folder that its rule set's path starts from.

    Raises Refused with every fault found.
    """
    try:
        scenario = Scenario.model_validate(document.data)
    except ValidationError as error:
        raise Refused(faults(error, Scenario, document.key, document.value)) from None
    rules = _rules(scenario, document, base, cache)
    marks = Marks(document)
    players = _players(scenario, rules, marks)
    _check_start(scenario, rules, marks)
    if len(scenario.hands) > MOST_HANDS:
        text = f"{len(scenario.hands)} hands; at most {MOST_HANDS} are read of one scenario"
        marks.at(("hands",), "too-many-hands", text, "use JSON Lines, one record a hand")
        raise Refused(marks.findings)
    hands = [_prepare(scenario, rules, marks, i) for i in range(len(scenario.hands))]
    if has_errors(marks.findings):
        raise Refused([*rules.warnings, *marks.findings])
    return LoadedScenario(scenario, rules, document, hands, players, rules.warnings)


def _rules(
    scenario: Scenario, document: Document, base: Path | None, cache: RulesCache
) -> LoadedRules:
    key = rules_key(scenario.rules, base, scenario.set)
    if key in cache:
        return cache[key]
    overrides = [
        override_at(path, value, document.key(("set", path)), document.value(("set", path)))
        for path, value in scenario.set.items()
    ]
    try:
        cache[key] = load_rules(scenario.rules, overrides, base)
    except Refused as refused:
        raise Refused([_placed(f, document) for f in refused.findings]) from None
    return cache[key]


def rules_key(
    reference: str, base: Path | None, overrides: Mapping[str, Any]
) -> tuple[str, str, str]:
    """Return the key under which a rule set, as a scenario names it, stands in a RulesCache."""
    return reference, str(base), repr(sorted(overrides.items(), key=lambda kv: kv[0]))


def _placed(finding: Finding, document: Document) -> Finding:
    """Put 'no such rule set' at the place that names it."""
    if finding.code != "unknown-rules":
        return finding
    place: Place = document.value(("rules",))
    return Finding(finding.code, finding.message, place, "rules", finding.help)


def _players(scenario: Scenario, rules: LoadedRules, marks: Marks) -> tuple[int, ...]:
    names = scenario.players or ()
    codes = []
    for number, name in enumerate(names):
        if name in PLAYERS:
            codes.append(PLAYERS.index(name))
            continue
        guess = did_you_mean(name, PLAYERS)
        hint = f"did you mean '{guess}'?" if guess else f"players: {', '.join(PLAYERS)}"
        text = f"no player is called '{shortened(name)}'"
        marks.at_word(("players",), number, "unknown-player", text, hint)
    seats = rules.codes.seats
    if len(names) not in (0, 1, seats):
        text = f"{len(names)} players are named for {seats} seats"
        marks.at(("players",), "wrong-player-count", text, f"name one, or {seats}")
    if names and scenario.seed is None and not all(map(_names_seed, scenario.hands)):
        marks.at(("players",), "missing-seed", "players decide from a seed, but none is given",
                 "add seed: 1")  # fmt: skip
    return tuple(codes * seats if len(codes) == 1 else codes)


def _names_seed(hand: Hand) -> bool:
    return hand.deal is not None and hand.deal.seed is not None


def _check_start(scenario: Scenario, rules: LoadedRules, marks: Marks) -> None:
    start, codes = scenario.start, rules.codes
    if start is None:
        return
    if start.leader is not None and start.leader > codes.seats:
        marks.at(("start", "leader"), "unknown-seat", f"there is no seat {start.leader}")
    if start.scores is None:
        return
    if len(start.scores) != codes.sides:
        text = f"{len(start.scores)} scores are given for {codes.sides} sides"
        marks.at(("start", "scores"), "wrong-score-count", text)
        return
    state = new_state()
    for side, score in enumerate(start.scores, 1):
        state[SCORES + side] = score
    check_target(codes, state)
    if state[OVER] and scenario.hands[0].position is None:
        text = f"with these scores the match is over; the target is {codes.target}"
        marks.at(("start", "scores"), "match-over", text)


def _prepare(scenario: Scenario, rules: LoadedRules, marks: Marks, index: int) -> PreparedHand:
    hand = scenario.hands[index]
    path: Where = ("hands", index)
    state = new_state()
    start = scenario.start
    line: list[tuple[int, int]] | None = []
    if (hand.deal is None) == (hand.position is None):
        marks.at(path, "missing-key", "a hand needs either its deal or its position")
    elif hand.deal is not None:
        number = (start.hand if start else 1) + index
        read_deal(hand.deal, rules, marks, (*path, "deal"), state, number)
    elif hand.position is not None:
        leader = start.leader if start and index == 0 else None
        here = (*path, "position")
        line = read_position(hand.position, rules, marks, here, state, leader)
    plays = _plays(hand, rules, marks, path)
    return PreparedHand(hand, state, plays, line, hand.position is not None)


def _plays(hand: Hand, rules: LoadedRules, marks: Marks, path: Where) -> tuple[Play, ...]:
    parsed: list[Play] = []
    if len(hand.plays) > MOST_PLAYS:
        text = f"{len(hand.plays)} plays are more than a hand can take"
        marks.at((*path, "plays"), "too-many-plays", text)
        return ()
    for number, word in enumerate(hand.plays):
        try:
            play = parse_play(word)
        except NotationError as error:
            marks.at_word((*path, "plays"), number, "bad-notation", str(error), error.help)
            continue
        parsed.append(play)
        _check_play(play, word, rules, marks, (*path, "plays"), number)
    return tuple(parsed)


def _check_play(
    play: Play, word: str, rules: LoadedRules, marks: Marks, path: Where, number: int
) -> None:
    highest = rules.rules.table.tiles.highest
    if play.seat is not None and play.seat > rules.codes.seats:
        text = f"'{word}' names seat {play.seat}; {rules.name} seats {rules.codes.seats}"
        marks.at_word(path, number, "unknown-seat", text)
    if play.numbers is not None and max(play.numbers) > highest:
        text = f"'{word}' names a tile that is not in the {rules.rules.table.tiles} set"
        marks.at_word(path, number, "foreign-tile", text)


def is_scenario(data: Any) -> bool:
    """Tell a scenario from a rule set by its keys."""
    return isinstance(data, dict) and bool(
        {"hands", "rules", "scenario", "start", "plays"} & set(data)
    )
