"""Does a follower of a given colour stand on a tile, and where does its foot stand?

Every pixel about the tile votes: does it look like what should be seen there (the bare tile, perhaps in a shadow), or
like the follower's colour? A figure stands somewhere if its whole silhouette, from the foot up to where the camera
sees its head, votes for it. The answer is a log-odds for every point of the tile that the foot may stand on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice_patches import LAB_SCALE, Patches, lab_of

Floats = NDArray[np.float32]

SPAN = 32  # px a tile's side
MARGIN = 12  # px around the tile that are looked at: heads lean out of it
CAP = 8.0  # squared standard deviations at which a pixel's doubt about either story stops to count
INDEPENDENT = 0.1  # neighbouring pixels repeat each other: this share of them counts
SHADES = (1.0, 0.8, 0.62)  # a shadow leaves that much of the lightness

# A follower's outline as slices, mm: height, half of its width and half of its thickness there. "Default": wooden
# figures of about 16 mm, as the usual boxes hold; a large one is a third larger. One that lies shows its front.
STANDING_MM = ((0.0, 7.2, 4.8), (4.0, 5.6, 4.8), (9.0, 7.2, 4.8), (14.0, 3.3, 4.4))
LYING_MM = ((4.0, 6.5, 7.0), (9.0, 6.5, 7.0))
LYING_SHARE = 0.1
DIRECTIONS = np.pi * np.arange(6) / 6
KIND_SCALE = {"small": 1.0, "big": 1.33}
TILE_MM = 45.0

# Painted wood in even white light, sRGB, before a piece was seen on this table. "Default": what the usual boxes hold.
PAINT: Mapping[str, tuple[int, int, int]] = {
    "red": (200, 40, 45),
    "yellow": (240, 200, 40),
    "green": (45, 140, 60),
    "blue": (40, 85, 175),
    "black": (36, 36, 36),
    "pink": (230, 130, 175),
    "white": (235, 230, 220),
}
UNSEEN_SIGMA = (7.0, 13.0, 13.0)
SEEN_SIGMA = (6.0, 8.0, 8.0)


@dataclass(frozen=True)
class Paint:
    """What a colour looks like in white light: (3,) Lab and its scatter, and how often it was seen."""

    lab: Floats
    sigma: Floats
    seen: int = 0

    @classmethod
    def of(cls, colour: str) -> Paint:
        """A colour that was not seen on this table yet. Raises :class:`KeyError` on an unknown name."""
        bgr = np.array([[PAINT[colour][::-1]]], np.uint8)
        return cls(lab_of(bgr)[0, 0], np.array(UNSEEN_SIGMA, np.float32))

    def learned(self, pixels: Floats) -> Paint:
        """The colour after one more figure of it was confirmed: (n, 3) Lab of its pixels."""
        weight = 1 / min(self.seen + 1, 4)
        lab = self.lab + (np.median(pixels, axis=0) - self.lab) * weight
        return Paint(np.asarray(lab, np.float32), np.array(SEEN_SIGMA, np.float32), self.seen + 1)


@dataclass(frozen=True, eq=False)
class Standpoint:
    """What is seen on and around one tile, and what should be.

    Attributes:
        seen: (m, m, 3) Lab in the edition's colours, m = SPAN + 2 MARGIN.
        balanced: the same as if the light on this tile were white: paints are told apart in it.
        expected: the bare tile and what lies around it, in the edition's colours.
        known: (m, m) where ``expected`` is known.
        sigma: (3,) how far seen and expected scatter.
        lean: (2,) tile widths by which 1 mm of height moves a point, in the tile's own frame.
    """

    seen: Patches
    balanced: Patches
    expected: Patches
    known: NDArray[np.bool_]
    sigma: Floats
    lean: NDArray[np.float64]

    def bare_doubt(self) -> Floats:
        """(m, m) squared standard deviations by which the bare tile fails to explain each pixel, in any shade."""
        doubts = []
        for shade in SHADES:
            expected = self.expected * np.array([shade, (1 + shade) / 2, (1 + shade) / 2], np.float32)
            off = (self.seen - expected) / self.sigma
            doubts.append(np.square(off).mean(axis=-1) + (0.0 if shade == 1.0 else 0.7))
        return np.asarray(np.where(self.known, np.minimum(np.min(doubts, axis=0), CAP), 0), np.float32)

    def votes(self, paint: Paint) -> Floats:
        """(m, m) log-odds of each pixel for the paint against the bare tile; 0 where nothing is known."""
        paint_doubt = np.square((self.balanced - paint.lab) / paint.sigma).mean(axis=-1)
        votes = 0.5 * (self.bare_doubt() - np.minimum(paint_doubt, CAP))
        return np.asarray(np.where(self.known, votes, 0), np.float32)

    def log_odds(self, paint: Paint, kind: str = "small") -> Floats:
        """(SPAN, SPAN) log-odds that a figure's foot stands at each point of the tile, against a bare tile.

        Averaged over the directions that it may face, and over standing and lying.
        """
        votes, scale = self.votes(paint), KIND_SCALE.get(kind, 1.0)
        stories = []
        for slices, share in ((STANDING_MM, 1 - LYING_SHARE), (LYING_MM, LYING_SHARE)):
            for direction in DIRECTIONS:
                body = silhouette(slices, self.lean, scale, float(direction))
                # filter2D correlates: the kernel is laid over each point with its foot there.
                total = cv2.filter2D(votes, -1, body, borderType=cv2.BORDER_CONSTANT)
                within = total[MARGIN:-MARGIN, MARGIN:-MARGIN]
                stories.append(INDEPENDENT * within + np.log(share / len(DIRECTIONS)))
        return np.asarray(np.logaddexp.reduce(stories, axis=0), np.float32)

    def pixels_of(self, foot: tuple[int, int], kind: str = "small") -> Floats:
        """(n, 3) Lab of the pixels in the middle of a figure whose foot stands at (row, column) of the tile."""
        slices = tuple((height, 2.5, 2.5) for height, _, _ in STANDING_MM[:3])
        body = silhouette(slices, self.lean, KIND_SCALE.get(kind, 1.0), 0.0) > 0.5
        row, column = foot[0] + MARGIN, foot[1] + MARGIN
        reach = body.shape[0] // 2
        padded = cv2.copyMakeBorder(self.balanced, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        window = padded[row : row + body.shape[0], column : column + body.shape[1]]
        return np.asarray(window[body], np.float32)


def balanced(raw: Patches, reference: Patches, agrees: NDArray[np.bool_]) -> Patches:
    """A patch (m, m, 3) Lab as the picture has it, in white light.

    The colours of a whole picture are learned from tiles, which hold no blue: what follows from them for a blue
    follower is guesswork. So the light's own colour is taken out instead, a factor for each of linear red, green and
    blue (von Kries), from the part of the tile that agrees with its reference (n, n, 3).
    """
    linear = _linear(raw)
    tile = linear[MARGIN:-MARGIN, MARGIN:-MARGIN][agrees]
    wanted = _linear(reference)[agrees]
    gain = (wanted.sum(axis=0) + 0.5) / (tile.sum(axis=0) + 0.5) if len(tile) else np.ones(3)
    white = np.clip(linear * np.clip(gain, 0.2, 6.0).astype(np.float32), 0, 1)
    lab = cv2.cvtColor(white, cv2.COLOR_LBGR2LAB)
    lab[..., 0] *= LAB_SCALE[0]
    return np.asarray(lab, np.float32)


def _linear(lab: Patches) -> Floats:
    scaled = lab / LAB_SCALE
    return np.asarray(np.maximum(cv2.cvtColor(scaled.astype(np.float32), cv2.COLOR_LAB2LBGR), 0), np.float32)


def silhouette(
    slices: tuple[tuple[float, float, float], ...], lean: NDArray[np.float64], scale: float, direction: float
) -> Floats:
    """A figure's outline about its foot, which is the middle: (k, k), k odd, 0 to 1; it faces ``direction`` radians."""
    reach, fineness = 19, 4
    px = SPAN * fineness
    size = 2 * reach + 1
    fine = np.zeros((size * fineness, size * fineness), np.uint8)
    middle = np.full(2, size * fineness / 2 - 0.5)
    for height, wide, thick in slices:
        at = np.clip(middle + lean * height * scale * px, 0, size * fineness - 1)
        axes = (scale * wide / TILE_MM * px, scale * thick / TILE_MM * px)
        outline = cv2.ellipse2Poly(
            (round(float(at[0])), round(float(at[1]))),
            (round(axes[0]), round(axes[1])),
            round(float(np.degrees(direction))),
            0,
            360,
            15,
        )
        cv2.fillConvexPoly(fine, np.array(outline, np.int32), 255)
    small = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)
