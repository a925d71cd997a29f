"""The branches of a rule set: everything that a hand under it can come to, from its values.

Each branch is a name, a sentence and the conditions that tell a hand that shows it, so that
coverage, search and simulation agree on what it means. A branch that these rules cannot reach
says why.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from domsim.engine import state as s
from domsim.engine import watch as w
from domsim.rules.loader import LoadedRules
from domsim.rules.models import RuleSet
from domsim.verify.where import Condition


@dataclass(frozen=True, slots=True)
class Branch:
    """One thing that the rules can come to. ``unreachable`` says why it cannot happen."""

    name: str
    text: str
    conditions: tuple[Condition, ...]
    unreachable: str | None = None


def is_(place: int, value: int) -> Condition:
    """Return the condition that a place of the state holds a value."""
    return w.LOOK_STATE, place, w.EQUAL, value


def yes(what: int, detail: int = 0) -> Condition:
    """Return the condition that something is so."""
    return what, detail, w.EQUAL, 1


def no(what: int, detail: int = 0) -> Condition:
    """Return the condition that something is not so."""
    return what, detail, w.EQUAL, 0


def some(what: int, detail: int = 0) -> Condition:
    """Return the condition that something occurs at least once."""
    return what, detail, w.AT_LEAST, 1


def branches(loaded: LoadedRules) -> list[Branch]:
    """Return every branch of a rule set, in the order in which a hand meets them."""
    return [branch for part in _PARTS for branch in part(loaded.rules)]


PREVIOUS_HAND = "lead-after-"  # such branches need the hand before as well

OUT = is_(s.END, s.END_OUT)
BLOCKED = is_(s.END, s.END_BLOCKED)
OVER = is_(s.OVER, 1)
DRAWN = is_(s.TIE, 1)


def _opening(rules: RuleSet) -> Iterator[Branch]:
    opening = rules.opening
    names = {"tile-holder": s.OPENED_BY_TILE, "highest-double": s.OPENED_BY_DOUBLE,
             "heaviest-tile": s.OPENED_BY_HEAVIEST, "random-seat": s.OPENED_BY_CHANCE}  # fmt: skip
    first = str(opening.first_leader)
    yield Branch(
        f"opened-by-{first}", f"the first leader is named by the rule '{first}'",
        (is_(s.OPENED_BY, names[first]),),
    )  # fmt: skip
    wanted = [first]
    if first == "tile-holder":
        fallback = str(opening.fallback)
        reason = None
        if rules.table.undealt == "none":
            reason = f"every tile is dealt, so {opening.tile} always is"
        yield Branch(
            f"opened-by-{fallback}", f"{opening.tile} was not dealt: '{fallback}'",
            (is_(s.OPENED_BY, names[fallback]),), reason,
        )  # fmt: skip
        wanted.append(fallback)
    if "highest-double" in wanted and "heaviest-tile" not in wanted:
        reason = None
        if rules.table.undealt == "none":
            reason = "every tile is dealt, so a double always is"
        yield Branch(
            "opened-by-heaviest-tile", "no double was dealt: the heaviest tile leads",
            (is_(s.OPENED_BY, s.OPENED_BY_HEAVIEST),), reason,
        )  # fmt: skip
    yield from _later_leads(rules)


def _later_leads(rules: RuleSet) -> Iterator[Branch]:
    for name, code in (("out", s.PREVIOUS_OUT), ("block", s.PREVIOUS_BLOCK)):
        yield Branch(
            f"lead-after-{name}", f"a hand is led after one that ended by {name}",
            (is_(s.PREVIOUS, code),),
        )  # fmt: skip
    yield Branch(
        "lead-after-draw", "a hand is led after one that nobody won",
        (is_(s.PREVIOUS, s.PREVIOUS_DRAW),), _no_draw(rules),
    )  # fmt: skip
    if rules.fold.rule != "none":
        yield Branch("folded", "a hand is folded", (is_(s.END, s.END_FOLDED),))
        yield Branch(
            "lead-after-fold", "a redealt hand is led", (is_(s.PREVIOUS, s.PREVIOUS_FOLD),)
        )


def _turns(rules: RuleSet) -> Iterator[Branch]:
    stuck = rules.turn.stuck
    if stuck == "discard":
        yield Branch("discard", "a stuck player discards", (some(w.LOOK_STATE, s.DISCARD_COUNT),))
        return
    yield Branch("pass", "a stuck player passes", (some(w.LOOK_STATE, s.PASS_COUNT),))
    if stuck != "pass":
        drawn = some(w.LOOK_STATE, s.DRAWS)
        yield Branch("draw", "a stuck player draws", (drawn,))
        yield Branch(
            "stock-exhausted", "the stock is drawn to its end", (drawn, no(w.LOOK_STOCK_LEFT))
        )


def _going_out(rules: RuleSet) -> Iterator[Branch]:
    yield Branch("out", "a hand ends because a player has no tile left", (OUT,))
    if rules.turn.stuck == "discard" and rules.end.emptied_by == "play-or-discard":
        yield Branch(
            "out-by-discard", "a discard empties the hand", (OUT, yes(w.LOOK_OUT_BY_DISCARD))
        )
    if rules.end.out_winner == "lowest-count":
        yield Branch(
            "out-won-by-another", "somebody else has the lowest count",
            (OUT, no(w.LOOK_WON_BY_OUT), is_(s.TIE, 0)),
        )  # fmt: skip
    if rules.match.unit == "points" and rules.table.players == 2:
        yield Branch(
            "out-for-nothing", "a hand is won by going out against a lone 0-0, for 0 points",
            (OUT, is_(s.TIE, 0), no(w.LOOK_POINTS)),
        )  # fmt: skip


def _blocks(rules: RuleSet) -> Iterator[Branch]:
    untied = is_(s.TIE_BROKEN, s.BROKEN_NOT_TIED)
    who = (
        ("locker", "the side of the last tile", w.LOOK_WON_BY_LOCKER, 1),
        ("other", "another side than that of the last tile", w.LOOK_WON_BY_LOCKER, 0),
    )
    for name, text, what, value in who:
        yield Branch(
            f"block-won-by-{name}", f"a block is won by {text}, alone with the lowest count",
            (BLOCKED, untied, is_(s.TIE, 0), (what, 0, w.EQUAL, value)),
        )  # fmt: skip
    yield from _block_ties(rules)


def _block_ties(rules: RuleSet) -> Iterator[Branch]:
    texts = {
        s.BROKEN_BY_NOBODY: ("nobody", "the lowest are equal: nobody wins"),
        s.BROKEN_BY_LOCKER: ("locker", "the lowest are equal: counted from the locker"),
        s.BROKEN_BY_LEADER: ("leader", "the lowest are equal: counted from the leader"),
        s.BROKEN_BY_LIGHTEST: ("lightest", "the lightest unplayed tile breaks a tie"),
        s.BROKEN_BY_LOWER_NUMBER: ("lower-number", "the lower number on it breaks a tie"),
        s.BROKEN_BY_NO_TILE: ("no-tile", "having no tile left breaks a tie"),
    }  # fmt: skip
    for code in _ties_of(rules):
        name, text = texts[code]
        yield Branch(f"tie-{name}", text, (is_(s.TIE_BROKEN, code),), _tie_unreachable(rules, code))


def _ties_of(rules: RuleSet) -> list[int]:
    return {
        "nobody": [s.BROKEN_BY_NOBODY],
        "locker": [s.BROKEN_BY_LOCKER],
        "leader": [s.BROKEN_BY_LEADER],
        "lightest-tile": [
            s.BROKEN_BY_LIGHTEST, s.BROKEN_BY_LOWER_NUMBER, s.BROKEN_BY_NO_TILE,
            s.BROKEN_BY_NOBODY,
        ],
    }[str(rules.block.tie)]  # fmt: skip


def _tie_unreachable(rules: RuleSet, code: int) -> str | None:
    if rules.block.tie != "lightest-tile":
        return None
    discards = rules.turn.stuck == "discard"
    keeps_playing = discards and rules.end.emptied_by == "play"
    compared_at_out = rules.end.out_winner == "lowest-count"
    if code == s.BROKEN_BY_NOBODY and not keeps_playing:
        return "no two hands are empty, and no two tiles are alike"
    if code == s.BROKEN_BY_NO_TILE and not keeps_playing and not compared_at_out:
        return "a hand with no tile left goes out and is not compared"
    return None


def _no_draw(rules: RuleSet) -> str | None:
    """Say why no hand can be drawn under these rules; None where one can."""
    lockable = rules.table.turned_up == "one"
    by_locker = rules.block.compare == "locker-and-next" or rules.block.tie == "locker"
    if lockable and by_locker:
        # The tile turned up may lock the hand before anybody has played: there is no locker.
        return None
    if rules.block.tie in ("locker", "leader"):
        return "a tie is always broken"
    if rules.block.tie == "lightest-tile":
        return _tie_unreachable(rules, s.BROKEN_BY_NOBODY)
    return None


def _bonuses(rules: RuleSet) -> Iterator[Branch]:
    for clause in range(s.CLAUSE_CAPICUA, s.CLAUSE_BLOCKED_BONUS + 1):
        name = s.CLAUSES[clause]
        bonus = getattr(rules.bonuses, name.replace("-", "_"))
        if not bonus.points:
            continue
        if rules.match.unit == "wins":
            yield _withheld(clause, s.REASON_SHOWN_ONLY, "is shown only")
        else:
            yield Branch(f"{name}-paid", f"{name} is paid", (some(w.LOOK_PAID, clause),))
            if bonus.limit == "must-fit":
                yield _withheld(clause, s.REASON_DOES_NOT_FIT, "does not fit under the target")
        if clause == s.CLAUSE_COME_OUT_PASS:
            yield from _come_out(rules)
        if clause == s.CLAUSE_BLOCKED_BONUS and _no_draw(rules) is None:
            yield _withheld(clause, s.REASON_TIE, "is not paid for a drawn block")


def _come_out(rules: RuleSet) -> Iterator[Branch]:
    bonus = rules.bonuses.come_out_pass
    if bonus.partner == "cancels":
        yield _withheld(
            s.CLAUSE_COME_OUT_PASS, s.REASON_PARTNER_PASSED, "is cancelled by the partner's pass"
        )
    if bonus.match_opening == "excluded":
        yield _withheld(
            s.CLAUSE_COME_OUT_PASS, s.REASON_MATCH_OPENING, "is not paid in the match-opening hand"
        )


def _withheld(clause: int, reason: int, text: str) -> Branch:
    name = s.CLAUSES[clause]
    return Branch(
        f"{name}-{s.REASONS[reason]}", f"{name} {text}",
        (some(w.LOOK_WITHHELD, 16 * clause + reason),),
    )  # fmt: skip


def _match(rules: RuleSet) -> Iterator[Branch]:
    yield Branch(
        "match-won", "the match is won by the side that won its last hand",
        (OVER, no(w.LOOK_LOSER_WON_MATCH)),
    )  # fmt: skip
    alone = _one_side_only(rules)
    several = is_(s.SEVERAL, 1)
    yield Branch(
        "match-several", "several sides are at the target and one of them wins", (OVER, several),
        alone,
    )  # fmt: skip
    if rules.match.several == "highest-score":
        yield Branch(
            "match-lost-hand-won", "the higher score wins though its side lost the hand",
            (OVER, several, yes(w.LOOK_LOSER_WON_MATCH), is_(s.TIE, 0)), alone,
        )  # fmt: skip
    if rules.match.tie == "another-hand":
        yield Branch(
            "match-level", "the highest are level: another hand", (is_(s.TARGET_TIE, 1),), alone
        )
    reason = _no_draw(rules) or _no_bonus_reaches(rules)
    yield Branch("match-won-by-draw", "a drawn hand ends the match", (OVER, DRAWN), reason)


def _one_side_only(rules: RuleSet) -> str | None:
    """Say why one hand brings one side at the most to the target; None where it can be more."""
    each = "each-differences" in (rules.score.out, rules.score.block)
    if rules.match.unit == "wins":
        return "a hand is one win for one side"
    if each:
        return None
    if _no_bonus_reaches(rules) is not None:
        return "only the winner of the hand can reach the target in it"
    return None


def _no_bonus_reaches(rules: RuleSet) -> str | None:
    """Say why no bonus can bring a side to the target; None where one can.

    A capicúa or a blocked-hand bonus goes to the side that wins the hand anyway, except where
    the lowest count wins.
    """
    if rules.match.unit == "wins":
        return "bonuses count nothing where wins are counted"
    names = ["straight_pass", "come_out_pass"]
    if rules.end.out_winner == "lowest-count":
        names.append("capicua")
    parts = [getattr(rules.bonuses, name) for name in names]
    if any(part.points and part.limit == "none" for part in parts):
        return None
    return "no bonus of a hand can bring another side to the target"


_PARTS: tuple[Callable[[RuleSet], Iterator[Branch]], ...] = (
    _opening, _turns, _going_out, _blocks, _bonuses, _match,
)  # fmt: skip
