"""Drawings are kept, and drawn anew where the file is damaged in whatever way."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from vision.artwork.drawing_cache import ENDING, drawn_once

DRAWING = {"a": np.full((4, 4, 3), 7, np.uint8)}


def test_what_is_damaged_is_drawn_anew(tmp_path: Path) -> None:
    path = tmp_path / f"own{ENDING}"
    drawn_once(path, DRAWING, lambda: DRAWING)
    whole, rng = path.read_bytes(), random.Random(3)
    for damage in (b"", whole[:9], whole[:-1], bytes(len(whole)), *(_flipped(whole, rng) for _ in range(40))):
        path.write_bytes(damage)
        drawn = drawn_once(path, DRAWING, lambda: DRAWING)
        assert np.array_equal(drawn["a"], DRAWING["a"])
        assert path.read_bytes()[4:8] == whole[4:8]


def test_what_is_kept_is_not_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / f"own{ENDING}"
    drawn_once(path, DRAWING, lambda: DRAWING)
    assert np.array_equal(drawn_once(path, DRAWING, lambda: pytest.fail("drawn again"))["a"], DRAWING["a"])


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    drawn = drawn_once(tmp_path / "file" / f"own{ENDING}", DRAWING, lambda: DRAWING)
    assert drawn.keys() == {"a"}


def _flipped(content: bytes, rng: random.Random) -> bytes:
    spoilt = bytearray(content)
    spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
    return bytes(spoilt)
