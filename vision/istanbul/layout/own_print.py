"""Whether a place's own print, as fine as the picture shows it, is all that is seen on a spot.

The mosaic and what the network of many makes is shown know print at a third of a photograph's fineness, and a printed
icon as large as a figure's head is a blot there. Beside the edition's own picture it is what it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array, Float64Array, Picture
from vision.imaging.patches import bgr_of, lab_of
from vision.istanbul.layout.edition import PlaceEdition
from vision.istanbul.layout.layout_mosaic import LayoutMosaic
from vision.istanbul.layout.mosaic import PX_PER_MM, Mosaic
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPrintParameters(Parameters):
    """How closely the print is compared, and how much of a spot must differ from it where somebody stands."""

    finer: int = parameter(3, "times", "as finely as the mosaic", CHOSEN)
    reach_px: int = parameter(16, "px", "of the mosaic, from a foot to the edge of what is compared about it", CHOSEN)
    softness: tuple[float, ...] = parameter((0.8, 1.4, 2.2), "px", "sigma: the picture may be as soft", CHOSEN)
    scatter: float = parameter(8.0, "Lab units", "by which print that is worn and lit otherwise is off", CHOSEN)
    shadows: tuple[tuple[float, float], ...] = parameter(
        ((1.0, 0.0), (0.8, 0.5), (0.62, 1.0), (0.45, 2.0)),
        "share of the light, squared scatters",
        "that shadows leave, and what it costs to believe in each",
        CHOSEN,
    )
    aside_px: int = parameter(2, "px", "that the print may lie aside", CHOSEN)
    aside_costs: float = parameter(0.25, "squared scatters", "what it costs to believe in that", CHOSEN)
    differs: float = parameter(3.0, "squared scatters", "from which a px is not the print", CHOSEN)
    high_mm: float = parameter(12.0, "mm", "that pieces are high, roughly", CHOSEN)
    wide_mm: float = parameter(4.0, "mm", "from the middle of any piece to its edge, at the least", CHOSEN)
    least: float = parameter(
        0.1,
        "share",
        "of a piece that is not the print: 0.21 and more of 155 who stood there, 0.04 at most of printed icons that "
        "were taken for somebody",
        "docs/findings/istanbul.md",
    )
    known: float = parameter(0.3, "share", "of a piece of which the print must be known, for it to speak", CHOSEN)
    light_px: float = parameter(4.0, "px", "of the mosaic, sigma, over which its light is carried over", CHOSEN)
    darkest: float = parameter(6.0, "grey levels", "added to both, so that black is not divided by", CHOSEN)
    rim: float = parameter(0.95, "share", "of a place that is clear of its rims", CHOSEN)


PARAMETERS = OwnPrintParameters()
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True, eq=False, slots=True)
class OwnPrint:
    """The print of a layout on a picture.

    Attributes:
        image: BGR. plan: how the layout lies. mosaic: the layout on that picture. edition, numbers: what lies there, in
            the plan's order.
        gain: (h, w, 3) what a colour of the picture is multiplied by to be in the references' light.
    """

    image: Picture
    plan: LayoutMosaic
    mosaic: Mosaic
    edition: PlaceEdition
    numbers: tuple[int, ...]
    gain: Float32Array

    @classmethod
    def of(
        cls, image: Picture, plan: LayoutMosaic, mosaic: Mosaic, edition: PlaceEdition, numbers: tuple[int, ...]
    ) -> OwnPrint:
        """The print of the layout on the picture (BGR) from which the mosaic was made."""
        high, wide = mosaic.lab.shape[:2]
        raw = np.asarray(plan.view.rectified(image, plan.to_px, (wide, high)), np.float32)
        lit, soft = np.asarray(bgr_of(mosaic.lab), np.float32), PARAMETERS.light_px
        gain = (cv2.GaussianBlur(lit, (0, 0), soft) + PARAMETERS.darkest) / (
            cv2.GaussianBlur(raw, (0, 0), soft) + PARAMETERS.darkest
        )
        return cls(image, plan, mosaic, edition, numbers, np.asarray(gain, np.float32))

    def is_all(self, x: int, y: int) -> bool:
        """Whether nothing but print is seen where somebody would stand with a foot on a px of the mosaic."""
        finer, reach = PARAMETERS.finer, PARAMETERS.reach_px * PARAMETERS.finer
        onto = np.array([[finer, 0, reach - x * finer], [0, finer, reach - y * finer], [0, 0, 1.0]])
        seen = lab_of(self._seen(onto, 2 * reach + 1))
        body = _body(self.mosaic.lean(x, y), 2 * reach + 1)
        best, shares = np.inf, 1.0
        for soft in PARAMETERS.softness:
            printed, known = self._printed(onto, 2 * reach + 1, soft)
            here = known & body
            if here.sum() < PARAMETERS.known * body.sum():
                return False
            doubt = _doubt(seen, printed)
            off = float(np.minimum(doubt[known], 2 * PARAMETERS.differs).mean())
            if off < best:
                best, shares = off, float((doubt[here] > PARAMETERS.differs).mean())
        return shares < PARAMETERS.least

    def _seen(self, onto: Float64Array, side: int) -> Picture:
        seen = self.plan.view.rectified(self.image, onto @ self.plan.to_px, (side, side))
        gain = cv2.warpAffine(
            self.gain, onto[:2], (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(np.clip(seen * gain, 0, 255), np.uint8)

    def _printed(self, onto: Float64Array, side: int, soft: float) -> tuple[Picture, np.ndarray]:
        """The bare places about a spot, and where they are."""
        printed, known = np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8)
        for quad, number in zip(self.plan.quads, self.numbers, strict=True):
            corners = cv2.perspectiveTransform(quad[None], onto)[0]
            beside = (corners.max(axis=0) < 0).any() or (corners.min(axis=0) > side).any()
            if beside or number in self.edition.blank:
                continue
            picture = _as_large(self.edition.by_number[number], float(np.linalg.norm(corners[1] - corners[0])))
            size = np.array(picture.shape[1::-1])
            warp = cv2.getPerspectiveTransform(
                ((_CORNERS + 0.5) * size - 0.5).astype(np.float32), corners.astype(np.float32)
            )
            drawn = cv2.warpPerspective(
                cv2.GaussianBlur(picture, (0, 0), soft), warp, (side, side), borderMode=cv2.BORDER_REPLICATE
            )
            middle, here = corners.mean(axis=0), np.zeros_like(known)
            cv2.fillConvexPoly(here, np.rint(corners).astype(np.int32), 1)
            printed[here > 0] = drawn[here > 0]
            inner = middle + PARAMETERS.rim * (corners - middle)
            cv2.fillConvexPoly(known, np.rint(inner).astype(np.int32), 1)
        return printed, known > 0


def _as_large(picture: Picture, wide_px: float) -> Picture:
    """A place's picture no larger than it is seen."""
    share = wide_px / picture.shape[1]
    if share >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def _body(lean: tuple[float, float], side: int) -> np.ndarray:
    """(side, side) what any piece covers whose foot is in the middle."""
    scale = PX_PER_MM * PARAMETERS.finer
    body, foot = np.zeros((side, side), np.uint8), (side // 2, side // 2)
    head = tuple(round(side // 2 + part * PARAMETERS.high_mm * scale) for part in lean)
    cv2.line(body, foot, head, 1, max(1, round(2 * PARAMETERS.wide_mm * scale)))
    return body > 0


def _doubt(seen: Float32Array, printed: Picture) -> Float32Array:
    """(h, w) squared scatters by which each px (Lab) is not the print (BGR), in whatever shadow and a little aside."""
    least = np.full(seen.shape[:2], np.inf, np.float32)
    aside = (-PARAMETERS.aside_px, 0, PARAMETERS.aside_px)
    for share, cost in PARAMETERS.shadows:
        shaded = lab_of(np.asarray(printed * share, np.uint8))
        for down in aside:
            for right in aside:
                moved = np.roll(shaded, (down, right), (0, 1)) if down or right else shaded
                away = ((seen - moved) ** 2).sum(axis=2) / PARAMETERS.scatter**2
                away += cost + (PARAMETERS.aside_costs if down or right else 0.0)
                np.minimum(least, away, out=least)
    return least
