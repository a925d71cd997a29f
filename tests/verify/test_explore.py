"""What can still happen, on positions that are worked out on paper in the comments.

A line is a way to play the hand to its end, a position one in which a seat has to move.
"""

import json

import pytest

from domsim.rules.bundled import bundled_folder
from domsim.rules.findings import Refused
from domsim.rules.source import read_yaml
from domsim.scenario.files import entries
from domsim.scenario.load import LoadedScenario, load_scenario
from domsim.scenario.replay import replay
from domsim.verify.explore import Exploration, Reachable, explore

# Ends 3 and 6, seat 2 to move, 160 to 140, a bonus must stay under 200.
# 2:3-3 leaves them: 3 passes, 4 lays 6-0, 1 passes, 2 goes out with 5-3: 8 + 12 + 5 + 10 + 0 = 35.
# 2:5-3 leaves 5 and 6. Then
#   3:5-0 leaves 0 and 6, and seat 4 has three moves:
#     0-0: 1 lays 6-6, 2 and 3 pass, 4 goes out with 6-0 on either end (2 lines): 8 + 6 + 10 = 24,
#          and capicúa: 140 + 24 + 25 = 189;
#     6-0 on the 0: 1 locks with 6-6. 8 against 6 of seat 2: 8 + 6 + 10 + 0 = 24;
#     6-0 on the 6: all three pass, 25; 4 goes out with 0-0: 8 + 12 + 6 + 10 = 36. 140 + 61 = 201;
#   3:5-5 leaves 5 and 6: 4 lays 6-0, 1 and 2 pass, 3 goes out with 5-0 on either end (2 lines):
#          8 + 12 + 6 + 0 = 26, and no capicúa, 186 + 25 would be 211.
# Positions: the first; 4 after 3-3; 1 after 5-3; 1 after 5-0, then 4 + 1 + 4; 4 after 5-5.
EIGHT_LEFT = "one-table-200/eight-plays-left.yaml"

# All in one position: ends 3 and 5, seat 2 to move, one bonus of 25 paid already, 47 to 83.
# 2:3-1 leaves 1 and 5, and seat 1 has three moves:
#   5-1 on the 1: 5 and 5, both pass, a block: 2 against 6, seat 1 takes 6;
#   5-1 on the 5: 1 and 1, 2 passes, 1 goes out with 1-1: 25 for the pass and 3-3 is 6;
#   1-1: 2 passes, 1 goes out with 5-1 on either end (2 lines): 25, 6 and capicúa 25;
# 2:3-3 leaves 3 and 5: 1 lays 5-1, 2 goes out with 3-1 on either end (2 lines): 2 and capicúa 25.
TWO_PASSES = "gbs-duel-points/straight-pass-twice.yaml"

# Whoever goes out takes all other pips. 1:3-1 lets seat 2 out: 5 + 2 + 8 = 15. 1:3-2 makes seat 2
# pass and lets seat 3 out: 4 + 1 + 8 = 13.
EACH_FOR_HIMSELF = """\
rules: gbs-individual-points
start: {hand: 2}
hands:
- position:
    ends: [3, 5]
    hands: {1: 3-1 3-2, 2: 1-0, 3: 2-0, 4: 5-3}
    turn: 1
    leader: 1
"""

# 1:3-0 leaves 0 and 4: seat 2 draws 2-1 and 1-0, lays 1-0, and seat 1 goes out with 4-2 against
# 5-5 and 2-1: 13. 1:4-2 leaves 3 and 2: seat 2 draws 2-1 and lays it, and seat 1 goes out with 3-0
# against 5-5: 10.
WITH_A_STOCK = """\
rules: draw-100
start: {hand: 2}
hands:
- position:
    ends: [3, 4]
    hands: {1: 3-0 4-2, 2: 5-5}
    stock: 2-1 1-0
    turn: 1
    leader: 1
"""

# Seat 4 is stuck and discards 1-0 or 2-2; seat 1 is stuck and discards its last tile, which ends
# the hand. Counts 12, 2 + 3 = 5, 7, 5: the lightest tile not yet played decides between seats 2
# and 4: 2-0 against 2-2, or 2-0 against 1-0. The winner scores 12 - 5 and 7 - 5.
WITH_DISCARDS = """\
rules: gaple
start: {hand: 2}
hands:
- position:
    ends: [3, 4]
    hands: {1: 6-6, 2: 2-0, 3: 4-3, 4: 1-0 2-2}
    discards: {2: 2-1}
    turn: 4
    leader: 1
"""

