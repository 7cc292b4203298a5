"""Where the market lies below the matrix: rows of goods that overlap, and buildings beside or below them. No kivy.

World units of :mod:`companion.ui.riga.board`, y down; a box is left, top, right, bottom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.riga.table_place import CardPlace

HIGH = 91 / 59  # of a card, for its width
GAP = 0.12  # between two rows of goods
ASIDE = 0.27  # between goods and buildings in one line
NUMBER = 0.49  # the line with the number of a row
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class MarketLayout:
    """How large it lies: the width of a good and of a building, how far a good moves the next of its row aside at most,
    and whether the buildings lie below the goods."""

    good: float
    step: float
    building: float
    two_lines: bool

    @property
    def goods_high(self) -> float:
        """A row of goods with its number."""
        return HIGH * self.good + NUMBER

    @property
    def high(self) -> float:
        """All of it."""
        building = HIGH * self.building
        return self.goods_high + GAP + building if self.two_lines else max(self.goods_high, building)

    def step_in(self, rows: Sequence[Sequence[str]], wide: float) -> float:
        """How far a good moves the next one aside: less than usual where long rows would not fit."""
        more = sum(max(0, len(row) - 1) for row in rows)
        room = wide - len(rows) * self.good - (len(rows) - 1) * GAP
        return min(self.step, room / more) if more and self.two_lines else self.step

    def places(
        self, rows: Sequence[Sequence[str]], offer: Sequence[str], *, top: float, wide: float
    ) -> Mapping[str, Box]:
        """Where each row and each building on offer lies, by its place in the game's notation."""
        found: dict[str, Box] = {}
        x, step = 0.0, self.step_in(rows, wide)
        for number, row in enumerate(rows, 1):
            right = x + self.good + step * max(0, len(row) - 1)
            found[f"row:{number}"] = (x, top, right, top + self.goods_high)
            x = right + GAP
        x, top = (0.0, top + self.goods_high + GAP) if self.two_lines else (x - GAP + ASIDE, top)
        more = max(1, len(offer) - 1)
        aside = min(self.building + 0.05, (wide - x - self.building) / more)
        for key in offer:
            found[CardPlace(key).notation] = (x, top, x + self.building, top + HIGH * self.building)
            x += aside
        return found


LARGEST = MarketLayout(1.2, 0.62, 1.85, two_lines=True)
LARGE = MarketLayout(0.95, 0.5, 1.4, two_lines=True)
LOW = MarketLayout(0.62, 0.27, 0.93, two_lines=False)
