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
from vision.carcassonne.arms.printed_arms import ArmsInPlace, masks_of, places_of
from vision.carcassonne.figures import hidden_arms as hiding
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
    least_chance: float = parameter(
        0.5, "probability", "to be of two kinds that arms tell apart, to be compared", CHOSEN
    )
    armed: float = parameter(0.6, "probability", "of arms from which a tile may show what they look like", CHOSEN)
    shown: float = parameter(0.4, "probability", "of arms in their place, from which it does", CHOSEN)
    bare: float = parameter(0.2, "probability", "of arms below which a tile shows what is there instead", CHOSEN)
    most_models: int = parameter(6, "tiles", "whose arms the others are compared with, the surest", CHOSEN)
    least_models: int = parameter(3, "tiles", "the same, below which nothing follows", CHOSEN)
    least_bare: int = parameter(2, "tiles", "that show what is there instead, below which nothing follows", CHOSEN)
    least_apart: float = parameter(0.05, "correlation", "between both, below which nothing follows", CHOSEN)
    scatter: float = parameter(0.1, "correlation", "by which either strays", FINDING)
    most_said: float = parameter(4.0, "nats", "that one tile's likeness may say", FINDING)


PARAMETERS = AlikeArmsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class _Paired:
    """A tile of two kinds that arms tell apart: how it lies were it the one with arms, how likely it is that one, and
    how likely its place shows some."""

    lies: Orientation
    armed: float
    shown: float


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
    tiles: Float32Array,
) -> Float64Array:
    """Evidence (b, orientations) in which only what is said of coats of arms has changed.

    Args:
        evidence, posterior, orientations, stock: as for :func:`vision.carcassonne.pennants.compare_pennants`.
        seen, ground: what the tiles show where arms are printed, and (b, 6, n, n) which terrain each spot shows.
        tiles: (b, n, n, 3) of :func:`cut_for_arms`.
    """
    twins = twins_among(orientations, stock)
    paired: dict[int, _Paired] = {}
    for kind in twins:
        chance = posterior[:, kind.bare] + posterior[:, kind.armed]
        for tile in np.flatnonzero(chance.sum(axis=1) > PARAMETERS.least_chance).tolist():
            lies = int(kind.armed[chance[tile].argmax()])
            if seen.covered[tile, lies] < hiding.PARAMETERS.open_from:
                armed = float(posterior[tile, kind.armed].sum() / chance[tile].sum())
                paired[tile] = _Paired(orientations[lies], armed, float(seen.shown[tile, lies]))
    said = _said(_likeness(paired, ground, tiles), paired)
    compared = evidence.copy()
    for kind in twins:
        odds = compared[:, kind.armed] - compared[:, kind.bare]
        more = np.array([said.get(tile, 0.0) for tile in range(len(evidence))])
        tell_arms(compared, kind, odds + more[:, None])
    return compared


def _likeness(paired: Mapping[int, _Paired], ground: Float32Array, tiles: Float32Array) -> dict[int, float]:
    """How much each tile looks, where arms are printed, like the arms of the map's others: the median correlation;
    empty where too few show any."""
    surest = sorted(
        (tile for tile, one in paired.items() if one.armed > PARAMETERS.armed and one.shown > PARAMETERS.shown),
        key=lambda tile: -paired[tile].armed * paired[tile].shown,
    )
    models = {tile: _arms_on(tiles[tile], ground[tile], paired[tile].lies) for tile in surest[: PARAMETERS.most_models]}
    if len(models) < PARAMETERS.least_models:
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


def _said(alike: Mapping[int, float], paired: Mapping[int, _Paired]) -> dict[int, float]:
    """Log-likelihood ratios of arms by likeness, by how alike those are that surely bear some, and surely none."""
    armed = [
        likeness
        for tile, likeness in alike.items()
        if paired[tile].armed > PARAMETERS.armed and paired[tile].shown > PARAMETERS.shown
    ]
    bare = [likeness for tile, likeness in alike.items() if paired[tile].armed < PARAMETERS.bare]
    if len(bare) < PARAMETERS.least_bare or len(armed) < PARAMETERS.least_models:
        return {}
    with_arms, without = float(np.median(armed)), float(np.median(bare))
    apart = with_arms - without
    if apart < PARAMETERS.least_apart:
        return {}
    steepness, middle = apart / PARAMETERS.scatter**2, (with_arms + without) / 2
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
