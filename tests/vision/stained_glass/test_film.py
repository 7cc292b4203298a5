"""Film lets the table through: on a red cloth only what is red in it is left to be seen, and it is read there all the
same, as it looks on red."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.artwork.stained_glass.edition import own_glass
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.pieces.sheet_of_paper import linear_of
from vision.stained_glass.grounds import grounds_of, on_grounds
from vision.stained_glass.judge import GlassJudge, templates_of

SIDE, GAP = 60, 20
GLASS = own_glass()
RED, GREY = (30, 30, 170), (150, 150, 150)
KINDS = tuple(dict.fromkeys(GLASS.kinds))


def table(colour: tuple[int, int, int]) -> Picture:
    return np.full((320, 480, 3), colour, np.uint8)


def film_on(ground: Picture) -> Picture:
    """The twelve kinds as film, three rows of four: light goes through it to what lies beneath."""
    light = linear_of(ground).astype(np.float64)
    for number, kind in enumerate(KINDS):
        film = cv2.resize(GLASS.pictures[kind], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        left, top = corner(number)
        light[top : top + SIDE, left : left + SIDE] *= linear_of(film)
    values = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(255 * values), np.uint8)


def corner(number: int) -> tuple[int, int]:
    return GAP + number % 4 * (SIDE + GAP), GAP + number // 4 * (SIDE + GAP)


def places() -> Float64Array:
    """(12, 3, 3) where they lie."""
    return np.array([[[SIDE, 0, corner(n)[0] - 0.5], [0, SIDE, corner(n)[1] - 0.5], [0, 0, 1.0]] for n in range(12)])


def test_a_coloured_table_is_a_ground_and_a_grey_one_is_not() -> None:
    red = grounds_of(table(RED))[0]
    assert red[2] == 1.0
    assert red[:2].max() < 0.25
    assert grounds_of(table(GREY)).tolist() == grounds_of(table((240, 240, 240))).tolist()  # printed land alone


def test_what_lies_on_the_table_is_a_ground_as_well() -> None:
    picture = table(RED)
    picture[:, :160] = (40, 60, 40)
    assert any(ground.argmax() == 1 and ground[[0, 2]].max() < 0.8 for ground in grounds_of(picture))


def test_film_on_a_red_cloth_is_more_like_itself_on_red() -> None:
    picture = film_on(table(RED))
    layers = layers_of(picture, SIDE)
    film = on_grounds(GLASS, grounds_of(picture)[:1])
    views = np.array([GLASS.kinds.index(kind) for kind in KINDS])
    as_shown = GlassJudge(layers, templates_of(GLASS)).weigh(places(), views)
    on_red = GlassJudge(layers, templates_of(film)).weigh(places(), views + len(GLASS.kinds))
    assert np.median(as_shown.similarity) < 0.8
    assert on_red.similarity.min() > 0.9
    assert (on_red.similarity > on_red.rival).all()


def test_kinds_rival_each_other_on_the_same_ground_only() -> None:
    film = on_grounds(GLASS, grounds_of(table(RED))[:1])
    first = film.rivals[0]
    assert not first[len(GLASS.kinds) :].any()
    assert first[: len(GLASS.kinds)].sum() == len(GLASS.kinds) - 1
