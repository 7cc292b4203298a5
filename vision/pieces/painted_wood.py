"""How painted wood of the seats' colours looks in even light, where nobody has shown the camera their own pieces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Of each of ``games.game.SEAT_COLOURS``, BGR.
WOOD: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "red": (38, 36, 196),
        "yellow": (42, 196, 236),
        "green": (62, 138, 44),
        "blue": (178, 92, 30),
        "black": (44, 42, 40),
        "pink": (176, 128, 232),
        "white": (222, 230, 234),
    }
)
