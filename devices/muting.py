"""Tells a hand from a broken contact: a button that presses itself, a device that floods. Both are muted, and shown.

Counted on the device's own clock, for a device that was away delivers what it held all at once.
"""

from __future__ import annotations

from collections import deque

WINDOW_MS = 2000
CHATTER_PRESSES = 16  # of one button within the window: nobody presses an arcade button eight times a second for long
FLOOD_EVENTS = 60  # of one device within the window: five people hammering on their buttons do not reach it


class Mute:
    """Lets events through until more than ``most`` have come within the window; then waits for a window of peace."""

    def __init__(self, most: int) -> None:
        self.muted = False
        self._most = most
        self._times: deque[int] = deque(maxlen=most + 1)
        self._last_arrival = 0

    def passes(self, happened_ms: int, now_ms: int) -> bool:
        """Whether an event that happened then may be used. ``now_ms``: the host's clock, for :meth:`calms`."""
        calm = bool(self._times) and happened_ms - self._times[-1] >= WINDOW_MS
        self._times.append(happened_ms)
        self._last_arrival = now_ms
        crowded = len(self._times) == self._times.maxlen and happened_ms - self._times[0] <= WINDOW_MS
        self.muted = crowded or (self.muted and not calm)
        return not self.muted

    def calms(self, now_ms: int) -> bool:
        """True once, when a muted one has been quiet for the window."""
        if self.muted and now_ms - self._last_arrival >= WINDOW_MS:
            self.muted = False
            self._times.clear()
            return True
        return False
