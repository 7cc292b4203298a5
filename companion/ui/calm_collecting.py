"""The cycle collector's full passes, which hold the whole program up, are made while nobody touches the glass.

Left to itself the collector makes them in the middle of what a tap sets off: every change of a table of Riga that took
longer than 150 ms was one (docs/findings/evenings-by-touch.md).
"""

from __future__ import annotations

import gc

from kivy.base import EventLoop
from kivy.core.window import Window

from companion.freed_memory import give_back_holes

CALM_MS = 1500  # without a finger; what a tap set in motion stands still by then
DUE = 20  # passes of the middle generation, after which a full one is worth it
SPARED = 200  # so many, and one is made whatever people do


class CalmCollecting:
    """Takes the full passes over from now on; :meth:`close` gives them back."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], SPARED)
        self._touched = True
        self._calm_since_ms = 0
        Window.bind(on_touch_down=self._note)

    def tick(self, now_ms: int) -> None:
        """Make a pass where one is due and nobody waits for anything."""
        if self._touched or EventLoop.touches:
            self._touched, self._calm_since_ms = False, now_ms
        elif now_ms - self._calm_since_ms >= CALM_MS and gc.get_count()[2] >= DUE:
            gc.collect()
            give_back_holes()

    def close(self) -> None:
        """As it was before."""
        Window.unbind(on_touch_down=self._note)
        gc.set_threshold(*self._before)

    def _note(self, *_: object) -> None:
        self._touched = True
