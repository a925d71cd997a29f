"""Simulated random play shows the frequencies that an independent program found.

``tests/bench`` shows the same with a million hands.
"""

import pytest

from domsim.simulate.compiled import available

from .frequencies import REFERENCES, Frequency, frequencies

pytestmark = pytest.mark.heavy

HANDS = 200_000 if available() else 20_000


@pytest.fixture(scope="module")
def found() -> dict[str, Frequency]:
    return frequencies(HANDS)


@pytest.mark.parametrize("name", REFERENCES)
def test_random_play_shows_the_reference_frequencies(found, name):
    assert found[name].errors_off < 4
