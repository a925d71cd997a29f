"""The conditions of ``find``: a small language about a hand and its match.

A condition is ``NAME OP VALUE`` or ``NAME.DETAIL OP VALUE``; OP is one of ``= != < <= > >=``.

- ``end=out|blocked|folded``, ``tie=yes|no``, ``over=yes|no``, ``several-reached=yes|no``,
  ``target-tie=yes|no``, ``opening=yes|no``, ``out-by-discard=yes|no``, ``ends-differ=yes|no``,
  ``loser-won-match=yes|no``
- ``clause=CLAUSE`` (it occurred), ``paid=CLAUSE``, ``withheld=REASON``,
  ``withheld.CLAUSE=REASON``, ``count.CLAUSE>=2``, ``paid.CLAUSE>=2``
- ``winner=leader|locker|out|nobody``: the leader's side, the side of the last tile, the seat that
  went out, nobody; also ``winner-seat=3``, ``winner-side=1``
- numbers: ``points`` (for winning the hand), ``pips``, ``plays``, ``passes``, ``draws``,
  ``discards``, ``stock-left``, ``hand``, ``leader``, ``last``, ``match-hands`` (once it is over),
  ``before.SIDE`` and ``after.SIDE`` (scores)
- ``opened-by=tile|double|heaviest|chance|lead``, ``previous=out|block|draw|fold`` (the hand
  before), ``tie-broken=nobody|locker|leader|lightest|lower-number|no-tile``
"""

import re
from collections.abc import Sequence

from domsim.engine import state as s
from domsim.engine import watch as w
from domsim.rules.findings import Finding, Place, Refused, did_you_mean
from domsim.rules.lowering import Rules

Condition = tuple[int, int, int, int]

_OPS = {
    "=": w.EQUAL, "!=": w.NOT_EQUAL, "<": w.LESS, "<=": w.AT_MOST, ">": w.MORE, ">=": w.AT_LEAST,
}  # fmt: skip
_FORM = re.compile(r"\s*([a-z-]+)(?:\.([a-z0-9-]+))?\s*(!=|<=|>=|=|<|>)\s*(\S+)\s*")

_WORDS: dict[str, tuple[int, int, tuple[str, ...]]] = {
    "end": (w.LOOK_STATE, s.END, s.ENDS),
    "opened-by": (
        w.LOOK_STATE, s.OPENED_BY, ("nothing", "lead", "tile", "double", "heaviest", "chance"),
    ),
    "previous": (w.LOOK_STATE, s.PREVIOUS, ("none", "out", "block", "draw", "fold")),
    "tie-broken": (
        w.LOOK_STATE, s.TIE_BROKEN,
        ("not-tied", "nobody", "locker", "leader", "lightest", "lower-number", "no-tile"),
    ),
}  # fmt: skip
_YES_NO: dict[str, tuple[int, int]] = {
    "tie": (w.LOOK_STATE, s.TIE),
    "over": (w.LOOK_STATE, s.OVER),
    "opening": (w.LOOK_STATE, s.OPENING),
    "several-reached": (w.LOOK_STATE, s.SEVERAL),
    "target-tie": (w.LOOK_STATE, s.TARGET_TIE),
    "out-by-discard": (w.LOOK_OUT_BY_DISCARD, 0),
    "ends-differ": (w.LOOK_ENDS_DIFFER, 0),
    "loser-won-match": (w.LOOK_LOSER_WON_MATCH, 0),
}
_NUMBERS: dict[str, tuple[int, int]] = {
    "points": (w.LOOK_POINTS, 0),
    "pips": (w.LOOK_PIPS, 0),
    "plays": (w.LOOK_STATE, s.PLAYS),
    "passes": (w.LOOK_STATE, s.PASS_COUNT),
    "draws": (w.LOOK_STATE, s.DRAWS),
    "discards": (w.LOOK_STATE, s.DISCARD_COUNT),
    "stock-left": (w.LOOK_STOCK_LEFT, 0),
    "hand": (w.LOOK_STATE, s.HAND),
    "leader": (w.LOOK_STATE, s.LEADER),
    "last": (w.LOOK_STATE, s.LAST),
    "match-hands": (w.LOOK_MATCH_HANDS, 0),
    "winner-seat": (w.LOOK_STATE, s.WINNER_SEAT),
    "winner-side": (w.LOOK_STATE, s.WINNER_SIDE),
}
_WINNERS = {
    "leader": w.LOOK_WON_BY_LEADER,
    "locker": w.LOOK_WON_BY_LOCKER,
    "out": w.LOOK_WON_BY_OUT,
}
_REASONS = tuple(reason for reason in s.REASONS if reason)
NAMES = (
    *_WORDS, *_YES_NO, *_NUMBERS, "clause", "paid", "withheld", "count", "winner", "before",
    "after",
)  # fmt: skip