# Seat 2 always passes. Seat 1 lays 3-1, 4-2 and 1-1 in any order with 3-1 before 1-1: three lines
# to a block of 10 against 12. After 3-1 and 4-2 it does not matter which came first.
ANY_ORDER = """\
rules: block-100
start: {hand: 2}
hands:
- position:
    ends: [3, 4]
    hands: {1: 3-1 4-2 1-1 5-5, 2: 6-6}
    turn: 1
    leader: 1
"""

# One tile each. Seat 1 goes out with 6-5 and takes 10 + 1 + 2, unless seat 2 folds its double.
A_FOLD_IS_OPEN = """\
rules: one-table-200
set:
  {table.hand_size: 1, table.undealt: asleep, fold.doubles: 1, bonuses.capicua.points: 0}
start: {hand: 2, leader: 1}
hands:
- deal: {1: 6-5, 2: 5-5, 3: 1-0, 4: 2-0}
"""


def scenario(text: str) -> LoadedScenario:
    """Load a scenario written in YAML."""
    return load_scenario(read_yaml(text, "t.yaml"), None, {})


def bundled(name: str) -> LoadedScenario:
    """Load a bundled scenario."""
    entry = next(entries([str(bundled_folder("scenarios") / name)]))
    assert entry.document is not None
    return load_scenario(entry.document, entry.base, {})


def explored(text: str, from_play: int | None = None) -> Exploration:
    """Explore a scenario written in YAML."""
    return explore(scenario(text), 1000, from_play)


def counts(found: Exploration) -> tuple[int, int, int]:
    """Return the numbers of lines, positions and results."""
    return found.lines, found.positions, len(found.results)


def told(result: Reachable) -> tuple[str, str, tuple[int, ...], int]:
    """Return end, awards, scores and lines of a result, the awards in few words."""
    awards = [f"{a.side}: {a.clause} {a.reason or a.paid}" for a in result.awards]
    return result.end, ", ".join(awards), result.scores, result.lines


# --- results, lines and positions


def test_pairs():
    found = explore(bundled(EIGHT_LEFT), 1000)
    assert counts(found) == (7, 20, 5)
    assert [told(result) for result in found.results] == [
        ("out", "1: out 26, 1: capicua does-not-fit", (186, 140), 2),
        ("out", "2: out 24, 2: capicua 25", (160, 189), 2),
        ("out", "2: out 35", (160, 175), 1),
        ("out", "2: straight-pass 25, 2: out 36", (160, 201), 1),
        ("blocked", "2: block 24", (160, 164), 1),
    ]


def test_each_result_says_who_won_and_whether_the_match_is_over():
    found = explore(bundled(EIGHT_LEFT), 1000)
    winners = [(r.winner_seat, r.winner_side, r.over, r.match_winner) for r in found.results]
    assert winners == [
        (3, 1, False, None),
        (4, 2, False, None),
        (2, 2, False, None),
        (4, 2, True, 2),
        (2, 2, False, None),
    ]


def test_a_duel_and_what_was_awarded_before():
    found = explore(bundled(TWO_PASSES), 1000, from_play=5)
    assert found.position.scores == (47, 83)
    assert found.lines == 6
    assert {told(result) for result in found.results} == {
        ("blocked", "1: straight-pass 25, 1: block 6", (53, 83), 1),
        ("out", "1: straight-pass 25, 1: straight-pass 25, 1: out 6", (78, 83), 1),
        (
            "out",
            "1: straight-pass 25, 1: straight-pass 25, 1: out 6, 1: capicua 25",
            (103, 83),
            2,
        ),
        ("out", "1: straight-pass 25, 2: out 2, 2: capicua 25", (47, 110), 2),
    }


def test_four_players_each_for_himself():
    found = explored(EACH_FOR_HIMSELF)
    # The first; seat 2 after 3-1; seats 2 and 3 after 3-2.
    assert counts(found) == (2, 4, 2)
    assert [told(result)[1] for result in found.results] == ["2: out 15", "3: out 13"]


def test_draws_come_from_the_known_stock():
    found = explored(WITH_A_STOCK)
    # The first; seat 2 with none, one and two tiles drawn and seat 1; the same with one drawn.
    assert counts(found) == (2, 1 + 4 + 3, 2)
    assert [(told(r)[1], r.witness) for r in found.results] == [
        ("1: out 10", "1:4-2 2:+2-1 2:2-1 1:3-0"),
        ("1: out 13", "1:3-0 2:+2-1 2:+1-0 2:1-0 1:4-2"),
    ]


