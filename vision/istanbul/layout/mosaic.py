"""The whole layout from straight above, in the references' colours, beside what the bare places would look like."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.scatter import OF_MEDIAN
from vision.istanbul.pieces.makes import OURS, Make
from vision.istanbul.pieces.paints import Paints
from vision.istanbul.pieces.spot_verdict import SpotJudge
from vision.parameters import CHOSEN, Parameters, parameter

PX_PER_MM = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicParameters(Parameters):
    """How the layout is put together from above, and which pixels differ from the bare places."""

    cap: float = parameter(9.0, "squared standard deviations", "at which a disagreement stops to count", CHOSEN)
    shifted: float = parameter(0.25, "px", "what it costs to believe that the print lies a px off", CHOSEN)
    changed: float = parameter(
        5.0, "Lab units", "by which a px of a place differs, with those about it, when something came or went", CHOSEN
    )
    changed_about: int = parameter(
        7, "px", "across that differ alike: what a camera's compression changes has both signs within as many", CHOSEN
    )
    changed_px: int = parameter(
        20,
        "px",
        "that must: white on a pale place changes 24 and more, others 99; most places that are as before less",
        CHOSEN,
    )
    # Of 11 moves on two tables with places 50 px wide, whose grain alone came to over 5 Lab units everywhere
    # (docs/findings/istanbul.md).
    changed_scatters: float = parameter(
        5.0,
        "times the grain",
        "by which it must, where most px differ as much as that: what grain alone changes",
        "docs/findings/istanbul.md",
    )
    brightest: float = parameter(240.0, "grey levels", "no paint is brighter", CHOSEN)
    shadow_light: tuple[float, float, float] = parameter(
        (1.0, 0.82, 0.66), "share of the light", "on a place in no shadow, a thin and a deep one", CHOSEN
    )
    shadow_costs: tuple[float, float, float] = parameter(
        (0.0, 0.6, 1.2), "Lab units", "against believing in each", CHOSEN
    )
    otherwise: float = parameter(
        2.0, "times", "as far from its picture as most of the layout: such a px is not what the picture shows", CHOSEN
    )
    body_px: float = parameter(8.0, "px", "that the middle of a piece stands above its foot, roughly", CHOSEN)
    about_px: tuple[float, float] = parameter(
        (11.0, 24.0), "px", "from there: where the print about a piece is and the piece is not", CHOSEN
    )
    least_about: int = parameter(30, "px", "of print that must be seen there, else nothing is told of it", CHOSEN)


PARAMETERS = MosaicParameters()


@dataclass(frozen=True, eq=False)
class Mosaic:
    """The layout from above, ``PX_PER_MM``.

    Attributes:
        lab: (h, w, 3) the picture in the references' colours.
        expected: (h, w, 3) the places without anybody on them.
        known: (h, w) 1 where a place is expected, 0 beyond and on the rims.
        cell: (h, w) index of the place that is nearest.
        sigma: (3,) scatter of the colours.
        middles: (places, 2) px of their middles. eye_px: (3,) where the camera is, px, and its height in px too.
        most: (places, 3) BGR of the references' light at which the picture is full on a place, None if nobody asked.
        make: of the people who are looked for.
        standing: who can be asked whether anybody of any make stands on a spot; None: nobody.
        witness: who can be asked whether anybody may stand there at all, where people are of ours; None: nobody.
    """

    lab: Float32Array
    expected: Float32Array
    known: Float32Array
    cell: NDArray[np.int16]
    sigma: NDArray[np.float64]
    middles: NDArray[np.float64]
    eye_px: NDArray[np.float64]
    most: Float32Array | None = None
    make: Make = OURS
    standing: SpotJudge | None = None
    witness: SpotJudge | None = None

    @cached_property
    def doubt(self) -> Float32Array:
        """(h, w) squared standard deviations by which each pixel is not the places' own, at most ``cap``."""
        least = np.full(self.lab.shape[:2], PARAMETERS.cap, np.float32)
        scale = (1.0 / (self.sigma * np.sqrt(3.0))).astype(np.float32)
        light, *colours = (np.ascontiguousarray(self.lab[..., channel]) * scale[channel] for channel in range(3))
        bare, *prints = (np.ascontiguousarray(self.expected[..., channel]) * scale[channel] for channel in range(3))
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                tint = sum((seen - _shifted(print_, dx, dy)) ** 2 for seen, print_ in zip(colours, prints, strict=True))
                shifted = _shifted(bare, dx, dy)
                for share, shade_cost in zip(PARAMETERS.shadow_light, PARAMETERS.shadow_costs, strict=True):
                    extra = np.float32(shade_cost + (PARAMETERS.shifted if dx or dy else 0.0))
                    away = light - shifted * np.float32(share)
                    away *= away
                    away += tint
                    away += extra
                    np.minimum(least, away, out=least)
        return least

    @cached_property
    def paints(self) -> Paints:
        """How far each pixel is from every painted surface."""
        return Paints(self.lab, self.sigma, self._full, self.make)

    @cached_property
    def contrasts(self) -> Paints:
        """How far the bare places are from every painted surface."""
        return Paints(self.expected, self.sigma, self._full, self.make)

    @cached_property
    def _full(self) -> list[tuple[NDArray[np.intp], Float32Array]]:
        """The px of each place on which the picture is full before paint is at its brightest, and where it is."""
        if self.most is None:
            return []
        bright = [index for index, most in enumerate(self.most) if most.min() < PARAMETERS.brightest]
        return [(np.flatnonzero(self.cell == index), self.most[index]) for index in bright]

    @cached_property
    def _gains(self) -> dict[str, Float32Array]:
        return {}

    def gain(self, surface: str) -> Float32Array:
        """(h, w) by how much better than the bare place a painted surface explains each pixel; 0 where nothing is
        known of the place."""
        if surface not in self._gains:
            self._gains[surface] = (self.doubt - self.paints[surface]) * self.known
        return self._gains[surface]

    def changed_since(self, before: Mosaic) -> set[int]:
        """Indices of the places that do not look as they did on an earlier mosaic of the same plan; what most px differ
        by is grain."""
        here = self.known > 0
        away = np.abs(cv2.blur(self.lab - before.lab, (PARAMETERS.changed_about, PARAMETERS.changed_about)))
        grain = OF_MEDIAN * np.median(away[here], axis=0) if here.any() else np.zeros(3)
        least = np.maximum(PARAMETERS.changed, PARAMETERS.changed_scatters * grain).astype(np.float32)
        differs = (away > least).any(axis=2) & here
        counts = np.bincount(self.cell[differs], minlength=len(self.middles))
        return {int(index) for index in np.flatnonzero(counts >= PARAMETERS.changed_px)}

    @cached_property
    def _is_otherwise(self) -> NDArray[np.bool_]:
        """(h, w) whether a px is far from what its picture shows."""
        away, here = np.linalg.norm(self.lab - self.expected, axis=2), self.known > 0
        usual = float(np.median(away[here])) if here.any() else np.inf
        return np.asarray(away > PARAMETERS.otherwise * usual)

    def otherwise_about(self, x: int, y: int) -> float:
        """The share of a place's print about somebody with a foot on this px that is not what its picture shows: in
        another state places bear tiles and icons that no picture knows."""
        inner, outer = PARAMETERS.about_px
        across, down = (foot + PARAMETERS.body_px * part for foot, part in zip((x, y), self.lean(x, y), strict=True))
        high, wide = self.cell.shape
        left, top, right, bottom = (
            max(0, math.floor(edge)) for edge in (across - outer, down - outer, across + outer + 1, down + outer + 1)
        )
        window = slice(top, bottom + 1), slice(left, right + 1)
        rows, columns = np.ogrid[:high, :wide]
        away = np.hypot(rows[window[0]] - down, columns[:, window[1]] - across)
        place = self.cell[min(max(y, 0), high - 1), min(max(x, 0), wide - 1)]
        about = (away > inner) & (away < outer) & (self.cell[window] == place) & (self.known[window] > 0)
        if about.sum() < PARAMETERS.least_about:
            return 0.0
        return float(self._is_otherwise[window][about].mean())

    def part(self, left: int, top: int, right: int, bottom: int) -> Mosaic:
        """A window of it, with px counted from the window's corner."""
        window = (slice(top, bottom), slice(left, right))
        corner = np.array([left, top], np.float64)
        eye = self.eye_px - np.append(corner, 0.0)
        return Mosaic(
            self.lab[window],
            self.expected[window],
            self.known[window],
            self.cell[window],
            self.sigma,
            self.middles - corner,
            eye,
            self.most,
            self.make,
        )

    def lean(self, x: float, y: float) -> tuple[float, float]:
        """How far something that stands at this px leans away from the camera, px for each px of height."""
        return (x - self.eye_px[0]) / self.eye_px[2], (y - self.eye_px[1]) / self.eye_px[2]


def _shifted(picture: Float32Array, dx: int, dy: int) -> Float32Array:
    if not dx and not dy:
        return picture
    moved = picture.copy()
    into = (slice(max(0, dy), picture.shape[0] + min(0, dy)), slice(max(0, dx), picture.shape[1] + min(0, dx)))
    out = (slice(max(0, -dy), picture.shape[0] + min(0, -dy)), slice(max(0, -dx), picture.shape[1] + min(0, -dx)))
    moved[into] = picture[out]
    return moved
