"""One player's followers on a third of a small map's tiles, of an edition that nobody has seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.arrays import Float32Array
from calibration.colours import paints_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.figures.followers import figures_without_faces
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.registration.lattice import shifted

SIDE = 64
KEYS = ("BA/Rr", "BA/RFr", "BA/C", "BA/LR", "BA/RCr", "BA/Rr", "BA/CFC.2", "BA/RFr", "BA/Rr", "BA/RFr")
BLUE, RED = (178, 92, 30), (38, 36, 196)
NOTHING_KNOWN: Float32Array = np.full((len(KEYS), 6, 32, 32), 1 / 6, np.float32)


def map_with(colour: tuple[int, int, int], on: tuple[int, ...]) -> Picture:
    """A row of tiles with a follower in the corner of each of these."""
    row = np.hstack([cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)) for key in KEYS])
    for column in on:
        cv2.circle(row, (column * SIDE + 46, 45), 10, colour, -1, cv2.LINE_AA)
    return np.asarray(row, np.uint8)


def colours_on(picture: Picture) -> list[str]:
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    figures = figures_without_faces(layers_of(picture, SIDE), poses, paints_of(), NOTHING_KNOWN)
    return [one.colour for one in figures if one.confidence > 0.5]


@pytest.mark.parametrize(("colour", "name"), [(BLUE, "blue"), (RED, "red")])
def test_they_are_seen_though_their_colour_is_on_as_many_tiles_as_print(
    colour: tuple[int, int, int], name: str
) -> None:
    assert colours_on(map_with(colour, (0, 3, 5, 8))) == [name] * 4


def test_a_map_on_which_nobody_stands_has_none() -> None:
    assert colours_on(map_with(RED, ())) == []
