"""Which tiles bear arms, told by how the arms of their map look: an edition prints one and the same on all of them.

What the network takes for arms differs between editions; a map's own surest arms show what they look like on this one,
in this light. Where they are printed on any other tile (:mod:`printed_arms`) they are there, or something else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.arms.arms_colour import said_by_colour
from vision.carcassonne.arms.printed_arms import ArmsInPlace, masks_of, places_of
from vision.carcassonne.arms.twin_tiles import TwinTile, models_among, twin_tiles, usual_likeness
from vision.carcassonne.pennants import tell_arms, twins_among
from vision.carcassonne.poses import Orientation
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain.reader import TERRAINS

FINDING = "docs/findings/coats-of-arms.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikeArmsParameters(Parameters):
    """Which arms show what an edition's look like, and what likeness says of others."""

    side_px: int = parameter(48, "px", "a side at which tiles are compared", CHOSEN)
    margin_px: int = parameter(2, "px", "of that beside a tile that belong to what is compared", CHOSEN)
    half_px: int = parameter(4, "px", "of that from the middle of arms to the rim of what is compared", CHOSEN)
    aside_px: int = parameter(5, "px", "of that by which arms may lie beside where they are printed", CHOSEN)
    least_apart: float = parameter(0.05, "correlation", "between both, below which nothing follows", CHOSEN)
    scatter: float = parameter(0.1, "correlation", "by which either strays", FINDING)
    most_said: float = parameter(4.0, "nats", "that one tile's likeness may say", FINDING)


PARAMETERS = AlikeArmsParameters()


def cut_for_arms(layers: Layers, poses: Float64Array) -> Float32Array:
    """(b, n, n, 3) tiles at poses (b, 3, 3), as large as they are compared at."""
    return layers.cut(poses, PARAMETERS.side_px, PARAMETERS.margin_px)[0]


def arms_alike(
    evidence: Float64Array,
    posterior: Float64Array,
    orientations: Sequence[Orientation],
    stock: Mapping[str, int],
    seen: ArmsInPlace,
    ground: Float32Array,
    covers: Float32Array,
    tiles: Float32Array,
) -> Float64Array:
    """Evidence (b, orientations) in which only what is said of coats of arms has changed.

    Args:
        evidence, posterior, orientations, stock: as for :func:`vision.carcassonne.pennants.compare_pennants`.
        seen, ground: what the tiles show where arms are printed, and (b, 6, n, n) which terrain each spot shows.
        covers: (b, n, n) 1 where a figure covers a tile, else 0.
        tiles: (b, n, n, 3) of :func:`cut_for_arms`.
    """
    twins = twins_among(orientations, stock)
    paired = twin_tiles(posterior, orientations, twins, seen)
    by_form = _said(_likeness(paired, ground, tiles), paired)
    inside = slice(PARAMETERS.margin_px, PARAMETERS.margin_px + PARAMETERS.side_px)
    by_colour = said_by_colour(paired, ground, covers, tiles[:, inside, inside])
    compared = evidence.copy()
    for kind in twins:
        odds = compared[:, kind.armed] - compared[:, kind.bare]
        more = np.array([by_form.get(tile, 0.0) + by_colour.get(tile, 0.0) for tile in range(len(evidence))])
        tell_arms(compared, kind, odds + more[:, None])
    return compared


def _likeness(paired: dict[int, TwinTile], ground: Float32Array, tiles: Float32Array) -> dict[int, float]:
    """How much each tile looks, where arms are printed, like the arms of the map's others: the median correlation;
    empty where too few show any."""
    models = {tile: _arms_on(tiles[tile], ground[tile], paired[tile].lies) for tile in models_among(paired)}
    if not models:
        return {}
    alike = {}
    for tile, one in paired.items():
        near = [
            _about(tiles[tile], place, PARAMETERS.half_px + PARAMETERS.aside_px)
            for place in places_of(one.lies.kind.letter, one.lies.turns)
        ]
        others = [model for of, model in models.items() if of != tile]
        alike[tile] = float(np.median([max(_most_alike(part, model) for part in near) for model in others]))
    return alike


def _said(alike: dict[int, float], paired: dict[int, TwinTile]) -> dict[int, float]:
    """Log-likelihood ratios of arms by likeness, by how alike those are that surely bear some, and surely none."""
    usual = usual_likeness(alike, paired)
    if usual is None:
        return {}
    apart = usual.armed - usual.bare
    if apart < PARAMETERS.least_apart:
        return {}
    steepness, middle = apart / PARAMETERS.scatter**2, (usual.armed + usual.bare) / 2
    most = PARAMETERS.most_said
    return {tile: float(np.clip(steepness * (likeness - middle), -most, most)) for tile, likeness in alike.items()}


def _arms_on(tile: Float32Array, ground: Float32Array, lies: Orientation) -> Float32Array:
    """What is taken for arms on a tile that lies so."""
    n = ground.shape[-1]
    near, _ = masks_of(lies.kind.letter, lies.turns, n)
    down, across = divmod(int(np.where(near, ground[TERRAINS.index("shield")], -1.0).argmax()), n)
    return _about(tile, ((across + 0.5) / n, (down + 0.5) / n), PARAMETERS.half_px)


def _about(tile: Float32Array, place: tuple[float, float], half: int) -> Float32Array:
    """What lies so many px about a place (x, y), shares of a tile, as far as it is on the picture of the tile."""
    last = len(tile) - 1 - PARAMETERS.half_px  # so that nothing is smaller than arms
    x, y = (
        min(max(round(share * PARAMETERS.side_px + PARAMETERS.margin_px - 0.5), PARAMETERS.half_px), last)
        for share in place
    )
    return tile[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1]


def _most_alike(part: Float32Array, model: Float32Array) -> float:
    """The largest correlation of a model, in any of four turns, with any spot of a part."""
    turned = (np.ascontiguousarray(np.rot90(model, quarters)) for quarters in range(4))
    return max(float(cv2.matchTemplate(part, one, cv2.TM_CCOEFF_NORMED).max()) for one in turned)
