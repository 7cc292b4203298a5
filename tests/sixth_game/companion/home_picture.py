"""Noughts and crosses on the home screen. No kivy here."""

from __future__ import annotations

from companion.ui.kit.pictures.picture_canvas import CREAM, INK, PictureCanvas, darker


def paint(canvas: PictureCanvas) -> None:
    """A few counters on a board."""
    wide, high = canvas.width, canvas.height
    canvas.fade(CREAM, darker(CREAM, 0.85))
    side = high * 0.26
    left, top = wide / 2 - 1.5 * side, high / 2 - 1.5 * side
    for line in (1, 2):
        canvas.line([(left + line * side, top), (left + line * side, top + 3 * side)], INK, 2)
        canvas.line([(left, top + line * side), (left + 3 * side, top + line * side)], INK, 2)
    for column, row, colour in ((0, 0, (196, 46, 52)), (1, 1, (38, 92, 186)), (2, 1, (196, 46, 52))):
        canvas.disc(left + (column + 0.5) * side, top + (row + 0.5) * side, side * 0.36, colour)
