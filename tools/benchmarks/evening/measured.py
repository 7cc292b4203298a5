"""What a measure of faults tells: how often it was tried, how often something was lost, and what exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.game import JsonValue


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of ``bench evening``.

    Attributes:
        n: how many faults were put in.
        lost: how many of them lost or hid something that people had been told; 0 is what is wanted.
        details: figures with their unit in the key, and for each loss what brings it about again.
    """

    n: int
    lost: int
    details: Mapping[str, JsonValue] = field(default_factory=dict)

    def to_json(self) -> dict[str, JsonValue]:
        """The row as it is printed."""
        return {"n": self.n, "lost": self.lost, **self.details}
