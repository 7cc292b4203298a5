"""A map under glass is found in bad light as any other: by its terrain, where no feature of its print tells it."""

from __future__ import annotations

import numpy as np

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.game import Seat
from tests.vision.carcassonne.live.test_by_terrain import HARD_TO_SEE
from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.stained_glass.edition import own_glass
from vision.eyes import Attention
from vision.frames import Frame
from vision.simulator.carcassonne.still import still_board
from vision.stained_glass.live.eyes import StainedGlassEyes


def test_a_start_tile_that_no_feature_tells_is_found_before_any_glass_lies_on_it() -> None:
    table = still_board(HARD_TO_SEE, "hard", 1, 3)
    game = CARCASSONNE_STAINED_GLASS
    state = game.new(game.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    eyes = StainedGlassEyes(own_edition(CARCASSONNE.box(state.setup)), own_glass(), state)
    glances = [eyes.look(Frame(table.picture, number * 100.0, number)) for number in range(3)]
    assert glances[-1].attention is Attention.STILL
    (start,) = table.truth.tiles
    (outline, *_) = eyes.overlay()
    assert np.linalg.norm(outline[:4].mean(axis=0) - start.corners_px.mean(axis=0)) < 4
