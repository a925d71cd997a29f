"""The conditions of ``domsim find``: each name looks at what it says, errors have a column."""

import pytest

from domsim.engine import state as at
from domsim.engine.watch import HEAD, all_hold
from domsim.rules.findings import Refused
from domsim.verify.where import parse_condition, watch_of
from tests.helpers import act, dealt, position, rules_of

# Seat 1 plays its last tile 4-1 on the ends 4 and 1: out and capicúa. The others hold
# 21, 8 and 12 pips: 41 at the table, 21 + 12 = 33 with the opponents.
HANDS = {1: "4-1", 2: "6-6 5-4", 3: "5-3", 4: "6-2 2-2"}


def holds(rules, state, *conditions):
    parsed = [parse_condition(text, rules) for text in conditions]
    return all_hold(rules, state, watch_of([parsed], 1, stop=False), HEAD + 1, len(parsed))


@pytest.fixture
def gone_out():
    rules = rules_of("one-table-200")
    state = position(rules, HANDS, (4, 1), last=4, leader=2, scores=[140, 90])
    return rules, act(rules, state, "1:4-1L")


TRUE = [
    "end=out", "end!=blocked", "tie=no", "over=no", "clause=out", "clause=capicua",
    "clause!=straight-pass", "paid=out", "withheld=does-not-fit", "withheld.capicua=does-not-fit",
    "paid!=capicua", "count.capicua>=1", "count.capicua<2", "paid.out=1", "points=41",
    "points>=41", "points<=41", "points>40", "points<42", "pips=41", "plays=3", "passes=0",
    "discards=0", "draws=0", "leader=2", "last=1", "hand=2", "winner-seat=1", "winner-side=1",
    "before.1=140", "after.1=181", "before.2=90", "after.2=90", "winner=out", "winner=locker",
    "winner!=leader", "winner!=nobody", "ends-differ=no", "several-reached=no", "target-tie=no",
    "match-hands=0", "opening=no", "out-by-discard=no", "loser-won-match=no", "stock-left=0",
    "tie-broken=not-tied", " points >= 41 ",
]  # fmt: skip


@pytest.mark.parametrize("condition", TRUE)
def test_a_hand_of_41_and_a_capicua_that_does_not_fit(gone_out, condition):
    # 140 + 41 = 181, and 181 + 25 = 206 would pass 200.
    assert holds(*gone_out, condition)


FALSE = [
    "end=blocked", "tie=yes", "clause=straight-pass", "paid=capicua", "withheld=partner-passed",
    "withheld.capicua!=does-not-fit", "points<41", "points!=41", "winner=leader", "winner=nobody",
    "ends-differ=yes", "over=yes", "after.1>=200", "tie-broken=locker",
]  # fmt: skip


@pytest.mark.parametrize("condition", FALSE)
def test_what_does_not_hold_of_it(gone_out, condition):
    assert not holds(*gone_out, condition)


def test_all_conditions_must_hold(gone_out):
    assert holds(*gone_out, "end=out", "points>=41")
    assert not holds(*gone_out, "end=out", "points>=42")


def test_how_a_hand_was_opened_and_what_went_before():
    rules = rules_of("gbs-duel-points")
    hands = {1: "5-0 6-0 3-1 4-1 2-2 4-3 6-5", 2: "2-0 4-0 1-1 6-1 6-3 4-4 6-4"}
    state = dealt(rules, hands, rest="3-3 5-1 0-0 5-2 3-2 3-0 2-1 4-2 6-2 5-3 6-6 5-4 5-5 1-0")
    assert holds(rules, state, "opened-by=double", "previous=none", "opening=yes", "stock-left=14")
    state[at.PREVIOUS] = at.PREVIOUS_DRAW
    assert holds(rules, state, "previous=draw")


WRONG = [
    ("points", 1, None),
    ("pionts>=3", 1, "did you mean 'points'?"),
    ("end=blokced", 5, "did you mean 'blocked'?"),
    ("points>=many", 9, None),
    ("tie>yes", 4, None),
    ("clause=capicuaa", 8, "did you mean 'capicua'?"),
    ("withheld.capicua=does-not-fti", 18, "did you mean 'does-not-fit'?"),
    ("before.3>=1", 8, None),
    ("end.1=out", 5, None),
    ("winner=laeder", 8, "did you mean 'leader'?"),
    ("clause=blocked-bonus", 8, None),
    ("__import__('os')", 1, "write end=blocked or points>=100"),
]


@pytest.mark.parametrize(("text", "column", "hint"), WRONG, ids=[text for text, _, _ in WRONG])
def test_a_condition_that_means_nothing_is_refused_at_its_column(text, column, hint):
    with pytest.raises(Refused) as refused:
        parse_condition(text, rules_of("one-table-200"))
    (finding,) = refused.value.findings
    assert (finding.code, finding.place.column) == ("bad-condition", column)
    assert hint is None or finding.help == hint
