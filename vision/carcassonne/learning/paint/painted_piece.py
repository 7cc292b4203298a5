"""The largest piece of a tile that shows somebody's paint, whatever his outline: figures of other makes stand, lie and
lean otherwise than ours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array
from calibration.references import Outline
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintedPieceParameters(Parameters):
    """How large a piece of paint is that is somebody, and how far it stands out."""

    painted: float = parameter(1.0, "nats", "that pixels say in the mean, from which they belong to a piece", CHOSEN)
    grain: int = parameter(3, "px of the figure map", "over which that mean is taken", CHOSEN)
    ring: tuple[int, int] = parameter(
        (2, 4), "px of the figure map", "beside a piece between which it is asked", CHOSEN
    )
    as_large: float = parameter(
        0.05, "share of a tile", "from which a piece that stands out is as large as somebody", FINDING
    )
    # The rim of one whose middle had another light than his fellow was 0.022 to 0.032; 6 of 150 bare tiles have as
    # much.
    too_small: float = parameter(0.02, "share of a tile", "below which nobody was seen with so little paint", FINDING)
    stands_out: float = parameter(4.0, "nats", "more in a piece than beside it, as of somebody", FINDING)
    is_print: float = parameter(3.0, "nats", "more, below which it goes on as print does", FINDING)
    against: float = parameter(4.0, "log-odds", "that such a piece says against somebody", FINDING)
    # Of 366 figures of known paints on foreign tables (looked at) none had a piece as large as that which stood out by
    # less than 3.5; of 185 looks at bare tiles three had whose outline told somebody, by up to 16 nats: roofs, since
    # some of them had been learned as the paint of those who stood among them.
    goes_on: float = parameter(
        0.0, "log-odds", "at the most of somebody whose paint goes on as print does, whatever his outline", FINDING
    )
    # On 19 evenings (looked at) ten such pieces were figures, eight of which stood out by 6.9 and more and two by 5.9
    # and 6.3, and none was print; the first that was, a farmstead, stood out by 6.2. Since bare tiles seldom look like
    # paint, 0.6 comes to 0.85 that he is there, and 0.93 to 0.98.
    alone: tuple[tuple[float, ...], tuple[float, ...]] = parameter(
        ((4.0, 6.5, 7.0), (0.5, 0.6, 0.93)),
        "nats more than beside it, and confidence",
        "of somebody whom nothing tells but such a piece of his paint, between some that stand out so",
        FINDING,
    )


PARAMETERS = PaintedPieceParameters()


@dataclass(frozen=True)
class PaintedPiece:
    """The largest piece of paint on a tile.

    Attributes:
        area: share of the tile.
        stands_out: nats for his paint against print, more in it than beside it.
        middle: of it, tile units.
        hides: what is about it, tile units; empty where there is none.
    """

    area: float = 0.0
    stands_out: float = 0.0
    middle: tuple[float, float] = (0.5, 0.5)
    hides: Outline = ()

    @property
    def like_somebody(self) -> bool:
        """Whether it is as large as somebody and stands out as he does."""
        return self.area >= PARAMETERS.as_large and self.stands_out >= PARAMETERS.stands_out

    @property
    def alone(self) -> float:
        """Confidence that it is somebody where it is like somebody and nothing else tells him."""
        return float(np.interp(self.stands_out, *PARAMETERS.alone))

    @property
    def like_nobody(self) -> bool:
        """Whether it is too small, or goes on as print does."""
        return self.area < PARAMETERS.too_small or self.goes_on

    @property
    def goes_on(self) -> bool:
        """Whether it goes on beside itself as print does, and isn't as little as grain."""
        return self.area >= PARAMETERS.too_small and self.stands_out < PARAMETERS.is_print

    def believed(self, log_odds: float) -> float:
        """What is left of the log-odds of an outline that this piece speaks against."""
        left = log_odds - PARAMETERS.against
        return min(left, PARAMETERS.goes_on) if self.goes_on else left


NO_PIECE = PaintedPiece()


def largest_piece(says: Float32Array) -> PaintedPiece:
    """Of a tile's pixels, (SPAN, SPAN) nats that each says for his paint against print."""
    mean = cv2.blur(says, (PARAMETERS.grain,) * 2)
    painted = cv2.morphologyEx((mean > PARAMETERS.painted).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, about, middles = cv2.connectedComponentsWithStats(painted, connectivity=4)
    if count == 1:
        return NO_PIECE
    largest = 1 + int(about[1:, cv2.CC_STAT_AREA].argmax())
    piece = (labels == largest).astype(np.uint8)
    near, far = (cv2.dilate(piece, np.ones((2 * px + 1,) * 2, np.uint8)) for px in PARAMETERS.ring)
    beside = says[far > near]
    u, v = ((middles[largest] + 0.5) / SPAN).tolist()
    return PaintedPiece(
        float(about[largest, cv2.CC_STAT_AREA]) / says.size,
        float(says[piece > 0].mean()) - (float(beside.mean()) if beside.size else 0.0),
        (u, v),
        outline_about(piece > 0),
    )


def outline_about(shown: BoolMask) -> Outline:
    """The hull of what is ``shown`` (SPAN, SPAN) of a tile, which is something, tile units."""
    points = np.argwhere(shown)[:, ::-1].astype(np.float32)
    return tuple((float(x), float(y)) for x, y in (cv2.convexHull(points)[:, 0] + 0.5) / SPAN)
