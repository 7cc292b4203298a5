"""Somebody's copy of the board as a picture: what the reader compares the table with.

Board frame, used all through ``vision.thurn_and_taxis``: mm on the printed board, x right and y down, its upper left
corner at (0, 0), as the cities of an atlas have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.arrays import Float64Array, Picture
from games.thurn_and_taxis.atlas import Atlas
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.painted_wood import WOOD


@dataclass(frozen=True, slots=True, kw_only=True)
class PostalSetParameters(Parameters):
    """What a set's houses measure and how large its pieces are kept."""

    enrolled_px_per_mm: float = parameter(3.0, "px a mm", "at which an owner's pieces are kept", CHOSEN)
    usual_house_mm: tuple[float, float, float] = parameter(
        (8.0, 9.0, 9.5), "mm", 'width, depth and height of a house where nobody measured one, "default"', CHOSEN
    )


PARAMETERS = PostalSetParameters()

BOX_COLOURS = ("red", "yellow", "green", "blue")


@dataclass(frozen=True, eq=False, slots=True)
class PostalSet:
    """One copy of the game.

    Attributes:
        atlas: the map by the rules, with the middle of every city's square.
        board: BGR picture of the empty board, its edges are the picture's.
        house_mm: width, depth and height of a house; its eaves are half as high.
        woods: BGR of the houses in even light, by colour.
        square_mm: radius of a city's square, in which houses stand.
    """

    atlas: Atlas
    board: Picture
    house_mm: tuple[float, float, float] = field(default_factory=lambda: PARAMETERS.usual_house_mm)
    square_mm: float = 13.0
    woods: Mapping[str, tuple[float, float, float]] = field(default_factory=lambda: WOOD)

    @property
    def px_per_mm(self) -> float:
        """Resolution of the picture."""
        return float(self.board.shape[1]) / self.atlas.board_mm[0]

    @property
    def cities_mm(self) -> Float64Array:
        """(n, 2) middles of the cities, in the atlas's order."""
        return np.array([[city.x_mm, city.y_mm] for city in self.atlas.cities])

    def board_at(self, px_per_mm: float) -> Picture:
        """The board's picture at another resolution."""
        wide, high = self.atlas.board_mm
        size = (round(wide * px_per_mm), round(high * px_per_mm))
        how = cv2.INTER_AREA if px_per_mm < self.px_per_mm else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(self.board, size, interpolation=how), np.uint8)
