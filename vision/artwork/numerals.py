"""The figures on Cronberg's own rhombi and board: strokes of our own, the same with every version of OpenCV."""

from __future__ import annotations

import math

from vision.artwork.canvas import Canvas, arc
from vision.artwork.drawn_shapes import Point
from vision.imaging.values import Colour

# Each sign is a few strokes in a box about 0.6 wide and 1 high around (0, 0), y down.
_SIGNS: dict[str, tuple[list[Point], ...]] = {
    "0": (arc(0, 0, 0.28, 0.48, 0, 360),),
    "1": ([(-0.2, -0.26), (0.04, -0.48), (0.04, 0.48)], [(-0.18, 0.48), (0.24, 0.48)]),
    "2": ([*arc(0, -0.2, 0.27, 0.28, 195, 385), (-0.28, 0.48), (0.3, 0.48)],),
    "3": (arc(-0.02, -0.24, 0.25, 0.24, 205, 450), arc(-0.02, 0.23, 0.29, 0.25, 270, 515)),
    "4": ([(0.12, 0.48), (0.12, -0.48), (-0.32, 0.18), (0.32, 0.18)],),
    "5": ([(0.26, -0.48), (-0.2, -0.48), (-0.24, -0.06), *arc(-0.01, 0.17, 0.29, 0.31, 225, 500)],),
    "6": ([*arc(0.3, 0.2, 0.57, 0.72, 250, 178), *arc(0.0, 0.2, 0.28, 0.28, 180, -180)],),
    "7": ([(-0.28, -0.48), (0.3, -0.48), (-0.06, 0.48)],),
    "8": (arc(0, -0.25, 0.23, 0.23, 90, 450), arc(0, 0.23, 0.28, 0.25, 270, 630)),
    "9": ([*arc(-0.3, -0.2, 0.57, 0.72, 70, -2), *arc(0.0, -0.2, 0.28, 0.28, 0, -360)],),
    "-": ([(-0.22, 0.02), (0.22, 0.02)],),
}
_ADVANCE = 0.74  # from one sign to the next, in heights


def number(
    c: Canvas,
    value: int | str,
    x: float,
    y: float,
    height: float,
    ink: Colour,
    *,
    turn_deg: float = 0.0,
    weight: float = 0.17,
) -> None:
    """Write a number about (x, y), ``height`` high, turned clockwise."""
    text = str(value)
    turn = math.radians(turn_deg)
    for place, sign in enumerate(text):
        shift = (place - (len(text) - 1) / 2) * _ADVANCE
        for stroke in _SIGNS[sign]:
            points = []
            for px, py in stroke:
                at = ((px * 0.96 + shift) * height, py * height)
                points.append(
                    (
                        x + at[0] * math.cos(turn) - at[1] * math.sin(turn),
                        y + at[0] * math.sin(turn) + at[1] * math.cos(turn),
                    )
                )
            c.line(points, ink, weight * height)
