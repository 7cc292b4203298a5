"""The live picture beside the board is near the map, and what has just been seen is circled."""

import numpy as np

from companion.session.looking.near_view import NearViewer
from companion.session.looking.sighting import Sighting
from companion.ui.docks.choose import OptionTap
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.tiles import FeatureKind
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

FRAME = np.full((1080, 1920, 3), (90, 60, 30), np.uint8)
TILE = np.array([(0.45, 0.45), (0.5, 0.45), (0.5, 0.55), (0.45, 0.55), (0.45, 0.45)], np.float32)
NEXT = TILE + np.array((0.05, 0), np.float32)
FARMER = Deploy("small", FeatureKind.FIELD, "NL.NR.EL.WR")


def see(tablet, differs=(), others=()):
    ways = (Candidate((Lay("BA/RFr", 1, 0, 0), FARMER), 0.0, 0.97, ("1,0",)), *others)
    near = NearViewer().of(FRAME, (TILE,))
    for _ in range(2):
        sighting = Sighting(
            FRAME[::4, ::4], Glance(1, 0.0, Attention.STILL), Explanation(ways, 0.03, 1), tablet.session.record_version,
            overlay=(TILE,), near=near, proposed=(NEXT,), differing=differs, frame=(1920, 1080),
        )  # fmt: skip
        tablet.session.see(sighting)
    tablet.wait(0.5)


def ringed(tablet, corner):
    """How much of the ring's light line is seen around a point of the inset (shares of it)."""
    inset = tablet.screen.live.inset
    x, y, width, height = inset.frame()
    u, v = corner
    picture = tablet.picture()
    px, py = round(x + u * width), round(picture.shape[0] - (y + (1 - v) * height))
    patch = picture[py - 45 : py + 45, px - 45 : px + 45].astype(int)
    return int((patch.min(axis=2) > 190).sum())


def test_the_picture_is_near_the_map_and_circles_what_is_proposed_until_it_is_committed(tablet):
    tablet.start_game()
    see(tablet)
    inset = tablet.screen.live.inset
    assert inset.picture.shape == (360, 640, 3)
    (circled,) = inset.circled
    before = ringed(tablet, circled.mean(axis=0))
    tablet.done()
    see_nothing = Sighting(
        FRAME[::4, ::4], Glance(2, 0.0, Attention.STILL), None, tablet.session.record_version,
        overlay=(TILE,), near=NearViewer().of(FRAME.copy(), (TILE,)), frame=(1920, 1080),
    )  # fmt: skip
    tablet.session.see(see_nothing)
    tablet.wait(0.5)
    assert inset.circled == []
    assert ringed(tablet, circled.mean(axis=0)) < before


def test_one_tap_enlarges_the_picture_and_two_correct_what_is_circled_there(tablet):
    tablet.start_game()
    nobody = (Candidate((Lay("BA/RFr", 1, 0, 0), Skip()), -4.0, 0.01, ("1,0",)),)
    see(tablet, others=nobody)
    inset, board = tablet.screen.live.inset, tablet.screen.board
    tablet.tap(inset)
    assert inset.width > board.width
    x, y, width, height = inset.frame()
    u, v = inset.circled[0].mean(axis=0)
    tablet.tap_at(x + u * width, y + (1 - v) * height)
    assert tablet.reads("Which one was it?")
    see(tablet, others=nobody)  # and the eyes are as sure of it as before
    assert tablet.reads("Which one was it?")
    _, second = tablet.widgets(OptionTap)
    tablet.tap(second)
    assert tablet.session.record.actions == ("lay BA/RFr 1,0 r0", "skip")


def test_a_tap_beside_what_is_circled_makes_the_picture_small_again(tablet):
    tablet.start_game()
    see(tablet)
    inset, board = tablet.screen.live.inset, tablet.screen.board
    tablet.tap(inset)
    x, y, width, height = inset.frame()
    tablet.tap_at(x + 0.05 * width, y + 0.05 * height)
    assert inset.width < board.width
    assert tablet.session.view.choice is None


def test_what_lies_beside_the_map_is_shown_in_the_whole_picture(tablet):
    tablet.start_game()
    see(tablet, differs=(NEXT + np.array((0.4, 0), np.float32),))
    assert tablet.session.live_view().picture.shape == (270, 480, 3)


def test_who_looks_back_or_lays_by_touch_has_the_board_large_again(tablet):
    tablet.start_game(turns=2)
    see(tablet)
    screen = tablet.screen
    for begin in (screen.docks.history, screen.toggle_what_if):
        screen.live.swap()
        assert screen.live.large_and_small[1] is screen.board
        begin()
        tablet.wait()
        assert screen.live.large_and_small[0] is screen.board
        assert screen.board.interactive
        screen.docks.close()
