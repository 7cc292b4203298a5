"""A finished game that nobody recorded: photographed, put right and counted by fingers."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.readings.photographed_map import PhotographedMap, TileOption
from companion.ui.kit.base import Tap
from games.carcassonne.position import FoundFollower, final_count, position
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import SEAT_COLOURS, Phrase, Seat
from vision.carcassonne.observation import Alternative, CarcassonneObservation, SeenFollower, SeenTile, UnreadTile
from vision.registration.lattice import Lattice
from vision.simulator.carcassonne.still import still_board
from vision.simulator.conditions import Conditions

ALIKE = Alternative(tile_type("B").key, ("field", "field", "field", "field"), 0.3)


def tile(column, letter, sure=0.99, *others):
    kind = tile_type(letter)
    outline = np.array([(50 + 100 * (column + u), 50 + 100 * v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))])
    return SeenTile(0, column, kind.key, letter, kind.turned[0].sides, 0, sure, others, outline.astype(np.float32))


@pytest.fixture
def screen(tablet, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    tablet.open("home")
    tablet.tap("Score a photo")
    tablet.tap(tablet.thing(game="carcassonne"))
    return tablet


@pytest.fixture
def read(screen):
    """Two monasteries, one of them doubtful, with Red's monk, and something beside them that nobody could read."""
    poses = {(0, column): np.array([[100.0, 0, 50 + 100 * column], [0, 100.0, 50], [0, 0, 1]]) for column in (0, 1)}
    seen = CarcassonneObservation(
        (tile(0, "B"), tile(1, "A", 0.7, ALIKE)),
        (SeenFollower(0, 0, "red", "cloister", "", 0.99, (100.0, 100.0), (0.5, 0.5), True),),
        (UnreadTile(0, 2, Phrase.of("reading.unlike_all")),),
        lattice=Lattice(poses),
        size=(300, 500),
    )
    screen.screen.take_reading(np.full((300, 500, 3), 90, np.uint8), seen)
    screen.wait()
    return screen


def points(screen):
    return {tap.colour_key: tap.parent.children[0].text for tap in screen.widgets(Tap) if hasattr(tap, "colour_key")}


def test_doubts_are_gone_through_one_after_the_other(read):
    read.tap("2 places to look at")
    assert read.reads("This tile was read with 70 %")
    read.tap(read.thing(option=read.screen.table.options[1, 0][1]))  # it is a monastery without a road
    assert read.screen.table.tiles[1, 0].key == tile_type("B").key
    read.tap("It is right so")
    assert read.reads("A tile lies here that looks like none of the edition")
    read.tap("Nothing lies there")
    assert read.reads("Everything was read clearly")
    assert points(read) == {"red": "2"}


def test_points_of_the_track_are_typed(read):
    read.tap("Track: 0")
    for digit in "47":
        read.tap(digit)
    read.tap("Ready")
    assert points(read) == {"red": "49"}
    read.tap("Blue")  # who has nobody left on the board plays, too
    read.tap("5")
    read.tap("Ready")
    assert points(read) == {"red": "49", "blue": "5"}


def test_a_follower_that_was_missed_is_put_on_its_feature_and_counts(read):
    read.tap_tile(1, 0)
    monastery = next(index for index, one in enumerate(tile_type("A").features) if one.kind is FeatureKind.MONASTERY)
    read.tap(read.thing(feature=monastery, colour="green"))
    read.tap("It is right so")
    read.screen.go_back()
    read.wait()
    assert points(read) == {"red": "2", "green": "2"}


def test_a_tile_that_was_not_read_is_picked_from_all_kinds_and_turned(read):
    read.tap_tile(2, 0)
    read.tap("Another")
    read.tap(read.thing(option=TileOption(tile_type("U").key, 0, 1.0)))
    assert read.screen.table.tiles[2, 0].key == tile_type("U").key
    before = read.screen.table.tiles[2, 0].turns
    read.tap("Turn")
    assert read.screen.table.tiles[2, 0].turns == (before + 1) % 4
    read.tap("No tile")
    assert (2, 0) not in read.screen.table.tiles


def test_glass_is_counted_on_top_of_the_map(read):
    read.tap("Glass, too")
    assert (read.screen.name, read.screen.game) == ("finished_table", "carcassonne-stained-glass")
    assert read.screen.wishes["along"] == {"red": 2}
    read.screen.go_back()
    read.wait()
    assert points(read) == {"red": "2"}


def test_why_a_colour_gets_its_points_is_told_and_lit(read):
    read.tap(read.thing(why_of="red"))
    assert read.reads("+2  unfinished monastery (1 + 1)")
    assert read.screen.board.lit
    read.tap("Ready")
    assert not read.screen.board.lit


def test_the_photograph_is_shown_with_what_was_read_and_taps_survive_a_turn_of_the_tablet(read):
    read.tap("Show the photo")
    assert read.shown("Show the board")
    read.screen.table.points["red"] = 30
    read.app.rebuild()
    read.wait()
    assert points(read) == {"red": "32"}


def test_a_picture_without_a_table_says_so_and_another_can_be_taken(screen):
    nothing = CarcassonneObservation(trouble=Phrase.of("reading.no_map"))
    screen.screen.take_reading(np.zeros((300, 500, 3), np.uint8), nothing)
    screen.wait()
    assert screen.reads("No map of these tiles is found")
    assert screen.shown("Choose picture")


def test_a_photograph_of_the_pictures_folder_is_read_and_counted(screen, tmp_path):
    drawn = Conditions.from_level("easy", np.random.default_rng(3))
    board = still_board(3, "easy", 7, 2, conditions=replace(drawn, width=960, height=600, focal_px=1000.0))
    folder = tmp_path / "data" / "tableside" / "pictures"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "finished.png"), board.picture)
    screen.screen.pick()
    while screen.screen.busy:  # the folders are looked through
        screen.wait()
    screen.tap("finished.png")
    while screen.screen.busy:  # the file is opened, then read
        screen.screen._job.join()
        screen.wait()
    table: PhotographedMap = screen.screen.table
    assert table.count().state.scores == counted(board.truth)


def counted(truth):
    """What the rules say of what really lies there, for each colour that stands there."""
    colours = [colour for colour in SEAT_COLOURS if colour in {one.colour for one in truth.followers}]
    tiles = {one.place: tile_type(one.key).turned[one.turns] for one in truth.tiles}
    found = []
    for one in truth.followers:
        feature = tiles[one.place].index_at(one.feature, one.location)
        found.append(FoundFollower(colours.index(one.colour), "small", one.place, feature))
    setup = CARCASSONNE.setup(tuple(Seat(colour, colour) for colour in colours))
    return final_count(position(setup, tiles, found, [0] * len(colours)))[0].scores
