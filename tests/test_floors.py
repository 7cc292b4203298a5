"""A test belongs to the floor that it looks at: it may use what that floor may use, and nothing above it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
# Each floor with those above it, whose parts its tests must not need.
ABOVE = {
    "games": {"calibration", "devices", "vision", "companion", "tools"},
    "calibration": {"devices", "vision", "companion", "tools"},
    "devices": {"vision", "companion", "tools"},
    "vision": {"devices", "companion", "tools"},
    "companion": {"tools"},
}


IMPORT = re.compile(r"^ *(?:from|import) ([a-z]\w*)", re.MULTILINE)


@pytest.mark.parametrize("floor", sorted(ABOVE))
def test_no_test_needs_a_floor_above_its_own(floor: str) -> None:
    too_high = {
        str(test.relative_to(ROOT)): higher
        for test in sorted((ROOT / floor).rglob("*.py"))
        if (higher := ABOVE[floor] & set(IMPORT.findall(test.read_text("utf-8"))))
    }
    assert too_high == {}
