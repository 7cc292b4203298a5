"""The table of rulebook sentences names only tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

TABLE = Path(__file__).parents[2] / "docs" / "rules.md"
NAMED = re.findall(r"`([\w/.]+\.py)::(\w+)`", TABLE.read_text(encoding="utf-8"))


def test_every_test_that_the_table_names_exists() -> None:
    lost = []
    for file, test in NAMED:
        path = Path(__file__).parent / file
        if not path.is_file() or f"def {test}(" not in path.read_text(encoding="utf-8"):
            lost.append(f"{file}::{test}")
    assert lost == []
    assert len(NAMED) > 50


def test_every_row_names_a_test_or_says_what_is_read() -> None:
    rows = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split(" | ")]
        assert row.startswith("| sentence") or "::" in cells[1], row
