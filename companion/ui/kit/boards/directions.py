"""Which way something lies from something else, in words. No kivy."""

from __future__ import annotations

import math

from games.game import Phrase

_EIGHT = ("right", "lower_right", "down", "lower_left", "left", "upper_left", "up", "upper_right")


def further(dx: float, dy: float) -> Phrase:
    """ "Further left": the nearest of eight ways, x to the right and y down.

    >>> further(-1, 0).key
    'app.further_left'
    """
    eighths = round(math.atan2(dy, dx) / (math.pi / 4))
    return Phrase.of(f"app.further_{_EIGHT[eighths % 8]}")
