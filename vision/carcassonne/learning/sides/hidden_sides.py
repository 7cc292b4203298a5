"""At which sides of a tile somebody stands so that nobody sees what is printed there."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np

from calibration.references import Outline
from games.carcassonne.actions import Lay
from games.carcassonne.tiles import tile_type
from vision.carcassonne.learning.sides.side_strip import north_strip
from vision.carcassonne.live.deck import filled
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import kind_named


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenSidesParameters(Parameters):
    """Where of a side it shows what it is."""

    deep: tuple[float, float] = parameter((0.0, 0.16), "tile sides", "from the edge, between which it does", CHOSEN)
    hidden: float = parameter(0.4, "share", "of that, from which a side tells nothing", CHOSEN)
    outline_px: int = parameter(64, "px a tile side", "at which an outline is drawn", CHOSEN)


PARAMETERS = HiddenSidesParameters()


def hidden_sides(outline: Outline) -> frozenset[int]:
    """Sides (north 0 and clockwise) of which a figure hides what tells them; his ``outline`` is in tile units."""
    covered = filled(outline, PARAMETERS.outline_px)
    strips = (north_strip(np.rot90(covered, side), PARAMETERS.deep) for side in range(4))
    return frozenset(side for side, strip in enumerate(strips) if strip.mean() > PARAMETERS.hidden)


def only_hidden_differ(first: Lay, second: Lay, hidden: Set[int]) -> bool:
    """Whether nothing tells two tiles as they are laid apart but sides that are ``hidden``."""
    sides, of_second = (tile_type(lay.tile).turned[lay.turns].sides for lay in (first, second))
    differ = {side for side in range(4) if sides[side] != of_second[side]}
    return bool(differ) and differ <= hidden and kind_named(first.tile).cloister == kind_named(second.tile).cloister
