"""What forms say of figures on a map: seen on our own tiles and figures, which the network was not taught on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.colours import paints_of
from games.game import SEAT_COLOURS
from tests.vision.pieces.three_tiles import SIDE, THICK_MM, camera, poses, table_with
from vision.carcassonne.figures.followers import figures_without_faces
from vision.imaging.patches import layers_of
from vision.networks.figure_field.field import COLOURS, figure_network
from vision.pieces.figure_forms import FigureForms, figure_forms, forms_of_tiles

NAMES = SEAT_COLOURS


def forms_of(picture: NDArray[np.uint8]) -> FigureForms:
    return figure_forms(forms_of_tiles(layers_of(picture, SIDE), poses(), NAMES), poses(), picture.shape[:2], NAMES)


def at(x: float, y: float = 8.0) -> tuple[int, int]:
    """Row and column of the picture where somebody's middle is seen who stands there, mm."""
    column, row = camera().project([[x, y, THICK_MM + 7.0]])[0]
    return round(row), round(column)


def said(forms: FigureForms, paint: str, where: tuple[int, int]) -> float:
    """What is added for a paint at one px."""
    only = np.zeros(forms.somebody.shape, np.bool_)
    only[where] = True
    return float(forms.of_paint(paint, only)[0])


@pytest.mark.parametrize("lies", [True, False])
@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue", "black", "pink"])
def test_somebody_is_seen_where_he_is_and_in_his_colour(colour: str, lies: bool) -> None:
    forms = forms_of(table_with((colour, -45.0, lies)))
    here, bare = at(-45.0), at(45.0)
    assert forms.somebody[here] > 0 > forms.somebody[bare]
    assert forms.paintable[here]
    assert said(forms, colour, here) > max(said(forms, name, here) for name in NAMES if name != colour) - 0.7


def test_a_bare_map_shows_nobody() -> None:
    """A cloister's roof and the houses of a city are none."""
    forms = forms_of(table_with())
    assert (forms.somebody > 0).mean() < 0.003


def patch_about(where: tuple[int, int], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    patch = np.zeros(shape, np.uint8)
    return np.asarray(cv2.circle(patch, where[::-1], 8, 1, cv2.FILLED), np.uint8)


def test_what_has_a_figures_colour_and_nothing_of_its_form_is_denied() -> None:
    forms = forms_of(table_with(("red", -45.0, False)))
    size = forms.somebody.shape
    assert not forms.denied(patch_about(at(-45.0), size))
    assert forms.denied(patch_about(at(0.0), size))  # roofs
    assert not forms.denied(np.zeros(size, np.uint8))


def test_far_from_the_map_nothing_is_said() -> None:
    forms = forms_of(table_with(("red", -45.0, False)))
    assert (forms.somebody[:20] <= -1.0).all()


def test_no_map_says_nothing() -> None:
    picture = table_with()
    of_tiles, nowhere = forms_of_tiles(layers_of(picture, SIDE), poses(), NAMES)[:0], np.zeros((0, 3, 3))
    forms = figure_forms(of_tiles, nowhere, picture.shape[:2], NAMES)
    assert not forms.paintable.any()


def test_a_paint_that_the_network_does_not_know_counts_by_form_alone() -> None:
    forms = forms_of(table_with(("red", -45.0, False)))
    here = at(-45.0)
    assert said(forms, "gold", here) > 0
    assert said(forms, "gold", here) >= said(forms, "green", here)


def test_pictures_of_any_size_are_seen_together_as_each_alone() -> None:
    pictures = np.random.default_rng(2).integers(0, 255, (10, 48, 64, 3)).astype(np.uint8)
    both, alone = figure_network().look(pictures), figure_network().look(pictures[3:4])
    assert both.somebody.shape == (10, 24, 32)
    assert both.colour.shape == (10, len(COLOURS), 24, 32)
    assert np.allclose(both.somebody[3], alone.somebody[0], atol=1e-3)
    assert np.allclose(np.exp(both.colour).sum(axis=1), 1, atol=1e-4)


def test_a_green_one_on_grass_is_found_by_his_form() -> None:
    """Given a green follower who lies on grass of his own colour, when nobody knows the print, then he is found."""
    picture = table_with(("green", -45.0, True))
    hazy = np.asarray(cv2.addWeighted(picture, 0.8, np.full_like(picture, 160), 0.2, 0), np.uint8)
    found = figures_without_faces(layers_of(hazy, SIDE), poses(), paints_of())
    assert "green" in [one.colour for one in found if one.confidence > 0.5]
