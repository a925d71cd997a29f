"""The arithmetic in words comes to what the engine awarded, under any rules."""

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from domsim.engine.batch import begin_match
from domsim.engine.deal import deal
from domsim.engine.state import new_state
from domsim.rules.lowering import lower
from domsim.scenario.export import RulesReference
from domsim.simulate.plan import Plan
from domsim.simulate.records import Recorder
from tests.helpers import random_rule_sets

# "… = 33 pips" and "seat 2 holds 7 pips", and under `net` what is taken off: "less 2 + 3 = 5 of
# its own" or "less 5 of its own".
TAKEN = re.compile(r"(\d+) pips(?:, less (?:[\d +]+ = )?(\d+) of its own)?")


def explained(text: str) -> int:
    """Return the number of pips that the last sum of an explanation comes to, never below 0."""
    held, own = TAKEN.findall(text)[-1]
    return max(0, int(held) - int(own or 0))


@given(rules=random_rule_sets(), seed=st.integers(0, 10_000))
def test_the_words_of_a_hand_come_to_what_it_paid(rules, seed):
    codes = lower(rules)
    plan = Plan(codes, seed, (0,) * 7, (0,) * 7, 0, False)
    state = new_state()
    begin_match(codes, state, 0, plan.start_scores)
    deal(codes, state, seed)
    result = Recorder(plan, rules, RulesReference(rules.name, {})).play(state)
    own = [a for a in result.awards if a.clause in ("out", "block") and a.side is not None]
    assume(own and rules.match.unit == "points")
    assert [explained(award.text) for award in own] == [award.nominal for award in own]