def test_every_tile_that_may_be_discarded_is_a_move():
    found = explored(WITH_DISCARDS)
    assert counts(found) == (2, 3, 2)
    assert [(r.winner_seat, told(r)[1], r.witness) for r in found.results] == [
        (2, "2: out 9", "4:x1-0 1:x6-6"),
        (4, "4: out 9", "4:x2-2 1:x6-6"),
    ]


def test_a_position_is_stored_once_whatever_led_to_it():
    found = explored(ANY_ORDER)
    # The first, and seats 2 and 1 after 3-1, after 4-2, after 3-1 1-1, and after 3-1 and 4-2.
    assert counts(found) == (3, 1 + 4 * 2, 1)
    assert [told(result) for result in found.results] == [("blocked", "1: block 2", (2, 0), 3)]


def test_folding_before_the_first_tile_is_a_continuation():
    found = explored(A_FOLD_IS_OPEN)
    assert counts(found) == (2, 1, 2)
    assert [(told(r), r.witness) for r in found.results] == [
        (("out", "1: out 13", (13, 0), 1), "1:6-5"),
        (("folded", "", (0, 0), 1), "2:fold"),
    ]


def test_a_tile_that_fits_two_different_ends_is_two_moves_and_on_equal_ends_one():
    # Seat 1 goes out with its last tile against 5-5, 3-3 and 1-1.
    last = "rules: gbs-pairs-points\nstart: {{hand: 2}}\nhands:\n- position: {}\n"
    others = "2: 5-5 3-3, 3: 2-2, 4: 1-1"
    different = f"{{ends: [6, 4], hands: {{1: 6-4, {others}}}, turn: 1, leader: 1}}"
    equal = f"{{ends: [6, 6], hands: {{1: 6-6, {others}}}, turn: 1, leader: 1}}"
    assert [m.play for m in explored(last.format(different)).moves] == ["1:6-4@4", "1:6-4@6"]
    assert [m.play for m in explored(last.format(equal)).moves] == ["1:6-6"]


def test_results_are_numbered_from_the_most_lines_to_the_fewest():
    results = explore(bundled(TWO_PASSES), 1000, from_play=5).results
    assert [result.number for result in results] == [1, 2, 3, 4]
    assert [result.lines for result in results] == [2, 2, 1, 1]


# --- the best that can be forced


def test_partners_play_as_one_for_the_difference_of_the_scores():
    # After 5-3 seat 3 chooses: 5-5 is 26 for its side, 5-0 would be 61 for the other. So seat 2
    # lays 3-3, for 35.
    found = explore(bundled(EIGHT_LEFT), 1000)
    assert [(m.play, m.lines, m.result, m.ahead) for m in found.moves] == [
        ("2:3-3", 1, 3, 35),
        ("2:5-3", 6, 1, -26),
    ]
    assert (found.best.result, found.best.gains, found.best.ahead) == (3, (0, 35), (-35, 35))
    assert found.best.line == "2:3-3 3:pass 4:6-0 1:pass 2:5-3"


def test_two_players():
    # After 3-1 seat 1 would lay 1-1, for 25 + 6 + 25; after 3-3 seat 2 scores 27.
    found = explore(bundled(TWO_PASSES), 1000, from_play=5)
    assert [(m.play, m.lines, m.ahead) for m in found.moves] == [
        ("2:3-1", 4, -56),
        ("2:3-3", 2, 27),
    ]
    # What was awarded before the position is no gain from it.
    assert (found.best.gains, found.best.line) == ((0, 27), "2:3-3 1:5-1 2:3-1@1")


def test_who_cannot_score_lets_the_others_score_least():
    # Seat 1 scores nothing after either move, and does not give away 15 where 13 will do.
    best = explored(EACH_FOR_HIMSELF).best
    assert (best.line, best.gains, best.ahead) == (
        "1:3-2 2:pass 3:2-0",
        (0, 0, 13, 0),
        (-13, -13, 13, -13),
    )


def test_each_player_chooses_for_himself():
    # Seat 4 keeps 1-0, the lightest tile.
    best = explored(WITH_DISCARDS).best
    assert (best.line, best.ahead) == ("4:x2-2 1:x6-6", (-9, -9, -9, 9))


