"""Editions to lay maps of: invented ones, and now and then one of our own; every tile as a picture with its sides."""

from __future__ import annotations

import numpy as np

from games.carcassonne.tiles import tile_type
from tools.training.terrain.painting.art import NOTHING, TILE, paint_tile, set_up_press
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.painting.style import FAMILIES, invent_style
from tools.training.terrain.photograph import LaidSquare, Pool, lay
from vision.artwork.carcassonne.style import ORCHARD, SCHOOLBOOK, WINTER
from vision.artwork.carcassonne.tiles import VARIANTS, tile_picture
from vision.frames import Picture
from vision.tile_map.terrain.kinds import kinds, placements

TILES = 30  # of one edition
OWN_SHARE = 0.2


def print_edition(rng: Rng) -> Pool:
    """Some tiles of one edition, each turned some way."""
    return _own_edition(rng) if rng.random() < OWN_SHARE else _invented_edition(rng)


def _invented_edition(rng: Rng) -> Pool:
    places = placements()
    press = set_up_press(invent_style(FAMILIES[rng.integers(len(FAMILIES))], rng), rng)
    chosen = rng.integers(0, len(places), TILES)
    return Pool([lay(paint_tile(places[c].kind, press, rng), places[c].turns, int(c)) for c in chosen])


def _own_edition(rng: Rng) -> Pool:
    style = (ORCHARD, WINTER, SCHOOLBOOK)[rng.integers(3)]
    base = [kind for kind in kinds() if kind.in_base_game]
    blank = np.full((TILE, TILE), NOTHING, np.uint8)
    laid = []
    for number in rng.integers(0, len(base), TILES):
        kind, turns = base[number], int(rng.integers(4))
        picture: Picture = tile_picture(tile_type(kind.key).key, TILE, int(rng.integers(VARIANTS)), style)
        laid.append(LaidSquare(np.ascontiguousarray(np.rot90(picture[..., :3], -turns)), blank, 0, kind.sides(turns)))
    return Pool(laid)
