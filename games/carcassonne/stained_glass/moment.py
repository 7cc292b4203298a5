"""Which steps Stained Glass brings to a turn, as a type."""

from __future__ import annotations

from enum import StrEnum


class GlassStepKey(StrEnum):
    """Which of them is due; see :class:`games.carcassonne.moment.StepKey`."""

    GLASS = "glass"  # tiles out of the bag
    THIEVES = "thieves"
    STEAL = "steal"
    WINDOWS = "windows"  # counted or kept
