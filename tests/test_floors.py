"""A test belongs to the floor that it looks at: it may use what that floor may use, and nothing above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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


def packages_used(test: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(test.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)


@pytest.mark.parametrize("floor", sorted(ABOVE))
def test_no_test_needs_a_floor_above_its_own(floor: str) -> None:
    too_high = {
        str(test.relative_to(ROOT)): higher
        for test in sorted((ROOT / floor).rglob("*.py"))
        if (higher := ABOVE[floor] & set(packages_used(test)))
    }
    assert too_high == {}
