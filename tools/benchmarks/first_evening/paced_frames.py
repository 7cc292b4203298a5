"""The app stepped by hand, no faster than a screen shows it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from companion.app import FRAMES_PER_SECOND

if TYPE_CHECKING:
    from companion.ui.snapshot import Screenshooter


def run_frames(shooter: Screenshooter, seconds: float) -> None:
    """Draw frames for so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        shooter.step()
        time.sleep(max(0.0, 1 / FRAMES_PER_SECOND - (time.monotonic() - began)))
