"""How a picture's colours come to be the edition's, when each tile has a light of its own besides."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.live.light import PARAMETERS, light_from
from vision.photometry.tone import Tone
from vision.tile_map.residuals import residual

N = 16  # px a side of a patch
LIGHT, GREEN_TO_RED, BLUE_TO_YELLOW = range(3)
ROW = np.array([[300.0 + 120.0 * column, 500.0] for column in range(6)])  # px: six tiles in a row
BEYOND = np.array([[300.0 + 120.0 * 7, 500.0]])


def prints(rng, count):
    """(count, N, N, 3) half-L Lab: patterns of meadow and road, as references show them."""
    return rng.normal((40.0, -10.0, 20.0), (8.0, 4.0, 5.0), (count, N, N, 3)).astype(np.float32)


def in_light(rng, shown, at, *, own=0.0, across=0.0, grain=0.5):
    """What a camera sees of prints at px (b, 2): each with its ``own`` light, and ``across`` the table by so much each
    100 px."""
    lights = rng.normal(0.0, own, (len(shown), 3)) if own else np.zeros((len(shown), 3))
    lights = lights + across * (at[:, :1] - at[0, 0]) / 100.0
    return (shown + lights[:, None, None] + rng.normal(0, grain, shown.shape)).astype(np.float32)


def foretold(seen, shown, at):
    return light_from(seen, shown, np.ones(shown.shape[:3], bool), at)


@pytest.mark.parametrize("seed", range(4))
def test_lights_of_single_tiles_are_not_drawn_on_beyond_the_map(seed):
    rng = np.random.default_rng(seed)
    shown = prints(rng, len(ROW))
    tone = foretold(in_light(rng, shown, ROW, own=1.5), shown, ROW)
    new = prints(rng, 1)
    off = (tone.apply(new, BEYOND) - new).mean(axis=(0, 1, 2))
    assert np.abs(off).max() < 5.0
    assert (np.square(off) < 9 * tone.variance(new, BEYOND)[0]).all()  # and it is known how far it may be off


def test_a_lamp_from_one_side_is_learned_from_many_tiles():
    rng = np.random.default_rng(1)
    shown = prints(rng, len(ROW))
    tone = foretold(in_light(rng, shown, ROW, across=2.0), shown, ROW)
    between = np.array([[660.0, 500.0]])
    new = prints(rng, 1)
    off = (tone.apply(in_light(rng, new, between) + 2.0 * 3.6, between) - new).mean(axis=(0, 1, 2))
    assert np.abs(off).max() < 1.5


def test_what_one_tile_tells_is_less_sure_than_what_many_tell():
    rng = np.random.default_rng(2)
    shown = prints(rng, len(ROW))
    seen = in_light(rng, shown, ROW, own=1.0)
    one, many = foretold(seen[:1], shown[:1], ROW[:1]), foretold(seen, shown, ROW)
    new, beside = prints(rng, 1), ROW[1:2]
    assert (one.variance(new, beside) > many.variance(new, beside)).all()
    assert (many.variance(new, beside) >= np.square(PARAMETERS.own)).all()


def test_a_print_in_a_light_of_its_own_is_still_that_print_with_somebody_on_it():
    rng = np.random.default_rng(3)
    shown = prints(rng, len(ROW))
    tone = foretold(in_light(rng, shown, ROW, own=1.0), shown, ROW)
    new, other = prints(rng, 1), prints(rng, 1)
    seen = tone.apply(in_light(rng, new, BEYOND), BEYOND) + np.float32([6.5, -1.4, -8.0])
    seen[:, :4] = (60.0, 10.0, 60.0)
    whole, variance = np.ones((1, N, N), bool), tone.variance(new, BEYOND)
    assert residual(seen, new, whole, tone)[:, 4:].mean() > 3  # as if each tile stood in the light of all
    assert residual(seen, new, whole, tone, variance)[:, 4:].mean() < 1.5
    assert residual(seen, other, whole, tone, variance)[:, 4:].mean() > 6


def test_somebody_who_covers_a_third_of_a_tile_is_not_taken_for_its_light():
    rng = np.random.default_rng(4)
    shown = prints(rng, len(ROW))
    tone = foretold(in_light(rng, shown, ROW), shown, ROW)
    new = prints(rng, 1)
    seen = new.copy()
    seen[:, :5] = (30.0, 40.0, 30.0)
    left = residual(seen, new, np.ones((1, N, N), bool), tone, tone.variance(new, BEYOND))
    assert left[:, 5:].mean() < 1
    assert left[:, :5].mean() > 6


@pytest.mark.parametrize("grain", [0.5, 4.0, 8.0])
def test_a_grainy_picture_is_not_taken_for_a_pale_one(grain):
    rng = np.random.default_rng(5)
    shown = prints(rng, len(ROW))
    tone = foretold(in_light(rng, shown, ROW, grain=grain), shown, ROW)
    new = prints(rng, 1)
    brought = tone.apply(new, ROW[2:3])
    assert [np.polyfit(new[..., c].ravel(), brought[..., c].ravel(), 1)[0] for c in range(3)] == pytest.approx(
        [1.0, 1.0, 1.0], abs=0.15
    )


def test_in_a_grainy_picture_a_plain_tile_fits_no_better_than_the_one_that_lies_there():
    rng = np.random.default_rng(6)
    shown = prints(rng, len(ROW))
    tone = foretold(in_light(rng, shown, ROW, grain=8.0), shown, ROW)
    new = prints(rng, 1)
    plain = np.broadcast_to(new.mean(axis=(1, 2), keepdims=True), new.shape)
    seen, whole = tone.apply(in_light(rng, new, ROW[2:3], grain=8.0), ROW[2:3]), np.ones((1, N, N), bool)
    assert residual(seen, new, whole, tone).mean() < residual(seen, plain, whole, tone).mean()


def test_where_none_of_the_print_shows_the_colours_scatter_farther_than_all_of_it():
    rng = np.random.default_rng(8)
    shown, elsewhere = prints(rng, len(ROW)), prints(rng, len(ROW))
    lost = foretold(in_light(rng, elsewhere, ROW), shown, ROW)
    assert (lost.sigma > 3 * shown.std(axis=(0, 1, 2))).all()


def test_a_camera_that_bends_what_is_bright_is_followed():
    rng = np.random.default_rng(7)
    shown = prints(rng, len(ROW))

    def bent(tiles):
        seen = tiles.copy()
        seen[..., LIGHT] = 8.0 + 0.8 * tiles[..., LIGHT] - 0.1 * np.square(tiles[..., LIGHT]) / 50.0
        seen[..., GREEN_TO_RED] += 0.2 * tiles[..., LIGHT] - 5.0
        return seen

    tone = foretold(bent(shown), shown, ROW)
    new = prints(rng, 1)
    assert np.abs(tone.apply(bent(new), ROW[2:3]) - new).mean() < 0.6


def test_a_tone_of_a_photograph_does_not_say_how_sure_it_is():
    tone = Tone(np.zeros((10, 3)), np.ones(3), np.zeros(2), 1.0)
    assert tone.variance(np.zeros((1, N, N, 3), np.float32), BEYOND) is None
