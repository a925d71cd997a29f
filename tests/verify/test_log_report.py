"""A log of somebody's app against the rules: which hands differ, and which clause explains it."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cli.running import ROOT, domsim, only_json
from simulate.support import replayed, simulation

from domsim.report.json_text import json_line
from domsim.report.log_report_text import log_report_text
from domsim.rules.bundled import bundled_names
from domsim.rules.loader import read_document
from domsim.scenario.files import Entry, entries
from domsim.verify.log_report import Group, LogReport, report_log

Record = dict[str, Any]


def written(folder: Path, records: Iterable[Record]) -> Path:
    """Write a log, one record a line."""
    path = folder / "app.jsonl"
    path.write_text("".join(json_line(r) + "\n" for r in records), encoding="utf-8")
    return path


def report(folder: Path, *records: Record) -> LogReport:
    """Write a log and compare it with the rules."""
    return report_log(entries([str(written(folder, records))]))


def logged(name: str, **said: Any) -> Record:
    """Return a bundled scenario as an app's record: its cards, and what the app gave."""
    record = json.loads(json.dumps(read_document(ROOT / "scenarios" / f"{name}.yaml").data))
    record.pop("expect", None)
    record["hands"] = record["hands"][:1]
    record["hands"][0]["expect"] = said
    return record


def only_group(found: LogReport) -> Group:
    """Return the one group of a log whose hands all differ alike."""
    (group,) = found.groups
    assert (found.agree, found.disagree) == (0, group.count)
    return group


def as_if(group: Group) -> list[dict[str, Any]]:
    """Return the other rules under which most hands of a group agree."""
    return [dict(found.change.values) for found in group.as_if]


# --- one hand, worked out by hand: the app's mistake and the clause it is about

HANDS: dict[str, tuple[str, dict[str, Any], str, str | None, str]] = {
    "a bonus paid that does not fit": (
        "one-table-200/capicua-after-the-hand-from-133", {"scores": [200, 120]},
        "capicua withheld: does-not-fit", "capicua", "175 + 25 = 200 would reach 200",
    ),
    "a bonus cut instead of void": (
        "one-table-200/capicua-after-the-hand-from-133", {"scores": [199, 120]},
        "capicua withheld: does-not-fit", "capicua", "the log pays 24 of 25; capicúa",
    ),
    "a bonus that fits, not paid": (
        "one-table-200/straight-pass-from-174", {"scores": [174, 150]},
        "straight-pass paid", "straight-pass", "everybody else passed on the tile of seat 3",
    ),
    "a capicúa paid on two equal ends": (
        "one-table-200/no-capicua-tile-on-equal-ends", {"scores": [48, 86]},
        "capicua not made", "capicua", "bonuses.capicua.tile is different-ends",
    ),
    "the partner's 20 pips dropped from 29": (
        "one-table-200/going-out-takes-every-tile", {"scores": [49, 33]},
        "out worth", "out", "every tile left is 20 + 4 + 0 + 5 = 29 pips",
    ),
    "a lock of 10 against 4 given to the 10": (
        "one-table-200/lock-ten-four-two-six", {"scores": [102, 20]},
        "block comparison", "block", "locker seat 1 10, seat 2 4; seat 2 is lowest",
    ),
    "a lock of 9 against 9 given to the other": (
        "one-table-200/lock-nine-nine-twenty-thirty", {"winner_side": 2},
        "block tie", "block", "the locker comes first in a tie",
    ),
    "a drawn block given to seat 2": (
        "gbs-individual-points/block-with-three-tied", {"scores": [90, 66, 44, 60]},
        "block tie", "block", "the lowest are equal, nobody wins",
    ),
    "the locker leads the next hand": (
        "gbs-pairs-points/leader-after-a-block", {"scores": [55, 65], "next_leader": 1},
        "next leader after a block", None, "seat 2 leads: opening.after_block is first-of-side",
    ),
    "a pass with a tile that fits": (
        "gbs-pairs-points/illegal-must-play", {},
        "illegal play: must-play", None, "play 4: seat 1 passes, but can play",
    ),
    "pips that are counted otherwise": (
        "one-table-200/lock-ten-four-two-six", {"pips": [10, 4, 2, 7], "scores": [80, 43]},
        "record: pips", None, "the log says [10, 4, 2, 7], here it is [10, 4, 2, 6]",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "said", "group", "clause", "why"), HANDS.values(), ids=HANDS)
