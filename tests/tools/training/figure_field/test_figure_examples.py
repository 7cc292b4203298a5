"""Drawn figures on drawn tiles, and what is said of each place of such a picture."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.colours import DEFAULT_PAINTS, likeliest_names
from tools.training.figure_field.examples import (
    NOT_COUNTED,
    FieldExample,
    one_for_each_place,
    photographed,
    with_figures,
)
from tools.training.figure_field.paints import SHADES, any_named_paint
from vision.imaging.patches import LAB_SCALE, lab_of
from vision.networks.figure_field.field import COLOURS, PICTURE_PX, STEP

MEADOW = np.full((208, 208, 3), (60, 140, 90), np.uint8)


def examples(seed: int, count: int) -> list[FieldExample]:
    rng = np.random.default_rng(seed)
    return [photographed(*with_figures(MEADOW, rng), rng) for _ in range(count)]


def test_the_same_seed_draws_the_same_figures() -> None:
    for first, second in zip(examples(5, 3), examples(5, 3), strict=True):
        assert (first.picture == second.picture).all()
        assert (first.shown == second.shown).all()


def test_a_figure_is_where_the_scene_is_no_meadow_any_more() -> None:
    """Shadows fall on the meadow, too, but they are green."""
    scene, shown = next(
        (scene, shown)
        for rng in [np.random.default_rng(8)]
        for scene, shown in (with_figures(MEADOW, rng) for _ in range(20))
        if np.isin(shown, [1 + COLOURS.index("red"), 1 + COLOURS.index("blue")]).sum() > 200
    )
    tint = lab_of(scene)[..., 1:] / np.maximum(lab_of(scene)[..., :1], 1)
    plain = np.abs(tint - lab_of(MEADOW)[0, 0, 1:] / lab_of(MEADOW)[0, 0, 0]).sum(axis=2)
    assert np.median(plain[shown > 0]) > 4 * np.median(plain[shown == 0])


def test_a_place_that_shows_two_things_does_not_count() -> None:
    fine = np.zeros((4, 4), np.uint8)
    fine[:, 1:] = 3
    assert one_for_each_place(fine).tolist() == [[NOT_COUNTED, 3], [NOT_COUNTED, 3]]


def test_an_example_says_something_of_each_place() -> None:
    drawn = examples(6, 30)
    for example in drawn:
        assert example.picture.shape == (PICTURE_PX, PICTURE_PX, 3)
        assert example.shown.shape == (PICTURE_PX // STEP, PICTURE_PX // STEP)
        assert set(np.unique(example.shown)) <= {NOT_COUNTED, *range(len(COLOURS) + 1)}
    somebody = [bool(((one.shown > 0) & (one.shown != NOT_COUNTED)).any()) for one in drawn]
    assert any(somebody)
    assert not all(somebody), "some show nobody"


def test_each_colour_has_its_shades() -> None:
    assert set(SHADES) == set(COLOURS)
    rng = np.random.default_rng(4)
    assert {any_named_paint(rng).number for _ in range(400)} == set(range(len(COLOURS)))


@pytest.mark.parametrize("name", sorted(DEFAULT_PAINTS))
def test_most_shades_of_a_seat_are_called_as_it_is(name: str) -> None:
    """Given many paints of one colour, when each is called by the usual paint it is most like, then nearly all are
    called that."""
    rng, called = np.random.default_rng(3), []
    while len(called) < 60:
        paint = any_named_paint(rng)
        if COLOURS[paint.number] == name:
            seen = lab_of(np.array([[paint.colour]], np.float32).round().astype(np.uint8))[0, 0] / LAB_SCALE
            called.append(likeliest_names([(float(seen[0]), float(seen[1]), float(seen[2]))])[0])
    assert called.count(name) > 45
