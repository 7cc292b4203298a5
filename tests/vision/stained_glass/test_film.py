"""Film lets the table through: on a red cloth only what is red in it is left to be seen, and it is read there all the
same, as it looks on red. On a black table it hardly shows more than the light that it throws back itself."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.artwork.stained_glass.edition import own_glass
from vision.frames import Picture
from vision.imaging.patches import lab_of, layers_of
from vision.photometry.srgb import light_to_srgb, srgb_to_light
from vision.stained_glass.bank import bank_of, find
from vision.stained_glass.grounds import black_ground_of, grounds_of, on_grounds
from vision.stained_glass.judge import PARAMETERS, GlassJudge, templates_of

SIDE, GAP = 60, 20
GLASS = own_glass()
RED, GREY, BLACK = (30, 30, 170), (150, 150, 150), (24, 28, 40)
KINDS = tuple(dict.fromkeys(GLASS.kinds))


def table(colour: tuple[int, int, int]) -> Picture:
    return np.full((320, 480, 3), colour, np.uint8)


def film_on(ground: Picture, veil: float = 0.0) -> Picture:
    """The twelve kinds as film, three rows of four: light goes through it to what lies beneath, and a share of white
    light comes back from the film itself."""
    light = srgb_to_light(ground)
    for number, kind in enumerate(KINDS):
        film = cv2.resize(GLASS.pictures[kind], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        left, top = corner(number)
        light[top : top + SIDE, left : left + SIDE] *= srgb_to_light(film)
        light[top : top + SIDE, left : left + SIDE] += veil
    return np.asarray(np.rint(light_to_srgb(light)), np.uint8)


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


def test_a_black_table_is_a_ground_of_its_own_and_dark_red_cloth_is_not() -> None:
    light = black_ground_of(table(BLACK))
    assert light is not None
    assert light.argmax() == 2
    assert light.max() < 0.03
    assert black_ground_of(table((20, 20, 120))) is None
    assert black_ground_of(table(GREY)) is None


def test_film_under_its_own_veil_on_a_black_table_is_like_itself_on_black_only() -> None:
    """Three shares of a hundred of white light come back from the film, two from the table beneath the clearest."""
    picture = film_on(table(BLACK), veil=0.03)
    black = black_ground_of(table(BLACK))
    layers = layers_of(picture, SIDE)
    film = on_grounds(GLASS, np.zeros((0, 3)), black)
    views = np.array([GLASS.kinds.index(kind) for kind in KINDS])
    as_shown = GlassJudge(layers, templates_of(GLASS)).weigh(places(), views)
    on_black = GlassJudge(layers, templates_of(film)).weigh(places(), views + len(GLASS.kinds))
    assert np.median(on_black.similarity) > np.median(as_shown.similarity) + 0.1
    assert on_black.similarity.min() > 0.8
    assert (on_black.similarity > on_black.rival).all()


def test_what_hardly_stands_out_is_sought_as_film_on_black_and_as_nothing_else() -> None:
    film = on_grounds(GLASS, np.zeros((0, 3)), black_ground_of(table(BLACK)))
    bank = bank_of(film, 12.0, False, 4)
    on_black = bank.views >= len(GLASS.kinds)
    assert bank.least_contrasts[on_black].max() < bank.least_contrasts[~on_black].min() / 2
    faint = (film_on(table(BLACK), veil=0.03).astype(np.float64) - BLACK) * 0.5 + BLACK
    found = find(
        lab_of(cv2.resize(faint.astype(np.uint8), None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)), bank, 0.5
    )
    assert len(found) > 0
    assert (found.views >= len(GLASS.kinds)).all()


def test_film_on_black_is_told_as_a_whole_only() -> None:
    picture = film_on(table(BLACK), veil=0.03)
    film = on_grounds(GLASS, np.zeros((0, 3)), black_ground_of(picture))
    judge = GlassJudge(layers_of(picture, SIDE), templates_of(film))
    views = np.array([GLASS.kinds.index(kind) for kind in KINDS]) + len(GLASS.kinds)
    judge = judge.attuned(judge.weigh(places(), views))
    assert not judge.compare_parts(places(), views, PARAMETERS.beside).even.any()
    assert judge.weigh(places(), views).even.min() > 0.4


def test_parts_of_film_are_sought_on_every_ground_but_the_black_one() -> None:
    grounds = grounds_of(table(RED))
    film = on_grounds(GLASS, grounds, black_ground_of(table(BLACK)))
    views = len(GLASS.kinds) * (1 + len(grounds))
    assert film.off_black.grounds == film.grounds[:views]
    assert film.off_black.kinds == film.kinds[:views]
    assert GLASS.off_black is GLASS
