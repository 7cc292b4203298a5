"""Following a map without a person: pictures of a table in which what lies there is told by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.game import Phrase
from vision.carcassonne.following import EventKind, MapFollower
from vision.carcassonne.laying import laying_of
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile, Unread
from vision.frames import Frame

SIDES = {
    "D": ("city", "road", "field", "road"),
    "V": ("field", "field", "road", "road"),
    "E": ("city", "field", "field", "field"),
}
SIZE = (480, 640)


def tile(letter, row, column, *, confidence=0.99, sides=None, at=(200.0, 150.0)):
    x, y = at[0] + 60 * column, at[1] + 60 * row
    outline = np.array([(x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60)], np.float32)
    return SeenTile(row, column, f"kind {letter}", letter, sides or SIDES[letter], 0, confidence, (), outline)


def follower(colour, row, column, *, feature="city", sides="N", confidence=0.98):
    return SeenFollower(row, column, colour, feature, sides, confidence, (0.0, 0.0), (0.5, 0.5), True)


def seen(*tiles, followers=(), unread=()):
    return CarcassonneObservation(tuple(tiles), tuple(followers), tuple(unread), lock=1.0, size=SIZE)


START = (tile("D", 0, 0), tile("V", 0, 1))


class Table:
    """A folder of pictures, one a second: each shows something new, and what is read from it is what the test says."""

    def __init__(self):
        self.follower = MapFollower(lambda picture: self.shows)
        self.number = -1
        self.grain = np.random.default_rng(1)

    def picture(self, shows):
        self.number, self.shows = self.number + 1, shows
        image = np.full((*SIZE, 3), 128, np.uint8)
        # What lies in the middle of the table always looks new, so that every picture is read.
        image[150:330, 200:440] = np.repeat(
            np.repeat(self.grain.integers(60, 200, (18, 24, 3), np.uint8), 10, 0), 10, 1
        )
        return [self.plain(event) for event in self.follower.look(Frame(image, 1000.0 * self.number, self.number))]

    @staticmethod
    def plain(event):
        place = () if event.row is None else (event.row, event.column)
        what = event.follower.colour if event.follower else event.tile.letter if event.tile else ""
        return (event.kind.value, *place, *([what] if what else []))

    @property
    def board(self):
        return [(one.row, one.column, one.letter) for one in self.follower.board().tiles]


@pytest.fixture
def table():
    table = Table()
    table.picture(seen(*START))
    return table


def test_the_first_map_that_is_found_is_the_lock(table):
    fresh = Table()
    assert fresh.picture(seen(*START)) == [("locked",), ("placed", 0, 0, "D"), ("placed", 0, 1, "V")]


def test_a_tile_is_told_once(table):
    assert table.picture(seen(*START, tile("E", 1, 0))) == [("placed", 1, 0, "E")]
    assert table.picture(seen(*START, tile("E", 1, 0))) == []


def test_rows_and_columns_stay_those_of_the_first_lock(table):
    """A tile above the map makes the reader count from another corner."""
    down = [replace(one, row=one.row + 1) for one in START]
    assert table.picture(seen(tile("E", 0, 0), *down)) == [("placed", -1, 0, "E")]
    assert table.board == [(-1, 0, "E"), (0, 0, "D"), (0, 1, "V")]


def test_seen_from_the_other_side_of_the_table_the_map_is_the_same(table):
    turned = [
        tile("V", 0, 0, sides=("road", "road", "field", "field")),
        tile("D", 0, 1, sides=("field", "road", "city", "road")),
        tile("E", 1, 1, sides=("field", "field", "city", "field")),
    ]
    laying = laying_of(turned, {(one.row, one.column): one for one in START})
    assert (laying.turns, laying.cell(1, 1)) == (2, (-1, 0))
    assert laying.sides(turned[2].sides) == SIDES["E"]
    assert laying.follower(follower("red", 1, 1, sides="SW")).sides == "NE"
    assert table.picture(seen(*turned)) == [("placed", -1, 0, "E")]


def test_another_map_is_not_believed(table):
    assert table.picture(seen(tile("E", 0, 0), tile("E", 0, 1))) == []
    assert table.board == [(0, 0, "D"), (0, 1, "V")]


def test_what_is_not_clear_is_told_as_unsure_and_accepted_when_it_is(table):
    assert table.picture(seen(*START, tile("E", 1, 0, confidence=0.6))) == [("unsure", 1, 0, "E")]
    assert table.picture(seen(*START, tile("E", 1, 0, confidence=0.7))) == []
    assert table.picture(seen(*START, tile("E", 1, 0, confidence=0.97))) == [("placed", 1, 0, "E")]


def test_a_follower_comes_and_goes(table):
    assert table.picture(seen(*START, followers=[follower("red", 0, 0)])) == [("follower", 0, 0, "red")]
    assert table.picture(seen(*START)) == []  # missed once: perhaps an arm was in the way
    assert table.picture(seen(*START)) == [("follower_gone", 0, 0, "red")]
    assert table.follower.board().followers == ()


def test_a_follower_that_the_last_picture_does_not_show_is_gone_at_the_end(table):
    table.picture(seen(*START, followers=[follower("red", 0, 0)]))
    table.picture(seen(*START))
    assert [event.kind for event in table.follower.finish(2)] == [EventKind.FOLLOWER_GONE]


def test_a_tile_that_lies_there_otherwise_twice_is_out_of_step_and_the_map_waits(table):
    changed = (START[0], tile("E", 0, 1))
    third = tile("V", 1, 0)
    table.picture(seen(*START, third))
    assert table.picture(seen(*changed, third)) == []
    assert table.picture(seen(*changed, third)) == [("out_of_step", 0, 1, "E")]
    assert table.picture(seen(*changed, third)) == []
    assert table.board == [(0, 0, "D"), (0, 1, "V"), (1, 0, "V")]


def test_a_tile_that_is_gone_is_out_of_step_and_one_that_is_covered_is_not(table):
    third = tile("V", 1, 0)
    table.picture(seen(*START, third))
    for _ in range(3):
        assert table.picture(seen(*START, unread=[Unread(1, 0, Phrase.of("reading.covered"))])) == []
    table.picture(seen(*START))
    assert table.picture(seen(*START)) == [("out_of_step", 1, 0)]


def test_a_map_out_of_view_takes_nothing_away(table):
    assert table.picture(seen()) == []
    assert table.board == [(0, 0, "D"), (0, 1, "V")]
