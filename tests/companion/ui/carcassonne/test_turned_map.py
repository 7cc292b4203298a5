"""The map lies on the tablet as the camera sees it, or as people turn it; what is tapped and told lies with it."""

import numpy as np

from companion.session.looking.sighting import Sighting
from companion.ui.carcassonne.tile_art import tile_pictures
from games.carcassonne.actions import Lay
from vision.eyes import Attention, Glance

FRAME = (1920, 1080)
SMALL = np.full((270, 480, 3), 90, np.uint8)
TILE = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], float)
AROUND = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # of the start tile: above, right, below, left


def camera_sees(tablet, degrees):
    """The start tile lies turned so far in the camera's picture."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    outline = ((TILE - 0.5) @ turn * 100 + (960, 540)) / FRAME
    glance = Glance(1, 0.0, Attention.STILL)
    overlay = (outline.astype(np.float32),)
    sighting = Sighting(SMALL, glance, None, tablet.session.record_version, overlay=overlay, frame=FRAME)
    tablet.session.see(sighting)
    tablet.wait(0.5)


def picture_of(tablet, place):
    """What is shown of one tile, without its edges."""
    board = tablet.screen.board
    xs, ys = zip(*(board.to_px(place[0] + share, place[1] + share) for share in (0.1, 0.9)), strict=True)
    picture = tablet.picture()
    high = picture.shape[0]
    return picture[high - max(ys) : high - min(ys), min(xs) : max(xs)].astype(float)


def painted(tablet):
    """The start tile once its picture is there."""
    tile_pictures().wait()
    tablet.wait(0.3)
    return picture_of(tablet, (0, 0))


def test_the_start_tile_is_seen_turned_as_often_as_people_turn_the_map(tablet):
    tablet.start_game()
    upright = painted(tablet)
    for turns in range(1, 5):
        tablet.tap(tablet.screen.bar.ids.menu)
        tablet.tap("Turn the map")
        tablet.screen.docks.close()  # so that the board has the same room
        shown = painted(tablet)
        expected = np.rot90(upright, -turns)
        assert np.abs(shown - expected).mean() < 6
        if turns % 4:
            assert np.abs(shown - upright).mean() > 12


def test_a_tap_lays_the_tile_at_the_place_that_is_seen_there(tablet):
    tablet.start_game()
    tablet.screen.turning.turn()
    board = tablet.screen.board
    middle = np.array(board.to_px(0.5, 0.5))
    right = next(place for place in board.places if board.to_px(place[0] + 0.5, place[1] + 0.5)[0] > middle[0] + 20)
    assert right == (0, -1)  # a quarter turn clockwise: what was above is seen on the right
    tablet.tap_at(*board.to_px(right[0] + 0.5, right[1] + 0.5))
    assert tablet.screen.touch._draft.place == (0, -1)


def test_the_map_lies_as_the_camera_sees_it_and_stays_while_it_sees_it_about_so(tablet):
    tablet.start_game()
    for degrees, turns in ((5, 0), (172, 2), (140, 2), (118, 1), (88, 1), (-85, 3), (-50, 3), (-20, 0)):
        camera_sees(tablet, degrees)
        assert tablet.app.board_turns == turns, degrees


def test_who_turns_the_map_has_it_so_whatever_the_camera_sees_until_they_want_it_otherwise(tablet):
    tablet.start_game()
    camera_sees(tablet, 180)
    assert tablet.app.board_turns == 2
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Turn the map")
    camera_sees(tablet, 180)
    assert tablet.app.board_turns == 3
    tablet.app.prefer(board_as_camera=True)
    tablet.wait(0.5)
    assert tablet.app.board_turns == 2


def test_what_another_tables_camera_saw_turns_no_table_without_one(tablet):
    tablet.start_game()
    camera_sees(tablet, 180)
    assert tablet.app.board_turns == 2
    tablet.screen.leave()
    tablet.start_game()
    tablet.wait(0.3)
    assert tablet.app.board_turns == 0


def test_a_photographed_table_lies_as_in_its_photograph(tablet):
    tablet.start_game()
    camera_sees(tablet, 90)
    tablet.screen.leave()
    tablet.app.go("photo_score")
    assert tablet.app.board_turns == 0


def test_a_refusal_names_the_side_that_people_see(tablet):
    tablet.start_game()  # the start tile has a city above, a road from left to right
    city_at_road = Lay("BA/C", 1, 0, 0)
    tablet.screen.attempt(tablet.session.stage, (city_at_road,))
    tablet.wait(0.3)
    assert any("west" in text for text in tablet.texts())
    tablet.screen.turning.turn()
    tablet.screen.attempt(tablet.session.stage, (city_at_road,))
    tablet.wait(0.3)
    assert any("north" in text for text in tablet.texts())
