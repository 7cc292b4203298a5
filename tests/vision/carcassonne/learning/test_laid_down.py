"""Farmers are laid down: whoever lies is most likely one, unless people at this table stand their farmers up."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning import laid_down
from vision.carcassonne.learning.laid_down import BodySeen, FarmersOfTable, body_seen
from vision.carcassonne.learning.paint.colour_density import ColourDensity, any_colour
from vision.carcassonne.learning.paint.confirmed_paints import ConfirmedPaints
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import lab_of

TILE_MM, FINE = 45.0, 256  # px a side that a tile is drawn with
DUSK = (60, 40, 110)  # BGR of red wood beneath a dim bluish lamp
WOOD = (52, 70, 92)  # of the table
RIGHT_HALF = [(0, 16), (2.8, 15), (3.2, 12.6), (2.4, 11.3), (7.6, 9.6), (8, 8), (5, 6.6), (7.2, 0.6), (1.6, 0), (0, 3)]
FRONT = np.array(RIGHT_HALF + [(-x, y) for x, y in RIGHT_HALF[1:-1][::-1]])  # mm, of a usual figure, which is 9.5 thick
ABOVE, ASLANT = np.array([0.0, 0.0]), np.array([0.0, -0.12])  # tile widths by which a head is seen beside the foot

SIDE = laid_down.PARAMETERS.outline_px
NOTHING = np.zeros((0, 3), np.float32)  # is known of what shows beside him


def with_figure(*, lies, towards, lean=ABOVE, at=(0.5, 0.55), beside=0, paint=DUSK):
    """A tile of our own print and so many px of the bare table around it, with somebody of red wood who faces some way
    (radians)."""
    face = cv2.resize(tile_picture("BA/RFr", 160, 0), (FINE, FINE), interpolation=cv2.INTER_AREA)
    around = beside * FINE // SIDE
    face = cv2.copyMakeBorder(face, *(around,) * 4, cv2.BORDER_CONSTANT, value=WOOD)
    spin = np.array([[math.cos(towards), math.sin(towards)], [-math.sin(towards), math.cos(towards)]])
    for part in np.linspace(0, 1, 40):  # slices of him, one behind or above the other
        if lies:
            flat, height = FRONT - [0, 8], np.full(len(FRONT), part * 9.5)
        else:
            flat, height = np.stack([FRONT[:, 0], np.full(len(FRONT), (part - 0.5) * 9.5)], 1), FRONT[:, 1]
        seen = flat @ spin + height[:, None] * lean * TILE_MM / 16
        points = np.round(np.array(at) * FINE + around + seen * FINE / TILE_MM).astype(np.int32)
        cv2.fillPoly(face, [points], paint)
        cv2.polylines(face, [points], True, paint, 2)
    shown = (SIDE + 2 * beside,) * 2
    return lab_of(cv2.resize(cv2.GaussianBlur(face, (0, 0), 3), shown, interpolation=cv2.INTER_AREA))


def seen(patch, lean=ABOVE, hides=((0.2, 0.2), (0.8, 0.2), (0.8, 0.9), (0.2, 0.9)), before=None):
    red = ConfirmedPaints()
    red.confirmed(
        (0, 0), ("BA/C", 0), "red", with_figure(lies=False, towards=0.0)[30:40, 28:36].reshape(-1, 3), NOTHING
    )
    bare = [lab_of(cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE))).reshape(-1, 3) for key in ("BA/RFr", "BA/C")]
    printed = ColourDensity.mixed([(0.95, ColourDensity.of(np.concatenate(bare), (1, 1, 1))), (0.05, any_colour())])
    says = red.paint("red").logs_at(patch) - printed.logs_at(patch)
    return body_seen(patch, says, hides, np.zeros(2), (Guess(1.0, lean, 0.0),), before)


@pytest.mark.parametrize("towards", [0.0, 0.8, 1.57, 2.5])
def test_who_lies_shows_head_arms_and_legs_and_who_stands_a_rectangle(towards):
    assert seen(with_figure(lies=True, towards=towards)).lies > 1
    assert seen(with_figure(lies=False, towards=towards)).lies < -1


def test_aslant_it_shows_as_well():
    assert seen(with_figure(lies=True, towards=0.0, lean=ASLANT), ASLANT).lies > 1
    assert seen(with_figure(lies=False, towards=0.0, lean=ASLANT), ASLANT).lies < -1
    assert seen(with_figure(lies=False, towards=1.57, lean=ASLANT), ASLANT).lies < -1


def test_somebody_whom_the_tiles_edge_cuts_off_may_lie_or_stand():
    lower_half = ((0.2, 0.6), (0.8, 0.6), (0.8, 1.0), (0.2, 1.0))
    assert seen(with_figure(lies=True, towards=0.0, at=(0.5, 0.95)), hides=lower_half) is None


UPPER_EDGE = ((0.2, 0.0), (0.8, 0.0), (0.8, 0.4), (0.2, 0.4))


def over_the_edge(**figure):
    """The tile and the table around it; before it was laid the table was bare, but for who lies beside the place."""
    beside = laid_down.PARAMETERS.beside_px
    now = with_figure(at=(0.5, 0.08), beside=beside, **figure)
    before = np.broadcast_to(lab_of(np.array([[WOOD]], np.uint8)), now.shape).astype(np.float32)
    return now, before


def test_who_reaches_over_the_tiles_edge_is_told_by_what_came_there_with_him():
    for towards in (0.0, 0.8):
        now, before = over_the_edge(lies=True, towards=towards)
        assert seen(now, hides=UPPER_EDGE, before=before).lies > 1
        now, before = over_the_edge(lies=False, towards=towards)
        assert seen(now, hides=UPPER_EDGE, before=before).lies < -1


def test_the_middle_of_who_lies_over_the_edge_is_told_on_the_tile_too():
    now, before = over_the_edge(lies=True, towards=0.8)
    assert seen(now, hides=UPPER_EDGE, before=before).middle == pytest.approx((0.5, 0.08), abs=0.04)


def test_what_lay_beside_the_place_before_is_not_his():
    """Given a red cloth, or his fellow on the next tile, then it does not make one outline with him."""
    now, before = over_the_edge(lies=False, towards=0.0)
    beside = laid_down.PARAMETERS.beside_px
    red = lab_of(np.array([[DUSK]], np.uint8))[0, 0]
    for picture in (now, before):
        picture[: beside - 8] = red
    assert seen(now, hides=UPPER_EDGE, before=before).lies < -1
    bare = np.array(before)
    bare[: beside - 8] = before[-1, -1]
    assert seen(now, hides=UPPER_EDGE, before=bare) is None, "what came with him has his paint, too"


def test_an_outline_like_nobodys_tells_neither():
    """Given somebody who stands on a stroke of print that passes for his paint, then he is told as lying by no more
    than an outline is worth that may be spoilt."""
    spoilt = with_figure(lies=False, towards=0.0)
    red = lab_of(np.array([[DUSK]], np.uint8))[0, 0]
    spoilt[40:48, 34:56] = red
    assert abs(seen(spoilt).lies) < 2


def test_who_lies_is_where_his_middle_is():
    assert seen(with_figure(lies=True, towards=0.8, at=(0.4, 0.6))).middle == pytest.approx((0.4, 0.6), abs=0.03)


def test_of_most_tables_more_than_half_of_the_farmers_lie_and_of_one_that_lays_them_down_nearly_all():
    assert 0.5 < FarmersOfTable().lie < 0.7
    assert FarmersOfTable(seen=(3.0,)).lie > 0.85
    assert FarmersOfTable(seen=(-3.0, -3.0)).lie < 0.1


def test_people_who_laid_their_farmers_down_last_time_most_likely_do_so_again():
    """Given a box, when its owner's farmers lay on earlier evenings, then the first one is expected to lie; if he
    stands after all, others play with it tonight."""
    same_people = FarmersOfTable(earlier=(3.0, 4.0, 3.0))
    assert same_people.lie > FarmersOfTable().lie + 0.2
    assert FarmersOfTable(seen=(-4.0, -4.0), earlier=(3.0, 4.0, 3.0)).lie < 0.2
    assert same_people.to_remember == (3.0, 4.0, 3.0)


@pytest.mark.parametrize(("lies", "likelier"), [(3.0, 1), (-3.0, 0)], ids=["lies", "stands"])
def test_whether_he_lies_tells_farmers_from_others(lies, likelier):
    anywhere = np.ones(2)
    goes_with = BodySeen(lies, (0.5, 0.5)).goes_with(np.array([False, True]), anywhere, anywhere)
    assert goes_with[likelier] > 2 * goes_with[1 - likelier]