class _BadConditionError(Exception):
    def __init__(self, message: str, part: str = "", hint: str | None = None) -> None:
        super().__init__(message)
        self.part = part
        self.hint = hint


def parse_condition(text: str, rules: Rules) -> Condition:
    """Read one condition for a rule set. Raises Refused with ``bad-condition`` and its column."""
    try:
        return _parse(text, rules)
    except _BadConditionError as error:
        column = text.find(error.part) + 1 if error.part else 1
        place = Place("--where", 1, max(1, column), max(1, len(error.part or text)), text)
        finding = Finding("bad-condition", str(error), place, help=error.hint)
        raise Refused([finding]) from None


def _parse(text: str, rules: Rules) -> Condition:
    match = _FORM.fullmatch(text)
    if match is None:
        raise _BadConditionError(
            f"'{text}' is no condition", "", "write end=blocked or points>=100"
        )
    name, detail, op, value = match[1], match[2] or "", match[3], match[4]
    if name not in NAMES:
        raise _unknown(f"nothing is called '{name}'", name, NAMES)
    if detail and name not in ("paid", "withheld", "count", "before", "after"):
        raise _BadConditionError(f"'{name}' takes no detail", detail)
    if name in _WORDS:
        what, place, known = _WORDS[name]
        return what, place, _OPS[op], _index(value, known)
    if name in _YES_NO:
        what, place = _YES_NO[name]
        return what, place, _equality(op), _index(value, ("no", "yes"))
    if name in _NUMBERS:
        what, place = _NUMBERS[name]
        return what, place, _OPS[op], _number(value)
    return _about_awards_or_scores(name, detail, op, value, rules)


def _about_awards_or_scores(name: str, detail: str, op: str, value: str, rules: Rules) -> Condition:
    if name == "winner":
        return _winner(op, value)
    if name in ("before", "after"):
        side = _number(detail or "0")
        if not 1 <= side <= rules.sides:
            raise _BadConditionError(f"write {name}.1 to {name}.{rules.sides}", detail or name)
        what = (w.LOOK_BEFORE, side) if name == "before" else (w.LOOK_STATE, s.SCORES + side)
        return *what, _OPS[op], _number(value)
    if name == "withheld":
        clause = _clause(detail, rules) if detail else w.ANY
        return w.LOOK_WITHHELD, 16 * clause + 1 + _index(value, _REASONS), *_some(op)
    what_of = w.LOOK_PAID if name == "paid" else w.LOOK_OCCURRED
    if detail:
        return what_of, _clause(detail, rules), _OPS[op], _number(value)
    if name == "count":
        raise _BadConditionError("write count.CLAUSE, as count.capicua>=1", name)
    return what_of, _clause(value, rules), *_some(op)


def _winner(op: str, value: str) -> Condition:
    if value == "nobody":
        return w.LOOK_STATE, s.WINNER_SIDE, _equality(op), 0
    if value not in _WINNERS:
        raise _unknown(f"'{value}' is no winner", value, (*_WINNERS, "nobody"))
    return _WINNERS[value], 0, _equality(op), 1


def _some(op: str) -> tuple[int, int]:
    """Return the comparison that means that something happened, or that it did not."""
    return (w.AT_LEAST, 1) if _equality(op) == w.EQUAL else (w.EQUAL, 0)


def _equality(op: str) -> int:
    if op not in ("=", "!="):
        raise _BadConditionError("this can only be compared with = or !=", op)
    return _OPS[op]


def _clause(text: str, rules: Rules) -> int:
    code = _index(text, s.CLAUSES)
    bonus = dict(zip(s.CLAUSES[2:], bonus_points(rules), strict=True))
    if text in bonus and not bonus[text]:
        raise _BadConditionError(f"these rules pay no {text}, so it never occurs", text)
    return code


def bonus_points(rules: Rules) -> tuple[int, int, int, int]:
    """Return the points of the four bonuses, in the order of their clauses."""
    return rules.capicua, rules.straight_pass, rules.come_out_pass, rules.blocked_bonus


def _index(value: str, known: Sequence[str]) -> int:
    if value not in known:
        raise _unknown(f"'{value}' is not known here", value, known)
    return list(known).index(value)


def _number(value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 12:
        raise _BadConditionError(f"'{value}' is not a whole number", value)
    return int(value)


def _unknown(message: str, part: str, known: Sequence[str]) -> _BadConditionError:
    guess = did_you_mean(part, known)
    hint = f"did you mean '{guess}'?" if guess else f"one of: {', '.join(known)}"
    return _BadConditionError(message, part, hint)


def watch_of(groups: Sequence[Sequence[Condition]], keep: int, *, stop: bool) -> tuple[int, ...]:
    """Return groups of conditions in the form that the engine reads (``domsim.engine.watch``)."""
    flat = [len(groups), keep, int(stop)]
    for group in groups:
        flat.append(len(group))
        for condition in group:
            flat += condition
    return tuple(flat)
