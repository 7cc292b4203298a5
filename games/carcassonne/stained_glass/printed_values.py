"""The values of Stained Glass whose place in the rulebook is lost: a house rule of ours until an owner enters them."""

from __future__ import annotations

from functools import cache

from games.carcassonne.stained_glass.windows import printed
from games.game import Phrase
from games.printed import PrintedValue

_POINTS = Phrase.of("glass.printed_points")
_READINGS = Phrase.of("glass.printed_readings")


@cache
def printed_values() -> tuple[PrintedValue, ...]:
    """What windows bring, what is worth something at the end, and what may be stolen."""
    found = []
    for key, one in printed()["options"].items():
        allowed = tuple(one["allowed"]) if "allowed" in one else range(one["least"], one["most"] + 1)
        group = _POINTS if isinstance(allowed, range) else _READINGS
        title = Phrase.of(f"app.option_{key}")
        found.append(PrintedValue(key, title, group, one["default"], allowed, Phrase(f"glass.source_{key}")))
    return tuple(found)
