"""Which feature a follower stands on is told by how the edition draws its tiles."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.colours import paints_of
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.figures.followers import read_followers
from vision.carcassonne.observation import SeenTile
from vision.carcassonne.poses import as_sides
from vision.imaging.patches import layers_of
from vision.registration.lattice import Lattice, quad_of
from vision.tile_map.edition_atlas import atlas_of
from vision.tile_map.terrain import kind_named

SIDE, LEFT, TOP = 72, 40, 40
BESIDE_THE_USUAL_ARC = (0.50, 0.41)  # within the city as our own tiles draw it, in the field as cities usually run


def test_a_follower_stands_in_the_city_as_it_is_drawn():
    edition, kind = own_edition(), kind_named("N")
    view = next(index for index, one in enumerate(edition.references) if kind_named(one.kind) == kind)
    face = cv2.resize(edition.references[view].image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    picture = np.full((2 * TOP + SIDE, 2 * LEFT + SIDE, 3), (96, 118, 140), np.uint8)
    picture[TOP : TOP + SIDE, LEFT : LEFT + SIDE] = face
    x, y = (round(share * SIDE) for share in BESIDE_THE_USUAL_ARC)
    cv2.circle(picture, (LEFT + x, TOP + y), 11, (38, 36, 196), -1)

    pose = np.array([[SIDE, 0, LEFT], [0, SIDE, TOP], [0, 0, 1.0]])
    sides = edition.references[view].sides
    tile = SeenTile(0, 0, kind.key, kind.letter, as_sides(sides), 0, 1.0, (), quad_of(pose).astype(np.float32))
    layers, lattice, paints = layers_of(picture, SIDE), Lattice({(0, 0): pose}), paints_of()
    (by_picture,) = read_followers(layers, atlas_of(edition), [tile], {(0, 0): 4 * view}, lattice, paints)
    assert (by_picture.colour, by_picture.feature) == ("red", "city")
    assert by_picture.on_feature > 0.9
