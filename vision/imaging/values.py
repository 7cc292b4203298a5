"""What drawn and seen things are told in: colours, and arrays of points or of anything else."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[float, float, float]  # blue, green, red, 0 to 255
