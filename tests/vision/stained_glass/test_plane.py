"""How a table lies, told by the squares on it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.stained_glass.plane import apart_mm, plane_of

WIDTH, HEIGHT = 1920, 1080


def squares(*middles: tuple[float, float], side: float = 80.0) -> np.ndarray:
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * side
    return np.array(middles)[:, None] + corners[None]


def test_a_table_is_no_way_apart_from_itself() -> None:
    seen_from_above = plane_of(squares((400, 300), (900, 500), (1500, 800)), WIDTH, HEIGHT)
    assert apart_mm(seen_from_above, seen_from_above, HEIGHT, WIDTH) == pytest.approx(0, abs=0.01)


def test_tiles_at_one_end_that_are_laid_a_little_off_tell_of_another_table_at_its_other_end() -> None:
    everywhere = plane_of(squares((300, 200), (1600, 200), (300, 900), (1600, 900)), WIDTH, HEIGHT)
    one_end = squares((200, 150), (300, 150), (200, 250))
    one_end[:, :2] += [[-2.0, 0.0], [2.0, 0.0]]  # their far sides 5 % too long
    led_astray = plane_of(one_end, WIDTH, HEIGHT)
    assert apart_mm(led_astray, everywhere, HEIGHT, WIDTH) > 3
