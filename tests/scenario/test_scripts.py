"""Scripts are played as written: what is forced may be left out, what is illegal is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domsim.engine.players import PLAYERS
from domsim.rules.bundled import bundled_names
from scenario.support import (
    DRAW,
    GAPLE,
    ONE_TABLE,
    PASSES,
    as_scenario,
    events,
    first_hand,
    marked,
    play,
    played,
    refused,
    simulate,
    simulated_hands,
    told,
)

MIDDLE = """\
rules: one-table-200
hands:
- position:
    line: 6-1
    hands:
      1: 6-6 5-5 4-4 3-3 2-2 0-0 2-0
      2: 6-5 6-4 6-3 6-2 1-0 6-0
      3: 5-4 5-3 5-2 5-1 5-0 1-1 2-1
      4: 4-3 4-2 4-1 4-0 3-2 3-1 3-0
    turn: 3
    leader: 2
"""

# --- forced passes and draws

FORCED = {
    "written out": (PASSES, "1:6-6 2:pass 3:6-4 4:pass 1:4-4", "1:6-6 2:pass 3:6-4L 4:pass 1:4-4L"),
    "left out": (PASSES, "1:6-6 3:6-4 1:4-4", "1:6-6 (2:pass) 3:6-4L (4:pass) 1:4-4L"),
    "left out at the end": (PASSES, "1:6-6", "1:6-6 (2:pass)"),
    "left out with the seats": (PASSES, "6-6 6-4 4-4", "1:6-6 (2:pass) 3:6-4L (4:pass) 1:4-4L"),
    "written without the seats": (
        PASSES, "6-6 pass 6-4 pass 4-4", "1:6-6 2:pass 3:6-4L 4:pass 1:4-4L"
    ),
    "only one of two written": (PASSES, "1:5-5 2:5-4 3:4-1 4:3-1", "1:5-5 2:5-4L 3:4-1L 4:3-1L"),
    "nothing written": (PASSES, "''", ""),
    "draws left out at the end": (
        DRAW.replace("6-4 6-3", "4-3 4-2").replace("4-3 4-2 4-1 4-0 3-3", "4-1 4-0 6-4 6-3 3-3"),
        "1:6-6", "1:6-6 (2:+4-1) (2:+4-0) (2:+6-4)",
    ),
    "draws written in part": (
        DRAW.replace("1: 6-6 6-5 6-4", "1: 6-6 4-3 6-4").replace("4-3 4-2", "4-2 6-5"),
        "1:6-6 2:draw 2:+6-5 2:6-5", "1:6-6 2:+4-2 2:+6-5 2:6-5L",
    ),
    "draws left out before a play": (
        DRAW.replace("1: 6-6 6-5 6-4", "1: 6-6 4-3 6-4").replace("4-3 4-2", "4-2 6-5"),
        "1:6-6 2:6-5", "1:6-6 (2:+4-2) (2:+6-5) 2:6-5L",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("deal", "plays", "expected"), FORCED.values(), ids=FORCED)
def test_what_is_forced_may_be_left_out_anywhere(deal, plays, expected):
    assert played(deal, plays) == expected


@given(simulated_hands(), st.sampled_from([("pass",), ("+",), ("pass", "+")]))
def test_the_forced_plays_of_a_hand_may_be_left_out(sim, marks):
    kept = [word for word in sim.plays if not any(mark in word for mark in marks)]
    whole, part = as_scenario(sim), as_scenario(sim)
    part["hands"][0]["plays"] = " ".join(kept)
    assert unmarked(json.dumps(part)) == unmarked(json.dumps(whole))


def unmarked(text: str) -> dict[str, Any]:
    """Return the result of a hand without the marks of what was filled in."""
    result = first_hand(text).as_json()
    for event in result["events"]:
        event.pop("forced", None)
    return result


def test_what_was_filled_in_is_marked():
    data = first_hand(PASSES + "  plays: 1:6-6\n").as_json()
    assert data["events"] == [
        {"seat": 1, "action": "play", "tile": "6-6", "side": None, "ends": [6, 6]},
        {"seat": 2, "action": "pass", "forced": True},
    ]


def test_a_discard_is_a_choice_and_is_never_filled_in():
    assert played(GAPLE, "2:x5-5 3:6-0 4:3-0") == "2:x5-5 3:6-0L 4:3-0L"
    assert told(GAPLE + "  plays: 3:6-0\n") == [("wrong-lead", "3:6-0")]


# --- ends

LAID = {
    "a tile that fits one end": ("1:5-5 2:5-4 3:4-1", "3:4-1L"),
    "the left end by its letter": ("1:5-5 2:5-4L 3:6-5R", "3:6-5R"),
    "an end by its number": ("1:5-5 2:5-4 3:6-5@5", "3:6-5R"),
    "equal ends by the left letter": ("1:5-5 2:5-4L", "2:5-4L"),
    "equal ends by the right letter": ("1:5-5 2:5-4R", "2:5-4R"),
    "equal ends by their number": ("1:5-5 2:5-4@5", "2:5-4L"),
    "equal ends by a tile alone": ("1:5-5 2:4-5", "2:5-4L"),
    "both ends by the left letter": ("1:5-5 2:5-4L 3:6-4L 4:pass 1:6-6 2:5-3R", "2:5-3R"),
}


@pytest.mark.parametrize(("plays", "last"), LAID.values(), ids=LAID)
def test_a_tile_is_laid_on_the_end_that_is_written(plays, last):
    assert played(PASSES, plays).split()[len(plays.split()) - 1] == last


FIRST = {"6-0": "6-0", "0-6": "0-6", "6-0L": "6-0", "0-6R": "0-6", "0-6@6": "0-6", "6-6": "6-6"}


@pytest.mark.parametrize(("text", "line"), FIRST.items(), ids=FIRST)
def test_the_first_tile_lies_as_it_is_written(text, line):
    assert first_hand(f"{PASSES}  plays: 1:{text}\n").line == line


SEPARATED = ["1:6-6, 3:6-4,1:4-4", "[1:6-6, 3:6-4, 1:4-4]", "['1:6-6 3:6-4', '1:4-4']",
             "\n    1:6-6\n    3:6-4\n    1:4-4", "|\n    1:6-6\n\n    3:6-4 1:4-4"]  # fmt: skip


@pytest.mark.parametrize("plays", SEPARATED)
def test_plays_are_separated_by_blanks_commas_line_breaks_or_a_list(plays):
    assert played(PASSES, plays) == "1:6-6 (2:pass) 3:6-4L (4:pass) 1:4-4L"


# --- who plays on


def test_a_script_may_stop_where_players_go_on():
    text = PASSES + "  plays: 1:6-6\nplayers: heaviest\nseed: 1\n"
    hand = first_hand(text)
    assert events(hand).startswith("1:6-6 (2:pass) 3:6-5L (4:pass) 1:5-5L")
    assert hand.end in ("out", "blocked")


def test_players_decide_from_the_seed():
    def going_on(seed: int) -> str:
        return events(first_hand(f"{PASSES}players: random\nseed: {seed}\n"))

    assert going_on(1) == going_on(1)
    assert len({going_on(seed) for seed in range(5)}) > 1


@given(st.sampled_from(bundled_names()), st.integers(0, 2**63 - 1), st.sampled_from(range(4)))
def test_players_on_a_simulated_deal_play_the_simulated_hand(name, seed, player):
    sim = simulate(name, seed, player=player)
    text = f"rules: {name}\nhands:\n- deal: {{seed: {seed}}}\nplayers: {PLAYERS[player]}\n"
    assert unmarked(text) == unmarked(json.dumps(as_scenario(sim)))


def test_each_seat_may_have_its_own_player():
    text = PASSES + "seed: 1\nplayers: [heaviest, random, heaviest, random]\n"
    assert events(first_hand(text)).startswith("1:6-6 (2:pass) 3:6-5L")


NO_PLAYERS = {
    "misspelt": ("rando", [("unknown-player", "rando")]),
    "too few": ("[random, random]", [("wrong-player-count", "[random, random]")]),
    "too many": ("random random random random random", [
        ("wrong-player-count", "random random random random random"),
    ]),
    "a number": ("5", [("invalid-value", "5")]),
    "numbers": ("[1, 2]", [("invalid-value", "[1, 2]")]),
    "a group": ("{1: random}", [("invalid-value", "{1: random}")]),
}  # fmt: skip


@pytest.mark.parametrize(("players", "expected"), NO_PLAYERS.values(), ids=NO_PLAYERS)
def test_players_that_nobody_knows_are_refused(players, expected):
    assert told(f"{PASSES}seed: 1\nplayers: {players}\n") == expected


def test_players_need_a_seed():
    assert told(PASSES + "players: random\n") == [("missing-seed", "random")]
    assert told("rules: gaple\nplayers: random\nhands: [{deal: {seed: 0}}]\n" + "x: 1\n") == [
        ("unknown-key", "x")
    ]
    assert play("rules: gaple\nplayers: random\nhands: [{deal: {seed: 0}}]\n").hands[0].end != (
        "unfinished"
    )


def test_no_players_leave_the_hand_unfinished():
    for players in ("[]", "''"):
        assert first_hand(f"{PASSES}players: {players}\n").end == "unfinished"


# --- folds


def test_a_fold_ends_the_hand_and_the_same_seat_leads_the_next():
    hand = first_hand(ONE_TABLE + "  plays: 1:fold\n")
    assert (hand.end, hand.scores, hand.next_leader, hand.awards) == ("folded", (0, 0), 1, ())


def test_a_redeal_follows_a_fold():
    deal = ONE_TABLE.split("hands:\n")[1]
    hands = play(ONE_TABLE + "  plays: fold\n" + deal + "  plays: 1:6-6\n").hands
    assert [(h.number, h.leader, h.end) for h in hands] == [(2, 1, "folded"), (3, 1, "unfinished")]


def test_a_hand_that_must_be_redealt_is_folded_by_itself():
    text = ONE_TABLE.replace("start:", "set: {fold.rule: must}\nstart:")
    hand = first_hand(text)
    assert (hand.end, events(hand)) == ("folded", "(1:fold)")
    assert told(text + "  plays: 1:6-6\n") == [("hand-over", "1:6-6")]


def test_nobody_folds_in_the_middle_of_a_hand():
    assert told(MIDDLE + "  plays: 1:fold\n") == [("fold-not-allowed", "1:fold")]


def test_nobody_leads_in_the_middle_of_a_hand():
    assert told(MIDDLE + "  plays: 4:4-1\n") == [("not-your-turn", "4:4-1")]


def test_a_place_names_the_play_in_a_list():
    (finding,) = refused(PASSES + "  plays:\n  - 1:6-6\n  - 3:6-4 4:3-2\n")
    assert (marked(finding.place), finding.place.line) == ("4:3-2", 11)
