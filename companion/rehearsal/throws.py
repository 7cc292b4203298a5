"""Dice that are thrown before a camera, as often as it can't read them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.session.hands.camera_dice import CameraTray
from devices.events import DeviceEvent
from devices.hub import monotonic_ms
from vision.dice.live import CameraDice
from vision.simulator.dice.tray import SimulatedDiceTray

MOST_THROWS = 6  # of dice that the camera can't read


def throws_seen(tray: SimulatedDiceTray, pips: tuple[int, ...]) -> Iterator[DeviceEvent]:
    """What the camera tells of throw after throw of these dice; what it can't read is thrown again, as people do."""
    for _ in range(MOST_THROWS):
        seen = CameraTray(CameraDice(), monotonic_ms)
        for frame in tray.throw(pips):
            event = seen.look(frame, len(pips))
            if event is not None:
                yield event
                break
