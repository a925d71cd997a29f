"""A comparison as data: the same deals and players under two rule sets, A and B."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domsim.engine.state import CLAUSES, side_of
from domsim.scenario.export import RulesReference
from domsim.simulate.records import Recorder
from domsim.simulate.run import Outcome
from domsim.simulate.setup import make_plan
from domsim.simulate.stats import rate
from domsim.simulate.summary import summary
from domsim.verify.compare_hands import play_again
from domsim.verify.compare_play import COLUMNS, Pair, Parting
from domsim.verify.compare_rules import Variant, check_comparable, differences
from domsim.verify.compare_run import Comparison
from domsim.verify.compare_stats import (
    Moments,
    mean_difference,
    quotient,
    quotient_difference,
    rounded,
)

SCHEMA = "domsim.compare/1"
HANDS_A, HANDS_B, POINTS_A, POINTS_B, WON_A, WON_B = range(len(COLUMNS))
COUNTED = ("occurred", "paid", "points")

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """What is compared, and who plays: a name a seat, and in the words of the command."""

    a: Variant
    b: Variant
    seed: int
    names: tuple[str, ...]
    players: str = "random"
    fold: str = "never"

    def pair(self, kept: int, *, compiled: bool = False) -> Pair:
        """Return the two plans; the first ``kept`` partings will be shown.

        Raises Refused with ``not-comparable``.
        """
        check_comparable(self.a.loaded, self.b.loaded)
        a, b = (
            make_plan(variant.loaded, self.seed, self.names, fold=self.fold, compiled=compiled)
            for variant in (self.a, self.b)
        )
        return Pair(a, b, kept)

    def export_command(self, variant: Variant, match: int, hand: int) -> str:
        """Return the command that writes a hand under one of the rule sets as a scenario."""
        words = ["domsim", "export", variant.reference]
        for setting in variant.settings:
            words += ["--set", setting]
        words += ["--seed", str(self.seed), "--match", str(match), "--hand", str(hand)]
        words += ["--players", self.players] if self.players != "random" else []
        words += ["--fold", self.fold] if self.fold != "never" else []
        return shlex.join(words)


def comparison_data(question: Question, pair: Pair, found: Comparison) -> dict[str, Any]:
    """Return everything that a comparison has counted, and the hands at which matches part."""
    count = found.count
    a, b = (
        summary(variant.loaded, question.seed, question.names, Outcome(tally))
        for variant, tally in ((question.a, count.tally_a), (question.b, count.tally_b))
    )
    moments = count.moments or [Moments.of_nothing(len(COLUMNS)) for _ in a["sides"]]
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "a": _under(question.a, a),
        "b": _under(question.b, b),
        "rules_differ": _rules_differ(question),
        "seed": question.seed,
        "players": list(question.names),
        "fold": question.fold,
        "matches": moments[0].count,
        "matches_parted": count.matches_parted,
        "hands": {
            "both": count.hands,
            "scores_differ": count.scores_differ,
            "paid_differently": count.paid_differently,
        },
        "identical": not count.matches_parted and count.tally_a == count.tally_b,
        "sides": [
            _side(pair, one, two, its) for one, two, its in zip(
                a["sides"], b["sides"], moments, strict=True
            )
        ],
        "match_hands": _match_hands(moments[0]),
        "clauses": _clauses(a["clauses"], b["clauses"]),
        "first": [_parting(question, pair, parting) for parting in count.first],
    }  # fmt: skip
    return data | ({"partial": True} if found.partial else {})


def _rules_differ(question: Question) -> list[Data]:
    found = differences(question.a.loaded, question.b.loaded)
    return [difference.as_json() for difference in found if difference.decides]


def _under(variant: Variant, counted: Data) -> dict[str, Any]:
    """Return what one rule set is and what was counted under it alone."""
    hands = counted["match"]["hands"]
    return variant.as_json() | {
        "unit": str(variant.loaded.rules.match.unit),
        "hands": counted["hands"],
        "ends": counted["ends"],
        "ties": counted["ties"],
        "match": counted["match"] | {"hands": {key: hands[key] for key in ("mean", "min", "max")}},
    }


def _side(pair: Pair, a: Data, b: Data, moments: Moments) -> dict[str, Any]:
    rules, side = pair.a.rules, a["side"]
    return {
        "side": side,
        "seats": [seat for seat in range(1, rules.seats + 1) if side_of(rules, seat) == side],
        "points": _counts(a, b, "points"),
        "hands_won": _counts(a, b, "hands_won"),
        "matches_won": _counts(a, b, "matches_won"),
        "points_a_hand": {
            "a": rounded(quotient(a["points"], moments.sums[HANDS_A])),
            "b": rounded(quotient(b["points"], moments.sums[HANDS_B])),
            "difference": quotient_difference(moments, (POINTS_A, HANDS_A), (POINTS_B, HANDS_B)),
        },
        "points_a_match": _means(moments, POINTS_A, POINTS_B),
        "share_of_matches": {
            "a": rate(a["matches_won"], moments.count),
            "b": rate(b["matches_won"], moments.count),
            "difference": mean_difference(moments, WON_A, WON_B),
        },
    }


def _match_hands(moments: Moments) -> dict[str, Any]:
    return _means(moments, HANDS_A, HANDS_B)


def _means(moments: Moments, a: int, b: int) -> dict[str, Any]:
    return {
        "a": rounded(quotient(moments.sums[a], moments.count)),
        "b": rounded(quotient(moments.sums[b], moments.count)),
        "difference": mean_difference(moments, a, b),
    }


def _counts(a: Data, b: Data, key: str) -> dict[str, int]:
    return {"a": a[key], "b": b[key], "difference": b[key] - a[key]}


def _clauses(a: Sequence[Data], b: Sequence[Data]) -> list[dict[str, Any]]:
    """Return every clause that either rule set knows, as counted under both."""
    in_a, in_b = ({clause["clause"]: clause for clause in clauses} for clauses in (a, b))
    return [
        _clause(name, in_a.get(name, NOT_KNOWN), in_b.get(name, NOT_KNOWN))
        for name in CLAUSES
        if name in in_a or name in in_b
    ]


NOT_KNOWN: Data = {"occurred": 0, "paid": 0, "points": 0, "withheld": {}}


def _clause(name: str, a: Data, b: Data) -> dict[str, Any]:
    reasons = sorted({*a["withheld"], *b["withheld"]})
    withheld = {
        reason: b["withheld"].get(reason, 0) - a["withheld"].get(reason, 0) for reason in reasons
    }
    return {
        "clause": name,
        "a": {key: a[key] for key in (*COUNTED, "withheld")},
        "b": {key: b[key] for key in (*COUNTED, "withheld")},
        "difference": {key: b[key] - a[key] for key in COUNTED} | {"withheld": withheld},
    }


def _parting(question: Question, pair: Pair, parting: Parting) -> dict[str, Any]:
    """Return a hand at which a match parts, as it went under both rule sets."""
    data: dict[str, Any] = {"match": parting.match, "hand": parting.hand, "why": parting.why}
    for key, variant, plan in (("a", question.a, pair.a), ("b", question.b, pair.b)):
        reference = RulesReference(variant.reference, {})
        recorder = Recorder(plan, variant.loaded.rules, reference)
        played = play_again(recorder, parting.match, parting.hand)
        data[key] = {
            "hand": played.result.as_json(),
            "match": {"over": played.match_over, "winner_side": played.match_winner},
            "export": question.export_command(variant, parting.match, parting.hand),
        }
    return data
