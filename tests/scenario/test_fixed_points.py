"""What was played, written down and replayed comes out the same, and so does what is written."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from domsim.engine import state as at
from domsim.rules.bundled import bundled_names
from domsim.rules.json_source import read_json
from domsim.rules.loader import load_rules
from domsim.rules.source import read_yaml
from domsim.scenario.load import load_scenario
from domsim.scenario.models import Scenario
from domsim.scenario.replay import replay
from domsim.scenario.results import HandResult, ScenarioResult
from scenario.support import (
    PASSES,
    Simulated,
    as_scenario,
    play,
    scores_of,
    simulate,
    simulated_hands,
)

pytestmark = pytest.mark.heavy


def from_json(data: dict[str, Any]) -> ScenarioResult:
    """Replay a scenario written as JSON."""
    return replay(load_scenario(read_json(json.dumps(data), "t.json"), None, {}))


def from_yaml(data: dict[str, Any]) -> ScenarioResult:
    """Replay a scenario written as YAML."""
    return replay(load_scenario(read_yaml(yaml.safe_dump(data), "t.yaml"), None, {}))


def plays_of(hand: HandResult) -> list[str]:
    """Write the events of a result down as plays."""
    written = []
    for event in hand.as_json()["events"]:
        tile, side = event.get("tile", ""), event.get("side")
        action = {"draw": f"+{tile}", "discard": f"x{tile}", "pass": "pass"}.get(event["action"])
        if action is None:
            action = f"{tile}{side}" if side else "{}-{}".format(*event["ends"])
        written.append(f"{event['seat']}:{action}")
    return written


def expectations(hand: HandResult) -> dict[str, Any]:
    """Return everything that came out of a hand as what is expected of it."""
    result = hand.as_json()
    events = [{k: v for k, v in e.items() if v is not None} for e in result.pop("events")]
    return result | {"events": events}


@given(simulated_hands(), st.sampled_from([from_json, from_yaml]))
def test_a_simulated_hand_written_down_and_replayed_is_the_same(sim, replayed):
    result = replayed(as_scenario(sim))
    (hand,) = result.hands
    assert plays_of(hand) == sim.plays
    assert outcome(hand) == engine_outcome(sim)
    assert (result.over, result.winner_side or 0) == (
        bool(sim.ended[at.OVER]), sim.ended[at.MATCH_WINNER]
    )  # fmt: skip


def outcome(hand: HandResult) -> dict[str, Any]:
    """Return how a replayed hand came out."""
    return {
        "end": hand.end,
        "leader": hand.leader,
        "last": hand.last_seat or 0,
        "winner": (hand.winner_seat or 0, hand.winner_side or 0),
        "tie": hand.tie,
        "scores": list(hand.scores),
        "pips": list(hand.pips or ()),
        "next": hand.would_lead or 0,
        "paid": sum(award.paid for award in hand.awards),
        "awards": len(hand.awards),
    }


def engine_outcome(sim: Simulated) -> dict[str, Any]:
    """Return how a simulated hand came out, from the state that the engine left."""
    state, rules = sim.ended, sim.rules
    before, after = scores_of(rules, sim.begun), scores_of(rules, state)
    return {
        "end": at.ENDS[state[at.END]],
        "leader": state[at.LEADER],
        "last": state[at.LAST],
        "winner": (state[at.WINNER_SEAT], state[at.WINNER_SIDE]),
        "tie": bool(state[at.TIE]),
        "scores": after,
        "pips": state[at.COUNTS + 1 : at.COUNTS + 1 + rules.seats],
        "next": state[at.NEXT_LEADER],
        "paid": sum(after) - sum(before),
        "awards": state[at.AWARD_COUNT],
    }


@given(simulated_hands())
def test_a_replayed_hand_written_down_again_is_the_same(sim):
    data = as_scenario(sim)
    (hand,) = from_json(data).hands
    data["hands"][0] |= {"plays": " ".join(plays_of(hand)), "expect": expectations(hand)}
    again = from_json(data)
    assert again.ok, [check.field for check in again.checks if not check.ok]
    assert again.hands[0] == hand


@given(simulated_hands())
def test_a_scenario_is_the_same_in_json_and_yaml(sim):
    data = as_scenario(sim)
    assert from_json(data).hands == from_yaml(data).hands


@given(simulated_hands())
def test_a_scenario_read_into_the_schema_and_written_again_is_the_same(sim):
    scenario = Scenario.model_validate(as_scenario(sim))
    again = scenario.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert Scenario.model_validate(again) == scenario


@pytest.mark.parametrize("name", bundled_names())
def test_a_whole_match_written_as_one_scenario_is_the_same(name):
    rules = load_rules(name).codes
    hands, scores, leader, number = [], [0] * rules.sides, 1, 1
    over = False
    while not over and number <= 12:
        sim = simulate(name, 7, hand=number, leader=leader, scores=scores)
        hands.append(as_scenario(sim)["hands"][0])
        scores, leader = scores_of(rules, sim.ended), sim.ended[at.NEXT_LEADER]
        over, number = bool(sim.ended[at.OVER]), number + 1
    result = from_json({"rules": name, "hands": hands})
    assert (list(result.scores), result.over, len(result.hands)) == (scores, over, number - 1)


# --- the fields that the contract fixes

HAND_FIELDS = [
    "number", "leader", "end", "last_seat", "winner_seat", "winner_side", "tie", "ends", "line",
    "pips", "awards", "scores_before", "scores", "next_leader", "events",
]  # fmt: skip
SCENARIO_FIELDS = [
    "scenario", "file", "rules", "ok", "hands", "scores", "over", "winner_side", "reached",
    "checks",
]  # fmt: skip


def test_a_result_has_the_fields_of_the_contract():
    data = play("scenario: A title\n" + PASSES + "  plays: 1:6-6\n").as_json()
    assert [f for f in SCENARIO_FIELDS if f not in data] == []
    assert [f for f in HAND_FIELDS if f not in data["hands"][0]] == []
    assert (data["scenario"], data["file"]) == ("A title", "t.yaml")
    assert data["rules"] == {
        "name": "gbs-pairs-points", "digest": load_rules("gbs-pairs-points").digest
    }  # fmt: skip


def test_a_finished_hand_in_json():
    text = """\
rules: gbs-pairs-points
start: {hand: 5, scores: [67, 76]}
hands:
- position:
    ends: [6, 5]
    hands: {1: 5-4, 2: 6-4, 3: 1-1, 4: 2-2}
    turn: 1
    leader: 4
  plays: 1:5-4
"""
    data = play(text).hands[0].as_json()
    assert {field: data[field] for field in HAND_FIELDS} == {
        "number": 5,
        "leader": 4,
        "end": "out",
        "last_seat": 1,
        "winner_seat": 1,
        "winner_side": 1,
        "tie": False,
        "ends": [6, 4],
        "line": None,
        "pips": [0, 10, 2, 4],
        "awards": [
            {
                "clause": "out",
                "seat": 1,
                "side": 1,
                "nominal": 14,
                "paid": 14,
                "reason": None,
                "text": "out: seats 2 and 4 hold 10 + 4 = 14 pips",
            }
        ],
        "scores_before": [67, 76],
        "scores": [81, 76],
        "next_leader": 1,
        "events": [
            {"seat": 1, "action": "play", "tile": "5-4", "side": "R", "ends": [6, 4]},
        ],
    }


def test_a_scenario_without_a_title_is_called_by_its_place():
    assert play(PASSES).title == "t.yaml:1"
