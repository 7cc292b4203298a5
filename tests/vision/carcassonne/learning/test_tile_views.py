"""Views taken of a table: kept once people have played on with a tile, forgotten where the record changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import edition_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.tile_views import TileViews, detail

START, NEXT, LAST, OTHER = (0, 0), (0, 1), (0, 2), (1, 0)
TILES = {START: ("BA/RCr", 0), NEXT: ("BA/RFr", 0), LAST: ("BA/Rr", 0), OTHER: ("BA/C", 0)}


def first(count):
    return dict(list(TILES.items())[:count])


def taught():
    kept = []
    views = TileViews(None, kept.append)
    views.recorded(first(1))
    assert views.take(START, TILES[START], tile_picture("BA/RCr", 96, 0))
    return views, kept


def test_a_view_is_kept_once_people_have_played_on_twice():
    views, kept = taught()
    views.recorded(first(2))
    assert not kept
    views.recorded(first(3))
    assert [view.kind for view in kept] == ["D"]


def test_taking_a_turn_back_and_bringing_it_again_confirms_nothing():
    views, kept = taught()
    for count in (2, 1, 2, 1, 2):
        views.recorded(first(count))
    assert not kept


def test_a_tile_that_has_stood_long_is_kept_as_soon_as_it_is_seen_bare():
    views, kept = taught()
    for count in (2, 3, 4):
        views.recorded(first(count))
    views.take(NEXT, TILES[NEXT], tile_picture("BA/RFr", 96, 0))
    views.keep_what_stood()
    assert [view.kind for view in kept] == ["D", "V" if kept[1].kind == "V" else "U"]


def test_a_view_of_a_tile_that_is_corrected_is_forgotten():
    views, _ = taught()
    assert views.recorded({START: ("BA/CRr", 0)})
    assert views.of("BA/RCr") == 0


HIDDEN = ((0.1, 0.4), (0.3, 0.4), (0.3, 0.9), (0.1, 0.9))


def test_what_somebody_hid_is_made_up_and_turns_with_the_picture():
    views, _ = taught()
    image = tile_picture("BA/RFr", 96, 0).copy()
    image[40:85, 12:28] = (0, 0, 255)
    assert views.take(NEXT, ("BA/RFr", 2), image, HIDDEN)  # as good as not turned
    view = views.all[-1]
    assert np.array(view.hidden) == pytest.approx(1 - np.array(HIDDEN))
    assert np.count_nonzero((view.image == (0, 0, 255)).all(axis=-1)) == 0
    assert views.lacks_whole("BA/RFr")


def test_once_a_kind_was_seen_whole_what_was_seen_of_a_part_tells_nothing_more():
    views, _ = taught()
    views.take(LAST, TILES[LAST], tile_picture("BA/Rr", 96, 0), HIDDEN)
    assert LAST not in views
    views.take(LAST, TILES[LAST], tile_picture("BA/Rr", 96, 0))
    assert LAST in views
    assert [view.hidden for view in views.edition.references] == [(), ()]
    assert not views.lacks_whole("BA/Rr")


def test_what_is_kept_begins_with_a_whole_tile():
    kept = []
    views = TileViews(None, kept.append)
    views.recorded(first(3))
    views.take(NEXT, TILES[NEXT], tile_picture("BA/RFr", 96, 0), HIDDEN)
    views.recorded(TILES)
    views.recorded({**TILES, (2, 0): ("BA/C", 0)})
    assert not kept
    views.take(START, TILES[START], tile_picture("BA/RCr", 96, 0))
    views.keep_what_stood()
    assert [bool(view.hidden) for view in kept] == [False, True]


def test_a_blurred_picture_is_no_view():
    views, _ = taught()
    assert not views.take(NEXT, TILES[NEXT], cv2.GaussianBlur(tile_picture("BA/RFr", 96, 0), (0, 0), 5))


def test_a_blurred_view_has_less_detail():
    sharp = tile_picture("BA/RCr", 160, 0)
    assert detail(cv2.GaussianBlur(sharp, (0, 0), 5)) < 0.6 * detail(sharp)


# Tiles of which nobody knows yet whether they bear arms

PLAIN, ARMED = "BA/CcRr", "BA/CcRr+"


def with_open_tile():
    """A curve within a city lies there since a while, and a follower hides where it may bear arms."""
    views, kept = taught()
    tiles = {**first(2), LAST: (PLAIN, 1)}
    views.recorded(tiles, {LAST})
    views.take(LAST, tiles[LAST], tile_picture(PLAIN, 96, 0), twin=ARMED)
    return views, kept, tiles


def test_a_tile_that_may_bear_arms_is_a_view_of_both_its_kinds():
    views, _, _ = with_open_tile()
    assert (views.of(PLAIN), views.of(ARMED)) == (1, 1)
    assert (views.surely_of(PLAIN), views.surely_of(ARMED)) == (0, 0)
    plain, armed = views.edition.references[-2:]
    assert {plain.kind, armed.kind} == {"P", "O"}
    assert np.array_equal(plain.image, armed.image)


def test_once_people_know_which_it_is_the_other_kind_has_no_view():
    views, _, tiles = with_open_tile()
    assert not views.recorded({**tiles, LAST: (ARMED, 1)})
    assert (views.of(PLAIN), views.surely_of(ARMED)) == (0, 1)


def test_while_one_of_two_twins_is_only_known_by_what_may_be_either_views_of_both_are_shared():
    """Else the twin of which there are more and better views would be told from the other by that."""
    views, _, tiles = with_open_tile()
    tiles = {**tiles, OTHER: (PLAIN, 0)}
    views.recorded(tiles, {LAST})
    views.take(OTHER, tiles[OTHER], tile_picture(PLAIN, 96, 0))
    assert (views.of(PLAIN), views.surely_of(PLAIN)) == (2, 1)
    assert (views.of(ARMED), views.surely_of(ARMED)) == (2, 0)

    tiles = {**tiles, (1, 1): (ARMED, 0)}
    views.recorded(tiles, {LAST})
    views.take((1, 1), tiles[1, 1], tile_picture(ARMED, 96, 0))
    assert (views.of(PLAIN), views.of(ARMED)) == (1, 1), "what may be either tells nothing once both are known"


def test_what_may_be_either_is_kept_with_that_doubt():
    views, kept, tiles = with_open_tile()
    for place in ((2, 0), (2, 1)):
        tiles = {**tiles, place: ("BA/C", 0)}
        views.recorded(tiles, {LAST})
    assert [(view.kind, view.twin) for view in kept] == [("D", ""), ("P", "O")]
    assert TileViews(edition_of("", kept), None).of(ARMED) == 1
