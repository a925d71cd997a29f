"""What random play shows, against the reference frequencies of ``rules.md``, section 1.

These come from 8 million hands of an independent program: four seats, seven tiles each, 6-6 leads
every hand.
"""

from math import sqrt
from typing import Any, NamedTuple

from domsim.simulate.compiled import available

from .support import simulation

EVERY_HAND_A_FIRST_HAND = [f"opening.after_{end}=as-first-hand" for end in ("out", "block", "draw")]
REFERENCES = {
    "blocked": 0.2508,
    "pair totals equal": 0.0181,
    "won by the leader's side": 0.589,
    "pips left, out": 24.35,
    "pips left, blocked": 46.0,
    "plays": 22.5,
    "passes": 4.26,
    "out on two different ends": 0.156,
}
# Of one hand, measured over 40,000; the standard deviation of a share follows from the share.
SPREADS = {"pips left, out": 9.48, "pips left, blocked": 17.8, "plays": 2.45, "passes": 2.25}


class Frequency(NamedTuple):
    """What was found, against its reference, with the standard error of what was found."""

    found: float
    reference: float
    error: float

    @property
    def errors_off(self) -> float:
        """Return how many standard errors lie between the two."""
        return abs(self.found - self.reference) / self.error


def frequencies(hands: int, **how: Any) -> dict[str, Frequency]:
    """Simulate hands, compiled where that can be, and return every frequency by its name."""
    game = simulation("gbs-pairs-points", *EVERY_HAND_A_FIRST_HAND, compiled=available())
    data = game.report(hands=hands, **how)
    played, out, blocked = data["hands"], data["ends"]["out"], data["ends"]["blocked"]
    decided = played - data["ties"]
    capicua = next(c["occurred"] for c in data["clauses"] if c["clause"] == "capicua")
    found = {
        "blocked": (blocked / played, played),
        "pair totals equal": (data["ties"] / played, played),
        "won by the leader's side": (data["leader"]["hands_won"] / decided, decided),
        "pips left, out": (data["pips"]["mean_out"], out),
        "pips left, blocked": (data["pips"]["mean_blocked"], blocked),
        "plays": (data["plays"] / played, played),
        "passes": (data["passes"] / played, played),
        "out on two different ends": (capicua / out, out),
    }
    return {name: _compared(name, *value) for name, value in found.items()}


def _compared(name: str, found: float, trials: int) -> Frequency:
    reference = REFERENCES[name]
    spread = SPREADS.get(name) or sqrt(reference * (1 - reference))
    return Frequency(found, reference, spread / sqrt(trials))
