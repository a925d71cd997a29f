"""Which clause of the rules explains that a log and the rules differ about a hand.

Where one changed value of the rules makes the hand agree, that value's clause explains it;
otherwise the difference itself does: points that are a bonus more or less, another winner.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domsim.engine.state import CLAUSES
from domsim.rules.loader import LoadedRules
from domsim.scenario.results import Award, Check, HandResult
from domsim.verify.judge import Verdict
from domsim.verify.what_if import Change, rule_text

HAND_CLAUSES = ("out", "block")
WINNER_FIELDS = ("winner_side", "winner_seat", "tie")


@dataclass(frozen=True, slots=True)
class Explanation:
    """The group that a hand belongs to, its clause if it is one, and a sentence why.

    A ``vague`` one only says that the points of the hand differ; any change of the rules that
    accounts for them says more. Where the log tells ``of_the_cards`` otherwise, who held what
    and what lay where, no rule can explain it.
    """

    group: str
    clause: str | None
    why: str
    vague: bool = False
    of_the_cards: bool = False


def explain_refusal(verdict: Verdict, rules: LoadedRules) -> Explanation:
    """Explain a hand that the rules do not let be played as it was."""
    finding = verdict.refused
    if finding is None:
        raise ValueError("this hand was played to its end")
    message = finding.message.removeprefix("hand 1, ")
    if finding.code == "wrong-lead":
        path = "opening.first_leader"
        message = f"{message}; {finding.help or rule_text(rules, path)}"
    elif finding.help:
        message = f"{message}; {finding.help}"
    return Explanation(f"illegal play: {finding.code}", None, message)


def explain_change(
    base: Verdict, other: Verdict, change: Change, rules: LoadedRules
) -> Explanation:
    """Explain a hand that agrees once the rules are changed.

    ``base`` is the verdict under the rules as they are, ``other`` under the changed ones.
    """
    if base.hand is None:
        return explain_refusal(base, rules)
    if other.hand is None:
        raise ValueError("a hand that agrees has been played")
    rule = "; ".join(rule_text(rules, path) for path, _ in change.values)
    clause = _clause_of(change.path)
    if clause is not None:
        return _bonus(clause, base.hand, other.hand, rule)
    if change.path.startswith("opening.after_"):
        return _next_leader(base.hand, rule)
    group, of_hand = _GROUP_OF_PATH.get(change.path) or _GROUP_OF_SECTION[change.path.split(".")[0]]
    award = _hand_award(base.hand) if of_hand else None
    return Explanation(group, award.clause if award else None, award.text if award else rule)


_GROUP_OF_PATH = {
    "score.out": ("out worth", True),
    "score.block": ("block worth", True),
    "block.compare": ("block comparison", True),
    "block.tie": ("block tie", True),
    "end.out_winner": ("out winner", True),
    "match.unit": ("match unit", False),
}
_GROUP_OF_SECTION = {
    "fold": ("folding", False),
    "opening": ("first leader", False),
    "turn": ("stuck player", False),
    "end": ("end of the hand", False),
    "match": ("match end", False),
}


def _clause_of(path: str) -> str | None:
    """Return the bonus that a path of the rules is about."""
    parts = path.split(".")
    if parts[0] == "bonuses":
        return parts[1].replace("_", "-")
    return "capicua" if path == "score.order" else None


def _bonus(clause: str, base: HandResult, other: HandResult, rule: str) -> Explanation:
    """Name what the rules say of a bonus that the changed rules treat otherwise."""
    theirs = [_facts(award) for award in other.awards if award.clause == clause]
    ours = [award for award in base.awards if award.clause == clause]
    differing = [award for award in ours if _facts(award) not in theirs]
    award = next(iter(differing or ours), None)
    if award is None or len(theirs) > len(ours):
        return Explanation(f"{clause} not made", clause, f"no {clause} is made here: {rule}")
    return _of_award(award)


def _facts(award: Award) -> tuple[Any, ...]:
    return award.clause, award.side, award.paid, award.reason


def _of_award(award: Award) -> Explanation:
    """Name what the rules say of an award that the log does not agree with."""
    state = f"withheld: {award.reason}" if award.reason else "paid"
    return Explanation(f"{award.clause} {state}", award.clause, award.text)


def _next_leader(hand: HandResult, rule: str) -> Explanation:
    after = "a draw" if hand.tie else {"out": "going out", "blocked": "a block"}.get(hand.end)
    leads = f"seat {hand.would_lead} leads" if hand.would_lead else "the opening rule decides"
    return Explanation(f"next leader after {after or hand.end}", None, f"{leads}: {rule}")


def _hand_award(hand: HandResult) -> Award | None:
    return next((award for award in hand.awards if award.clause in HAND_CLAUSES), None)


# --- without a change that explains it


def explain_difference(verdict: Verdict, rules: LoadedRules) -> Explanation:
    """Explain a hand by what differs, where no single change of the rules makes it agree."""
    hand = verdict.hand
    if hand is None:
        return explain_refusal(verdict, rules)
    # Scores after the only hand may stand with the match.
    checks = {c.field: c for c in verdict.failed if c.hand is None and c.field == "scores"}
    checks |= {c.field: c for c in verdict.failed if c.hand is not None}
    return (
        _by_end(checks, hand)
        or _by_record(checks)
        or _by_winner(checks, verdict)
        or _by_awards(checks, hand, verdict.tied)
        or _by_scores(checks, hand, verdict.tied)
        or _by_leader(checks, hand, rules)
        or _by_states(checks)
        or _by_match(verdict, rules)
    )


def _by_end(checks: dict[str, Check], hand: HandResult) -> Explanation | None:
    outcome = [field for field in checks if not field.startswith("states")]
    if "end" not in checks and (hand.end != "unfinished" or not outcome):
        return None
    said = checks["end"].expected if "end" in checks else "over"
    why = f"the log says {said}, here the hand is {hand.end}"
    return Explanation("end of the hand", None, why)


# What a record says of the cards themselves, before anything is scored.
_CARDS = ("line", "ends", "pips", "hands", "stock", "discards", "number of states")
_RECORD_FIELDS = ("number", "leader", "scores_before", "line", "ends", "last_seat", "pips")


def _by_record(checks: dict[str, Check]) -> Explanation | None:
    for field in _RECORD_FIELDS:
        if field in checks:
            said = _said(checks[field])
            return Explanation(f"record: {field}", None, said, of_the_cards=field in _CARDS)
    return None


def _said(check: Check) -> str:
    return f"the log says {_value(check.expected)}, here it is {_value(check.actual)}"


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)


def _by_winner(checks: dict[str, Check], verdict: Verdict) -> Explanation | None:
    if verdict.hand is None or not any(field in checks for field in WINNER_FIELDS):
        return None
    return _other_winner(verdict.hand, tied=verdict.tied or "tie" in checks)


def _other_winner(hand: HandResult, *, tied: bool) -> Explanation:
    award = _hand_award(hand)
    why = award.text if award else "nobody won the hand"
    if hand.end == "out":
        return Explanation("out winner", "out", why)
    return Explanation("block tie" if tied else "block comparison", "block", why)


def _by_awards(checks: dict[str, Check], hand: HandResult, tied: bool) -> Explanation | None:
    """Compare the awards that a log lists with those that were made."""
    if "awards" not in checks:
        return None
    left = list(hand.awards)
    for said in checks["awards"].expected:
        award = next((a for a in left if _same_award(said, a)), None)
        if award is None:
            return _unmatched(said, left, hand, tied)
        left.remove(award)
    paid = next((award for award in left if award.paid), None)
    return None if paid is None else _of_award(paid)


def _same_award(said: dict[str, Any], award: Award) -> bool:
    actual = award.as_json()
    return all(actual.get(key) == value for key, value in said.items() if key != "text")


def _unmatched(
    said: dict[str, Any], left: Sequence[Award], hand: HandResult, tied: bool
) -> Explanation:
    """Explain an award of the log that was not made so."""
    clause = said.get("clause")
    if clause not in CLAUSES:
        return Explanation("record: awards", None, f"there is no clause {clause}")
    award = next((a for a in left if a.clause == clause), None)
    if award is None:
        why = f"the log has {clause}, which is not made here"
        return Explanation(f"{clause} not made", clause, why)
    if clause not in HAND_CLAUSES:
        return _of_award(award)
    if "side" in said and said["side"] != award.side:
        return _other_winner(hand, tied=tied)
    return Explanation(f"{clause} worth", clause, award.text)


def _by_scores(checks: dict[str, Check], hand: HandResult, tied: bool) -> Explanation | None:
    check = checks.get("scores")
    if check is None:
        return None
    if len(check.expected) != len(check.actual):
        return Explanation("record: scores", None, _said(check))
    more = {
        side: theirs - ours
        for side, (theirs, ours) in enumerate(zip(check.expected, check.actual, strict=True), 1)
        if theirs != ours
    }
    return (
        _by_hand_points(more, hand, tied) or _by_bonus(more, hand) or _by_worth(more, check, hand)
    )


def _by_hand_points(more: dict[int, int], hand: HandResult, tied: bool) -> Explanation | None:
    """Recognise a hand that the log gave to somebody else, or to nobody."""
    award = _hand_award(hand)
    if award is None:
        return None
    others = any(points > 0 for side, points in more.items() if side != award.side)
    if award.reason == "tie":
        return _other_winner(hand, tied=True) if others else None
    lost = -more.get(award.side or 0, 0)
    if award.paid and lost >= award.paid and (others or award.clause == "block"):
        return _other_winner(hand, tied=tied or not others)
    return None


def _by_bonus(more: dict[int, int], hand: HandResult) -> Explanation | None:
    """Recognise points of one side that a bonus accounts for, the whole of it or a part."""
    if len(more) != 1:
        return None
    ((side, points),) = more.items()
    mine = [a for a in hand.awards if a.side == side and a.clause not in HAND_CLAUSES]
    exact = [a for a in mine if points == a.nominal * (1 if a.reason else -1)]
    cut = [a for a in mine if a.reason and 0 < points < a.nominal]
    if not exact and cut:
        found = _of_award(cut[0])
        why = f"the log pays {points} of {cut[0].nominal}; {found.why}"
        return Explanation(found.group, found.clause, why)
    return _of_award(exact[0]) if exact else None


def _by_worth(more: dict[int, int], check: Check, hand: HandResult) -> Explanation:
    award = _hand_award(hand)
    if award is None or set(more) != {award.side}:
        return Explanation("scores", None, _said(check), vague=True)
    return Explanation(f"{award.clause} worth", award.clause, award.text, vague=True)


def _by_leader(
    checks: dict[str, Check], hand: HandResult, rules: LoadedRules
) -> Explanation | None:
    if "next_leader" not in checks:
        return None
    ending = "draw" if hand.tie else {"out": "out", "blocked": "block"}.get(hand.end)
    if ending is None:
        return _next_leader(hand, "the hand is redealt")
    return _next_leader(hand, rule_text(rules, f"opening.after_{ending}"))


def _by_states(checks: dict[str, Check]) -> Explanation | None:
    """Name the first field of a state in between that differs, whatever the state's number."""
    for field, check in checks.items():
        if field.startswith("states"):
            name = field.split(".")[1] if "." in field else "number of states"
            why = f"{check.why}: {_said(check)}"
            return Explanation(f"states: {name}", None, why, of_the_cards=name in _CARDS)
    return None


def _by_match(verdict: Verdict, rules: LoadedRules) -> Explanation:
    check = verdict.failed[0]
    if check.hand is not None:
        return Explanation(f"record: {check.field}", None, _said(check))
    why = f"{check.field}: {_said(check)}; {rule_text(rules, 'match.target')}"
    return Explanation("match end", None, why)
