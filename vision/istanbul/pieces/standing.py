"""What the network of many makes says of spots on a layout, beside what paints and forms say.

It looks at the picture twice as finely as the mosaic, turned so that what is high leans upwards, beside the print that
ought to be there; light is what the mosaic has learned of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.arrays import Float32Array, Float64Array, Picture
from vision.imaging.patches import bgr_of
from vision.istanbul.layout.layout_mosaic import LayoutMosaic
from vision.istanbul.layout.mosaic import PX_PER_MM, Mosaic
from vision.istanbul.pieces.shapes import PLAYERS
from vision.istanbul.pieces.spot_verdict import SpotVerdict
from vision.networks.standing.network import (
    COLOURS,
    FOOT_PX,
    MOST_LEAN,
    SIDE_PX,
    StandingVerdict,
    standing_network,
)
from vision.networks.standing.network import PX_PER_MM as PATCH_PX_PER_MM
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingParameters(Parameters):
    """How the light of the mosaic is brought to what is looked at more finely."""

    light_px: float = parameter(4.0, "px", "of the mosaic, sigma, over which its light is carried over", CHOSEN)
    darkest: float = parameter(6.0, "grey levels", "added to both, so that black is not divided by", CHOSEN)
    about: float = parameter(
        1.5, "px", "of the mosaic beside a foot, each way, that are asked as well: it is known to a px or two", CHOSEN
    )
    step_px: float = parameter(
        6.0, "px", "of the mosaic between the feet that are tried on a place, and more than half a foot", CHOSEN
    )
    reach_px: tuple[float, float] = parameter(
        (30.0, 20.0),
        "px",
        "of the mosaic, to the side and up or down, from a middle to the last of them",
        CHOSEN,
    )


PARAMETERS = StandingParameters()
PALE = ("white",)  # wood without paint is as pale, and the network was shown none
OF_FIGURES = {"governor": "purple", "smuggler": "black"}  # as most makes have them
FINER = PATCH_PX_PER_MM / PX_PER_MM
CROSS = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


@dataclass(frozen=True, eq=False, slots=True)
class StandingSpots:
    """A layout that the network can be asked about.

    Attributes:
        seen, printed: (h, w, 3) BGR 0 to 255 in the references' light, FINER times as fine as the mosaic.
        eye_px: (3,) where the camera is and how high, px of the mosaic.
    """

    seen: Float32Array
    printed: Float32Array
    eye_px: Float64Array
    _known: dict[tuple[int, int], SpotVerdict] = field(default_factory=dict)
    _places: dict[tuple[float, float], StandingVerdict] = field(default_factory=dict)

    @classmethod
    def of(cls, image: Picture, plan: LayoutMosaic, mosaic: Mosaic) -> StandingSpots:
        """The layout on a picture (BGR) from which the mosaic was made."""
        high, wide = mosaic.lab.shape[:2]
        size = (round(wide * FINER), round(high * FINER))
        fine = plan.view.rectified(image, np.diag([FINER, FINER, 1.0]) @ plan.to_px, size)
        raw = cv2.resize(fine, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)
        lit = np.asarray(bgr_of(mosaic.lab), np.float32)
        soft = PARAMETERS.light_px
        gain = (cv2.GaussianBlur(lit, (0, 0), soft) + PARAMETERS.darkest) / (
            cv2.GaussianBlur(raw, (0, 0), soft) + PARAMETERS.darkest
        )
        seen = np.clip(fine * cv2.resize(gain, size, interpolation=cv2.INTER_LINEAR), 0, 255)
        print_ = cv2.resize(np.asarray(bgr_of(mosaic.expected), np.float32), size, interpolation=cv2.INTER_CUBIC)
        return cls(seen.astype(np.float32), np.clip(print_, 0, 255).astype(np.float32), mosaic.eye_px)

    def at(self, x: int, y: int) -> SpotVerdict:
        """Who stands with a foot on a px of the mosaic, or nearly there: where somebody is seen most surely."""
        if (x, y) not in self._known:
            verdict = self.judged([(x + right, y + down) for right, down in CROSS * PARAMETERS.about])
            best = int(np.argmin(verdict.kinds[:, 0]))
            nobody, disc = (float(verdict.kinds[best, kind]) for kind in (0, 1))
            shares = dict(zip(COLOURS, verdict.colours[best].tolist(), strict=True))
            colours = {colour: shares[colour] for colour in PLAYERS if colour in shares and colour not in PALE}
            colours |= {figure: shares[colour] for figure, colour in OF_FIGURES.items()}
            self._known[x, y] = SpotVerdict(1 - nobody, disc / max(1 - nobody, 1e-6), colours)
        return self._known[x, y]

    def figure_on(self, middle: Float64Array, colour: str) -> float | None:
        """The probability that a figure of this colour stands on a place, where one looks most like it; None for a
        colour that can't be told. ``middle`` is the place's, (2,) px of the mosaic."""
        if colour not in COLOURS or colour in PALE:
            return None
        at = (float(middle[0]), float(middle[1]))
        if at not in self._places:
            across, down = (np.arange(-reach, reach + 1, PARAMETERS.step_px) for reach in PARAMETERS.reach_px)
            self._places[at] = self.judged([(at[0] + x, at[1] + y) for x in across for y in down])
        verdict = self._places[at]
        return float(((1 - verdict.kinds[:, :2].sum(axis=1)) * verdict.colours[:, COLOURS.index(colour)]).max())

    def judged(self, feet: Sequence[tuple[float, float]]) -> StandingVerdict:
        """Who stands with a foot on each of these px of the mosaic."""
        seen, printed, leans = [], [], []
        for x, y in feet:
            lean = (np.array([x, y]) - self.eye_px[:2]) / self.eye_px[2]
            onto, steep = _upwards(np.array([x, y]) * FINER, lean)
            seen.append(_cut(self.seen, onto))
            printed.append(_cut(self.printed, onto))
            leans.append(min(steep, MOST_LEAN))
        return standing_network().judge(seen, printed, leans)


def _upwards(foot: Float64Array, lean: Float64Array) -> tuple[Float64Array, float]:
    """(2, 3) that brings a foot to its place on a patch and what leans away from it straight up; mm for a mm."""
    steep = float(np.hypot(*lean))
    across, down = lean / steep if steep > 1e-6 else (0.0, -1.0)
    spin = np.array([[-down, across], [-across, -down]])
    return np.column_stack([spin, np.array([SIDE_PX / 2, FOOT_PX]) - spin @ foot]), steep


def _cut(picture: Float32Array, onto: Float64Array) -> Float32Array:
    cut = cv2.warpAffine(picture, onto, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.float32)
