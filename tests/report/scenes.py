"""Small scenarios, each around one thing that a report has to tell, and what is said of them.

Every hand begins in the middle; the doubles in it fit nothing and are there to be counted.
"""

from pathlib import Path

from domsim.report.replay_text import scenario_text
from domsim.rules.source import read_yaml
from domsim.scenario.load import load_scenario
from domsim.scenario.replay import replay
from domsim.scenario.results import ScenarioResult

CAPICUA = """\
scenario: Capicúa on the last tile
rules: gbs-pairs-points
start: {scores: [10, 20], hand: 3}
hands:
- position:
    ends: [6, 4]
    hands: {1: 6-4, 2: 5-5 3-3, 3: 2-2, 4: 1-1}
    turn: 1
    leader: 1
  plays: 1:6-4L
  expect: {end: out, scores: [53, 20], awards: [{clause: out, paid: 18}, {clause: capicua}]}
"""
# The same hand where every tile counts and a bonus must fit: 160 + 22 = 182, and no room for 25.
CAPICUA_THAT_DOES_NOT_FIT = CAPICUA.replace("gbs-pairs-points", "one-table-200").replace(
    "[10, 20]", "[160, 20]"
)
WRONG_SCORES = CAPICUA.replace("[53, 20]", "[50, 20]")

LOCKED = """\
scenario: Locked on blanks
rules: gbs-pairs-points
start: {hand: 2}
hands:
- position:
    ends: [6, 0]
    hands: {1: 6-0 5-5, 2: 2-2, 3: 1-1, 4: 3-3}
    turn: 1
    leader: 2
  plays: 1:6-0L
"""
LOCKED_AND_COMPARED = LOCKED.replace("gbs-pairs-points", "one-table-200")
LOCKED_AND_LEVEL = LOCKED.replace("4: 3-3", "4: 4-4")

# Seat 2 plays again after three passes, then seat 3 goes out: 67 + 33 against 76 + 25.
SEVERAL_REACH_THE_TARGET = """\
scenario: Both sides reach the target
rules: gbs-pairs-points
set: {match.several: highest-score, match.tie: another-hand}
start: {scores: [67, 76], hand: 5}
hands:
- position:
    ends: [6, 4]
    hands: {1: 0-0, 2: 6-5 4-1 6-6, 3: 5-1, 4: 5-5 3-3}
    turn: 2
    last: 2
    passes: 3
    leader: 1
  plays: 2:6-5 3:5-1
"""
LEVEL_AT_THE_TARGET = SEVERAL_REACH_THE_TARGET.replace("[67, 76]", "[67, 75]")
HAND_DECIDES = SEVERAL_REACH_THE_TARGET.replace("highest-score", "hand-winner")
HAND_DECIDES_THE_TIE = LEVEL_AT_THE_TARGET.replace("another-hand", "hand-winner")
ONE_REACHES_THE_TARGET = CAPICUA.replace("[10, 20]", "[60, 20]").replace("[53, 20]", "[103, 20]")

# Seat 1 holds every six but one: seats 2 and 3 pass on its opening tile.
PARTNER_PASSES = """\
scenario: The partner passes too
rules: one-table-200
start: {hand: 2, leader: 1}
hands:
- deal:
    1: 6-6 6-5 6-4 6-3 6-2 6-1 5-5
    2: 0-0 1-0 1-1 2-0 2-1 2-2 3-0
    3: 3-1 3-2 3-3 4-0 4-1 4-2 4-3
    4: 6-0 5-0 5-1 5-2 5-3 5-4 4-4
  plays: 1:6-6 4:6-0
"""
MATCH_OPENING = PARTNER_PASSES.replace("{hand: 2, leader: 1}", "{hand: 1}")

FOLDED = """\
scenario: Five doubles
rules: one-table-200
start: {hand: 2, leader: 1}
hands:
- deal:
    1: 1-0 2-0 2-1 3-0 3-1 3-2 4-0
    2: 0-0 1-1 2-2 3-3 4-4 4-1 4-2
    3: 4-3 5-0 5-1 5-2 5-3 5-4 5-5
    4: 6-0 6-1 6-2 6-3 6-4 6-5 6-6
  plays: 2:fold
"""

ILLEGAL = CAPICUA.replace("1:6-4L", "1:pass")
ILLEGAL_AS_EXPECTED = (
    ILLEGAL[: ILLEGAL.index("  expect")] + "  expect: {illegal: {play: 1, code: must-play}}\n"
)

WINS_COUNTED = LOCKED.replace("gbs-pairs-points", "gbs-pairs-wins")


def replayed(text: str) -> ScenarioResult:
    """Return the result of a scenario's text, in a file called ``t.yaml``."""
    return replay(load_scenario(read_yaml(text, "t.yaml"), Path(), {}))


def told(text: str, *, moves: bool = False) -> str:
    """Return what is printed of a scenario's text, blanks within lines made single."""
    lines = scenario_text(replayed(text), moves=moves).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines)
