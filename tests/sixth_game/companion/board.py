"""The board on the screen. World: a cell is a unit, the upper left corner of ``a1`` at 0, 0."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, Line
from kivy.properties import ListProperty

from companion.ui.kit.base import look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.theme import PLAYERS, rgba

from ..games.rules import CELLS


class NoughtsBoard(BoardWidget):
    """The grid, the counters on it and the one that is about to be laid."""

    letters = ListProperty()
    most_cell_dp = 160.0

    def extent(self) -> tuple[float, float, float, float]:
        return -0.1, -0.1, 3.1, 3.1

    def occupied(self) -> tuple[tuple[float, float], ...]:
        return tuple((float(at % 3), float(at // 3)) for at in range(9))

    def thing_at(self, x: float, y: float) -> str | None:
        inside = 0 <= x < 3 and 0 <= y < 3
        return CELLS[int(y) * 3 + int(x)] if inside else None

    def draw(self) -> None:
        Color(*look().colour("text2"))
        for line in range(4):
            Line(points=(*self.to_px(line, 0), *self.to_px(line, 3)), width=look().px(1.5))
            Line(points=(*self.to_px(0, line), *self.to_px(3, line)), width=look().px(1.5))
        proposed = self.view.proposal.actions if self.view.proposal is not None else ()
        lit = {place for line in self.lit for place in line.places}
        for cell, seat in self.view.state.counters:
            self._counter(cell, seat, 1.0, ringed=cell in lit)
        for action in proposed:
            self._counter(action.cell, self.view.state.seat, 0.5, ringed=True)
        Color(*look().colour("text", 0.25))
        for cell in self.open_places:
            self._disc(cell, 0.12)

    def _counter(self, cell: str, seat: int, alpha: float, *, ringed: bool) -> None:
        Color(*rgba(PLAYERS[self.view.seats[seat].colour].fill, alpha))
        self._disc(cell, 0.36)
        if ringed:
            x, y = _middle(cell)
            Color(*look().colour("text"))
            Line(circle=(*self.to_px(x, y), 0.4 * self.cell), width=look().px(2))

    def _disc(self, cell: str, radius: float) -> None:
        x, y = _middle(cell)
        across = 2 * radius * self.cell
        Ellipse(pos=self.to_px(x - radius, y + radius), size=(across, across))


def _middle(cell: Any) -> tuple[float, float]:
    at = CELLS.index(cell)
    return at % 3 + 0.5, at // 3 + 0.5
