"""What a search found, as data and as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from domsim.report.scenario_yaml import scenario_yaml
from domsim.simulate.stats import rate, wilson
from domsim.verify.find import Search


def find_data(
    search: Search,
    seed: int,
    reference: str,
    where: Sequence[str],
    scenarios: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return a search as data; ``scenarios`` are the minimised ones, where they were wanted."""
    data: dict[str, Any] = {
        "rules": reference,
        "seed": seed,
        "where": list(where),
        "found": [{"match": at.match, "hand": at.hand} for at in search.found],
        "hands": search.hands,
        "counted": search.counted,
        "rate": rate(search.counted, search.hands),
        "ci95": wilson(min(search.counted, search.hands), search.hands),
        "ok": bool(search.found),
    }
    if scenarios:
        data["scenarios"] = [dict(scenario) for scenario in scenarios]
    return data | ({"partial": True} if search.partial else {})


def find_text(data: Mapping[str, Any]) -> str:
    """Return a search for people: where the hands are, how rare they are, and their scenarios."""
    conditions = " and ".join(data["where"])
    low, high = data["ci95"]
    if not data["found"]:
        lines = [
            f"nothing found: no hand with {conditions} in {data['hands']:,} hands "
            f"(seed {data['seed']})",
            f"such hands are rarer than 1 in {_one_in(high)} (95 %)",
        ]
        return "\n".join(lines)
    lines = [
        f"{conditions}: {data['counted']} in {data['hands']:,} hands (seed {data['seed']}), "
        f"about 1 in {_one_in(data['rate'])} (95 %: 1 in {_one_in(high)} to 1 in {_one_in(low)})"
    ]
    for at in data["found"]:
        address = f"--seed {data['seed']} --match {at['match']} --hand {at['hand']}"
        place = f"match {at['match']}, hand {at['hand']}"
        lines.append(f"  {place}: domsim export {data['rules']} {address}")
    for scenario in data.get("scenarios", ()):
        lines += ["", scenario_yaml(scenario)]
    return "\n".join(lines)


def _one_in(share: float) -> str:
    return f"{round(1 / share):,}" if share else "ever more"
