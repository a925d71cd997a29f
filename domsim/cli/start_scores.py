"""Reading ``--start-scores``: the scores by side that every match begins with."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domsim.rules.loader import LoadedRules


def read_start_scores(text: str, loaded: "LoadedRules") -> tuple[int, ...]:
    """Return the scores by side from ``150,140``; none from empty text. Raises Refused."""
    from domsim.rules.findings import Finding, Place, Refused
    from domsim.rules.source import words

    given = list(words(text))
    if not given:
        return ()
    place = Place("--start-scores", 1, 1, max(1, len(text)), text)
    if len(given) != loaded.codes.sides or not all(
        w.isascii() and w.isdigit() and len(w) <= 9 for w in given
    ):
        message = f"'{text}' does not give the scores of {loaded.codes.sides} sides"
        hint = "write them separated by commas: " + ",".join(["0"] * loaded.codes.sides)
        raise Refused([Finding("bad-start-scores", message, place, help=hint)])
    scores = tuple(map(int, given))
    if max(scores) >= loaded.codes.target:
        message = (
            f"a match that begins at {max(scores)} is over; the target is {loaded.codes.target}"
        )
        raise Refused([Finding("match-over", message, place)])
    return scores
