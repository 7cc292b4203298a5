"""Does a follower of a given colour stand on a tile, and where does its foot stand?

Every pixel about the tile votes: does it look like what should be seen there (the bare tile, perhaps in a shadow), or
like the follower's colour? A figure stands somewhere if its whole silhouette, from the foot up to where the camera
sees its head, votes for it. The answer is a log-odds for every point of the tile that the foot may stand on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import Lab
from vision.carcassonne.live.stance import HEAD_MM, Guess
from vision.imaging.patches import LAB_SCALE, Patches, lab_of

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
DIRECTIONS = tuple(math.pi * step / 12 for step in range(12))
ROUGHLY = DIRECTIONS[::2]
CLOSELY = 16.0  # nats behind the likeliest point within which a foot is looked for closely
SILHOUETTE_REACH = 19  # px from a foot to the edge of what a figure may cover
SILHOUETTE_PX = 2 * SILHOUETTE_REACH + 1
BURNT = 0.93  # linear light from which a channel counts as run into white
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

    @classmethod
    def measured(cls, lab: Lab) -> Paint:
        """A colour of which a piece was looked at beforehand: CIE Lab in white light."""
        return cls(np.asarray(np.array(lab) * LAB_SCALE, np.float32), np.array(SEEN_SIGMA, np.float32), 1)

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
        lean: (2,) tile widths by which 1 mm of height moves a point here, beside what the guesses say of all tiles.
        guesses: how figures may stand before this camera.
    """

    seen: Patches
    balanced: Patches
    expected: Patches
    known: NDArray[np.bool_]
    sigma: Floats
    lean: NDArray[np.float64]
    guesses: tuple[Guess, ...]

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

        Averaged over the ways it may stand, the directions that it may face, and over standing and lying. Where that
        cannot matter only the likeliest way is looked at.
        """
        windows = self._windows(paint)
        first = max(self.guesses, key=lambda guess: guess.weight)
        roughly = self._of_guesses(windows, (replace(first, weight=0.0),), kind, ROUGHLY).reshape(SPAN, SPAN)
        top = float(roughly.max())
        if top < 0 or len(self.guesses) == 1:
            return roughly
        near = cv2.dilate((roughly > top - CLOSELY).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        roughly[near] = self._of_guesses(windows[near.ravel()], self.guesses, kind, DIRECTIONS)
        return roughly

    def by_guess(self, paint: Paint, guesses: tuple[Guess, ...], where: Floats, kind: str = "small") -> Floats:
        """(n,) log-likelihood of a figure under each guess, with ``where`` (SPAN, SPAN) its foot may stand."""
        feet = np.flatnonzero(where > 1e-4)
        windows = self._windows(paint)[feet]
        prior = np.log(where.ravel()[feet])
        scores = [
            np.logaddexp.reduce(self._of_guesses(windows, (replace(guess, weight=0.0),), kind, ROUGHLY) + prior)
            for guess in guesses
        ]
        return np.array(scores, np.float32)

    def log_odds_at(self, feet: NDArray[np.intp], paint: Paint, kind: str = "small") -> Floats:
        """(n,) roughly the log-odds that a figure's foot stands at these points (n, 2), row and column on the tile."""
        first = max(self.guesses, key=lambda guess: guess.weight)
        return self._of_guesses(self._windows(paint, feet), (replace(first, weight=0.0),), kind, ROUGHLY)

    def _windows(self, paint: Paint, feet: NDArray[np.intp] | None = None) -> Floats:
        """(n, SIZE_PX²) the votes about points (n, 2) of the tile, or about every one of its SPAN² points."""
        wide = SILHOUETTE_REACH - MARGIN
        votes = cv2.copyMakeBorder(self.votes(paint), wide, wide, wide, wide, cv2.BORDER_CONSTANT)
        every = np.lib.stride_tricks.sliding_window_view(votes, (SILHOUETTE_PX, SILHOUETTE_PX))
        chosen = every if feet is None else every[feet[:, 0], feet[:, 1]]
        return np.asarray(chosen.reshape(-1, SILHOUETTE_PX**2), np.float32)

    def without(self, foot: tuple[int, int], paint: Paint, kind: str = "small") -> Standpoint:
        """The standpoint without the pixels that a figure covers whose foot stands at (row, column) of the tile."""
        window = self._windows(paint, np.array([foot]))[0]
        first = max(self.guesses, key=lambda guess: guess.weight)
        bodies, shares = self._bodies((first,), kind, DIRECTIONS)
        likeliest = bodies[int(((INDEPENDENT / 255) * (bodies @ window) + shares).argmax())]
        covered = np.zeros(np.array(self.known.shape) + 2 * SILHOUETTE_PX, bool)
        row, column = (SILHOUETTE_PX + MARGIN + at - SILHOUETTE_REACH for at in foot)
        body = likeliest.reshape(SILHOUETTE_PX, SILHOUETTE_PX) > 127
        covered[row : row + SILHOUETTE_PX, column : column + SILHOUETTE_PX] = body
        inner = covered[SILHOUETTE_PX:-SILHOUETTE_PX, SILHOUETTE_PX:-SILHOUETTE_PX]
        return replace(self, known=np.asarray(self.known & ~inner))

    def _of_guesses(
        self, windows: Floats, guesses: tuple[Guess, ...], kind: str, directions: tuple[float, ...]
    ) -> Floats:
        """(n,) log-odds at the windows' points, averaged over guesses, directions, standing and lying."""
        kernels, shares = self._bodies(guesses, kind, directions)
        stories = (INDEPENDENT / 255) * (windows @ kernels.T) + shares
        top = stories.max(axis=1)
        return np.asarray(top + np.log(np.exp(stories - top[:, None]).sum(axis=1)), np.float32)

    def _bodies(self, guesses: tuple[Guess, ...], kind: str, directions: tuple[float, ...]) -> tuple[Floats, Floats]:
        """(b, SIZE_PX²) outlines of a figure, 0 to 255, and (b,) the log of how likely each is."""
        bodies, shares = [], []
        for guess in guesses:
            lean = (self.lean + guess.lean / HEAD_MM) * HEAD_MM * SPAN
            scale = guess.scale * KIND_SCALE.get(kind, 1.0)
            for slices, share in ((STANDING_MM, 1 - LYING_SHARE), (LYING_MM, LYING_SHARE)):
                faced = directions if slices is STANDING_MM else ROUGHLY
                bodies += [_outline(slices, _half_px(lean), scale, direction) for direction in faced]
                shares += [guess.weight + math.log(share / len(faced))] * len(faced)
        return np.stack(bodies).reshape(len(bodies), -1).astype(np.float32), np.array(shares, np.float32)

    def pixels_of(self, foot: tuple[int, int], kind: str = "small") -> Floats:
        """(n, 3) Lab of the pixels in the middle of a figure whose foot stands at (row, column) of the tile."""
        slices = tuple((height, 2.5, 2.5) for height, _, _ in STANDING_MM[:3])
        likeliest = max(self.guesses, key=lambda guess: guess.weight)
        lean = (self.lean + likeliest.lean / HEAD_MM) * HEAD_MM * SPAN
        body = _outline(slices, _half_px(lean), likeliest.scale * KIND_SCALE.get(kind, 1.0), 0.0) > 127
        row, column = foot[0] + MARGIN, foot[1] + MARGIN
        reach = body.shape[0] // 2
        padded = cv2.copyMakeBorder(self.balanced, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        window = padded[row : row + body.shape[0], column : column + body.shape[1]]
        return np.asarray(window[body], np.float32)


def balanced(raw: Patches, reference: Patches, agrees: NDArray[np.bool_], margin: int = MARGIN) -> Patches:
    """A patch (m, m, 3) Lab as the picture has it, in white light.

    The colours of a whole picture are learned from tiles, which hold no blue: what follows from them for a blue
    follower is guesswork. So the light's own colour is taken out instead, a factor for each of linear red, green and
    blue (von Kries), from the part of the tile that agrees with its reference (n, n, 3),
    which lies ``margin`` px inside the patch.
    """
    linear = _linear(raw)
    tile = linear[margin : len(linear) - margin, margin : len(linear) - margin][agrees]
    wanted = _linear(reference)[agrees]
    gain = (wanted.sum(axis=0) + 0.5) / (tile.sum(axis=0) + 0.5) if len(tile) else np.ones(3)
    white = np.clip(linear * np.clip(gain, 0.2, 6.0).astype(np.float32), 0, 1)
    lab = cv2.cvtColor(white, cv2.COLOR_LBGR2LAB)
    lab[..., 0] *= LAB_SCALE[0]
    return np.asarray(lab, np.float32)


def burnt(raw: Patches) -> NDArray[np.bool_]:
    """(..., n, n) where a picture (..., n, n, 3) Lab has run into white in two channels or more: no colour is left."""
    rows = raw.reshape(-1, raw.shape[-2], 3)
    return np.asarray(np.count_nonzero(_linear(rows) > BURNT, axis=-1) >= 2).reshape(raw.shape[:-1])


def _linear(lab: Patches) -> Floats:
    scaled = lab / LAB_SCALE
    return np.asarray(np.maximum(cv2.cvtColor(scaled.astype(np.float32), cv2.COLOR_LAB2LBGR), 0), np.float32)


def _half_px(lean: NDArray[np.float64]) -> tuple[int, int]:
    return round(2 * float(lean[0])), round(2 * float(lean[1]))


@lru_cache(maxsize=6000)
def _outline(
    slices: tuple[tuple[float, float, float], ...], lean: tuple[int, int], scale: float, direction: float
) -> NDArray[np.uint8]:
    """A figure's outline about its foot, which is the middle: (SILHOUETTE_PX, SILHOUETTE_PX), 0 to 255.

    Args:
        slices: height, half of the width and half of the thickness there, mm.
        lean: half px by which something HEAD_MM high is seen right of and below its foot.
        scale: of the figure.
        direction: that it faces, radians.
    """
    fineness = 4
    px = SPAN * fineness
    fine = np.zeros((SILHOUETTE_PX * fineness, SILHOUETTE_PX * fineness), np.uint8)
    middle = np.full(2, SILHOUETTE_PX * fineness / 2 - 0.5)
    for height, wide, thick in slices:
        aside = np.array(lean) / 2 * fineness * height * scale / HEAD_MM
        at = np.clip(middle + aside, 0, SILHOUETTE_PX * fineness - 1)
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
    return np.asarray(cv2.resize(fine, (SILHOUETTE_PX, SILHOUETTE_PX), interpolation=cv2.INTER_AREA), np.uint8)
