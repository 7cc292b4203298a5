"""Whose glass is whose: by the sides of the picture, by where people sit, or by regions that were drawn.

*Sides*: the picture's diagonals part it into four triangles; what lies in one belongs to whoever sits at that side.
*Seats*: what lies nearest to a seat belongs to it. *Regions*: what lies in a polygon belongs to it, the rest to the
nearest one. Places are shares of the picture's width and height, so that they hold for pictures of any size. A window
is one thing: all of its tiles belong to whoever its middle belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.parameters import CHOSEN, Parameters, parameter

Share: TypeAlias = "tuple[float, float]"

SIDES = ("bottom", "left", "top", "right")
_SEATS: dict[str, Share] = {"bottom": (0.5, 1.0), "left": (0.0, 0.5), "top": (0.5, 0.0), "right": (1.0, 0.5)}


@dataclass(frozen=True, slots=True, kw_only=True)
class AreasParameters(Parameters):
    """How close to the border between two areas glass may be either owner's."""

    clear: float = parameter(
        0.04, "share of the picture", "what lies nearer to a border between two areas may be either's", CHOSEN
    )


PARAMETERS = AreasParameters()


@dataclass(frozen=True, slots=True)
class Areas:
    """The parts of the table that people keep their glass in.

    Attributes:
        players: who, in the order in which they are told.
        outlines: for each, a polygon, or a single point for a seat; shares of the picture.
        sides: whether the outlines are the sides of the picture.
    """

    players: tuple[str, ...]
    outlines: tuple[tuple[Share, ...], ...]
    sides: bool = False

    @classmethod
    def at_sides(cls, sides: tuple[str, ...] = SIDES) -> Areas:
        """One area at each of these sides of the picture. Raises KeyError for a side that there is not."""
        return cls(sides, tuple((_SEATS[side],) for side in sides), sides=True)

    def owner(self, spot_px: Float64Array, width: int, height: int) -> tuple[str, bool]:
        """Who owns what lies at a point (2,) px, and whether that is clear."""
        share = np.asarray(spot_px, np.float64) / [width - 1, height - 1]
        away = [self._away(number, share) for number in range(len(self.players))]
        order = np.argsort(away, kind="stable")
        clear = len(order) < 2 or away[order[1]] - away[order[0]] > PARAMETERS.clear
        return self.players[order[0]], bool(clear)

    def _away(self, number: int, share: Float64Array) -> float:
        outline = np.array(self.outlines[number], np.float64)
        if self.sides:
            x, y = outline[0]
            return float(abs(share[0] - x) if y == 0.5 else abs(share[1] - y))
        if len(outline) < 3:
            return float(np.linalg.norm(share - outline[0]))
        inside = cv2.pointPolygonTest(outline.astype(np.float32)[:, None], (float(share[0]), float(share[1])), True)
        return -float(inside)
