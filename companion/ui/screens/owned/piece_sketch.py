"""A sketch of how pieces are laid out for a photograph: a sheet of paper, and a row for every kind beside it."""

from __future__ import annotations

import cv2
import numpy as np
from kivy.graphics import Color, Mesh, Rectangle
from kivy.uix.widget import Widget

from calibration.arrays import Float64Array
from calibration.colours import rgb_of, usual_lab
from companion.ui.kit.base import look
from vision.pieces.forms import Form, outline_of
from vision.pieces.naming import GamePieces

MOST_COLOURS = 5  # in a row of the sketch
PITCH_MM = 30.0
PAPER_MM = (105.0, 74.0)  # drawn smaller than it is, so that pieces are seen
LEAN = np.array([0.0, -0.45])  # as a camera in front of the table would see them
GAP_MM = 16.0
CREAM = (0.93, 0.89, 0.8)


class PieceSketch(Widget):
    """The pieces of a game as they are to lie, in colours that its players have.

    Args:
        to_lay: how they are laid out for a photograph, a sheet of paper beside them; else the pieces alone.
    """

    def __init__(self, game: GamePieces, *, to_lay: bool = True, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._rows, self._to_lay = _rows(game), to_lay
        for name in ("pos", "size"):
            self.fbind(name, self.redraw)

    def redraw(self, *_: object) -> None:
        """Draw it as large as fits."""
        self.canvas.clear()
        if min(self.size) < 8:
            return
        columns = max(len(row) for row in self._rows)
        paper = PAPER_MM if self._to_lay else (0.0, 0.0)
        wide = paper[0] + GAP_MM + columns * PITCH_MM
        high = max(paper[1], len(self._rows) * PITCH_MM) + GAP_MM
        scale = min(self.width / wide, self.height / high)
        # Not its centre: kivy tells of a place before it.
        middle_x, middle_y = self.x + self.width / 2, self.y + self.height / 2
        corner = np.array([middle_x - wide * scale / 2, middle_y + high * scale / 2])
        with self.canvas:
            Color(*look().colour("line", 0.35))  # on which black and white ones are seen
            Rectangle(pos=(corner[0], corner[1] - high * scale), size=(wide * scale, high * scale))
            if self._to_lay:
                _draw_paper(corner, high * scale, scale)
            top = (high - len(self._rows) * PITCH_MM) / 2
            for number, row in enumerate(self._rows):
                for column, (form, rgb) in enumerate(row):
                    before = paper[0] + (GAP_MM if self._to_lay else GAP_MM / 2)
                    middle = np.array([before + (column + 0.5) * PITCH_MM, top + (number + 0.6) * PITCH_MM])
                    _draw(form, rgb, middle, corner, scale)


def _draw_paper(corner: Float64Array, high: float, scale: float) -> None:
    """The sheet beside the pieces, on a ground so high, px, whose upper left corner is told."""
    Color(1, 1, 1, 1)
    paper = np.array(PAPER_MM) * scale
    Rectangle(pos=(corner[0] + GAP_MM * scale / 2, corner[1] - high / 2 - paper[1] / 2), size=paper.tolist())


def _rows(game: GamePieces) -> list[list[tuple[Form, tuple[float, float, float]]]]:
    """A row for each kind and stance that every box has; what nobody owns shares the last."""
    rows: list[list[tuple[Form, tuple[float, float, float]]]] = []
    nobodys: list[tuple[Form, tuple[float, float, float]]] = []
    for kind, stance, owned in game.kinds:
        form = next(one for one in game.forms if (one.kind, one.stance) == (kind, stance))
        if form.rare:
            continue
        if owned:
            rows.append([(form, rgb_of(usual_lab(colour))) for colour in game.colours[:MOST_COLOURS]])
        elif form.tint is not None:
            nobodys.append((form, rgb_of(form.tint)))
    return [*rows, nobodys] if nobodys else rows


def _draw(
    form: Form, rgb: tuple[float, float, float], middle: Float64Array, corner: Float64Array, scale: float
) -> None:
    """One piece: its side darker than its top."""
    sides, tops = outline_of(form, LEAN), outline_of(form, LEAN, tops=True)
    parts = [*((hull, 0.72, rgb) for hull in sides), *((hull, 1.0, rgb) for hull in tops)]
    if form.pale > 0.1:  # a cap or a sticker
        parts[-1] = (tops[-1], 1.0, CREAM)
    for hull, light, paint in parts:
        Color(*(light * part for part in paint), 1)
        if len(hull):
            points = corner + (hull + middle) * [scale, -scale]
            flat = cv2.convexHull(points.astype(np.float32))[:, 0]
            vertices = [value for x, y in flat for value in (float(x), float(y), 0.0, 0.0)]
            Mesh(vertices=vertices, indices=list(range(len(flat))), mode="triangle_fan")