def test_of_equal_moves_the_lower_is_chosen():
    # Seat 1 scores 2 whatever it does: 3-1 is a lower tile than 4-2, and so is 1-1.
    best = explored(ANY_ORDER).best
    assert best.line == "1:3-1 2:pass 1:1-1 2:pass 1:4-2"


def test_a_seat_folds_where_its_side_would_lose():
    assert explored(A_FOLD_IS_OPEN).best.line == "2:fold"
    # With the double at the partner of seat 1 nobody wants to fold: 6-5 takes 1 + 10 + 2.
    partner = A_FOLD_IS_OPEN.replace("2: 5-5, 3: 1-0", "2: 1-0, 3: 5-5")
    assert explored(partner).best.line == "1:6-5"


# --- which position


def test_the_last_position_is_where_the_plays_end_with_what_is_forced():
    # After 3-2 seat 2 can only pass; seat 3 can only lay 2-0, but a tile has to be written.
    plays = EACH_FOR_HIMSELF + "  plays: 1:3-2\n"
    position = explored(plays).position
    assert (position.turn, position.ends, position.hands) == (
        3,
        (2, 5),
        ("3-1", "1-0", "2-0", "5-3"),
    )


def test_a_hand_that_shows_an_illegal_play_is_explored_where_it_was_tried():
    found = explore(bundled("one-table-200/illegal-not-your-turn.yaml"), 1000)
    # Seat 2, which was skipped, holds 4-3 and 6-2 on the ends 4 and 2.
    assert [move.play for move in found.moves] == ["2:4-3", "2:6-2"]


@pytest.mark.parametrize(
    ("number", "turn", "stock"), [(1, 1, "2-1 1-0"), (2, 2, "2-1 1-0"), (3, 2, ""), (4, 1, "")]
)
def test_from_play_begins_before_a_written_play_of_the_last_hand(number, turn, stock):
    # Play 2 writes a draw; the second draw is left out before play 3, and filled in.
    text = WITH_A_STOCK + "  plays: 1:3-0 2:draw 2:1-0 1:4-2\n"
    position = explored(text, number).position
    assert (position.turn, position.stock) == (turn, stock)


def test_a_forced_play_that_is_written_is_explored_too():
    text = EACH_FOR_HIMSELF + "  plays: 1:3-2 2:pass 3:2-0\n"
    found = explored(text, 2)
    assert ([move.play for move in found.moves], found.lines) == (["2:pass"], 1)


def test_a_fold_that_is_written_comes_before_anything_forced():
    # Seat 1 cannot join the tile turned up and has to pass, but before that seat 2 may fold.
    turned_up = A_FOLD_IS_OPEN.replace("set:\n  {", "set:\n  {table.turned_up: one, ")
    text = turned_up.replace("4: 2-0", "4: 4-0, table: 4-3") + "  plays: 2:fold\n"
    assert [move.play for move in explored(text, 1).moves] == ["1:pass", "2:fold"]


def test_earlier_hands_are_played_and_their_scores_stand():
    first = EACH_FOR_HIMSELF + "  plays: 1:3-2 3:2-0\n"
    second = EACH_FOR_HIMSELF.partition("hands:\n")[2].replace("leader: 1", "leader: 3")
    found = explored(first + second)
    assert (found.position.hand, found.position.scores) == (3, (0, 0, 13, 0))
    assert [result.scores for result in found.results] == [(0, 15, 13, 0), (0, 0, 26, 0)]
    assert found.best.gains == (0, 0, 13, 0)


def test_players_do_not_play_on_in_the_last_hand():
    players = EACH_FOR_HIMSELF.replace("start:", "players: random\nseed: 1\nstart:")
    assert explored(players).lines == 2


def refusal(text: str, most: int = 1000, from_play: int | None = None) -> tuple[str, str, str]:
    """Return code, message and help with which an exploration is refused."""
    with pytest.raises(Refused) as caught:
        explore(scenario(text), most, from_play)
    (finding,) = caught.value.findings
    assert (finding.place.file, finding.place.line, finding.path) == ("t.yaml", 4, "hands[0]")
    return finding.code, finding.message, finding.help or ""


PLAYED_OUT = EACH_FOR_HIMSELF + "  plays: 1:3-1 2:1-0\n"


def test_a_hand_that_is_over_is_refused_with_what_would_help():
    assert refusal(PLAYED_OUT) == (
        "hand-over",
        "the last hand is over, so nothing can follow",
        "--from-play N explores the position before its N-th written play",
    )


