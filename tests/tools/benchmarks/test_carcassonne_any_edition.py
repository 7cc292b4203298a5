"""Tables of which nobody says what edition lies on them: in the project's own drawing, and in another's."""

from __future__ import annotations

import zlib

import cv2
import numpy as np
import pytest

from companion.readings.carcassonne_reading import as_plain, base_stock
from tools.benchmarks.reading.board_scores import score_of
from tools.benchmarks.reading.photographs import truth_of_board
from tools.training.terrain.painting.art import paint_tile, set_up_press
from tools.training.terrain.painting.style import FAMILIES, invent_style
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne import any_edition
from vision.carcassonne.any_edition import read_any
from vision.carcassonne.edition_teller import EditionTeller
from vision.carcassonne.following.first_look import first_of
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.frames import Picture
from vision.simulator.carcassonne import table as carcassonne_table
from vision.simulator.carcassonne.still import StillBoard, still_board
from vision.tile_map.terrain import kind_named

TABLE = 604, "easy", 9
PAINTER = 71_003


@pytest.fixture(scope="module")
def ours() -> StillBoard:
    return still_board(*TABLE)


@pytest.fixture(scope="module")
def theirs() -> StillBoard:
    """The same table with tiles that somebody else has drawn."""
    rng = np.random.default_rng(PAINTER)
    press = set_up_press(invent_style(FAMILIES[0], rng), rng)

    def painted(key: str, side: int, variant: int = 0, style: object = None) -> Picture:
        each = np.random.default_rng([PAINTER, zlib.crc32(key.encode()), variant])
        picture = paint_tile(kind_named(key), press, each).image
        return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carcassonne_table, "tile_picture", painted)
        return still_board(*TABLE)


def test_our_own_set_is_known_at_once_without_being_named(ours: StillBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_edition, "find_unseen", None)  # nobody needs to ask what other editions look like
    seen = read_any(ours.picture, own_edition(), base_stock())
    score = score_of(as_plain(seen, "en"), truth_of_board(ours.truth), 0.0)
    assert (score.right, score.false) == (score.tiles, 0)


def test_somebody_elses_tiles_are_read_by_their_terrain_and_not_taken_for_ours(
    theirs: StillBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(any_edition, "survey_at_once", None)  # a glance tells that ours need not be looked for
    seen = read_any(theirs.picture, own_edition(), base_stock())
    score = score_of(as_plain(seen, "en"), truth_of_board(theirs.truth), 0.0)
    assert score.right >= score.tiles - 1
    assert score.false == 0


def test_who_follows_a_table_lets_the_terrain_tell_what_his_own_set_does_not_know(theirs: StillBoard) -> None:
    terrain = TerrainTeller(base_stock())
    box = {kind_named(letter).key: count for letter, count in base_stock().items()}
    found = first_of(theirs.picture, (EditionTeller(own_edition(), closely=False), terrain), box)
    assert found is not None
    assert found.map.teller is terrain
