"""Farmers are laid down: whoever lies is most likely one, unless people at this table stand their farmers up."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.figures.laid_down import BodySeen, PutDownHabits, SeemsHidden, bodies_seen, usual_leans
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import layers_of
from vision.pieces.painted_wood import WOOD
from vision.registration.lattice import project
from vision.simulator.camera import SimulatedCamera
from vision.simulator.figures import follower
from vision.simulator.painter import Painter
from vision.simulator.scene import FlatPiece, Ground, PiecePose, TableScene

TILE_MM, HEAD_MM, THICK_MM = 45.0, 16.0, 2.0
TABLE = Ground(np.full((9, 12, 3), (52, 70, 92), np.uint8), -120, -90, 240, 180)
TILE = np.array([[TILE_MM, 0, -TILE_MM / 2], [0, TILE_MM, -TILE_MM / 2], [0, 0, 1]])


def put_down(*, lies, turn_deg, tilt_deg, colour="red", at=(0.5, 0.55), leans=(1.0,)):
    """How somebody of our own make is told who was put on a tile, seen by a camera that is so oblique, with a head that
    leans as it does so many times over: once, unless ``leans`` has it otherwise."""
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.6, tilt_deg=tilt_deg, width=320, height=240)
    face = FlatPiece("tile", tile_picture("BA/RFr", 160, 0), (TILE_MM, TILE_MM), PiecePose(0, 0), THICK_MM)
    x, y = (np.array(at) - 0.5) * TILE_MM
    figure = follower("one", WOOD[colour], PiecePose(float(x), float(y), turn_deg), lying=lies)
    painter = Painter(camera)
    picture = painter.through_lens(painter.paint(TableScene(TABLE, (face,), (figure,))))
    pose = camera.homography(THICK_MM) @ TILE
    head = camera.project([[x, y, THICK_MM + HEAD_MM]])
    lean = project(np.linalg.inv(pose), head)[0] - at
    outlines = np.concatenate([camera.project(part) for part in figure.placed_parts()])
    low, high = (f(project(np.linalg.inv(pose), outlines), axis=0) for f in (np.min, np.max))
    hides = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    return bodies_seen(layers_of(picture, 64), [SeemsHidden(pose, hides, np.outer(leans, lean))])[0]


@pytest.mark.parametrize(("turn_deg", "tilt_deg"), list(product([0.0, 40.0, 90.0, 200.0], [0.0, 15.0, 28.0])))
def test_who_lies_shows_head_arms_and_legs_and_who_stands_his_sides(turn_deg, tilt_deg):
    assert put_down(lies=True, turn_deg=turn_deg, tilt_deg=tilt_deg).lies > 0.5
    assert put_down(lies=False, turn_deg=turn_deg, tilt_deg=tilt_deg).lies < -0.5


def test_who_reaches_over_the_tiles_edge_is_told_too():
    assert put_down(lies=True, turn_deg=40.0, tilt_deg=15.0, at=(0.5, 0.06)).lies > 0.5
    assert put_down(lies=False, turn_deg=40.0, tilt_deg=15.0, at=(0.5, 0.06)).lies < -0.5


@pytest.mark.parametrize("at", [(0.4, 0.6), (0.7, 0.3)])
def test_who_lies_is_where_his_middle_is(at):
    assert put_down(lies=True, turn_deg=40.0, tilt_deg=15.0, at=at).middle == pytest.approx(at, abs=0.07)


def test_a_foot_is_where_outline_and_look_both_may_have_it():
    """Given an outline that leaves open on which of two places he stands, when he looks as if on one of them, then he
    stands there; and where nothing is told of how he looks, the outline says all."""
    feet = np.zeros((32, 32))
    feet[8, 8] = feet[24, 24] = 512.0
    there = BodySeen(-4.0, (0.5, 0.5), feet=((0.77, 0.77, 0.03),)).standing(feet)
    assert there.mean() == pytest.approx(1.0)
    assert there[24, 24] > 5 * there[8, 8]
    assert np.array_equal(BodySeen(-4.0, (0.5, 0.5)).standing(feet), feet)


@pytest.mark.parametrize("at", [(0.4, 0.6), (0.7, 0.3)])
def test_who_stands_is_where_his_foot_is(at):
    x, y, spread = put_down(lies=False, turn_deg=40.0, tilt_deg=20.0, at=at).feet[0]
    assert (x, y) == pytest.approx(at, abs=0.07)
    assert spread < 0.06


@pytest.mark.parametrize("lies", [True, False])
def test_a_figure_looks_like_one_and_print_of_its_colour_does_not(lies):
    assert put_down(lies=lies, turn_deg=40.0, tilt_deg=15.0).plainly_somebody
    face = cv2.resize(tile_picture("BA/CFc.1", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    roofs = SeemsHidden(
        np.diag([64.0, 64.0, 1.0]), ((0.05, 0.3), (0.35, 0.3), (0.35, 0.7), (0.05, 0.7)), np.zeros((1, 2))
    )
    (body,) = bodies_seen(layers_of(face, 64), [roofs])
    assert body.as_sure(1.0) < 0.5


def test_no_figure_is_surer_than_it_looks_like_one():
    assert BodySeen(0.0, (0.5, 0.5), somebody=-0.4).as_sure(0.99) < 0.7
    assert BodySeen(0.0, (0.5, 0.5), somebody=8.0).as_sure(0.95) == 0.95
    assert BodySeen(0.0, (0.5, 0.5)).as_sure(0.95) == 0.95, "nobody looked"


def test_where_nobody_is_nothing_is_asked():
    assert bodies_seen(layers_of(np.full((240, 320, 3), 90, np.uint8), 64), []) == []


def test_how_a_head_is_most_likely_seen_is_the_mean_of_what_may_be():
    guesses = (Guess(1.0, np.array([0.1, 0.0]), np.log(0.75)), Guess(1.3, np.array([0.0, 0.08]), np.log(0.25)))
    assert usual_leans(np.array([0.01, 0.0]), guesses) == pytest.approx(np.array([[0.235, 0.02]]))


def test_where_heads_may_lean_either_way_both_are_thought_of():
    """Given a map that has just begun, when nobody knows from which side the camera looks, then a figure is looked at
    as one whose head leans up and as one whose head leans down, and not as one that does not lean."""
    guesses = tuple(Guess(1.0, np.array([0.0, way]), np.log(0.5)) for way in (-0.25, 0.25))
    up, down = sorted(usual_leans(np.zeros(2), guesses).tolist(), key=lambda lean: lean[1])
    assert up == pytest.approx([0.0, -0.25])
    assert down == pytest.approx([0.0, 0.25])


def test_who_may_lean_either_way_may_stand_on_either_side():
    """Given somebody whose head leans up the tile, when he may lean down as well for all that is known, then where he
    stands is as open as that."""
    known, open_ = (put_down(lies=False, turn_deg=0.0, tilt_deg=28.0, leans=leans) for leans in ((1.0,), (1.0, -1.0)))
    feet = np.ones((32, 32))
    assert open_.feet[0] == known.feet[0]
    assert len(open_.feet) == 2
    assert open_.standing(feet).max() < 0.7 * known.standing(feet).max()


def test_of_most_tables_more_than_half_of_the_farmers_lie_and_of_one_that_lays_them_down_nearly_all():
    assert 0.5 < PutDownHabits().farmers_lie < 0.7
    assert PutDownHabits(seen=(3.0,)).farmers_lie > 0.85
    assert PutDownHabits(seen=(-3.0, -3.0)).farmers_lie < 0.1


def test_people_who_laid_their_farmers_down_last_time_most_likely_do_so_again():
    """Given a box, when its owner's farmers lay on earlier evenings, then the first one is expected to lie; if he
    stands after all, others play with it tonight."""
    same_people = PutDownHabits(earlier=(3.0, 4.0, 3.0))
    assert same_people.farmers_lie > PutDownHabits().farmers_lie + 0.2
    assert PutDownHabits(seen=(-4.0, -4.0), earlier=(3.0, 4.0, 3.0)).farmers_lie < 0.2
    assert same_people.to_remember == (3.0, 4.0, 3.0)


@pytest.mark.parametrize(("lies", "likelier"), [(3.0, 1), (-3.0, 0)], ids=["lies", "stands"])
def test_whether_he_lies_tells_farmers_from_others(lies, likelier):
    anywhere = np.ones(2)
    goes_with = BodySeen(lies, (0.5, 0.5)).goes_with(np.array([False, True]), anywhere, anywhere)
    assert goes_with[likelier] > 2 * goes_with[1 - likelier]


def test_where_a_thief_lay_others_may_lie_as_well():
    """Given a table on which somebody who was no farmer lay, then figures lie there as they come; on one where three
    stood hardly anybody does."""
    assert PutDownHabits().confirmed(4.0, farmer=False).others_lie > 2 * PutDownHabits().others_lie
    careful = PutDownHabits(others=(-4.0, -4.0, -4.0))
    assert careful.others_lie < PutDownHabits().others_lie
    assert PutDownHabits().confirmed(4.0, farmer=True).farmers_lie > PutDownHabits().farmers_lie