def test_the_clause_that_explains_a_difference(
    tmp_path: Path, name: str, said: Mapping[str, Any], group: str, clause: str | None, why: str
):
    found = only_group(report(tmp_path, logged(name, **said)))
    assert (found.name, found.clause, found.count) == (group, clause, 1)
    assert why in found.why


def test_the_other_rules_that_fit_a_hand_are_all_named(tmp_path: Path):
    """133 + 42 + 25 = 200 without a limit, and with the capicúa tested on 133 or paid first."""
    record = logged("one-table-200/capicua-after-the-hand-from-133", scores=[200, 120])
    found = only_group(report(tmp_path, record)).as_if
    assert [dict(one.change.values) for one in found] == [
        {"score.order": "capicua-first"},
        {"score.order": "both-on-score-before"},
        {"bonuses.capicua.limit": "none"},
    ]
    assert {one.count for one in found} == {1}
    assert found[2].here == {"bonuses.capicua.limit": "must-fit"}
    assert found[2].where["bonuses.capicua.limit"].startswith("rulesets/one-table-200.yaml:")


def test_a_bonus_that_is_cut_fits_no_other_rules(tmp_path: Path):
    record = logged("one-table-200/capicua-after-the-hand-from-133", scores=[199, 120])
    assert as_if(only_group(report(tmp_path, record))) == []


def test_two_rules_of_one_bonus_may_be_needed(tmp_path: Path):
    """From 170 the hand makes 193; a capicúa on equal ends and without a limit 218."""
    record = logged("one-table-200/no-capicua-tile-on-equal-ends", scores=[218, 86])
    record["start"]["scores"] = [170, 86]
    found = only_group(report(tmp_path, record))
    assert found.name == "capicua not made"
    both = {"bonuses.capicua.tile": "both-ends", "bonuses.capicua.limit": "none"}
    assert as_if(found) == [both]


def test_rules_that_the_log_sets_itself_are_the_ones_compared(tmp_path: Path):
    record = logged("gbs-pairs-points/capicua-on-equal-ends-by-variant", scores=[47, 35])
    found = only_group(report(tmp_path, record))
    assert (found.name, found.clause) == ("capicua paid", "capicua")
    record["set"] = {}
    assert report(tmp_path, record).agree == 1


def test_a_hand_that_the_app_took_for_over(tmp_path: Path):
    record = logged("one-table-200/going-out-takes-every-tile", scores=[69, 33])
    record["hands"][0]["plays"] = "2:1-5 3:3-1L"
    found = only_group(report(tmp_path, record))
    assert (found.name, found.why) == (
        "end of the hand", "the log says over, here the hand is unfinished"
    )  # fmt: skip


GOES_OUT = "one-table-200/going-out-takes-every-tile"
AWARDS: dict[str, tuple[str, list[Record], str]] = {
    "a bonus that was not made": (
        GOES_OUT, [{"clause": "out", "paid": 29}, {"clause": "capicua"}], "capicua not made",
    ),
    "another worth": (GOES_OUT, [{"clause": "out", "paid": 19}], "out worth"),
    "a bonus that was made is missing": (
        "one-table-200/straight-pass-from-174", [{"clause": "block"}], "straight-pass paid",
    ),
    "a lock to another side": (
        "one-table-200/lock-ten-four-two-six", [{"clause": "block", "side": 1}],
        "block comparison",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "awards", "group"), AWARDS.values(), ids=AWARDS)
def test_awards_that_the_app_lists(tmp_path: Path, name: str, awards: list[Record], group: str):
    assert only_group(report(tmp_path, logged(name, awards=awards))).name == group


