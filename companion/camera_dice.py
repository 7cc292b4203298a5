"""The camera as a dice tray: what it sees of thrown dice becomes the event that a tray on the line would send."""

from __future__ import annotations

from collections.abc import Callable

from devices.events import Crooked, Rolled
from vision.dice.live import CameraDice
from vision.frames import Frame

CAMERA = "camera"  # the name of the device that is no device


class CameraTray:
    """Tells rolls to the desk where rolls are judged (``devices.dice.RollDesk``).

    Args:
        dice: watches the frames.
        clock: milliseconds, the same as the hub's; frames have a clock of their own.
    """

    def __init__(self, dice: CameraDice, clock: Callable[[], int]) -> None:
        self._dice = dice
        self._clock = clock
        self._count = 0

    def look(self, frame: Frame) -> Rolled | Crooked | None:
        """Take a frame in. A roll comes back once; ``Crooked`` where a die is cocked or can't be read."""
        roll = self._dice.look(frame)
        if roll is None:
            return None
        self._count += 1
        kind = Rolled if all(roll.values) else Crooked
        return kind(CAMERA, roll.values, self._clock(), 0, self._count)
