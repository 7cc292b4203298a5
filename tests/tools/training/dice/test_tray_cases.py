"""What the tray's network is asked for."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.dice.tray_cases import CELLS, case
from vision.networks.dice import tray


def die(side: float) -> dict[str, object]:
    corners = [(128 - side / 2, 128 - side / 2), (128 + side / 2, 128 - side / 2)]
    corners += [(128 + side / 2, 128 + side / 2), (128 - side / 2, 128 + side / 2)]
    face = {"x": 128.0, "y": 128.0, "corners": corners, "covered": 0.0, "upper": True}
    known = {"x": 128.0, "y": 128.0, "side": side, "lean": (0.0, 0.0), "pips": 4, "cocked": False, "hidden": False}
    return {**known, "covered": 0.0, "blank": False, "faces": [face]}


def test_an_upper_face_is_asked_for_where_its_middle_lies() -> None:
    asked = 0
    for seed in range(20):
        _, wanted = case(np.zeros((256, 256, 3), np.uint8), [die(30.0)], np.random.default_rng(seed))
        rows, columns = np.nonzero(wanted[tray.UPPER] == 1)
        asked += len(rows) > 0
        for row, column in zip(rows, columns, strict=True):
            assert wanted[tray.NUMBER + 3, row, column] == 1
            second, fourth = wanted[tray.POWERS : tray.POWERS + 2], wanted[tray.POWERS + 2 : tray.POWERS + 4]
            edges = tray.edges_of(complex(*second[:, row, column]), complex(*fourth[:, row, column]))
            assert [np.hypot(*edge) for edge in edges] == pytest.approx([1.0, 1.0], abs=0.01)
    assert asked > 10


def test_a_tray_without_dice_has_no_upper_face() -> None:
    _, wanted = case(np.zeros((256, 256, 3), np.uint8), [], np.random.default_rng(1))
    assert wanted.shape == (tray.CHANNELS, CELLS, CELLS)
    assert not (wanted[tray.UPPER] == 1).any()
