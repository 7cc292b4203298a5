"""A colour, as drawn and seen things have it."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[float, float, float]  # blue, green, red, 0 to 255
