"""A few tiles that were found on a picture are the map where their terrain shows, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.known_tiles import as_they_lie
from vision.carcassonne.live.map_lock import lock, map_search
from vision.carcassonne.live.map_lock.lock import FirstLock, similarities
from vision.carcassonne.live.map_lock.map_search import MapOnPicture, believed, found_anywhere
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.feature_seeds import TileSeed, edition_features
from vision.registration.lattice import Cell, Matrix, project

SEARCHES = 5  # of a picture, at most
EDGE, LEFT, TOP = 80, 300, 200  # px: a tile's side, and where the left one lies
TILES: dict[Cell, tuple[str, int]] = {(0, 0): ("BA/RCr", 0), (0, 1): ("BA/RFr", 0)}  # a road through both


@pytest.fixture(scope="module")
def teller() -> TerrainTeller:
    return TerrainTeller(CARCASSONNE.box(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))))


@pytest.fixture(scope="module")
def table() -> Picture:
    """Both tiles on a checked cloth, its checks as large as they are."""
    rows, columns = np.indices((720, 960)) // EDGE
    cloth = np.where(((rows + columns) % 2 == 0)[..., None], (150, 160, 170), (70, 60, 120)).astype(np.uint8)
    for (row, column), (key, turns) in TILES.items():
        top, left = TOP + row * EDGE, LEFT + column * EDGE
        cloth[top : top + EDGE, left : left + EDGE] = np.rot90(tile_picture(key, EDGE, 0), -turns)
    return cloth


def lock_at(table: Picture, left: int, top: int) -> FirstLock:
    """Both tiles as features would have found them there."""
    poses: dict[Cell, Matrix] = {
        (row, column): np.array([[EDGE, 0, left + column * EDGE], [0, EDGE, top + row * EDGE], [0, 0, 1]], np.float64)
        for row, column in TILES
    }
    sight = TileSight(layers_of(table, float(EDGE)), NEUTRAL, Deck.of(own_edition()))
    matches = as_they_lie(sight, {cell: (pose, TILES[cell]) for cell, pose in poses.items()})
    return FirstLock(
        matches, NEUTRAL, clear=False, similarity=float(similarities(sight, list(matches.values())).mean())
    )


def test_two_tiles_where_they_lie_are_the_map(table: Picture, teller: TerrainTeller) -> None:
    assert believed(lock_at(table, LEFT, TOP), table, teller, TILES)


def test_two_checks_of_a_cloth_that_pass_for_them_are_not(table: Picture, teller: TerrainTeller) -> None:
    elsewhere = lock_at(table, LEFT - 3 * EDGE, TOP + 2 * EDGE)
    assert not believed(elsewhere, table, teller, TILES)


def test_who_has_nobody_to_tell_terrain_believes_what_was_found(table: Picture) -> None:
    assert believed(lock_at(table, LEFT - 3 * EDGE, TOP + 2 * EDGE), table, None, TILES)


def test_nobody_is_asked_about_a_map_that_was_clearly_found(table: Picture, teller: TerrainTeller) -> None:
    clear = replace(lock_at(table, LEFT - 3 * EDGE, TOP + 2 * EDGE), clear=True, similarity=0.8)
    assert believed(clear, table, teller, TILES)


def test_a_map_found_whole_whose_tiles_look_little_like_themselves_must_show_their_terrain(
    table: Picture, teller: TerrainTeller
) -> None:
    """In colours that were learned from what is no map, all of it may fit."""
    elsewhere = replace(lock_at(table, LEFT - 3 * EDGE, TOP + 2 * EDGE), clear=True, similarity=0.5)
    assert not believed(elsewhere, table, teller, TILES)
    assert believed(replace(lock_at(table, LEFT, TOP), clear=True, similarity=0.5), table, teller, TILES)


def test_where_few_tiles_lie_is_settled_by_their_terrain_and_by_no_further_search(
    table: Picture, teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody ever takes two tiles for the map by their prints alone here."""
    monkeypatch.setattr(lock, "PARAMETERS", replace(lock.PARAMETERS, surely_alike=1.0))
    edition, asked = own_edition(), [0]

    def layered() -> Layers:
        asked[0] += 1  # once a search
        return layers_of(table, float(EDGE))

    memory = Memory(Deck.of(edition), {}, TILES)
    found = found_anywhere(table, edition_features(edition), layered, memory, teller)
    assert found is not None
    assert asked[0] < SEARCHES
    for (row, column), pose in found.poses.items():
        assert pose[:2, 2] == pytest.approx((LEFT + column * EDGE, TOP + row * EDGE), abs=3)


def found_by_terrain(picture: Picture, teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch) -> MapOnPicture | None:
    """What is found where no feature of any print shows."""
    monkeypatch.setattr(map_search, "seen_in_turn", lambda *_: iter([([], True)] * (SEARCHES - 1) + [([], False)]))
    edition = own_edition()
    memory = Memory(Deck.of(edition), {}, TILES)
    return found_anywhere(picture, edition_features(edition), lambda: layers_of(picture, float(EDGE)), memory, teller)


def test_where_no_feature_shows_terrain_finds_the_map_and_prints_lay_it_exactly(
    table: Picture, teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = found_by_terrain(table, teller, monkeypatch)
    assert found is not None
    assert set(found.poses) == set(TILES)
    for (row, column), pose in found.poses.items():
        assert project(pose, [[0.5, 0.5]])[0] == pytest.approx(
            (LEFT + (column + 0.5) * EDGE, TOP + (row + 0.5) * EDGE), abs=0.03 * EDGE
        )


def test_of_two_tiles_prints_are_not_looked_for_any_further_once_terrain_shows_them(
    table: Picture, teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for = [0]

    def nothing_seen(*_: object) -> Iterator[tuple[list[TileSeed], bool]]:
        for number in range(SEARCHES):
            looked_for[0] += 1
            yield [], number < SEARCHES - 1

    monkeypatch.setattr(map_search, "seen_in_turn", nothing_seen)
    monkeypatch.setattr(map_search, "prints_on_terrain", lambda *_: None)
    memory, features = Memory(Deck.of(own_edition()), {}, TILES), edition_features(own_edition())
    assert found_anywhere(table, features, lambda: layers_of(table, float(EDGE)), memory, teller) is not None
    assert looked_for[0] == map_search.PARAMETERS.before_terrain


def test_what_no_print_bears_out_lies_where_its_terrain_says(
    table: Picture, teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_search, "prints_on_terrain", lambda *_: None)
    found = found_by_terrain(table, teller, monkeypatch)
    assert found is not None
    assert set(found.poses) == set(TILES)


def test_who_has_nobody_to_tell_terrain_finds_nothing_then(table: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_search, "seen_in_turn", lambda *_: iter([([], True)] * 4 + [([], False)]))
    memory = Memory(Deck.of(own_edition()), {}, TILES)
    features = edition_features(own_edition())
    assert found_anywhere(table, features, lambda: layers_of(table, float(EDGE)), memory) is None
