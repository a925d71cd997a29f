"""Expectations: what a scenario says must come out, checked against what did."""

from collections.abc import Iterator, Sequence
from typing import Any

from domsim.scenario.models import AwardExpected, HandExpected, MatchExpected
from domsim.scenario.results import Award, Check, HandResult


def check_hand(expected: HandExpected, hand: HandResult, number: int) -> Iterator[Check]:
    """Yield a check for every field that a hand expects; ``number`` is its place, from 1."""
    actual = hand.as_json()
    wanted = expected.model_dump(mode="json", exclude_unset=True)
    for field, value in wanted.items():
        if field == "awards":
            yield _check_awards(expected.awards or (), hand, number)
            continue
        came = _came(field, value, actual, hand)
        same = _same(field, value, came)
        yield Check(number, field, value, came, same, "" if same else _why(field, hand))


def _came(field: str, value: Any, actual: dict[str, Any], hand: HandResult) -> Any:
    """Return what came out for a field."""
    came = actual.get(field)
    if field == "next_leader" and came is None and value is not None:
        # Hands taken alone may say who would lead, though they end their match.
        return hand.would_lead
    if field == "illegal" and came is not None:
        return {key: came[key] for key in ("play", "code")}
    return came


def _same(field: str, value: Any, came: Any) -> bool:
    if field == "line":
        return _words(value) == _words(came)
    if field == "events" and value is not None:
        return _same_events(value, [{"forced": False} | event for event in came])
    return bool(value == came)


def check_match(expected: MatchExpected, actual: dict[str, Any]) -> Iterator[Check]:
    """Yield a check for every field that is expected of the match."""
    for field, value in expected.model_dump(mode="json", exclude_unset=True).items():
        yield Check(None, field, value, actual[field], value == actual[field])


def _words(text: object) -> object:
    return text.split() if isinstance(text, str) else text


def _same_events(expected: Sequence[dict[str, Any]], actual: Sequence[dict[str, Any]]) -> bool:
    """Compare by the keys that an expected event gives; one left empty is not compared."""
    if len(expected) != len(actual):
        return False
    pairs = zip(expected, actual, strict=True)
    return all(
        all(got.get(k) == v for k, v in want.items() if v is not None) for want, got in pairs
    )


def _check_awards(expected: Sequence[AwardExpected], hand: HandResult, number: int) -> Check:
    wanted = [e.model_dump(mode="json", exclude_unset=True) for e in expected]
    keys = {key for want in wanted for key in want} | {"clause", "side", "paid", "reason"}
    got = [{k: v for k, v in a.as_json().items() if k in keys} for a in hand.awards]
    ok = _awards_match(wanted, hand.awards)
    return Check(number, "awards", wanted, got, ok, "" if ok else _award_words(hand))


def _awards_match(expected: Sequence[dict[str, Any]], actual: Sequence[Award]) -> bool:
    """Match expected awards with actual ones in order; only unpaid ones may go unlisted."""
    reachable = {0}
    for award in actual:
        data = award.as_json()
        following = {
            i + 1 for i in reachable
            if i < len(expected) and all(data.get(k) == v for k, v in expected[i].items())
        }  # fmt: skip
        reachable = following | (reachable if award.paid == 0 else set())
    return len(expected) in reachable


def _award_words(hand: HandResult) -> str:
    return "; ".join(award.text for award in hand.awards) or "no award was made"


def _why(field: str, hand: HandResult) -> str:
    if field in ("scores", "winner_side", "winner_seat", "next_leader", "tie"):
        return _award_words(hand)
    if field == "illegal":
        return "every play was legal" if hand.illegal is None else str(hand.illegal["message"])
    return ""
