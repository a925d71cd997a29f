"""Somebody's app against the rules: a log of hands, and the clauses on which they differ.

Hands go by one at a time; what is kept is a group for every explanation, its count and its
first examples.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domsim.rules.findings import Finding, Refused
from domsim.rules.loader import LoadedRules
from domsim.scenario.files import Entry
from domsim.scenario.load import LoadedScenario, RulesCache, is_scenario, load_scenario
from domsim.scenario.results import Check
from domsim.verify.judge import LoggedHand, Verdict, first_hand, judge, next_hand, without_states
from domsim.verify.log_clauses import (
    Explanation,
    explain_change,
    explain_difference,
)
from domsim.verify.what_if import Change, Others, WhatIf, can_matter, rule_place, value_at

MOST_EXAMPLES = 3
MOST_DIFFERENCES = 6  # of one example
MOST_FINDINGS = 20
# Hands of one group for which every change of the rules is tried. Later ones are first tried on
# the changes that explained some, and left unexplained once as many have been.
TRIED_IN_FULL = 200
# A record that can be read, but tells of a hand that these rules would not have had.
ABOUT_THE_MATCH = {"match-over"}
UNREADABLE = {"leader-needed"}


@dataclass(frozen=True, slots=True)
class Option:
    """One way to explain a hand: by a change of the rules, or, without one, by what differs."""

    group: str
    clause: str | None
    change: Change | None


@dataclass(frozen=True, slots=True)
class Example:
    """A hand that differs: where it stands in the log, and what differs."""

    file: str
    line: int
    scenario: str
    hand: int
    failed: tuple[Check, ...]
    whys: Mapping[Option, str]
    rules: LoadedRules | None
    order: int

    def as_json(self) -> dict[str, Any]:
        """Return the example with its first differences."""
        return {
            "file": self.file, "line": self.line, "scenario": self.scenario, "hand": self.hand,
            "differences": [
                {"field": c.field, "expected": c.expected, "actual": c.actual}
                for c in self.failed[:MOST_DIFFERENCES]
            ],
        }  # fmt: skip


@dataclass(slots=True)
class _Bucket:
    """The hands that the same options explain."""

    count: int = 0
    examples: list[Example] = field(default_factory=list)

    def add(self, example: Example) -> None:
        """Count a hand, and keep it where it is one of the first."""
        self.count += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(example)


@dataclass(frozen=True, slots=True)
class AsIf:
    """A change of the rules under which ``count`` hands of a group agree.

    ``here`` holds the values as they are, ``where`` the places that set them, by path.
    """

    change: Change
    count: int
    here: Mapping[str, str | int]
    where: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return the change as data, its values as a scenario's ``set`` takes them."""
        return {
            "set": dict(self.change.values), "count": self.count, "here": dict(self.here),
            "where": dict(self.where),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """The hands that one clause explains, with the first examples."""

    name: str
    clause: str | None
    count: int
    why: str
    as_if: tuple[AsIf, ...]
    examples: tuple[Example, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the group as data."""
        return {
            "group": self.name, "clause": self.clause, "count": self.count, "why": self.why,
            "as_if": [change.as_json() for change in self.as_if],
            "examples": [example.as_json() for example in self.examples],
        }  # fmt: skip


@dataclass(slots=True)
class LogReport:
    """What a log came to. ``skipped`` counts hands after one at which a record breaks off."""

    hands: int = 0
    agree: int = 0
    disagree: int = 0
    unchecked: int = 0
    skipped: int = 0
    unreadable: int = 0
    findings: list[Finding] = field(default_factory=list)
    groups: tuple[Group, ...] = ()

    @property
    def ok(self) -> bool:
        """Tell whether every hand could be read and agrees."""
        return not self.disagree and not self.unreadable

    def as_json(self) -> dict[str, Any]:
        """Return the report as data."""
        return {
            "ok": self.ok, "hands": self.hands, "agree": self.agree, "disagree": self.disagree,
            "unchecked": self.unchecked, "skipped": self.skipped, "unreadable": self.unreadable,
            "groups": [group.as_json() for group in self.groups],
            "findings": [finding.as_json() for finding in self.findings],
        }  # fmt: skip


def report_log(entries: Iterable[Entry]) -> LogReport:
    """Judge every hand of a log and group those that differ. Reads the entries one by one."""
    reader = _Reader()
    for entry in entries:
        reader.take(entry)
    reader.report.groups = _grouped(reader.buckets)
    return reader.report


class _Reader:
    def __init__(self) -> None:
        self.report = LogReport()
        self.buckets: dict[tuple[Option, ...], _Bucket] = {}
        self.cache: RulesCache = {}
        self.what_if = WhatIf()
        self.tried: Counter[str] = Counter()
        self.unexplained: Counter[str] = Counter()
        self.explaining: set[Change | None] = set()

    def take(self, entry: Entry) -> None:
        """Judge the hands of one record, or note why it cannot be read."""
        if entry.document is None:
            self._unreadable(entry.findings)
            return
        if not is_scenario(entry.document.data):
            place = entry.document.value(())
            message = "this is no record; it has neither rules nor hands"
            self._unreadable([Finding("not-a-scenario", message, place)])
            return
        try:
            loaded = load_scenario(entry.document, entry.base, self.cache)
        except Refused as refused:
            self._not_loaded(entry, refused)
            return
        self._record(loaded)

    def _unreadable(self, findings: Sequence[Finding]) -> None:
        self.report.unreadable += 1
        room = MOST_FINDINGS - len(self.report.findings)
        self.report.findings += findings[: max(0, room)]

    def _record(self, loaded: LoadedScenario) -> None:
        logged: LoggedHand | None = first_hand(loaded)
        while logged is not None:
            verdict = judge(logged, loaded.rules)
            if verdict.refused is not None and verdict.refused.code in UNREADABLE:
                self._unreadable([verdict.refused])
                return
            self._count(logged, verdict)
            if not logged.followed:
                return
            done = logged.number
            logged = next_hand(loaded, logged, verdict)
        self.report.skipped += len(loaded.hands) - done

    def _count(self, logged: LoggedHand, verdict: Verdict) -> None:
        self.report.hands += 1
        if not verdict.agrees:
            self.report.disagree += 1
            self._explain(logged, verdict)
        elif verdict.compared:
            self.report.agree += 1
        else:
            self.report.unchecked += 1

    def _not_loaded(self, entry: Entry, refused: Refused) -> None:
        """Take a record whose rules say that its hand could not have been."""
        errors = [finding for finding in refused.findings if finding.severity == "error"]
        document = entry.document
        if document is None or {finding.code for finding in errors} != ABOUT_THE_MATCH:
            self._unreadable(refused.findings)
            return
        self.report.hands += 1
        self.report.disagree += 1
        option = Option("match end", None, None)
        bucket = self.buckets.setdefault((option,), _Bucket())
        title = str(document.data.get("scenario", ""))
        bucket.add(Example(
            document.name, document.first_line, title, 1, (), {option: errors[0].message}, None,
            self.report.disagree,
        ))  # fmt: skip

    def _explain(self, logged: LoggedHand, verdict: Verdict) -> None:
        explained = self._options(logged, verdict)
        bucket = self.buckets.setdefault(tuple(explained), _Bucket())
        whys = {option: found.why for option, found in explained.items()}
        bucket.add(_example(logged, verdict, whys, self.report.disagree))

    def _options(self, logged: LoggedHand, verdict: Verdict) -> dict[Option, Explanation]:
        """Return every way to explain a hand."""
        plain = explain_difference(verdict, logged.loaded.rules)
        found = {} if plain.of_the_cards else self._changes(logged, verdict, plain.group)
        if not found or not plain.vague:
            found.setdefault(Option(plain.group, plain.clause, None), plain)
        return found

    def _changes(
        self, logged: LoggedHand, verdict: Verdict, group: str
    ) -> dict[Option, Explanation]:
        """Return the changes of the rules under which a hand of a group agrees."""
        found: dict[Option, Explanation] = {}
        tiers = self.what_if.of(logged.loaded.rules)
        self.tried[group] += 1
        if self.tried[group] > TRIED_IN_FULL:
            found = _explained(logged, verdict, [
                {c: other for c, other in tier.items() if c in self.explaining} for tier in tiers
            ])  # fmt: skip
        if not found and self.unexplained[group] < TRIED_IN_FULL:
            found = _explained(logged, verdict, tiers)
            self.unexplained[group] += not found
        self.explaining |= {option.change for option in found}
        return found


def _explained(
    logged: LoggedHand, verdict: Verdict, tiers: Sequence[Others]
) -> dict[Option, Explanation]:
    """Return the smallest changes under which a hand agrees, with what they explain."""
    found: dict[Option, Explanation] = {}
    end, quick = verdict.hand.end if verdict.hand else None, without_states(logged)
    for others in tiers:
        for change, other in others.items():
            if not can_matter(change, end) or not judge(quick, other).agrees:
                continue
            tried = judge(logged, other)
            if tried.agrees:
                explanation = explain_change(verdict, tried, change, logged.loaded.rules)
                found[Option(explanation.group, explanation.clause, change)] = explanation
        if found:
            break
    return found


def _example(
    logged: LoggedHand, verdict: Verdict, whys: Mapping[Option, str], order: int
) -> Example:
    loaded = logged.loaded
    document = loaded.document
    return Example(
        document.name, document.first_line, loaded.title, logged.number,
        verdict.failed, whys, loaded.rules, order,
    )  # fmt: skip


Options = tuple[Option, ...]
Buckets = Mapping[Options, _Bucket]


def _grouped(buckets: Buckets) -> tuple[Group, ...]:
    """Put every hand into the group that can explain most hands, the largest group first."""
    left, groups = dict(buckets), []
    while left:
        totals: Counter[str] = Counter()
        for options, bucket in left.items():
            for name in {option.group for option in options}:
                totals[name] += bucket.count
        name = min(totals, key=lambda name: (-totals[name], _doubt(name, left), name))
        members = {
            options: left.pop(options) for options in list(left)
            if any(option.group == name for option in options)
        }  # fmt: skip
        groups.append(_group(name, members))
    return tuple(sorted(groups, key=lambda g: (-g.count, g.name)))


def _doubt(name: str, buckets: Buckets) -> int:
    """Rank groups that explain as many hands: by other rules and by what differs, or by one."""
    options = [option for options in buckets for option in options if option.group == name]
    by_rules = any(option.change is not None for option in options)
    by_difference = any(option.change is None for option in options)
    if by_rules and by_difference:
        return 0
    return 1 if by_rules else 2


def _group(name: str, members: Buckets) -> Group:
    examples = sorted((e for b in members.values() for e in b.examples), key=lambda e: e.order)
    first = examples[0]
    option = next(option for option in first.whys if option.group == name)
    return Group(
        name,
        option.clause,
        sum(bucket.count for bucket in members.values()),
        first.whys[option],
        () if first.rules is None else tuple(_as_if(name, members, first.rules)),
        tuple(examples[:MOST_EXAMPLES]),
    )


def _as_if(name: str, members: Buckets, rules: LoadedRules) -> Iterator[AsIf]:
    """Yield the changes of the rules that explain most hands of a group."""
    totals: Counter[Change] = Counter()
    for options, bucket in members.items():
        for option in options:
            if option.group == name and option.change is not None:
                totals[option.change] += bucket.count
    most = max(totals.values(), default=0)
    for change, count in totals.items():
        if count == most:
            paths = [path for path, _ in change.values]
            here = {path: _plain(value_at(rules.rules, path)) for path in paths}
            where = {path: rule_place(rules, path.split(".")) for path in paths}
            yield AsIf(change, count, here, where)


def _plain(value: Any) -> str | int:
    return value if isinstance(value, int) else str(value)
