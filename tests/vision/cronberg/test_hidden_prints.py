"""A lamp that hides the rhomb beneath it, on a board that is seen from above."""

import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.drawing import drawn
from vision.cronberg.evidence import RhombWeigher
from vision.cronberg.hidden_prints import LampSurroundings, _SeenPrint, hidden_lamp
from vision.cronberg.tone import RectifiedBoard, Toner

PLACE = 10
AS_PRINTED = np.zeros(3, np.float32)


@pytest.fixture(scope="module")
def toner():
    return Toner(drawn_set(), 1.0)


@pytest.fixture(scope="module")
def weigher():
    return RhombWeigher(drawn_set())


def lamp_over(picture, toner, middle_mm, strength):
    """A long soft lamp, 22 by 14 mm, its flanks steeper than a Gaussian's."""
    ys, xs = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    x, y = (v - o - m for v, o, m in zip((xs, ys), toner.to_px[:2, 2], middle_mm, strict=True))
    share = (strength * np.exp(-(((x / 22) ** 2 + (y / 14) ** 2) ** 1.5)))[..., None]
    return (picture * (1 - share) + 255 * share).astype(np.float32)


@pytest.fixture(scope="module", params=["burnt-tower", "smithy"])
def hidden(request, toner, weigher):
    """A dark rhomb and a light one beneath a lamp, on a grainy picture: kind, lamp's middle, and what is known."""
    prints = drawn_set()
    kind = next(n for n, one in enumerate(prints.edition.kinds) if one.key == request.param)
    corners = prints.crossings_mm[list(prints.lattice.sites[2 * PLACE].corners)]
    middle = corners.mean(axis=0) + np.array([4.0, -3.0])
    table = drawn(prints, toner.reference, toner.to_px, [(2 * PLACE, kind, AS_PRINTED)])
    lit = lamp_over(table, toner, middle, 0.85)
    raw = np.clip(lit + np.random.default_rng(5).normal(0, 6, lit.shape), 0, 255).astype(np.float32)
    plain = np.ones(raw.shape[:2], np.float32)
    return kind, middle, LampSurroundings(raw, np.ones_like(raw), plain, [], np.zeros(plain.shape, bool))


def test_the_lamp_is_found_though_nobody_told_what_lies_beneath(hidden, weigher, toner):
    _, middle, around = hidden
    glare = hidden_lamp(around, PLACE, weigher, toner)
    assert glare.middle_mm == pytest.approx(middle, abs=2.0)
    assert glare.strength == pytest.approx(0.85, abs=0.06)


def test_the_rhomb_beneath_is_among_the_likeliest(hidden, weigher, toner):
    kind, _, around = hidden
    plane = RectifiedBoard(around.raw, around.valid, toner.to_px, drawn_set().rhomb_thick_mm)
    support, poses = weigher.beneath_lamp(PLACE, plane, around.gain)
    assert (support > support[kind]).sum() < 5
    assert np.abs(poses[kind][:2]).max() <= 3


def test_a_rhomb_that_is_surely_laid_elsewhere_does_not_lie_here_too(hidden, weigher, toner):
    """All but the right one are gone from the box, and still the lamp is told."""
    kind, middle, around = hidden
    others = [k for k in range(len(drawn_set().rhombi)) if k != kind]
    laid = [(2 * n, k, AS_PRINTED) for n, k in zip(range(30, 60), others, strict=False)]
    lies = [(2 * PLACE, kind, AS_PRINTED), *laid]
    raw = lamp_over(drawn(drawn_set(), toner.reference, toner.to_px, lies), toner, middle, 0.85)
    glare = hidden_lamp(LampSurroundings(raw, around.gain, around.valid, laid, around.hidden), PLACE, weigher, toner)
    assert glare.middle_mm == pytest.approx(middle, abs=1.5)


def test_a_small_lamp_that_has_wandered_off_the_board_stays_there_without_an_error():
    grid = np.stack(np.meshgrid(np.arange(-40.0, 40), np.arange(-40.0, 40)), axis=-1).reshape(-1, 2)
    print_there = np.full((len(grid), 3), 90.0)
    far_off = np.array([400.0, 300.0, np.log(1 / 4), 0.0, np.log(1 / 4), 0.07, 0.9, 0.0, 0.0])
    found = _SeenPrint(grid, print_there, print_there - 3.0).fitted(far_off)
    assert found[:2] == pytest.approx(far_off[:2])
