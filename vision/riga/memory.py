"""What the eyes of Riga know of one table: where each built card lies, so that it is found again without searching."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from calibration.arrays import Float64Array
from games.riga.table_place import CardPlace, TilePlace
from vision.cards.pose import Posed
from vision.registration.lattice import Matrix


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

    def motion_since(self, before: TableauMemory) -> Matrix | None:
        """(3, 3) how the table went on the picture, px to px, as everything tells that lay there then and does now;
        None where that is nothing."""
        both = [card for card in self.lying if card in before.lying]
        if not both:
            return None
        was, now = (np.concatenate([known.lying[card].quad for card in both]) for known in (before, self))
        motion, _ = cv2.estimateAffinePartial2D(was, now)  # a card that was told wrongly is left out (RANSAC)
        return None if motion is None else np.vstack([motion, [0.0, 0.0, 1.0]])

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
