"""Tiles laid out apart from each other, anyhow turned, as people lay them out to show them to the camera once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from vision.artwork.carcassonne.style import ORCHARD, TileStyle
from vision.frames import Picture
from vision.simulator.beside import lamps
from vision.simulator.carcassonne.table import TILE_MM, Tabletop
from vision.simulator.carcassonne.view import camera_over
from vision.simulator.conditions import Conditions, Level
from vision.simulator.photograph import Photographer
from vision.simulator.scene import PiecePose, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.truth import pieces_truth

APART_MM = 74.0  # from middle to middle: turned by 45 degrees there is still a finger's width between them
_MARGIN_PX = 40.0


@dataclass(frozen=True, eq=False, slots=True)
class LooseTruth:
    """A tile that was laid out: its kind and its own corners from north-west clockwise, (4, 2) px."""

    key: str
    corners_px: Float64Array


@dataclass(frozen=True, eq=False, slots=True)
class LooseTiles:
    """A picture of tiles laid out, BGR, and where each of them lies."""

    image: Picture
    tiles: tuple[LooseTruth, ...]


def laid_out(
    keys: Sequence[str], seed: int, conditions: Conditions | Level | str = Level.ORDINARY, *, style: TileStyle = ORCHARD
) -> LooseTiles:
    """Photograph these tiles, in rows, every one turned as it came out of the box."""
    rng = np.random.default_rng([seed, 0x100E])
    drawn = Conditions.of(conditions, rng)
    columns = max(1, round(math.sqrt(len(keys) * 16 / 9)))
    rows = -(-len(keys) // columns)
    table = Tabletop(drawn, rng, style)
    flats = []
    for number, key in enumerate(keys):
        row, column = divmod(number, columns)
        jitter = rng.uniform(-4, 4, 2)
        x = (column - (columns - 1) / 2) * APART_MM + float(jitter[0])
        y = (row - (rows - 1) / 2) * APART_MM + float(jitter[1])
        piece = table.new_tile(key, f"tile {number}")
        flats.append(replace(piece, pose=PiecePose(x, y, float(rng.uniform(0, 360)))))
    camera = camera_over(drawn, (0.0, 0.0))
    middles = np.array([(piece.pose.x, piece.pose.y) for piece in flats])
    for piece_px in np.linspace(drawn.piece_px, 24, 40):
        camera = camera_over(drawn, (0.0, 0.0), float(piece_px))
        if camera.shows(camera.project(middles * 1.05 + np.sign(middles) * TILE_MM * 0.75), _MARGIN_PX).all():
            break
    scene = TableScene(ground(drawn.surface, rng), tuple(flats), (), (), lamps(rng))
    image = Photographer(camera, drawn, rng, middles, TILE_MM).take(scene)
    known = pieces_truth(scene, camera)
    lying = (LooseTruth(key, known[piece.name].corners_px) for key, piece in zip(keys, flats, strict=True))
    return LooseTiles(image, tuple(lying))