def test_a_wrong_list_of_legal_moves(tmp_path: Path):
    """2-1 and 5-1 are led or not as seat 2 likes; the app forgets the other five tiles."""
    record = logged("one-table-200/going-out-takes-every-tile")
    record["hands"][0]["plays"] = ""
    record["hands"][0]["states"] = [{"turn": 2, "legal": "5-1 1-0"}]
    found = only_group(report(tmp_path, record))
    assert found.name == "states: legal"
    assert "at the end: the log says 5-1 1-0, here it is 1-0 2-2 3-2 4-1 5-1 5-4 6-0" in found.why


# --- a whole log: an app with one mistake

Plant = Callable[[Record, Record], bool]


@cache
def simulated() -> tuple[str, ...]:
    """Return some seven hundred records of one-table hands."""
    recorder = simulation("one-table-200", seed=3).recorder
    return tuple(json_line(record) for record in recorder.stretch(0, 80, 0, 1))


def app_log(plant: Plant) -> tuple[list[Record], int]:
    """Return what an app with a mistake would log, and how many hands show the mistake."""
    records = [json.loads(line) for line in simulated()]
    planted = sum(plant(record, record["hands"][0]["expect"]) for record in records)
    for record in records:
        said = record["hands"][0]["expect"]
        given = {key: said[key] for key in ("scores", "winner_side", "next_leader")}
        record["hands"][0]["expect"] = given
        del record["expect"]
    return records, planted


def add(said: Record, side: int, points: int) -> bool:
    """Add points to what the app gave a side."""
    said["scores"][side - 1] += points
    return points != 0


def capicua_on_equal_ends(record: Record, said: Record) -> bool:
    if said["end"] != "out" or said["scores"][said["winner_side"] - 1] + 25 >= 200:
        return False
    record = json.loads(json_line(record))
    record["hands"][0]["states"] = []
    (hand,) = replayed(record).hands
    left, right = hand.states[-2]["ends"]
    fits = str(left) in record["hands"][0]["plays"].split(":")[-1][:3].split("-")
    return left == right and fits and add(said, said["winner_side"], 25)


def capicua_cut(_record: Record, said: Record) -> bool:
    void = [a for a in said["awards"] if (a["clause"], a["paid"]) == ("capicua", 0)]
    room = [199 - said["scores"][a["side"] - 1] for a in void]
    return bool(room) and 0 < room[0] < 25 and add(said, void[0]["side"], room[0])


def partner_dropped(_record: Record, said: Record) -> bool:
    if said["end"] != "out":
        return False
    partner = (said["winner_seat"] + 1) % 4
    return add(said, said["winner_side"], -said["pips"][partner])


def wrong_leader_after_a_block(_record: Record, said: Record) -> bool:
    if said["end"] != "blocked" or said["next_leader"] is None:
        return False
    said["next_leader"] = said["next_leader"] % 4 + 1
    return True


def block_inverted(_record: Record, said: Record) -> bool:
    """Give the lock to the higher of the two; where they are equal the app is right."""
    if said["end"] != "blocked":
        return False
    locker = said["last_seat"]
    following = locker % 4 + 1
    if said["pips"][locker - 1] == said["pips"][following - 1]:
        return False
    winner, loser = said["winner_side"], 3 - said["winner_side"]
    points = said["awards"][-1]["paid"]
    said["winner_side"] = loser
    said["next_leader"] = following if said["winner_seat"] == locker else locker
    return add(said, winner, -points) and add(said, loser, points)


def straight_pass_forgotten(_record: Record, said: Record) -> bool:
    paid = [a for a in said["awards"] if a["clause"] == "straight-pass" and a["paid"]]
    return bool([add(said, award["side"], -award["paid"]) for award in paid])


def passes_without_need(record: Record, _said: Record) -> bool:
    plays = record["hands"][0]["plays"].split()
    if len(plays) < 9 or "pass" in plays[6]:
        return False
    plays[6] = plays[6][:2] + "pass"
    record["hands"][0]["plays"] = " ".join(plays)
    return True


