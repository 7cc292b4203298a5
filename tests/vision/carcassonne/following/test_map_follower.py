"""Following a map without a person: a table on which tiles are laid, knocked, covered and exchanged."""

from __future__ import annotations

from copy import deepcopy

import cv2
import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.edition_teller import EditionTeller
from vision.carcassonne.following.events import EventKind
from vision.carcassonne.following.laying import laying_of
from vision.carcassonne.following.map_follower import MapFollower
from vision.carcassonne.observation import SeenFollower, SeenTile
from vision.frames import Frame

KINDS = {"D": "BA/RCr", "V": "BA/Rr", "E": "BA/C", "B": "BA/L"}
BOX = {"BA/RCr": 4, "BA/Rr": 9, "BA/C": 5, "BA/L": 4}
SIDE, HEIGHT, WIDTH = 64, 480, 640


@pytest.fixture(scope="module")
def edition():
    views = []
    for key in KINDS.values():
        north, east, south, west = tile_type(key).turned[0].sides
        views.append(Reference(tile_type(key).name, (north, east, south, west), tile_picture(key, 160, 0)))
    return edition_of("drawn", views)


class Table:
    """A plain table from above. Tiles lie by (row, column) with quarter turns; a picture is taken every second."""

    def __init__(self, edition, origin=(200, 240), degrees=3.0):
        self.follower = MapFollower((EditionTeller(edition),), BOX)
        self.origin, self.degrees = origin, degrees
        self.tiles, self.number = {}, -1
        self.arm, self.reaches = False, (origin[1] + 30, origin[0] + 30)
        self.grain = np.random.default_rng(1)

    def lay(self, letter, row, column, turns=0):
        self.tiles[row, column] = letter, turns
        return self

    def picture(self):
        sheet = np.full((HEIGHT, WIDTH, 3), (96, 118, 140), np.uint8)
        for (row, column), (letter, turns) in self.tiles.items():
            face = np.rot90(cv2.resize(tile_picture(KINDS[letter], 160, 0), (SIDE, SIDE)), -turns)
            top, left = self.origin[0] + row * (SIDE + 1), self.origin[1] + column * (SIDE + 1)
            sheet[top : top + SIDE, left : left + SIDE] = face
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), self.degrees, 1.0)
        seen = cv2.warpAffine(sheet, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        if self.arm:
            cv2.line(seen, (WIDTH, HEIGHT - 40), self.reaches, (120, 150, 205), 70)
        noise = self.grain.normal(0, 2, seen.shape)
        return np.clip(seen + noise, 0, 255).astype(np.uint8)

    def look(self):
        self.number += 1
        return [plain(event) for event in self.follower.look(Frame(self.picture(), 1000.0 * self.number, self.number))]

    @property
    def board(self):
        return [(one.row, one.column, one.letter) for one in self.follower.board().tiles]


def plain(event):
    place = () if event.row is None else (event.row, event.column)
    what = event.follower.colour if event.follower else event.tile.letter if event.tile else ""
    return (event.kind.value, *place, *([what] if what else []))


@pytest.fixture(scope="module")
def locked(edition):
    table = Table(edition).lay("D", 0, 0)
    assert table.look() == [("locked",), ("placed", 0, 0, "D")]
    return table


@pytest.fixture
def table(locked):
    """A table whose map was just found: finding it takes longer than what each test tells of it."""
    return deepcopy(locked)


def test_the_start_tile_alone_is_a_map_and_tiles_are_told_once(table):
    assert table.look() == []
    assert table.lay("V", 0, 1).look() == [("placed", 0, 1, "V")]
    assert table.look() == []
    assert table.board == [(0, 0, "D"), (0, 1, "V")]


def test_rows_and_columns_stay_those_of_the_first_lock(table):
    assert table.lay("E", -1, 0, turns=2).look() == [("placed", -1, 0, "E")]
    assert table.lay("V", 0, -1, turns=3).look() == [("placed", 0, -1, "V")]
    assert table.board == [(-1, 0, "E"), (0, -1, "V"), (0, 0, "D")]


def test_an_arm_over_the_table_is_no_event(table):
    table.arm = True
    assert table.lay("V", 0, 1).look() == []
    table.arm = False
    assert table.look() == [("placed", 0, 1, "V")]


def test_a_tile_that_a_hand_carries_past_was_not_laid(table):
    table.arm, table.reaches = True, (430, 300)
    assert table.lay("V", 0, 1).look() == []
    table.arm, table.tiles = False, {(0, 0): ("D", 0)}
    assert table.look() == []
    assert table.board == [(0, 0, "D")]


def test_a_tile_beside_which_an_arm_rests_is_told_once_it_stays(table):
    table.arm, table.reaches = True, (430, 300)
    assert table.lay("V", 0, 1).look() == []
    assert table.look() == [("placed", 0, 1, "V")]


def test_a_knock_is_told_at_once_and_the_map_is_found_again(table):
    table.lay("V", 0, 1).look()
    table.origin, table.degrees = (226, 196), -2.0
    assert table.look() == [("bump",), ("locked",)]
    assert table.lay("E", -1, 0, turns=2).look() == [("placed", -1, 0, "E")]


def test_a_shove_so_small_that_every_tile_is_still_found_is_told_too(table):
    table.lay("V", 0, 1).lay("E", -1, 0, turns=2).look()
    table.look()
    table.origin = (205, 245)
    assert table.look() == [("bump",), ("locked",)]
    assert table.look() == []
    assert len(table.board) == 3


def test_a_tile_that_was_exchanged_twice_seen_is_out_of_step_and_the_map_waits(table):
    table.lay("V", 0, 1).look()
    table.lay("E", -1, 0, turns=2).look()
    table.lay("B", -1, 0)
    assert table.look() == []
    assert table.look() == [("out_of_step", -1, 0, "B")]
    assert table.look() == []
    assert table.board == [(-1, 0, "E"), (0, 0, "D"), (0, 1, "V")]


def test_a_tile_that_is_gone_is_out_of_step(table):
    table.lay("V", 0, 1).look()
    table.lay("E", -1, 0, turns=2).look()
    del table.tiles[-1, 0]
    assert table.look() == []
    assert table.look() == [("out_of_step", -1, 0)]


def test_where_no_tile_lies_there_is_no_map(edition):
    table = Table(edition)
    assert table.look() == []
    assert table.follower.board().trouble is not None
    assert table.follower.finish(1) == ()


def test_seen_from_the_other_side_of_the_table_the_map_is_the_same():
    def tile(letter, row, column, *sides):
        x, y = 200.0 + 60 * column, 150.0 + 60 * row
        outline = np.array([(x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60)], np.float32)
        return SeenTile(row, column, f"kind {letter}", letter, sides, 0, 0.99, (), outline)

    known = (tile("D", 0, 0, "city", "road", "field", "road"), tile("V", 0, 1, "field", "field", "road", "road"))
    turned = [
        tile("V", 0, 0, "road", "road", "field", "field"),
        tile("D", 0, 1, "field", "road", "city", "road"),
        tile("E", 1, 1, "field", "field", "city", "field"),
    ]
    laying = laying_of(turned, {(one.row, one.column): one for one in known})
    assert (laying.turns, laying.cell(1, 1)) == (2, (-1, 0))
    assert laying.sides(turned[2].sides) == ("city", "field", "field", "field")
    red = SeenFollower(1, 1, "red", "city", "SW", 0.98, (0.0, 0.0), (0.5, 0.5), True)
    assert laying.follower(red).sides == "NE"
    assert EventKind.BUMP == "bump"
