"""Faces of dice, drawn: one or two beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, Ellipse, RoundedRectangle
from kivy.uix.widget import Widget

from companion.ui.kit.base import look

# Where the pips of a face lie, as shares of its side.
_LOW, _MID, _HIGH = 0.24, 0.5, 0.76
_SLOPE = ((_LOW, _HIGH), (_HIGH, _LOW))
_CORNERS = (*_SLOPE, (_LOW, _LOW), (_HIGH, _HIGH))
PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((_MID, _MID),),
    _SLOPE,
    (*_SLOPE, (_MID, _MID)),
    _CORNERS,
    (*_CORNERS, (_MID, _MID)),
    (*_CORNERS, (_LOW, _MID), (_HIGH, _MID)),
)
_PIP, _GAP, _ROUND = 0.2, 0.12, 0.18  # of a side: a pip's width, between two dice, the corners


class DieFaces(Widget):
    """One or two dice as they lie, pips 1 to 6 each, as large as the widget lets them be."""

    def __init__(self, pips: Sequence[int], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.pips = tuple(pips)
        self._dark = False
        self.bind(pos=self._draw, size=self._draw)

    def turn_dark(self, dark: bool) -> None:
        """Draw them dark, for a ground as light as they are."""
        self._dark = dark
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        count = len(self.pips)
        side = min(self.height, self.width / (count + _GAP * (count - 1)))
        left = self.x + (self.width - side * (count + _GAP * (count - 1))) / 2
        with self.canvas:
            for index, pips in enumerate(self.pips):
                draw_die(
                    pips, (left + index * side * (1 + _GAP), self.y + (self.height - side) / 2), side, dark=self._dark
                )


def draw_die(pips: int, corner: tuple[float, float], side: float, *, dark: bool = False) -> None:
    """One face onto the canvas that is open: lower left corner and side in px; ``dark``: in the ground's colour."""
    the = look()
    Color(*the.colour("bg" if dark else "text"))
    RoundedRectangle(pos=corner, size=(side, side), radius=[side * _ROUND])
    Color(*the.colour("text" if dark else "bg"))
    for x, y in PIPS[pips]:
        pip = side * _PIP
        Ellipse(pos=(corner[0] + side * x - pip / 2, corner[1] + side * y - pip / 2), size=(pip, pip))
