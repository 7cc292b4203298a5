"""What the eyes of Riga know of one table: where each built card lies, so that it is found again without searching."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.arrays import Float64Array
from vision.cards.pose import Posed


@dataclass(frozen=True, eq=False, slots=True)
class Lying(Posed):
    """A card that lies on the table: its view of the edition, and its pose (3, 3) from the unit square to px."""

    view: int
    pose: Float64Array

    def moved(self, matrix: Float64Array) -> Lying:
        """After the whole table has moved on the picture."""
        return replace(self, pose=matrix @ self.pose)


@dataclass(frozen=True, eq=False, slots=True)
class TableauMemory:
    """Built cards and tiles by name (``0 Visby-mint`` for what seat 0 built, ``max-Visby`` for a tile)."""

    lying: Mapping[str, Lying]

    def with_card(self, name: str, lying: Lying) -> TableauMemory:
        """With one more, or one that lies elsewhere now."""
        return TableauMemory({**self.lying, name: lying})

    def only(self, names: set[str]) -> TableauMemory:
        """Without what is not on record."""
        return TableauMemory({name: one for name, one in self.lying.items() if name in names})

    def moved(self, matrix: Float64Array) -> TableauMemory:
        """After the whole table has moved on the picture."""
        return TableauMemory({name: one.moved(matrix) for name, one in self.lying.items()})

    def has_display(self, seat: int) -> bool:
        """True where it is known where a seat lays its buildings."""
        return any(name.split()[0] == str(seat) for name in self.lying)

    def seat_near(self, spot: Float64Array) -> int | None:
        """Whose display a place on the picture (2,) px belongs to: the one with the nearest card, None where nobody
        has a card within three widths."""
        best: tuple[float, int] | None = None
        for name, one in self.lying.items():
            seat = name.split()[0]
            if not seat.isdigit():
                continue
            away = math.dist(spot, one.middle) / one.wide
            if away < 3.0 and (best is None or away < best[0]):
                best = away, int(seat)
        return best[1] if best is not None else None
