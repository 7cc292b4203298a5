"""A tile while it is painted: its shapes, the sheet, and the ground that is taken."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import ByteMask, Float64Array
from vision.artwork.carcassonne.brush import BrushSheet
from vision.artwork.carcassonne.shapes import Road, Shapes, disc, stroke


class Land:
    """The masks of a tile on its sheet, and what is already built over."""

    def __init__(self, shapes: Shapes, sheet: BrushSheet) -> None:
        self.shapes, self.sheet, self.style = shapes, sheet, shapes.style
        self.city = shapes.city_mask(sheet.size)
        self.road = shapes.road_mask(sheet.size)
        self.taken = np.zeros((sheet.size, sheet.size), np.uint8)
        self.open = np.asarray(cv2.bitwise_not(cv2.max(self.city, self.road)), np.uint8)
        self.garden: Float64Array | None = None
        self.inns = tuple(_inn_spot(road, self.city, shapes) for road in shapes.roads if road.printed.inn)

    def reserve(self, middle: Float64Array, radius: float) -> None:
        """Nothing else is built or planted here."""
        disc(self.taken, middle, radius, self.sheet.size, 255)

    def is_free(self, middle: Float64Array, radius: float, within: ByteMask) -> bool:
        """Whether a circle lies in ``within`` and over nothing that is taken; it may reach over the tile's border."""
        size = self.sheet.size
        turns = np.linspace(0, 2 * np.pi, 9)[:-1]
        ring = np.vstack([[middle], middle + radius * np.column_stack([np.cos(turns), np.sin(turns)])])
        pixels = np.floor(ring * size).astype(int)
        inside = ((pixels >= 0) & (pixels < size)).all(axis=1)
        pixels = pixels[inside]
        if len(pixels) < 5:
            return False
        rows, columns = pixels[:, 1], pixels[:, 0]
        return bool((within[rows, columns] > 200).all() and (self.taken[rows, columns] == 0).all())


def _inn_spot(road: Road, city: ByteMask, shapes: Shapes) -> tuple[Float64Array, Float64Array]:
    """Beside the middle of the road, on the side with more room; and the point of the road that it faces."""
    size = city.shape[0]
    others = np.zeros_like(city)
    for other in shapes.roads:
        stroke(others, other.line, shapes.style.road_width, size, 255)
    if shapes.hub is not None:
        disc(others, shapes.hub, shapes.style.hub_radius + 0.05, size, 255)
    blocked = cv2.copyMakeBorder(cv2.max(city, others), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255)
    room = cv2.distanceTransform((blocked < 128).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1] / size
    best, spot, facing = -1.0, road.line[0], road.line[0]
    for k in range(1, len(road.line) - 1):
        along = road.line[k + 1] - road.line[k - 1]
        across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-9)
        for side in (-1, 1):
            place = road.line[k] + side * across * 0.16
            if ((place < 0.2) | (place > 0.8)).any():
                continue
            value = float(room[int(place[1] * size), int(place[0] * size)])
            if value > best:
                best, spot, facing = value, place, road.line[k]
    return spot, facing
