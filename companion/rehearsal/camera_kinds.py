"""Which cameras a rehearsal knows. No picture here, so that a command may name them at once."""

from __future__ import annotations

from enum import StrEnum


class CameraKind(StrEnum):
    """How a camera differs from the simulated one, which gives ten full HD pictures a second."""

    WAKING = "waking"
    SLOW = "slow"
    SMALL = "720p"
    LARGE = "4k"
    UPRIGHT = "portrait"
    BANDS = "bands"
