"""In bad light a lone start tile shows more of its terrain than of its print: the map is found as on a photograph."""

from __future__ import annotations

import numpy as np

from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.eyes import Attention
from vision.frames import Frame
from vision.simulator.carcassonne.still import still_board

HARD_TO_SEE = 740860594  # 43 px a tile, blurred and dark, of which the features of its print tell nothing


def test_a_start_tile_that_no_feature_tells_is_found_by_its_terrain() -> None:
    table = still_board(HARD_TO_SEE, "hard", 1, 3)
    state = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    box = CARCASSONNE.box(state.setup)
    eyes = CarcassonneEyes(own_edition(box), state, teller=TerrainTeller(box))
    glances = [eyes.look(Frame(table.picture, number * 100.0, number)) for number in range(3)]
    assert [glance.attention for glance in glances][-1] is Attention.STILL
    (start,) = table.truth.tiles
    (outline,) = eyes.overlay()
    assert np.linalg.norm(outline[:4].mean(axis=0) - start.corners_px.mean(axis=0)) < 4