def test_a_play_that_is_not_written_is_refused():
    code, message, _ = refusal(PLAYED_OUT, from_play=3)
    assert (code, message) == (
        "no-such-play",
        "hand 1 has 2 written plays, so none is number 3",
    )


def test_there_is_no_position_after_an_illegal_play():
    illegal = EACH_FOR_HIMSELF + (
        "  plays: 1:3-1 2:pass 3:2-0\n  expect: {illegal: {play: 2, code: must-play}}\n"
    )
    assert explored(illegal, 2).position.turn == 2
    code, message, _ = refusal(illegal, from_play=3)
    assert (code, message) == (
        "no-such-play",
        "play 2 is illegal, so no position comes before play 3",
    )


def test_more_positions_than_allowed_are_refused():
    # WITH_A_STOCK has 8.
    assert explore(scenario(WITH_A_STOCK), 8).positions == 8
    assert refusal(WITH_A_STOCK, most=7) == (
        "too-many-positions",
        "more than 7 positions can follow; the search was given up",
        "explore from later in the hand (--from-play N, or write more of its plays), "
        "or allow more with --max-positions",
    )


# --- witnesses

EIGHT_BEFORE_THE_END = [
    "block-100/winner-leads-the-next-hand.yaml",
    "draw-100/stock-emptied-then-a-pass.yaml",
    "gaple/own-discards-count-against-the-winner.yaml",
    "gaple-five/first-hand-won-by-going-out.yaml",
    "gbs-duel-points/straight-pass-twice.yaml",
    "gbs-duel-wins/bonuses-are-only-shown.yaml",
    "gbs-individual-points/straight-pass-by-two-players.yaml",
    "gbs-individual-wins/drawn-hand-gives-no-win.yaml",
    "gbs-pairs-points/straight-pass-with-a-capicua.yaml",
    "gbs-pairs-wins/straight-pass-is-only-shown.yaml",
    "one-table-200/straight-pass-hand-and-capicua-from-110.yaml",
]


def with_plays(loaded: LoadedScenario, keep: int, more: str) -> LoadedScenario:
    """Return a scenario with ``more`` after the first plays of its last hand, expecting nothing."""
    data = json.loads(json.dumps(loaded.document.data))
    for hand in data["hands"]:
        hand.pop("expect", None)
    data.pop("expect", None)
    plays = [str(play) for play in loaded.hands[-1].plays[:keep]]
    data["hands"][-1]["plays"] = " ".join([*plays, more])
    return scenario(json.dumps(data))


def outcome(result: Reachable) -> object:
    """Return what a result says that a replay says too."""
    awards = [(a.clause, a.side, a.paid, a.reason) for a in result.awards]
    winner = result.winner_seat, result.winner_side, result.tie
    return result.end, winner, awards, result.scores, result.over, result.match_winner


def replayed(loaded: LoadedScenario) -> object:
    """Return the same of a replay."""
    result = replay(loaded)
    hand = result.hands[-1]
    awards = [(a.clause, a.side, a.paid, a.reason) for a in hand.awards]
    winner = hand.winner_seat, hand.winner_side, hand.tie
    return hand.end, winner, awards, hand.scores, result.over, result.winner_side


@pytest.mark.parametrize("name", EIGHT_BEFORE_THE_END)
def test_every_witness_replays_to_its_result(name: str):
    loaded = bundled(name)
    number = max(1, len(loaded.hands[-1].plays) - 7)
    found = explore(loaded, 20_000, number)
    assert len(found.results) > 1
    for result in found.results:
        assert replayed(with_plays(loaded, number - 1, result.witness)) == outcome(result)


@pytest.mark.parametrize("name", EIGHT_BEFORE_THE_END)
def test_the_best_line_and_what_was_played_are_among_the_lines(name: str):
    loaded = bundled(name)
    number = max(1, len(loaded.hands[-1].plays) - 7)
    found = explore(loaded, 20_000, number)
    forced = found.results[found.best.result - 1]
    assert replayed(with_plays(loaded, number - 1, found.best.line)) == outcome(forced)
    assert replayed(loaded) in [outcome(result) for result in found.results]


def test_a_witness_may_be_a_fold():
    found = explored(A_FOLD_IS_OPEN)
    for result in found.results:
        again = with_plays(scenario(A_FOLD_IS_OPEN), 0, result.witness)
        assert replayed(again) == outcome(result)
