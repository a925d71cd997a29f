"""Settings of every test: hypothesis draws the same examples in every run."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "domsim-hypothesis")
SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=60, database=None,
    suppress_health_check=SLOW_TO_DRAW,
)  # fmt: skip
settings.register_profile(
    "search", deadline=None, max_examples=2000, suppress_health_check=SLOW_TO_DRAW
)
settings.load_profile("ci")
