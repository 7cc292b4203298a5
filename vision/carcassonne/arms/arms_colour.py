"""Which tiles bear arms, told by the colour of their map's arms: they stand out from the city in one and the same way.

Roofs and snow have the form of arms more often than their colour. How an edition's arms differ in colour from the
ground of its cities, in this light, is told by the map's surest ones; how far any other tile goes that way where arms
are printed says whether it bears some. What stands there instead may go as far as it likes, so what falls short of
arms is none, however far it goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.carcassonne.arms import printed_arms
from vision.carcassonne.arms.printed_arms import masks_of, places_of
from vision.carcassonne.arms.twin_tiles import TwinTile, models_among, usual_likeness
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain.reader import TERRAINS

FINDING = "docs/findings/coats-of-arms.md"
CITY, SHIELD = TERRAINS.index("city"), TERRAINS.index("shield")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsColourParameters(Parameters):
    """Where arms' colour is looked for, and what it says."""

    soft: float = parameter(0.026, "share of a tile's side", "over which colours are evened out", CHOSEN)
    reach: float = parameter(0.15, "share of a tile's side", "from where arms are printed, to look for it", FINDING)
    city: float = parameter(0.7, "probability", "of city from which a spot shows the ground of cities", CHOSEN)
    least_city: float = parameter(0.03, "share of a tile", "of such spots, from which they tell its colour", CHOSEN)
    least_models: int = parameter(2, "tiles", "with arms whose colour another is compared with", CHOSEN)
    armed_scatter: float = parameter(0.17, "share of how far arms go", "by which those of one map stray", FINDING)
    bare_scatter: float = parameter(0.27, "share of how far arms go", "by which bare ground strays", FINDING)
    instead: float = parameter(0.5, "share", "of tiles without arms that may show anything there", CHOSEN)
    most_said: float = parameter(4.0, "nats", "that one tile's colour may say", CHOSEN)


PARAMETERS = ArmsColourParameters()


def said_by_colour(
    twins: dict[int, TwinTile], ground: Float32Array, covers: Float32Array, tiles: Float32Array
) -> dict[int, float]:
    """Log-likelihood ratios of arms, for tiles of which it can be told.

    Args:
        twins: the tiles to tell, by their number. ground: (b, 6, n, n) which terrain each spot shows.
        covers: (b, n, n) 1 where a figure covers a tile, else 0. tiles: (b, m, m, 3) each without what lies beside it.
    """
    even = {tile: _Evened.of(tiles[tile], ground[tile], covers[tile] > 0) for tile in twins}
    models = {tile: even[tile].arms_and_city(twins[tile]) for tile in models_among(twins)}
    shown = {tile: both for tile, both in models.items() if both is not None}
    alike = {}
    for tile, one in twins.items():
        others = [both for of, both in shown.items() if of != tile]
        if len(others) >= PARAMETERS.least_models:
            arms, city = np.median(others, axis=0)
            goes = even[tile].goes_towards(arms - city, city, one)
            if goes is not None:
                alike[tile] = goes
    usual = usual_likeness(alike, twins)
    if usual is None or usual.bare >= usual.armed:
        return {}
    return {tile: twins[tile].visible * _said(goes, usual.armed, usual.bare) for tile, goes in alike.items()}


def _said(goes: float, armed: float, bare: float) -> float:
    """Log-likelihood ratio of arms where a tile's colour goes so far, and those with and without usually so far."""
    with_arms = _normal(min(goes, armed), armed, PARAMETERS.armed_scatter)
    anything = PARAMETERS.instead / armed
    without = (1 - PARAMETERS.instead) * _normal(max(goes, bare), bare, PARAMETERS.bare_scatter) + anything
    return float(np.clip(np.log(with_arms / without), -PARAMETERS.most_said, PARAMETERS.most_said))


def _normal(value: float, middle: float, scatter: float) -> float:
    density = np.exp(-0.5 * ((value - middle) / scatter) ** 2) / (scatter * np.sqrt(2 * np.pi))
    return float(max(density, np.exp(-2 * PARAMETERS.most_said)))


@dataclass(frozen=True, eq=False, slots=True)
class _Evened:
    """A tile (m, m, 3) whose grain is evened out, what is painted there and what of it is covered, (m, m)."""

    colours: Float32Array
    shields: Float32Array
    city: BoolMask
    covered: BoolMask

    @classmethod
    def of(cls, tile: Float32Array, ground: Float32Array, covered: BoolMask) -> _Evened:
        side = len(tile)
        at = np.ix_(*2 * (((np.arange(side) + 0.5) / side * ground.shape[-1]).astype(int),))
        soft = cv2.GaussianBlur(tile, (0, 0), PARAMETERS.soft * side)
        hidden = covered[at]
        city = (ground[CITY][at] > PARAMETERS.city) & ~hidden
        return cls(np.asarray(soft, np.float32), ground[SHIELD][at], city, hidden)

    def arms_and_city(self, one: TwinTile) -> Float64Array | None:
        """(2, 3) colours of what is taken for arms and of the city around; None where too little of that shows."""
        side = len(self.colours)
        near, _ = masks_of(one.lies.kind.letter, one.lies.turns, side)
        down, across = divmod(int(np.where(near, self.shields, -1.0).argmax()), side)
        x, y = _spots(side)
        away = np.hypot(x - (across + 0.5) / side, y - (down + 0.5) / side)
        city = self.city & (away > 2 * printed_arms.PARAMETERS.radius)
        if city.mean() < PARAMETERS.least_city:
            return None
        arms = away < printed_arms.PARAMETERS.radius
        return np.stack([np.median(self.colours[where], axis=0) for where in (arms, city)]).astype(np.float64)

    def goes_towards(self, arms: Float64Array, city: Float64Array, one: TwinTile) -> float | None:
        """How far the tile's colour goes from the city's (3,) towards arms', which differ so (3,); None where all of
        their place is covered."""
        where = np.zeros(self.covered.shape, np.bool_)
        x, y = _spots(len(where))
        for across, down in places_of(one.lies.kind.letter, one.lies.turns):
            where |= np.maximum(np.abs(x - across), np.abs(y - down)) < PARAMETERS.reach
        where &= ~self.covered
        if not where.any():
            return None
        return float(((self.colours[where] - city) @ arms).max() / (arms @ arms))


def _spots(side: int) -> tuple[Float64Array, Float64Array]:
    """(1, side) across and (side, 1) down where spots of a tile lie, shares of its side."""
    line = (np.arange(side) + 0.5) / side
    return line[None, :], line[:, None]
