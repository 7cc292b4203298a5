"""Angles come round again: how far one is from another is told the shorter way round."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

TURN = math.tau  # radians

AngleT = TypeVar("AngleT", float, NDArray[np.float32], NDArray[np.float64])


def wrapped(angle: AngleT, period: float) -> AngleT:
    """The same angle the shorter way round: from half a period below 0 on, and less than half a period above it.

    Args:
        angle: one, or an array of any shape, in the unit of ``period``; mostly the difference of two.
        period: after how much it is the same again: a turn, a quarter turn of a square, 180 of a hue as OpenCV has it.
    """
    turned: AngleT = (angle + period / 2) % period - period / 2
    return turned
