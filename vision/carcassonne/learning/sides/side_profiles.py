"""How colour runs along a tile's sides: where a road crosses one, it differs from what lies on either hand of it; where
a city reaches one, it is the city's all along."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideProfilesParameters(Parameters):
    """Where along a side, and how deep, colour is looked at."""

    px: int = parameter(64, "px", "a tile's side at which that is done", CHOSEN)
    # A hut's fence reaches to within 0.04 of the edge, a farm's path begins there: a road shows in both strips. Deeper
    # in, at 0.14 to 0.22, roads bend away, and such a third strip told less.
    deep: tuple[tuple[int, int], ...] = parameter(
        ((1, 4), (4, 9)), "of these px", "from the edge, between which each strip lies", FINDING
    )
    begins: tuple[int, ...] = parameter(
        (0, 3), "of these px", "inward, where a side may begin: tiles are cut with a strip of table", FINDING
    )
    half: int = parameter(20, "of these px", "from the middle of a strip to its ends", CHOSEN)
    aside: int = parameter(6, "of these px", "by which a road may cross beside the middle, either way", FINDING)
    spot: int = parameter(4, "of these px", "along the side that are one value", CHOSEN)
    flank: tuple[int, int] = parameter(
        (4, 14), "of these px", "from either corner, the light of which is taken off a strip", CHOSEN
    )
    tinted: tuple[int, int] = parameter((14, 50), "of these px", "along the side, of which its tint is told", FINDING)
    dark: float = parameter(8.0, "of 255", "added before the logarithm: what is darker is all as dark", CHOSEN)
    hidden: float = parameter(0.2, "share", "of the middle of the strips, from which a side tells nothing", FINDING)
    middle: tuple[int, int] = parameter((16, 48), "of these px", "along the side, which that is", CHOSEN)
    # Shadows that nobody made out, and tiles cut with a strip of table: of 668 open sides all four that told the wrong
    # terrain by more than a little were past one of the two, and 2 and 9 in 100 of the others (looked at).
    uneven: float = parameter(
        0.6, "nats", "by which both ends of a side are lit differently, that it tells less", FINDING
    )
    beyond: float = parameter(
        0.22, "nats", "by which the ends of both strips differ, from which one lies beyond the tile", FINDING
    )
    along: float = parameter(0.1, "nats", "the same at either end, where that is table all along the side", FINDING)


PARAMETERS = SideProfilesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class SideProfiles:
    """The sides of one tile, north first and clockwise.

    Attributes:
        colours: (4, strips, shifts, values) logarithms of colour along each side, against that of its ends: its middle
            is moved by each shift along the side.
        tints: (4, values) what colour each strip has all along, as logarithms of blue and red against green, and how
            busy it is: what its lightness changes by from px to px, in the mean.
        seen: (4,) where nobody hides the side, and no shadow's end crosses it.
    """

    colours: Float32Array
    tints: Float32Array
    seen: BoolMask

    def where_hidden(self, other: SideProfiles) -> SideProfiles:
        """These, and where somebody hides a side what others show of the same one."""
        seen = self.seen[:, None, None, None]
        colours = np.where(seen, self.colours, other.colours)
        return SideProfiles(colours, np.where(self.seen[:, None], self.tints, other.tints), self.seen | other.seen)


def side_profiles(tile: Picture, hidden: NDArray[np.bool_]) -> SideProfiles:
    """Those of a picture (h, w, 3) BGR of a tile edge to edge, of which somebody hides some (m, m)."""
    n = PARAMETERS.px
    logs = np.log(cv2.resize(tile, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) + PARAMETERS.dark)
    covered = cv2.resize(hidden.astype(np.float32), (n, n), interpolation=cv2.INTER_AREA)
    each = [_side(np.rot90(logs, side), np.rot90(covered, side)) for side in range(4)]
    strips, tints, seen = zip(*each, strict=True)
    return SideProfiles(_colours(np.stack(strips)), np.stack(tints), np.array(seen))


def _side(tile: Float32Array, covered: Float32Array) -> tuple[Float32Array, Float32Array, bool]:
    """(strips, n, 3) along the north side of (n, n, 3), against their ends, (values,) its tint, and whether it is seen;
    where a strip of table lies along all of it, it begins further in."""
    for edge in PARAMETERS.begins:
        strips = np.stack([tile[edge + start : edge + end].mean(axis=0) for start, end in PARAMETERS.deep])
        ends = _ends(strips)
        if not _beyond(ends.mean(axis=-1)):
            break
    depth, along = edge + max(end for _, end in PARAMETERS.deep), slice(*PARAMETERS.middle)
    in_sight = float(covered[:depth, along].mean()) <= PARAMETERS.hidden
    tint = np.concatenate([_tint(tile[edge + start : edge + end]) for start, end in PARAMETERS.deep])
    return strips - ends.mean(axis=1)[:, None], tint, in_sight and _evenly_lit(ends.mean(axis=-1))


def _tint(strip: Float32Array) -> Float32Array:
    """(3,) of one strip (rows, n, 3), logarithms."""
    along = strip[:, slice(*PARAMETERS.tinted)]
    blue, green, red = along.mean(axis=(0, 1))
    busy = np.abs(np.diff(along.mean(axis=-1), axis=1)).mean()
    return np.array([blue - green, red - green, busy], np.float32)


def _ends(strips: Float32Array) -> Float32Array:
    """(strips, 2, 3) the colour of either end of each."""
    flank = slice(*PARAMETERS.flank)
    return np.stack([one[:, flank].mean(axis=1) for one in (strips, strips[:, ::-1])], axis=1)


def _evenly_lit(ends: Float32Array) -> bool:
    """Whether both ends of each strip, and each end of both, are as light as each other; of (strips, 2)."""
    across, inward = np.abs(ends[:, 0] - ends[:, 1]).max(), np.ptp(ends.mean(axis=1))
    return bool(across <= PARAMETERS.uneven and inward <= PARAMETERS.beyond)


def _beyond(ends: Float32Array) -> bool:
    """Whether the outer strip lies beyond the tile from end to end; of (strips, 2)."""
    steps = ends[0] - ends[-1]
    along = bool(steps[0] * steps[1] > 0 and np.abs(steps).min() > PARAMETERS.along)
    return along and bool(np.ptp(ends.mean(axis=1)) > PARAMETERS.beyond)


def _colours(strips: Float32Array) -> Float32Array:
    """(4, strips, shifts, values) of strips (4, strips, n, 3), their middle moved by each shift."""
    middle, half, aside = strips.shape[2] // 2, PARAMETERS.half, PARAMETERS.aside
    moved = [strips[:, :, middle - half + shift : middle + half + shift] for shift in range(-aside, aside + 1)]
    spots = np.stack(moved, axis=2).reshape(*strips.shape[:2], len(moved), -1, PARAMETERS.spot, 3).mean(axis=4)
    return np.asarray(spots.reshape(*strips.shape[:2], len(moved), -1), np.float32)
