"""JSON that is the same bytes for the same value: sorted keys, no clock times."""

import json
from typing import Any


def json_text(value: Any) -> str:
    """Return a value as indented JSON with sorted keys."""
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)


def json_line(value: Any) -> str:
    """Return a value as one line of JSON with sorted keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
