"""What a wooden figure covers of a tile in each way that it may stand: outlines, laid over the votes of pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.stance import Guess
from vision.parameters import CHOSEN, Parameters, parameter

HalfPx = tuple[int, int]
Slices = tuple[tuple[float, float, float], ...]  # height, half of the width, half of the thickness, mm

SPAN = 32  # px a tile's side
MARGIN = 12  # px around the tile that are looked at: heads lean out of it


@dataclass(frozen=True, slots=True, kw_only=True)
class SilhouettesParameters(Parameters):
    """How many pixels count as one voice in an outline, and how often a figure lies down."""

    independent: float = parameter(
        0.1, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    lying_share: float = parameter(0.1, "share", "of figures that lie", CHOSEN)
    feet_at_once: int = parameter(128, "feet", "whose windows are looked up together", CHOSEN)
    big_scale: float = parameter(1.33, "times", 'as large as a small figure that a big one is, "default"', CHOSEN)
    tile_mm: float = parameter(45.0, "mm", "a side of a tile", CHOSEN)
    standing_mm: tuple[tuple[float, float, float], ...] = parameter(
        ((0.0, 7.2, 4.8), (4.0, 5.6, 4.8), (9.0, 7.2, 4.8), (14.0, 3.3, 4.4)),
        "mm",
        'height, half width and half depth of slices of a usual wooden figure that stands: about 16 mm, "default"',
        CHOSEN,
    )
    lying_mm: tuple[tuple[float, float, float], ...] = parameter(
        ((4.0, 6.5, 7.0), (9.0, 6.5, 7.0)), "mm", "the same of one that lies and shows its front", CHOSEN
    )


PARAMETERS = SilhouettesParameters()

DIRECTIONS = tuple(math.pi * step / 12 for step in range(12))
ROUGHLY = DIRECTIONS[::2]
SILHOUETTE_REACH = 19  # px from a foot to the edge of what a figure may cover
SILHOUETTE_PX = 2 * SILHOUETTE_REACH + 1
WIDE_PX = SPAN + 2 * SILHOUETTE_REACH  # a side of votes on all that figures on a tile may cover
EVERY_FOOT = np.argwhere(np.ones((SPAN, SPAN), bool))


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """A figure's outlines in all the ways that it may stand, without the pixels that none of them covers.

    Attributes:
        outlines: (b, p) 0 to 255.
        pixels: (p,) which pixels of a window of SILHOUETTE_PX a side about the foot, row by row.
        shares: (b,) the log of how likely each is.
    """

    outlines: Float32Array
    pixels: NDArray[np.intp]
    shares: Float32Array

    def log_odds(self, votes: Float32Array, feet: NDArray[np.intp]) -> Float32Array:
        """(n,) log-odds that a foot stands at each point (n, 2), row and column on the tile, over all the ways.

        Args:
            votes: (WIDE_PX, WIDE_PX) of the pixels about the tile.
            feet: whole px of the tile.
        """
        hypotheses = self._hypotheses(votes, feet)
        top = hypotheses.max(axis=1)
        hypotheses -= top[:, None]  # in their place: they are three megabytes, and several tiles are asked at once
        return np.asarray(top + np.log(np.exp(hypotheses, out=hypotheses).sum(axis=1)), np.float32)

    def likeliest(self, votes: Float32Array, foot: tuple[int, int]) -> NDArray[np.bool_]:
        """(SILHOUETTE_PX, SILHOUETTE_PX) what the figure covers in the likeliest of the ways."""
        best = int(self._hypotheses(votes, np.array([foot])).argmax())
        covered = np.zeros(SILHOUETTE_PX**2, bool)
        covered[self.pixels] = self.outlines[best] > 127
        return covered.reshape(SILHOUETTE_PX, SILHOUETTE_PX)

    def _hypotheses(self, votes: Float32Array, feet: NDArray[np.intp]) -> Float32Array:
        rows, columns = np.divmod(self.pixels, SILHOUETTE_PX)
        window, corners, flat = rows * WIDE_PX + columns, feet[:, :1] * WIDE_PX + feet[:, 1:], votes.ravel()
        about = np.empty((len(feet), len(window)), votes.dtype)
        # Where pixels lie takes twice the memory of what they say.
        for first in range(0, len(feet), PARAMETERS.feet_at_once):
            some = slice(first, first + PARAMETERS.feet_at_once)
            flat.take(corners[some] + window, out=about[some], mode="clip")  # else NumPy makes a copy first
        found = about @ self.outlines.T
        found *= np.float32(PARAMETERS.independent / 255)
        found += self.shares
        return np.asarray(found, np.float32)


def kind_scale(kind: str) -> float:
    """How many times as large as a small figure one of this kind is."""
    return PARAMETERS.big_scale if kind == "big" else 1.0


def silhouettes(
    lean: NDArray[np.float64], guesses: Sequence[Guess], kind: str, directions: tuple[float, ...]
) -> Silhouettes:
    """The outlines of a figure under each guess, standing and lying.

    Args:
        lean: (2,) tile widths by which 1 mm of height moves a point, beside what the guesses say.
        guesses: how figures may stand.
        kind: of figure. directions: that one that stands may face, radians.
    """
    lying, scale = PARAMETERS.lying_share, kind_scale(kind)
    if len(guesses) == 1:
        (guess,) = guesses
        return _of_one(half_px(lean, guess), guess.scale * scale, directions, lying, guess.weight)
    facing = [_facing(half_px(lean, guess), guess.scale * scale, directions, lying) for guess in guesses]
    pixels = np.unique(np.concatenate([covered for covered, _, _ in facing]))
    outlines = np.zeros((sum(len(drawn) for _, drawn, _ in facing), len(pixels)), np.float32)
    row = 0
    for covered, drawn, _ in facing:
        outlines[row : row + len(drawn), np.searchsorted(pixels, covered)] = drawn
        row += len(drawn)
    shares = [guess.weight + within for guess, (_, _, within) in zip(guesses, facing, strict=True)]
    return Silhouettes(outlines, pixels, np.concatenate(shares).astype(np.float32))


@lru_cache(maxsize=256)  # 30 kB each: the likeliest guesses, each of which is asked for hundreds of feet one by one
def _of_one(
    lean: HalfPx, scale: float, directions: tuple[float, ...], lying_share: float, weight: float
) -> Silhouettes:
    covered, drawn, within = _facing(lean, scale, directions, lying_share)
    return Silhouettes(drawn.astype(np.float32), covered, (weight + within).astype(np.float32))


@lru_cache(maxsize=2048)  # 6 kB each: all that one evening asks for, also once a figure was asked how it leans
def _facing(
    lean: HalfPx, scale: float, directions: tuple[float, ...], lying_share: float
) -> tuple[NDArray[np.intp], NDArray[np.uint8], NDArray[np.float64]]:
    """A figure in all its directions: (p,) the px of a window that any of its outlines covers, a tenth of all, (b, p)
    its outlines there, and (b,) the log of how likely each is."""
    ways = [(PARAMETERS.standing_mm, facing, (1 - lying_share) / len(directions)) for facing in directions]
    ways += [(PARAMETERS.lying_mm, facing, lying_share / len(ROUGHLY)) for facing in ROUGHLY]
    bodies = np.stack([outline(slices, lean, scale, facing).ravel() for slices, facing, _ in ways])
    covered = np.flatnonzero(bodies.any(axis=0))
    return covered, np.ascontiguousarray(bodies[:, covered]), np.log([share for _, _, share in ways])


def half_px(lean: NDArray[np.float64], guess: Guess) -> HalfPx:
    """By how much a head is seen right of and below its foot, half px."""
    right, down = (lean + guess.lean / stance.PARAMETERS.head_mm) * stance.PARAMETERS.head_mm * SPAN
    return round(2 * float(right)), round(2 * float(down))


@lru_cache(maxsize=512)  # of one figure after the other: roughly, then closely
def outline(slices: Slices, lean: HalfPx, scale: float, direction: float) -> NDArray[np.uint8]:
    """A figure's outline about its foot, which is the middle: (SILHOUETTE_PX, SILHOUETTE_PX), 0 to 255.

    Args:
        slices: of the figure.
        lean: half px by which something ``head_mm`` high is seen right of and below its foot.
        scale: of the figure.
        direction: that it faces, radians.
    """
    fineness = 4
    px = SPAN * fineness
    fine = np.zeros((SILHOUETTE_PX * fineness, SILHOUETTE_PX * fineness), np.uint8)
    middle = np.full(2, SILHOUETTE_PX * fineness / 2 - 0.5)
    for height, wide, thick in slices:
        aside = np.array(lean) / 2 * fineness * height * scale / stance.PARAMETERS.head_mm
        at = np.clip(middle + aside, 0, SILHOUETTE_PX * fineness - 1)
        axes = (scale * wide / PARAMETERS.tile_mm * px, scale * thick / PARAMETERS.tile_mm * px)
        drawn = cv2.ellipse2Poly(
            (round(float(at[0])), round(float(at[1]))),
            (round(axes[0]), round(axes[1])),
            round(float(np.degrees(direction))),
            0,
            360,
            15,
        )
        cv2.fillConvexPoly(fine, np.array(drawn, np.int32), 255)
    return np.asarray(cv2.resize(fine, (SILHOUETTE_PX, SILHOUETTE_PX), interpolation=cv2.INTER_AREA), np.uint8)
