"""Which hands part when the same deals are played under two rule sets."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulate.support import ENGINES, NEEDS_NUMBA, rules_with

from domsim.engine.batch import begin_match, play_hand
from domsim.engine.deal import deal
from domsim.engine.state import HANDS, MATCH_WINNER, OVER, SCORES, new_state, next_hand
from domsim.engine.tally import HANDS_PLAYED, MATCHES
from domsim.rules.bundled import bundled_names
from domsim.simulate.executors import open_executor
from domsim.simulate.plan import NO_LIMIT, play_chunk
from domsim.simulate.setup import make_plan
from domsim.verify.compare_play import Pair, PairCount, Parting, compare_chunk
from domsim.verify.compare_run import compare

pytestmark = pytest.mark.heavy

KEPT = 100


def pair_of(
    name: str,
    a: Sequence[str] = (),
    b: Sequence[str] = (),
    *,
    kept: int = KEPT,
    seed: int = 7,
    compiled: bool = False,
) -> Pair:
    """Return a bundled rule set with settings for A and others for B, random players."""
    loaded = [rules_with(name, *settings) for settings in (a, b)]
    names = ["random"] * loaded[0].codes.seats
    plans = [make_plan(one, seed, names, compiled=compiled) for one in loaded]
    return Pair(plans[0], plans[1], kept)


CAPICUA_FIRST = ("score.order=capicua-first",)
LOSERS_COUNT = ("score.out=losing-sides",)


# --- the plain way


class After(NamedTuple):
    """How a match stands after a hand."""

    winner: int
    scores: tuple[int, ...]


@cache
def standings(plan, match: int) -> list[After]:
    """Play one match in a plain loop and return how it stands after every hand."""
    rules, state, found = plan.rules, new_state(), []
    begin_match(rules, state, match, plan.start_scores)
    while True:
        deal(rules, state, plan.seed)
        play_hand(rules, state, plan.players, plan.fold_policy)
        scores = tuple(state[SCORES + 1 : SCORES + 1 + rules.sides])
        found.append(After(state[MATCH_WINNER], scores))
        if state[OVER]:
            return found
        next_hand(state)


def compared_plainly(pair: Pair, matches: int) -> PairCount:
    """Return what only pairs can tell, found by looking at hand after hand; no tallies."""
    found = PairCount()
    for match in range(matches):
        hands = list(zip(standings(pair.a, match), standings(pair.b, match), strict=False))
        found.hands += len(hands)
        found.scores_differ += sum(a.scores != b.scores for a, b in hands)
        found.paid_differently += sum(
            paid(pair.a, match, at) != paid(pair.b, match, at) for at in range(len(hands))
        )
        parted = [number for number, (a, b) in enumerate(hands, 1) if a != b]
        if parted:
            a, b = hands[parted[0] - 1]
            why = "scores" if a.scores != b.scores else "match-end"
            found.matches_parted += 1
            found.first.append(Parting(match, parted[0], why))
    return found


def paid(plan, match: int, at: int) -> tuple[int, ...]:
    after = standings(plan, match)[at].scores
    before = standings(plan, match)[at - 1].scores if at else (0,) * plan.rules.sides
    return tuple(x - y for x, y in zip(after, before, strict=True))


def only_pairs_can_tell(count: PairCount) -> tuple:
    return (
        count.hands, count.scores_differ, count.paid_differently, count.matches_parted, count.first,
    )  # fmt: skip


CHANGES = [
    pytest.param("one-table-200", CAPICUA_FIRST, id="what comes first"),
    pytest.param("one-table-200", LOSERS_COUNT, id="what is counted"),
    pytest.param("one-table-200", ["match.target=150"], id="a nearer target, bonuses must fit"),
    pytest.param("one-table-200", ["opening.after_out=next-seat"], id="who leads"),
    pytest.param("gbs-pairs-points", ["match.target=150"], id="a farther target"),
    pytest.param("gbs-individual-points", ["match.unit=wins", "match.target=3"], id="wins"),
    pytest.param("draw-100", ["turn.stuck=draw-one"], id="drawing one"),
    pytest.param("gaple", ["fold.rule=must", "fold.doubles=3"], id="redealing"),
]


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_hands_that_part_are_those_that_a_plain_loop_finds(name, change, compiled):
    found = compare_chunk(pair_of(name, b=change, compiled=compiled), 0, 25)
    plainly = compared_plainly(pair_of(name, b=change), 25)
    assert only_pairs_can_tell(found) == only_pairs_can_tell(plainly)
    assert found.matches_parted > 0


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_each_tally_is_that_of_a_simulation(name, change):
    pair = pair_of(name, b=change)
    found = compare_chunk(pair, 3, 20)
    assert found.tally_a == play_chunk(pair.a, 3, 20, NO_LIMIT)[1]
    assert found.tally_b == play_chunk(pair.b, 3, 20, NO_LIMIT)[1]


# --- the same and the silent


@pytest.mark.parametrize("name", bundled_names())
def test_a_rule_set_is_no_different_from_itself(name):
    found = compare_chunk(pair_of(name), 0, 20)
    assert found.tally_a == found.tally_b
    hands = found.tally_a[HANDS_PLAYED]
    assert only_pairs_can_tell(found) == (hands, 0, 0, 0, [])


@pytest.mark.parametrize(
    "silent",
    [
        pytest.param("title=Tuesday's table", id="a title"),
        pytest.param("notes.coffee=Whoever is last brings it", id="a note"),
        pytest.param("fold.doubles=4", id="doubles to fold with, where nobody folds"),
        pytest.param("opening.fallback=heaviest-tile", id="who leads without 6-6, always dealt"),
    ],
)
def test_what_cannot_matter_changes_no_hand(silent):
    found = compare_chunk(pair_of("one-table-200", b=[silent]), 0, 30)
    assert (found.tally_a, found.matches_parted) == (found.tally_b, 0)


# --- known effects


def test_five_more_for_each_capicua_are_paid_in_the_hands_of_capicuas():
    # No bonus must fit, and with this seed eight matches to 300 are as long under both: so the
    # hands are the same, and those with a capicúa pay 30 in place of 25.
    pair = pair_of(
        "gbs-pairs-points", ["match.target=300"],
        ["match.target=300", "bonuses.capicua.points=30"], seed=1,
    )  # fmt: skip
    found = compare_chunk(pair, 0, 8)
    lengths = [[len(standings(plan, match)) for match in range(8)] for plan in (pair.a, pair.b)]
    assert lengths[0] == lengths[1]
    assert (found.hands, found.paid_differently) == (155, 17)
    points_a, points_b = (
        sum(sum(standings(plan, match)[-1].scores) for match in range(8))
        for plan in (pair.a, pair.b)
    )
    assert points_b - points_a == 17 * 5


def test_a_farther_target_changes_nothing_until_the_nearer_is_reached():
    # No bonus must fit, so both matches pay the same until the nearer target ends one of them.
    pair = pair_of("gbs-pairs-points", b=["match.target=150"])
    found = compare_chunk(pair, 0, 30)
    assert (found.scores_differ, found.paid_differently) == (0, 0)
    assert found.hands == found.tally_a[HANDS_PLAYED]
    lengths = [len(standings(pair.a, match)) for match in range(30)]
    goes_on = [match for match in range(30) if len(standings(pair.b, match)) > lengths[match]]
    assert 20 < len(goes_on) < 30  # a hand of 50 and more may reach both targets at once
    assert found.first == [Parting(match, lengths[match], "match-end") for match in goes_on]


def test_scores_part_by_the_capicua_that_only_one_of_them_pays():
    pair = pair_of("one-table-200", b=CAPICUA_FIRST, kept=1)
    (first,) = compare_chunk(pair, 0, 40).first
    under_a, under_b = standings(pair.a, first.match), standings(pair.b, first.match)
    before, at = slice(first.hand - 1), first.hand - 1
    assert under_a[before] == under_b[before]
    more = [b - a for a, b in zip(under_a[at].scores, under_b[at].scores, strict=True)]
    assert sorted(more) == [0, 25]


# --- dealt alike


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("draw-100", ["table.undealt=asleep", "turn.stuck=pass"]),
        ("draw-100", ["table.turned_up=one", "opening.first_tile=any-tile"]),
        ("block-100", ["table.undealt=stock", "turn.stuck=draw-one"]),
        ("gaple", ["opening.first_leader=heaviest-tile"]),
    ],
)
def test_every_seat_is_dealt_the_same_tiles_under_both(name, change):
    pair = pair_of(name, b=change)
    dealt = []
    for plan in (pair.a, pair.b):
        state = new_state()
        begin_match(plan.rules, state, 5, plan.start_scores)
        deal(plan.rules, state, plan.seed)
        dealt.append(state[HANDS + 1 : HANDS + 1 + plan.rules.seats])
    assert dealt[0] == dealt[1]


# --- cut up


@cache
def expected() -> PairCount:
    """Return 90 matches compared by the interpreted engine in one piece."""
    return compare_chunk(pair_of("one-table-200", b=LOSERS_COUNT), 0, 90)


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("size", [7, 30, None], ids=lambda size: f"chunks of {size}")
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_chunks_and_engines_change_nothing(workers, size, compiled):
    pair = pair_of("one-table-200", b=LOSERS_COUNT, compiled=compiled)
    with open_executor(workers, start_method="spawn") as pool:
        found = compare(pair, 90, pool, workers, size)
    assert (found.count, found.partial) == (expected(), False)


@given(st.lists(st.integers(1, 12), max_size=5))
def test_parts_add_up_to_the_whole(sizes):
    pair = pair_of("one-table-200", b=CAPICUA_FIRST, kept=2)
    total = PairCount()
    for first, size in zip(accumulate([0, *sizes]), sizes, strict=False):
        total.add(chunk(pair, first, size), pair.kept)
    if sizes:
        assert total == chunk(pair, 0, sum(sizes))


@cache
def chunk(pair: Pair, first: int, count: int) -> PairCount:
    return compare_chunk(pair, first, count)


@pytest.mark.parametrize("compiled", [pytest.param(True, id="numba", marks=NEEDS_NUMBA)])
def test_more_hands_than_are_noted_at_a_time(compiled):
    # Matches to 2000 wins with one tile each: 30 matches hold more than 50,000 hands.
    match = ("table.hand_size=1", "match.target=2000", "bonuses.capicua.points=0")
    pair = pair_of("gbs-duel-wins", match, (*match, "block.tie=leader"), compiled=compiled)
    whole, parts = compare_chunk(pair, 0, 30), PairCount()
    for first in range(30):
        parts.add(compare_chunk(pair, first, 1), KEPT)
    assert whole == parts
    assert (whole.tally_a[MATCHES], whole.tally_a[HANDS_PLAYED] > 50_000) == (30, True)


# --- interrupted


def test_an_interrupted_comparison_counts_what_was_completed():
    pair = pair_of("one-table-200", b=LOSERS_COUNT)
    done = []

    def interrupt_after_two(matches: int) -> None:
        done.append(matches)
        if len(done) == 2:
            raise KeyboardInterrupt

    found = compare(pair, 100, size=10, on_matches=interrupt_after_two)
    assert (found.partial, done) == (True, [10, 20])
    assert found.count == compare(pair, 20).count
