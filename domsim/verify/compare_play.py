"""Playing the same matches under two rule sets, and what they show side by side.

Match m, hand h is dealt alike under both. What is counted are whole numbers, and chunks are
merged in the order of the matches, so the result does not depend on how a run is cut up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import ne, sub

from domsim.engine.batch import MOST_HANDS, NOTED, NOTES, note_width, play_matches
from domsim.engine.state import STATE_SIZE, new_state
from domsim.engine.tally import merge, new_tally
from domsim.simulate.plan import Plan
from domsim.verify.compare_stats import Moments

SCORES_PART, MATCH_ENDS = "scores", "match-end"
HANDS_NOTED = 50_000  # hands, and the rest of a match, that are noted at a time

Notes = list[int]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two plans that differ in nothing but their rules, and how many partings are kept."""

    a: Plan
    b: Plan
    kept: int


@dataclass(frozen=True, slots=True)
class Parting:
    """Where a match parts: match from 0, hand from 1; ``why`` is ``scores`` or ``match-end``."""

    match: int
    hand: int
    why: str


@dataclass(slots=True)
class PairCount:
    """What some matches have shown: a tally for each rule set, and what only pairs can tell.

    ``moments`` hold, side by side, what ``COLUMNS`` names for every match. The hands are those
    that were played under both rule sets.
    """

    tally_a: list[int] = field(default_factory=new_tally)
    tally_b: list[int] = field(default_factory=new_tally)
    moments: list[Moments] = field(default_factory=list)
    hands: int = 0
    scores_differ: int = 0
    paid_differently: int = 0
    matches_parted: int = 0
    first: list[Parting] = field(default_factory=list)

    def add(self, later: "PairCount", kept: int) -> None:
        """Add what later matches have shown."""
        merge(self.tally_a, later.tally_a)
        merge(self.tally_b, later.tally_b)
        before = self.moments or [Moments.of_nothing(len(COLUMNS)) for _ in later.moments]
        self.moments = [one.plus(two) for one, two in zip(before, later.moments, strict=True)]
        self.hands += later.hands
        self.scores_differ += later.scores_differ
        self.paid_differently += later.paid_differently
        self.matches_parted += later.matches_parted
        self.first = [*self.first, *later.first][:kept]


COLUMNS = ("hands_a", "hands_b", "points_a", "points_b", "won_a", "won_b")


def compare_chunk(pair: Pair, first: int, count: int) -> PairCount:
    """Play ``count`` matches from number ``first`` on under both rule sets and compare them.

    Pure: the same arguments give the same result in every process and under both engines.
    """
    found = PairCount()
    under_a = play_noted(pair.a, first, count, found.tally_a)
    under_b = play_noted(pair.b, first, count, found.tally_b)
    for match, (one, two) in enumerate(zip(under_a, under_b, strict=True), first):
        _compare_match(pair, match, one, two, found)
    found.moments = [
        _moments(pair.a, side, under_a, under_b) for side in range(1, pair.a.rules.sides + 1)
    ]
    return found


def play_noted(plan: Plan, first: int, count: int, tally: list[int]) -> list[Notes]:
    """Play ``count`` matches, add them to the tally, and return the notes of each match."""
    matches: list[Notes] = []
    while len(matches) < count:
        more, notes = _play(plan, first + len(matches), count - len(matches))
        merge(tally, more)
        matches += _by_match(notes, note_width(plan.rules))
    return matches


def _play(plan: Plan, first: int, count: int) -> tuple[list[int], Notes]:
    """Play matches until they or the room for notes come to an end."""
    room = 1 + (HANDS_NOTED + MOST_HANDS) * note_width(plan.rules)
    if plan.compiled:
        return _play_compiled(plan, first, count, room)
    state, tally = new_state() + [0] * room, new_tally()
    play_matches(
        plan.rules, plan.players, plan.fold_policy, plan.start_scores, plan.seed, first, count,
        HANDS_NOTED, state, tally,
    )  # fmt: skip
    return tally, state[NOTES : NOTES + state[NOTED]]


def _play_compiled(plan: Plan, first: int, count: int, room: int) -> tuple[list[int], Notes]:
    import numpy as np  # noqa: PLC0415 - comes with numba

    from domsim.simulate.compiled import arrays, compiled, record  # noqa: PLC0415 - needs numba

    players, start_scores, _, tally, watch = arrays(plan.players, plan.start_scores)
    state = np.zeros(STATE_SIZE + room, dtype=np.int64)
    compiled()(
        record(plan.rules), players, plan.fold_policy, start_scores, plan.seed, first, count,
        HANDS_NOTED, state, tally, watch,
    )  # fmt: skip
    return tally.tolist(), state[NOTES : NOTES + int(state[NOTED])].tolist()


def _by_match(notes: Notes, width: int) -> Iterator[Notes]:
    """Cut notes before every first hand of a match."""
    starts = [at for at in range(0, len(notes), width) if notes[at] == 1]
    for start, end in zip(starts, [*starts[1:], len(notes)], strict=True):
        yield notes[start:end]


def _compare_match(pair: Pair, match: int, one: Notes, two: Notes, found: PairCount) -> None:
    """Compare a match hand by hand, as far as it was played under both rule sets."""
    width = note_width(pair.a.rules)
    found.hands += min(len(one), len(two)) // width
    if one == two:
        return
    hands = _apart(one, two, width)
    scores = [hand[2:] for hand in hands]
    before = [(0,) * pair.a.rules.sides, *scores]
    found.scores_differ += sum(map(any, scores))
    found.paid_differently += sum(map(ne, scores, before))
    found.matches_parted += 1
    if len(found.first) < pair.kept:
        number = next(number for number, hand in enumerate(hands) if any(hand))
        why = SCORES_PART if any(scores[number]) else MATCH_ENDS
        found.first.append(Parting(match, number + 1, why))


def _apart(one: Notes, two: Notes, width: int) -> list[tuple[int, ...]]:
    """Return, hand by hand, by how much the second notes are above the first."""
    differences = map(sub, two, one)
    # The same iterator again and again: every tuple takes the next ``width`` numbers from it.
    return list(zip(*[differences] * width, strict=True))


def _moments(plan: Plan, side: int, under_a: Sequence[Notes], under_b: Sequence[Notes]) -> Moments:
    """Return the moments of a side, match by match in the order of ``COLUMNS``."""
    width = note_width(plan.rules)
    start = plan.start_scores[side]
    columns = []
    for kind in (_hands, _points, _won):
        columns += [kind(under_a, width, side, start), kind(under_b, width, side, start)]
    return Moments.of(columns)


def _hands(matches: Sequence[Notes], width: int, _side: int, _start: int) -> list[int]:
    return [notes[-width] for notes in matches]


def _points(matches: Sequence[Notes], width: int, side: int, start: int) -> list[int]:
    return [notes[1 + side - width] - start for notes in matches]


def _won(matches: Sequence[Notes], width: int, side: int, _start: int) -> list[int]:
    return [int(notes[1 - width] == side) for notes in matches]
