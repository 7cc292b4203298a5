"""A simulated die is a real solid: the picture shows what the truth says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.simulator.camera import SimulatedCamera
from vision.simulator.dice.lay import DiePose, flat_die, flush_die, standing
from vision.simulator.dice.look import TwoColours, any_appearance
from vision.simulator.dice.makes import any_make, any_stuff
from vision.simulator.dice.still import still_dice
from vision.simulator.painter import Painter
from vision.simulator.scene import Ground, TableScene

SPOT = np.zeros(2)
GREY = Ground(np.full((64, 64, 3), 110, np.uint8), -100, -100, 200, 200)


@pytest.mark.parametrize("seed", range(6))
def test_a_die_shows_the_value_that_was_thrown(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = any_appearance(rng)
    for value in range(1, 7):
        die = flat_die("die", look, SPOT, rng, value)
        axis, side = die.top()
        assert look.value(axis, side) == value
        assert die.tilt_deg() < 1e-4


@pytest.mark.parametrize("seed", range(6))
def test_opposite_faces_add_up_to_seven(seed: int) -> None:
    look = any_appearance(np.random.default_rng(seed))
    for axis in range(3):
        assert look.value(axis, 1) + look.value(axis, -1) == 7


def test_a_thrown_die_keeps_its_shape() -> None:
    look = any_appearance(np.random.default_rng(3))
    turn = standing(4, look, 33.0)
    assert np.allclose(turn @ turn.T, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1.0)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_it_is_worth_and_none_over_the_edge(value: int) -> None:
    for seed in range(20):
        look = any_appearance(np.random.default_rng(seed))
        spots = look.pips(value)
        assert len(spots) == value
        assert np.abs(spots).max(initial=0) + look.pip_size(value) < 0.5
        assert np.allclose(spots.mean(axis=0), 0)


def test_the_same_seed_gives_the_same_picture() -> None:
    one, other = (still_dice(4, "easy") for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert one.dice == other.dice


def test_dice_that_lie_flat_in_the_open_are_readable() -> None:
    for die in still_dice(11, "ordinary").dice:
        assert die.readable
        assert not die.refused


def test_a_cocked_die_is_to_be_refused() -> None:
    flat, cocked = still_dice(2, "easy", poses=(DiePose.FLAT, DiePose.COCKED)).dice
    assert flat.readable
    assert cocked.refused
    assert cocked.tilt_deg > 10


def test_the_upper_face_is_where_the_truth_says() -> None:
    """The picture there differs from the same table without dice; a die's width away from any die it does not."""
    still = still_dice(7, "easy", clutter=0)
    for die in still.dice:
        around = still.picture[int(die.y) - 4 : int(die.y) + 5, int(die.x) - 4 : int(die.x) + 5]
        assert around.shape == (9, 9, 3)
        beside = still.picture[int(die.y) - 4 : int(die.y) + 5, int(die.x + 2.5 * die.side) - 4 :][:, :9]
        assert np.abs(around.mean(axis=(0, 1)) - beside.mean(axis=(0, 1))).max() > 8


def test_an_empty_table_has_no_dice() -> None:
    assert still_dice(1, "easy", poses=()).dice == ()


@pytest.mark.parametrize("seed", range(4))
def test_a_die_pushed_against_another_lies_side_to_side_with_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = any_appearance(rng)
    one = flat_die("one", look, SPOT, rng)
    other = flush_die("other", look, [one], rng)
    assert other is not None
    apart = np.hypot(other.pose.x - one.pose.x, other.pose.y - one.pose.y) / look.side_mm
    assert 1.0 <= apart < 1.1
    assert np.allclose(np.abs(one.turn.T @ other.turn).max(axis=0), 1.0)


def test_a_die_with_no_side_free_has_none_pushed_against_it() -> None:
    rng = np.random.default_rng(1)
    look = any_appearance(rng)
    first = flat_die("first", look, SPOT, rng)
    around = [flush_die(f"{number}", look, [first], np.random.default_rng(number)) for number in range(40)]
    assert flush_die("one more", look, [first, *(die for die in around if die is not None)], rng) is None


@pytest.mark.parametrize("seed", range(40))
def test_nobody_makes_dice_whose_pips_can_t_be_told_from_the_body(seed: int) -> None:
    look = any_make(np.random.default_rng(seed), (12.0, 19.0))
    assert max(abs(one - other) for one, other in zip(look.body, look.pip, strict=True)) > 40


def test_pips_of_coarse_stuffs_stand_out_from_both_colours_but_for_the_faintest() -> None:
    apart = []
    for seed in range(60):
        look = any_stuff(np.random.default_rng(seed), (12.0, 19.0))
        assert look.second is not None
        apart.append(min(np.abs(np.subtract(colour, look.pip)).max() for colour in (look.body, look.second)))
    assert np.mean(np.array(apart) > 40) > 0.8


@pytest.mark.parametrize("layout", [TwoColours.MARBLED, TwoColours.RINGED, TwoColours.CLOUDED])
def test_the_figures_of_a_stuff_are_as_large_as_they_are_asked_to_be(layout: TwoColours) -> None:
    bare = replace(any_appearance(np.random.default_rng(7)), grain=0.0, clear=0.0, gloss=0.0, dimple=0.0)
    stuff = replace(bare, pip=bare.body, marked_values=(), layout=layout, second=(20.0, 200.0, 40.0))
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=5.0, tilt_deg=0, rotation_deg=0, width=128, height=128)
    changes = []
    for size in (0.12, 0.7):
        die = flat_die("die", replace(stuff, coarse=size), SPOT, np.random.default_rng(1), 2)
        green = Painter(camera).paint(TableScene(GREY, (), (die,)))[36:92, 36:92, 1].astype(np.float64)
        changes.append(np.abs(np.diff(green, axis=0)).mean() / green.std())
    assert changes[0] > 1.5 * changes[1]


def test_the_box_of_a_die_holds_its_upper_face_whose_corners_are_told() -> None:
    for die in still_dice(11, "ordinary").dice:
        left, top, right, bottom = die.box
        assert left < die.x < right
        assert top < die.y < bottom
        assert right - left > 0.8 * die.side
        (upper,) = (face for face in die.faces if face.upper)
        assert (upper.x, upper.y) == (die.x, die.y)
        edges = np.linalg.norm(np.diff(np.array([*upper.corners, upper.corners[0]]), axis=0), axis=1)
        assert edges.mean() == pytest.approx(die.side)


@pytest.mark.parametrize("form", [{"cushion": 8.0}, {"chamfer": 0.1}, {"second": (20.0, 200.0, 40.0)}])
def test_a_die_of_another_form_or_of_two_colours_is_drawn_otherwise(form: dict[str, object]) -> None:
    rng = np.random.default_rng(2)
    plain = replace(any_appearance(rng), rounding=0.02, ball=0.87, grain=0.0)
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=3.0, tilt_deg=40, rotation_deg=0, width=128, height=128)
    pictures = []
    for look in (plain, replace(plain, **form)):
        scene = TableScene(GREY, (), (flat_die("die", look, SPOT, np.random.default_rng(1), 5),))
        pictures.append(Painter(camera).paint(scene))
    assert np.abs(pictures[0].astype(int) - pictures[1]).max() > 20
