"""Coats of arms that somebody stands on, on tiles of an edition that nobody has seen.

Mostly arms stand where all editions print them (:mod:`vision.carcassonne.arms.printed_arms`). Where this one does not,
nobody knows where they are, only that they stand in the city. So it is asked how much of where they could stand is
covered: where most of it is, both readings stay open, as far as it is as likely as what the box has left of
each. Arms that show beside the figure are seen; those that are made out beneath it alone are a guess, or its own look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.pennants import twins_among
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.shades import disc
from vision.registration.lattice import project
from vision.tile_map.terrain.reader import TERRAINS


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenArmsParameters(Parameters):
    """How large arms are, what counts as covered, and from when readings stay open."""

    radius: float = parameter(0.08, "share of a tile's side", "half the width of a coat of arms", CHOSEN)
    rim: float = parameter(0.035, "share of a tile's side", "that a figure's soft rim reaches", CHOSEN)
    covered: float = parameter(0.5, "share", "of arms from which nobody sees them", CHOSEN)
    open_from: float = parameter(
        0.5,
        "share",
        "of where arms could stand that is covered, from which both readings stay open: below it the network sees past",
        "docs/findings/coats-of-arms.md",
    )
    least_left: float = parameter(
        0.1, "share of a tile", "that is left of a kind at the least: people mix boxes", CHOSEN
    )


PARAMETERS = HiddenArmsParameters()
CITY, SHIELD = TERRAINS.index("city"), TERRAINS.index("shield")


@dataclass(frozen=True, eq=False, slots=True)
class HiddenArms:
    """What figures hide of each tile's arms.

    Attributes:
        if_there: (b,) share of the places in the city where arms could stand that are covered.
        if_seen: (b,) share of what is taken for arms that lies beneath figures.
    """

    if_there: Float64Array
    if_seen: Float64Array


def hidden_arms(ground: Float32Array, covers: Float32Array) -> HiddenArms:
    """What figures hide on tiles.

    Args:
        ground: (b, 6, n, n) shares of each terrain, as :meth:`vision.tile_map.terrain.reader.TerrainReader.look` paints
            them, beneath figures as well.
        covers: (b, n, n) 1 where a figure covers a tile, else 0: :func:`covers_of`.
    """
    n = ground.shape[-1]
    there, seen = np.zeros(len(ground)), np.zeros(len(ground))
    for tile, (painted, cover) in enumerate(zip(ground, covers, strict=True)):
        if not cover.any():
            continue
        city = np.isin(painted.argmax(axis=0), (CITY, SHIELD)).astype(np.uint8)
        arms = disc(PARAMETERS.radius * n)
        within = cv2.erode(city, arms, borderType=cv2.BORDER_CONSTANT, borderValue=1) > 0
        hidden = cv2.filter2D(cover, -1, arms / arms.sum(), borderType=cv2.BORDER_REPLICATE) >= PARAMETERS.covered
        there[tile] = float(hidden[within].mean()) if within.any() else 0.0
        seen[tile] = float((painted[SHIELD] * cover).sum() / max(float(painted[SHIELD].sum()), 1e-6))
    return HiddenArms(there, seen)


def left_open(
    posterior: Float64Array,
    hidden: HiddenArms,
    orientations: Sequence[Orientation],
    box: Mapping[str, int],
    in_place: Float64Array | None = None,
) -> tuple[Float64Array, NDArray[np.bool_]]:
    """Posterior (b, orientations) in which readings that arms alone tell apart share what they have together: where
    arms are hidden, as far as they are, by how many of each kind the box has left beside the other tiles. And (b,
    orientations) readings between which nobody can see, because they are hidden.

    Args:
        in_place: (b, orientations) share of where this edition prints arms that is covered; None where that is not
            known.
    """
    open_, covered = posterior.copy(), np.zeros(posterior.shape, np.bool_)
    for kind in twins_among(orientations, box):
        keys = [orientations[int(lies[0])].kind.key for lies in (kind.bare, kind.armed)]
        of_kind = [np.array([one.kind.key == key for one in orientations]) for key in keys]
        shown = np.stack([posterior[:, of].sum(axis=1) for of in of_kind])  # (2, b)
        left = np.array([[box[key]] for key in keys]) - (shown.sum(axis=1, keepdims=True) - shown)
        left = np.maximum(left, PARAMETERS.least_left)
        by_box = left[1] / left.sum(axis=0)
        both = posterior[:, kind.bare] + posterior[:, kind.armed]
        armed = posterior[:, kind.armed] / np.maximum(both, 1e-12)
        if in_place is None:
            share = armed * hidden.if_seen[:, None] + (1 - armed) * hidden.if_there[:, None]
        else:
            share = in_place[:, kind.armed]
        share = np.where(share < PARAMETERS.open_from, 0.0, share)
        armed = (1 - share) * armed + share * by_box[:, None]
        open_[:, kind.bare], open_[:, kind.armed] = both * (1 - armed), both * armed
        covered[:, kind.bare] = covered[:, kind.armed] = share > 0
    return open_, covered


def covers_of(poses: Float64Array, outlines: Sequence[Float32Array], n: int) -> Float32Array:
    """(b, n, n) 1 where figures with such outlines (k, 2) px cover tiles at poses (b, 3, 3), unit square to px."""
    return np.stack([_cover(pose, outlines, n) for pose in poses])


def _cover(pose: Float64Array, outlines: Sequence[Float32Array], n: int) -> Float32Array:
    """(n, n) 1 where a figure covers a tile, its soft rim with it."""
    cover = np.zeros((n, n), np.uint8)
    for outline in outlines:
        on_tile = project(np.linalg.inv(pose), np.asarray(outline, np.float64))
        if ((on_tile > -0.5) & (on_tile < 1.5)).all(axis=1).any():
            cv2.fillPoly(cover, [np.rint(on_tile * n - 0.5).astype(np.int32)], 1)
    return cv2.dilate(cover, disc(PARAMETERS.rim * n)).astype(np.float32)
