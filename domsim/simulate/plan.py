"""What a simulation plays: the rules, the seed, the players. Plain integers, ready to send."""

from dataclasses import dataclass

from domsim.engine.batch import play_matches
from domsim.engine.state import new_state
from domsim.engine.tally import new_tally
from domsim.engine.watch import seen_size
from domsim.rules.lowering import Rules

NO_LIMIT = 2**62


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation, the same on every machine.

    ``players`` and ``start_scores`` hold one code a seat and one score a side; the first place
    stands for nobody. ``compiled`` chooses the engine, which changes no result. ``watch`` says
    which hands are looked for; what is seen of them stands behind the tally.
    """

    rules: Rules
    seed: int
    players: tuple[int, ...]
    start_scores: tuple[int, ...]
    fold_policy: int
    compiled: bool
    watch: tuple[int, ...] = ()


def play_chunk(plan: Plan, first: int, count: int, most_hands: int) -> tuple[int, list[int]]:
    """Play ``count`` matches from number ``first`` on; return how many, and their tally.

    Fewer are played once they hold ``most_hands`` hands. Pure: the same arguments give the
    same result in every process and under both engines.
    """
    if plan.compiled:
        return _play_compiled(plan, first, count, most_hands)
    tally = new_tally() + [0] * seen_size(plan.watch)
    played = play_matches(
        plan.rules, plan.players, plan.fold_policy, plan.start_scores, plan.seed, first, count,
        most_hands, new_state(), tally, plan.watch,
    )  # fmt: skip
    return played, tally


def _play_compiled(plan: Plan, first: int, count: int, most_hands: int) -> tuple[int, list[int]]:
    from domsim.simulate.compiled import arrays, compiled, record  # noqa: PLC0415 - needs numba

    players, start_scores, state, tally, watch = arrays(plan.players, plan.start_scores, plan.watch)
    played = compiled()(
        record(plan.rules), players, plan.fold_policy, start_scores, plan.seed, first, count,
        most_hands, state, tally, watch,
    )  # fmt: skip
    return int(played), [int(slot) for slot in tally]
