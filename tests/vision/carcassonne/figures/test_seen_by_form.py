"""Who stands on one tile by his form: seen on our own tiles and figures, which the network was not taught on."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pieces.three_tiles import SIDE, camera, poses, table_with
from vision.carcassonne.figures.seen_by_form import FigureByForm, TileForms, figure_by_form
from vision.imaging.patches import layers_of
from vision.registration.lattice import project

COLOURS = ("red", "yellow", "green", "blue", "black")
FROM_ABOVE = np.zeros(2)


def seen(colour: str, tile: int, *figures: tuple[str, float, bool]) -> FigureByForm:
    """What is seen of a colour on one of three tiles, the middle one of which is the second."""
    layers = layers_of(table_with(*figures), SIDE)
    by_form = figure_by_form(layers, poses()[tile], colour, FROM_ABOVE)
    assert by_form is not None
    return by_form


@pytest.mark.parametrize("lies", [True, False])
@pytest.mark.parametrize("colour", COLOURS)
def test_somebody_speaks_for_himself_and_nobody_against(colour: str, lies: bool) -> None:
    assert seen(colour, 0, (colour, -45.0, lies)).says > 2
    assert seen(colour, 2, (colour, -45.0, lies)).says < -2


def test_he_is_where_he_is_seen() -> None:
    by_form = seen("red", 1, ("red", 5.0, False))
    column, row = project(poses()[1], np.array([by_form.middle]))[0]
    there = camera().project([[5.0, 8.0, 9.0]])[0]
    assert np.hypot(column - there[0], row - there[1]) < 0.1 * SIDE
    low, high = np.min(by_form.hides, axis=0), np.max(by_form.hides, axis=0)
    assert (low < by_form.middle).all()
    assert (high > by_form.middle).all()


def test_another_colour_says_little_of_his() -> None:
    assert seen("blue", 0, ("red", -45.0, False)).says < seen("red", 0, ("red", -45.0, False)).says - 2


def test_who_stands_on_the_next_tile_and_leans_over_this_one_says_nothing() -> None:
    """Given a camera that sees heads far to the right of feet, then who shows at a tile's left edge stands beside; as
    nobody knows that exactly yet, it does not speak against him either."""
    layers = layers_of(table_with(("red", -18.0, False)), SIDE)
    to_the_right = np.array([0.03, 0.0])  # tile widths for 1 mm of height
    here = figure_by_form(layers, poses()[1], "red", FROM_ABOVE)
    beside = figure_by_form(layers, poses()[1], "red", to_the_right)
    assert here is not None
    assert beside is not None
    assert here.says > 0 == beside.says
    assert not beside.hides


def test_who_may_be_another_of_his_colour_that_leans_over_the_tile_is_not_told() -> None:
    layers = layers_of(table_with(("red", -18.0, False)), SIDE)
    by_form = figure_by_form(layers, poses()[1], "red", FROM_ABOVE, his_beside=True)
    assert by_form is not None
    assert by_form.says == 0


def test_a_paint_that_the_network_does_not_know_is_not_asked_for() -> None:
    layers = layers_of(table_with(("red", -45.0, False)), SIDE)
    assert figure_by_form(layers, poses()[0], "gold", FROM_ABOVE) is None


def test_forms_speak_for_him_where_he_is_and_against_him_beside() -> None:
    """Given a figure in the middle of a tile, then at its pixels form says that somebody is there, in a corner of the
    tile that nobody is, and beyond what was looked at nothing."""
    layers = layers_of(table_with(("red", 0.0, False)), SIDE)
    pixels = TileForms.on(layers, poses()[1], ["red", "gold"]).pixels("red", 32, 12)
    assert pixels.shape == (56, 56)
    assert pixels[12 + 20 : 12 + 24, 12 + 14 : 12 + 18].mean() > 1
    assert pixels[14:18, 14:18].mean() < -0.3
    assert not pixels[0].any()


def test_of_a_paint_that_the_network_does_not_know_form_says_whether_anybody_is_there() -> None:
    layers = layers_of(table_with(("red", 0.0, False)), SIDE)
    pixels = TileForms.on(layers, poses()[1], ["gold"]).pixels("gold", 32, 12)
    assert pixels[12 + 20 : 12 + 24, 12 + 14 : 12 + 18].mean() > 1
