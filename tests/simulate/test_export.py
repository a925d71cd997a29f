"""An exported match or hand is the simulated one, as YAML to read and as JSON."""

import json
from itertools import accumulate

import pytest
from cli.running import domsim, only_json

from domsim.engine.players import PLAYERS
from domsim.engine.tally import HANDS_PLAYED, SIDE_MATCHES_WON, SIDE_POINTS
from domsim.report.scenario_yaml import scenario_yaml
from domsim.rules.bundled import bundled_names
from domsim.rules.source import read_yaml
from domsim.simulate.plan import NO_LIMIT, play_chunk
from domsim.tiles import tile_text

from .support import replayed, simulation

EVERY_RULE_SET = pytest.mark.parametrize("name", bundled_names())
ONE_TABLE = ("export", "one-table-200", "--seed", 7, "--match", 3)


def exported(*words: object) -> str:
    """Export and return what was printed."""
    found = domsim(*words)
    assert (found.exit_code, found.stderr) == (0, "")
    return found.stdout


# --- what is exported is what was simulated


@EVERY_RULE_SET
def test_an_exported_match_ends_as_the_simulation_counted_it(name):
    game = simulation(name, players=PLAYERS)
    tally = play_chunk(game.plan, 3, 1, NO_LIMIT)[1]
    match = game.recorder.match(3)
    sides = range(1, game.plan.rules.sides + 1)
    assert len(match["hands"]) == tally[HANDS_PLAYED]
    assert match["expect"]["scores"] == [tally[SIDE_POINTS + side] for side in sides]
    assert tally[SIDE_MATCHES_WON + match["expect"]["winner_side"]] == 1
    result = replayed(match)
    assert (result.ok, result.over, len(result.hands)) == (True, True, tally[HANDS_PLAYED])


@EVERY_RULE_SET
def test_an_exported_hand_is_that_hand_of_the_match(name):
    recorder = simulation(name, players=PLAYERS).recorder
    match = recorder.match(3)
    for number, hand in enumerate(match["hands"], 1):
        alone = recorder.hand(3, number)
        assert alone["hands"] == [hand]
        assert replayed(alone).ok
    assert recorder.hand(3, len(match["hands"]) + 1) is None


def test_scores_before_a_hand_are_those_after_the_hand_before():
    recorder = simulation("one-table-200", start_scores=(40, 0)).recorder
    hands = recorder.match(3)["hands"]
    before = [[40, 0], *(hand["expect"]["scores"] for hand in hands)]
    starts = [recorder.hand(3, number)["start"] for number in range(1, len(hands) + 1)]
    assert [start["scores"] for start in starts] == before[:-1]
    paid = ([award["paid"] for award in hand["expect"]["awards"]] for hand in hands)
    assert [sum(scores) - 40 for scores in before] == [0, *accumulate(map(sum, paid))]


@pytest.mark.parametrize("name", ["gbs-duel-points", "gaple", "one-table-200"])
def test_nothing_is_left_for_a_reader_to_fill_in(name):
    match = simulation(name).recorder.match(3)
    for written, hand in zip(match["hands"], replayed(match).hands, strict=True):
        plays = written["plays"].split()
        assert [int(play[0]) for play in plays] == [event.seat for event in hand.events]
        assert not any(event.forced for event in hand.events)
        draws = [f"{e.seat}:+{tile_text(e.tile)}" for e in hand.events if e.action == "draw"]
        assert [play for play in plays if "+" in play] == draws


def test_records_and_exports_agree():
    game = simulation("gaple-five")
    records = game.recorder.stretch(0, 2, 0, 1)
    match = game.recorder.match(0)
    assert records[: len(match["hands"])] == [
        game.recorder.hand(0, number) for number in range(1, len(match["hands"]) + 1)
    ]


# --- YAML and JSON


@EVERY_RULE_SET
@pytest.mark.parametrize("whole", [True, False], ids=["match", "last hand"])
def test_yaml_loads_back_to_the_same_data(name, whole):
    recorder = simulation(name).recorder
    match = recorder.match(0)
    data = match if whole else recorder.hand(0, len(match["hands"]))
    again = read_yaml(scenario_yaml(data), "match.yaml").data
    assert spaced(again) == data
    assert scenario_yaml(again) == scenario_yaml(data)


def spaced(data):
    """Return a scenario with its plays separated by one blank each; YAML aligns them."""
    hands = [hand | {"plays": " ".join(hand["plays"].split())} for hand in data["hands"]]
    return data | {"hands": hands}


def test_a_redealt_hand_is_yaml_too():
    recorder = simulation("one-table-200", "fold.rule=must", "fold.doubles=3").recorder
    match = recorder.match(0)
    assert {"folded", "out"} <= {hand["expect"]["end"] for hand in match["hands"]}
    again = read_yaml(scenario_yaml(match), "match.yaml").data
    assert spaced(again) == match
    assert replayed(again).ok


def test_a_title_or_a_rule_set_may_need_quotes():
    data = simulation("gaple").recorder.hand(0, 1) | {"rules": "../a: b.yaml", "scenario": "# 1"}
    assert spaced(read_yaml(scenario_yaml(data), "hand.yaml").data) == data


def test_json_is_one_record_with_the_same_data():
    output = exported(*ONE_TABLE, "--format", "json")
    assert output.count("\n") == 1
    assert json.loads(output) == simulation("one-table-200").recorder.match(3)
    assert spaced(read_yaml(exported(*ONE_TABLE), "match.yaml").data) == json.loads(output)


# --- the command

HOUSE = "name: house\nextends: one-table-200\nmatch: {target: 60}\n"


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_an_exported_file_replays_from_where_it_lies(form, tmp_path, monkeypatch):
    (tmp_path / "house.yaml").write_text(HOUSE)
    (tmp_path / "cases").mkdir()
    monkeypatch.chdir(tmp_path)
    options = ["--players", ",".join(PLAYERS), "--set", "bonuses.capicua.points=30"]
    file = f"cases/match.{form}"
    words = ["export", "house.yaml", "--seed", 7, "--match", 0, *options, "--format", form]
    assert exported(*words, "-o", file) == ""
    (scenario,) = only_json(exported("replay", file, "--format=json"))["scenarios"]
    assert (scenario["ok"], scenario["over"]) == (True, True)
    assert scenario["rules"]["name"] == "house"


def test_a_hand_that_the_match_does_not_reach_exits_1():
    found = domsim(*ONE_TABLE, "--hand", 99, "--format", "json")
    data = only_json(found.stdout)
    assert (found.exit_code, data["schema"], data["ok"]) == (1, "domsim.export/1", False)
    (finding,) = data["findings"]
    assert finding["code"] == "no-such-hand"
    assert finding["message"] == "match 3 has no hand 99; it is shorter"


@pytest.mark.parametrize(
    ("players", "code", "message"),
    [
        ("randm", "unknown-player", "no player is called 'randm'"),
        ("random,heaviest", "wrong-player-count", "2 players are named for 4 seats"),
    ],
)
@pytest.mark.parametrize("command", ["export", "simulate"])
def test_players_that_cannot_sit_down_exit_2(command, players, code, message):
    options = ["--match", 0] if command == "export" else []
    found = domsim(command, "gaple", "--seed", 7, *options, "--players", players, "--format=json")
    (finding,) = only_json(found.stdout)["findings"]
    assert (found.exit_code, finding["code"], finding["message"]) == (2, code, message)