MISTAKES: dict[str, tuple[Plant, str, dict[str, str] | None]] = {
    "capicúa paid on equal ends": (
        capicua_on_equal_ends, "capicua not made", {"bonuses.capicua.tile": "both-ends"},
    ),
    "capicúa cut instead of void": (capicua_cut, "capicua withheld: does-not-fit", None),
    "partner's pips dropped": (partner_dropped, "out worth", {"score.out": "losing-sides"}),
    "wrong leader after a block": (
        wrong_leader_after_a_block, "next leader after a block", None,
    ),
    "block winner inverted": (block_inverted, "block comparison", None),
    "straight pass forgotten": (straight_pass_forgotten, "straight-pass paid", None),
    "a pass without need": (passes_without_need, "illegal play: must-play", None),
}  # fmt: skip


@pytest.mark.parametrize(("plant", "name", "rules"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_of_an_app_is_found_in_every_hand_under_its_clause(
    tmp_path: Path, plant: Plant, name: str, rules: dict[str, str] | None
):
    records, planted = app_log(plant)
    found = report(tmp_path, *records)
    assert planted > 2
    assert (found.hands, found.disagree) == (len(records), planted)
    (group,) = found.groups
    assert (group.name, group.count) == (name, planted)
    assert rules is None or rules in as_if(group)


def test_an_app_without_a_mistake(tmp_path: Path):
    records, planted = app_log(lambda _record, _said: False)
    found = report(tmp_path, *records)
    assert (planted, found.agree, found.disagree, found.groups) == (0, len(records), 0, ())


def test_two_mistakes_are_two_groups(tmp_path: Path):
    def both(record: Record, said: Record) -> bool:
        return partner_dropped(record, said) or wrong_leader_after_a_block(record, said)

    records, planted = app_log(both)
    groups = {group.name: group.count for group in report(tmp_path, *records).groups}
    assert set(groups) == {"out worth", "next leader after a block"}
    assert sum(groups.values()) == planted


def test_a_group_shows_the_first_three_and_where_they_stand(tmp_path: Path):
    wrong = logged("one-table-200/straight-pass-from-174", scores=[174, 150])
    right = logged("one-table-200/straight-pass-from-174", scores=[199, 150])
    found = report(tmp_path, right, *[wrong] * 3, right, *[wrong] * 9)
    (group,) = found.groups
    assert (group.count, [example.line for example in group.examples]) == (12, [2, 3, 4])
    assert {example.file for example in group.examples} == {str(tmp_path / "app.jsonl")}
    assert {example.scenario for example in group.examples} == {wrong["scenario"]}


# --- records of several hands

TIED = "gbs-pairs-points/tied-at-the-target-play-on"


def match_of(name: str) -> Record:
    """Return a bundled scenario of several hands, without expectations."""
    record = json.loads(json.dumps(read_document(ROOT / "scenarios" / f"{name}.yaml").data))
    record.pop("expect", None)
    for hand in record["hands"]:
        hand.pop("expect", None)
    return record


def test_a_difference_in_a_match_is_told_once(tmp_path: Path):
    """The app forgets the straight pass, 75 instead of 100, and then counts on: 75 + 19 = 94."""
    record = match_of(TIED)
    record["hands"][0]["expect"] = {"scores": [100, 75], "next_leader": 1}
    record["hands"][1]["expect"] = {"scores": [100, 94]}
    found = report(tmp_path, record)
    (group,) = found.groups
    assert (found.hands, found.agree, group.name) == (2, 1, "straight-pass paid")
    assert group.examples[0].hand == 1


def test_a_difference_in_a_later_hand_names_that_hand(tmp_path: Path):
    """19 and not 16: seats 1 and 3 hold 6 + 13."""
    record = match_of(TIED)
    record["hands"][1]["expect"] = {"scores": [100, 116]}
    (group,) = report(tmp_path, record).groups
    assert (group.name, group.examples[0].hand) == ("out worth", 2)
    assert group.examples[0].failed[0].hand == 2


def test_after_an_illegal_play_the_match_goes_on_from_what_the_app_gave(tmp_path: Path):
    record = match_of(TIED)
    record["hands"][0]["plays"] = "3:pass"
    record["hands"][0]["expect"] = {"scores": [100, 100]}
    record["hands"][1]["expect"] = {"scores": [100, 119]}
    found = report(tmp_path, record)
    assert (found.agree, found.disagree, found.skipped) == (1, 1, 0)
    assert found.groups[0].name == "illegal play: must-play"


def test_without_scores_nothing_can_follow_an_illegal_play(tmp_path: Path):
    record = match_of(TIED)
    record["hands"][0]["plays"] = "3:pass"
    found = report(tmp_path, record)
    assert (found.hands, found.disagree, found.skipped) == (1, 1, 1)
    assert "1 not judged" in log_report_text(found)


def test_the_seat_that_leads_the_following_hand_tells_who_the_app_let_lead(tmp_path: Path):
    """Side 2 won the block, so seat 2 leads; in the log it is the locker, seat 1."""
    record = match_of("gbs-pairs-points/leader-after-a-block")
    record["hands"][1] |= {"plays": "1:1-0", "expect": {"scores": [55, 65]}}
    found = report(tmp_path, record)
    (group,) = found.groups
    assert (group.name, found.agree) == ("next leader after a block", 1)


def test_a_hand_after_the_end_of_the_match(tmp_path: Path):
    """203 points are more than 200, but the app deals another hand."""
    record = match_of("one-table-200/both-on-the-score-before-by-variant")
    record["hands"][0]["expect"] = {"scores": [203, 130]}
    following = match_of("one-table-200/going-out-takes-every-tile")["hands"][0]
    record["hands"].append(following | {"plays": "3:0-0"})
    (group,) = report(tmp_path, record).groups
    assert (group.name, group.count, group.examples[0].hand) == ("match end", 1, 1)
    assert "match.target is 200" in group.why


def test_a_record_that_begins_after_the_end_of_the_match(tmp_path: Path):
    record = logged("one-table-200/going-out-takes-every-tile", scores=[230, 33])
    record["start"]["scores"] = [201, 33]
    found = only_group(report(tmp_path, record))
    assert (found.name, found.why) == (
        "match end", "with these scores the match is over; the target is 200"
    )  # fmt: skip


def test_a_folded_opening_hand_is_opened_again(tmp_path: Path):
    """Seat 3 holds 6-6 in the second deal and leads it; nothing differs."""
    record = match_of("one-table-200/fold-in-the-match-opening-hand")
    record["hands"][1]["expect"] = {"scores": [0, 27]}
    found = report(tmp_path, record)
    assert (found.agree, found.disagree) == (2, 0)


@pytest.mark.parametrize("name", bundled_names())
def test_whole_simulated_matches_agree_hand_by_hand(tmp_path: Path, name: str):
    recorder = simulation(name, seed=5).recorder
    matches = [recorder.match(0), recorder.match(1)]
    found = report(tmp_path, *matches)
    hands = sum(len(record["hands"]) for record in matches)
    assert (found.hands, found.agree, found.skipped) == (hands, hands, 0)


def test_the_bundled_scenarios_agree():
    found = report_log(entries([str(ROOT / "scenarios")]))
    assert (found.ok, found.disagree, found.unreadable) == (True, 0, 0)


# --- the command

RIGHT = logged("one-table-200/straight-pass-from-174", scores=[199, 150])
WRONG = logged("one-table-200/capicua-after-the-hand-from-133", scores=[199, 120])


def test_the_line_for_a_log_in_the_help_works_as_it_stands():
    line = next(x for x in domsim("replay", "--help").stdout.splitlines() if "For a log:" in x)
    result = domsim(*line.split("domsim ")[1].split())
    assert (result.exit_code, " 0 disagree" in result.stdout) == (0, True)


def test_exit_code_0_where_every_hand_agrees(tmp_path: Path):
    result = domsim("replay", written(tmp_path, [RIGHT, RIGHT]), "--report")
    assert (result.exit_code, result.output) == (0, "2 hands, 2 agree, 0 disagree\n")


def test_exit_code_1_where_one_differs_and_the_report_in_words(tmp_path: Path):
    path = written(tmp_path, [RIGHT, WRONG])
    result = domsim("replay", path, "--report")
    assert result.exit_code == 1
    assert (
        result.stdout
        == f"""\
2 hands, 1 agree, 1 disagree

capicua withheld: does-not-fit: 1 hand
  why    the log pays 24 of 25; capicúa: the last tile of seat 3 fits both of two different ends: \
does not fit, 175 + 25 = 200 would reach 200
  {path}:2  133 with a hand of 42 and capicúa: 175, and the capicúa does not fit
      scores: log 199 - 120, here 175 - 120
"""
    )


def test_exit_code_2_where_a_record_cannot_be_read_and_the_others_are_reported(tmp_path: Path):
    """Line 1 is no JSON, line 2 no record, line 3 deals a tile twice; line 4 differs."""
    doubled = json.loads(json_line(RIGHT))
    doubled["hands"][0]["position"]["hands"]["1"] = "3-3 3-3"
    path = written(tmp_path, [])
    lines = ["{", '{"name": "x"}', json_line(doubled), json_line(WRONG)]
    path.write_text("\n".join(lines), encoding="utf-8")
    result = domsim("replay", path, "--report")
    assert result.exit_code == 2
    assert result.stdout.startswith("1 hand, 0 agree, 1 disagree, 3 records could not be read\n")
    for number, code in enumerate(("json-syntax", "not-a-scenario", "doubled-tile"), 1):
        assert f"error[{code}]" in result.stdout
        assert f"{path}:{number}:" in result.stdout


def test_hands_that_say_nothing_are_counted_apart(tmp_path: Path):
    silent = json.loads(json_line(RIGHT))
    del silent["hands"][0]["expect"]
    result = domsim("replay", written(tmp_path, [silent, RIGHT]), "--report")
    assert result.output == ("2 hands, 1 agree, 0 disagree, 1 say nothing that could be compared\n")


def test_the_report_as_json(tmp_path: Path):
    wrong = logged("one-table-200/no-capicua-tile-on-equal-ends", scores=[48, 86])
    path = written(tmp_path, [RIGHT, wrong])
    result = domsim("replay", path, "--report", "--format", "json")
    data = only_json(result.stdout)
    assert result.exit_code == 1
    counts = {key: data[key] for key in ("hands", "agree", "disagree", "unreadable")}
    assert counts == {"hands": 2, "agree": 1, "disagree": 1, "unreadable": 0}
    assert (data["schema"], data["ok"], data["findings"]) == ("domsim.report/1", False, [])
    (group,) = data["groups"]
    assert (group["group"], group["clause"], group["count"]) == ("capicua not made", "capicua", 1)
    (change,) = group["as_if"]
    assert (change["set"], change["here"], change["count"]) == (
        {"bonuses.capicua.tile": "both-ends"}, {"bonuses.capicua.tile": "different-ends"}, 1,
    )  # fmt: skip
    assert group["examples"] == [{
        "file": str(path), "line": 2, "scenario": wrong["scenario"], "hand": 1,
        "differences": [{"field": "scores", "expected": [48, 86], "actual": [23, 86]}],
    }]  # fmt: skip


def test_a_log_from_standard_input_gives_the_same_bytes(tmp_path: Path):
    path = written(tmp_path, [RIGHT, WRONG])
    words = ("--report", "--format", "json")
    piped = domsim("replay", "-", *words, stdin=path.read_text(encoding="utf-8")).stdout
    assert piped.replace("<stdin>", str(path)) == domsim("replay", path, *words).stdout


def test_a_log_is_read_record_by_record(tmp_path: Path):
    """Each record is judged before the next one is read, and only examples are kept."""
    path = written(tmp_path, [WRONG] * 40)
    read: list[int] = []

    def watched() -> Iterable[Entry]:
        for entry in entries([str(path)]):
            read.append(1)
            yield entry

    found = report_log(watched())
    assert (len(read), found.disagree, len(found.groups[0].examples)) == (40, 40, 3)


def test_no_log(tmp_path: Path):
    result = domsim("replay", tmp_path / "none.jsonl", "--report", "--format", "json")
    assert (result.exit_code, only_json(result.stdout)["unreadable"]) == (2, 1)


@pytest.mark.parametrize("option", ["--moves", "--full"])
def test_a_report_shows_no_moves(option: str):
    result = domsim("replay", "x.jsonl", "--report", option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--report goes without --moves and --full" in " ".join(result.stderr.split())
