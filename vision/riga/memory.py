"""What the eyes of Riga know of one table: where each built card lies, so that it is found again without searching."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from calibration.arrays import Float64Array
from games.riga.table_place import CardPlace, TilePlace
from vision.cards.pose import Posed
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class RigaMemoryParameters(Parameters):
    """When a card lies where it did."""

    same_place: float = parameter(0.2, "widths", "within which a card lies that was not moved", CHOSEN)


PARAMETERS = RigaMemoryParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Lying(Posed):
    """A card that lies on the table: its view of the edition, and its pose (3, 3) from the unit square to px."""

    view: int
    pose: Float64Array

    def moved(self, matrix: Float64Array) -> Lying:
        """After the whole table has moved on the picture."""
        return replace(self, pose=matrix @ self.pose)


class RecordedCard(NamedTuple):
    """A tile of the row, or a building and the seat that built it: everybody has the same buildings of Riga."""

    key: str
    seat: int | None = None

    @property
    def place(self) -> CardPlace | TilePlace:
        """Where it lies, as the game names it."""
        return TilePlace(self.key) if self.seat is None else CardPlace(self.key)


@dataclass(frozen=True, eq=False, slots=True)
class TableauMemory:
    """Where the tiles of the row and the cards that were built lie."""

    lying: Mapping[RecordedCard, Lying]

    def with_card(self, card: RecordedCard, lying: Lying) -> TableauMemory:
        """With one more, or one that lies elsewhere now."""
        return TableauMemory({**self.lying, card: lying})

    def only(self, cards: set[RecordedCard]) -> TableauMemory:
        """Without what is not on record."""
        return TableauMemory({card: one for card, one in self.lying.items() if card in cards})

    def moved(self, matrix: Float64Array) -> TableauMemory:
        """After the whole table has moved on the picture."""
        return TableauMemory({card: one.moved(matrix) for card, one in self.lying.items()})

    def lies_as(self, before: TableauMemory) -> bool:
        """True where everything that is known now and then lies where it did, and anything is."""
        both = self.lying.keys() & before.lying.keys()
        return bool(both) and all(
            math.dist(self.lying[card].middle, before.lying[card].middle)
            < PARAMETERS.same_place * before.lying[card].wide
            for card in both
        )

    def has_display(self, seat: int) -> bool:
        """True where it is known where a seat lays its buildings."""
        return any(card.seat == seat for card in self.lying)

    def seat_near(self, spot: Float64Array) -> int | None:
        """Whose display a place on the picture (2,) px belongs to: the one with the nearest card, None where nobody
        has a card within three widths."""
        best: tuple[float, int] | None = None
        for card, one in self.lying.items():
            if card.seat is None:
                continue
            away = math.dist(spot, one.middle) / one.wide
            if away < 3.0 and (best is None or away < best[0]):
                best = away, card.seat
        return best[1] if best is not None else None
