"""Whose tiles lie on the table is found out by looking."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.carcassonne.style import SCHOOLBOOK, WINTER
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning import whose_tiles
from vision.carcassonne.learning.eyes import LearningEyes
from vision.carcassonne.learning.whose_tiles import WhoseTiles, WhoseTilesEyes
from vision.carcassonne.recorded_map import find_recorded, tiles_of
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.eyes import Attention
from vision.frames import Frame

SIDE = 96
STATE = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
START = STATE.board.laid[0].turned.key


def table(face):
    """A plain table with the start tile on it, a little askew."""
    sheet = np.full((480, 640, 3), (96, 118, 140), np.uint8)
    sheet[190 : 190 + SIDE, 270 : 270 + SIDE] = cv2.resize(face, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    turn = cv2.getRotationMatrix2D((320, 240), 4.0, 1.0)
    seen = cv2.warpAffine(sheet, turn, (640, 480), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(seen + np.random.default_rng(5).normal(0, 2, seen.shape), 0, 255).astype(np.uint8)


class Opened:
    """Who was told whose tiles these are."""

    def __init__(self):
        self.names = []

    def __call__(self, whose, state):
        self.names.append(whose.name)
        self.perhaps = whose.perhaps
        return LearningEyes(None, state), Phrase.of("edition.seen", name=whose.name or "?")


def looked_at(face, known):
    opened = Opened()
    eyes = WhoseTilesEyes(lambda: known, STATE, opened)
    picture, held = table(face), holders(known)
    glances = [eyes.look(Frame(picture, 1000.0 * number, number)) for number in range(4)]
    assert all(now <= before for now, before in zip(holders(known), held, strict=True)), "boxes are let go again"
    return opened.names, glances


def holders(known):
    """How many hold each box."""
    return [sys.getrefcount(box) for box in known.values()]


def as_in_winter(kind):
    return tile_picture(kind, 160, 0, WINTER)


@pytest.fixture(scope="module")
def known():
    winter = Reference(START, tuple(STATE.board.laid[0].turned.sides), as_in_winter(START))
    return {"": own_edition((START,)), "Winter": edition_of("Winter", (winter,))}


def test_our_own_print_is_known(known):
    names, glances = looked_at(tile_picture(START, 160, 0), known)
    assert names == [""]
    assert glances[-1].pieces == Phrase.of("edition.seen", name="?")


def test_an_edition_that_people_own_is_known_and_nobody_is_asked(known):
    names, _ = looked_at(as_in_winter(START), known)
    assert names == ["Winter"]


def test_an_edition_that_nobody_has_seen_is_told_as_such(known):
    names, _ = looked_at(as_in_winter(START), {"": known[""]})
    assert names == [None]


def test_a_cartoon_whose_walls_and_roads_lie_where_ours_do_is_not_our_print(known):
    names, _ = looked_at(tile_picture(START, 160, 0, SCHOOLBOOK), {"": known[""]})
    assert names == [None]


def test_tiles_that_look_like_none_are_found_by_their_own_pictures():
    blots = np.random.default_rng(3).integers(0, 255, (20, 20, 3), np.uint8)
    face = cv2.resize(blots, (160, 160), interpolation=cv2.INTER_CUBIC)
    painted = Reference(START, tuple(STATE.board.laid[0].turned.sides), face)
    names, glances = looked_at(face, {"Painted": edition_of("Painted", (painted,))})
    assert names == ["Painted"]
    assert glances[-1].attention is not Attention.LOST


def test_before_the_table_is_found_nothing_is_said(known):
    eyes = WhoseTilesEyes(lambda: known, STATE, Opened())
    bare = np.full((480, 640, 3), 120, np.uint8)
    glances = [eyes.look(Frame(bare, 1000.0 * number, number)) for number in range(4)]
    assert {glance.attention for glance in glances} == {Attention.LOST}
    assert all(glance.pieces is None for glance in glances)
    assert eyes.explain(STATE, Frame(bare, 4000.0, 4)).best is None
    assert eyes.overlay() == ()
    assert eyes.outline_of("0,0") is None


def laid_beside(state):
    """The same map with one tile more."""
    after, _ = CARCASSONNE.apply(state, next(iter(CARCASSONNE.legal(state))))
    return after


@pytest.mark.parametrize(("later", "names"), [(0.99, [None, ""]), (0.8, [None])])
def test_of_tiles_in_bad_light_nobody_can_tell_until_a_later_look_makes_it_plain(monkeypatch, known, later, names):
    """Given our own print that is half alike, it is perhaps ours and looked at again once twice as many tiles lie
    there; all looks count together, so that another hand's print does not pass because one of them was high."""
    alike = iter([0.6, later])
    monkeypatch.setattr(whose_tiles, "likenesses", lambda *_: {"": next(alike)})
    opened, picture = Opened(), table(tile_picture(START, 160, 0))
    eyes = WhoseTilesEyes(lambda: {"": known[""]}, STATE, opened)
    for number in range(4):
        eyes.look(Frame(picture, 1000.0 * number, number))
    assert opened.names == [None]
    assert opened.perhaps == ""
    found = find_recorded(picture, TerrainTeller(CARCASSONNE.box(STATE.setup)), tiles_of(STATE))
    monkeypatch.setattr(whose_tiles, "find_recorded", lambda *_: found)  # the new tile lies out of the picture
    eyes.committed(laid_beside(STATE))
    for number in range(4, 8):
        eyes.look(Frame(picture, 1000.0 * number, number))
    assert opened.names == names


def test_another_hand_s_print_is_perhaps_nobody_s():
    assert whose_tiles.by_likeness({"": 0.3, "Attic": 0.2}) == WhoseTiles()
    assert whose_tiles.by_likeness({"": 0.6, "Attic": 0.2}) == WhoseTiles(perhaps="")
    assert whose_tiles.by_likeness({"": 0.6, "Attic": 0.9}) == WhoseTiles("Attic")
    assert whose_tiles.by_likeness({}) == WhoseTiles()
