"""Wooden pieces on printed tiles: what hides a piece, and what only looks like one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.colours import paints_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.imaging.patches import lab_of, layers_of
from vision.photometry.illumination import Illumination
from vision.pieces.figures import find_figures
from vision.pieces.map_scene import FACE, set_scene

SIDE = 64
TILES = ("D", "V", "M", "U")
LINES = (70, 66, 64)  # BGR of roofs' edges, nearly black
PAINT = {"black": (35, 34, 34), "red": (38, 36, 196), "yellow": (36, 200, 238), "blue": (172, 84, 28)}


def roofs():
    """A print of bright roofs with dark lines close to each other."""
    print_ = np.full((FACE, FACE, 3), (130, 170, 225), np.uint8)
    print_[3::8] = LINES
    print_[:, 2::9] = LINES
    return print_


def light(blue, green, red, to_the_right=0.0):
    """Light of these colours, stronger by so much at each 64 px to the right."""
    terms = np.zeros((6, 3))
    terms[0], terms[1] = (blue, green, red), to_the_right
    return Illumination(terms, np.zeros(3), np.zeros(2), 64.0)


def found_on(picture):
    pose = np.array([[SIDE, 0, 20.0], [0, SIDE, 20.0], [0, 0, 1]])
    scene = set_scene(layers_of(picture, SIDE), pose[None], [lab_of(roofs())], light(1.0, 1.0, 1.0))
    return [figure.colour for figure in find_figures(scene, paints_of()) if figure.confidence > 0.5]


def table_with_tile():
    picture = np.full((SIDE + 40, SIDE + 40, 3), (96, 118, 140), np.uint8)
    picture[20 : 20 + SIDE, 20 : 20 + SIDE] = roofs()
    return picture


@pytest.mark.parametrize("colour", ["black", "red"])
def test_a_piece_between_dark_lines_is_seen(colour):
    picture = table_with_tile()
    cv2.circle(picture, (52, 50), 9, PAINT[colour], -1)
    assert found_on(picture) == [colour]


def test_dark_lines_alone_are_no_piece():
    assert found_on(table_with_tile()) == []


def test_a_shadow_over_the_lines_is_no_piece():
    picture = table_with_tile()
    picture[30:60, 25:60] = (picture[30:60, 25:60] * 0.7).astype(np.uint8)
    assert found_on(picture) == []


def test_a_ground_of_one_colour_is_no_piece_beside_pieces_that_are_far_smaller():
    corners = [(20, 20), (20 + SIDE, 20), (20, 20 + SIDE), (20 + SIDE, 20 + SIDE)]
    picture = np.full((2 * SIDE + 40, 2 * SIDE + 40, 3), (96, 118, 140), np.uint8)
    for x, y in corners:
        picture[y : y + SIDE, x : x + SIDE] = roofs()
    for x, y in corners[:3]:
        cv2.circle(picture, (x + 32, y + 30), 9, PAINT["red"], -1)
    cv2.rectangle(picture, (98, 100), (134, 134), PAINT["yellow"], -1)
    poses = np.array([[[SIDE, 0, float(x)], [0, SIDE, float(y)], [0, 0, 1]] for x, y in corners])
    scene = set_scene(layers_of(picture, SIDE), poses, [lab_of(roofs())] * 4, light(1.0, 1.0, 1.0))
    assert [one.colour for one in find_figures(scene, paints_of()) if one.confidence > 0.5] == ["red"] * 3


@pytest.mark.parametrize("colour", ["yellow", "blue"])
@pytest.mark.parametrize("at", [(52, 50), (50, 116), (118, 54)])
def test_paint_stays_paint_on_soft_tiles_that_lie_a_little_beside_where_they_are_thought_to(colour, at):
    prints = [cv2.resize(tile_picture(key, 160, 0), (FACE, FACE), interpolation=cv2.INTER_AREA) for key in TILES]
    corners = [(20, 20), (20 + SIDE, 20), (20, 20 + SIDE), (20 + SIDE, 20 + SIDE)]
    picture = np.full((2 * SIDE + 40, 2 * SIDE + 40, 3), (96, 118, 140), np.uint8)
    for (x, y), print_ in zip(corners, prints, strict=True):
        picture[y : y + SIDE, x : x + SIDE] = print_
    cv2.circle(picture, at, 9, PAINT[colour], -1)
    warm = cv2.GaussianBlur(picture, (0, 0), 1.5) * np.array([0.7, 0.85, 1.0])
    seen = np.clip(warm + np.random.default_rng(9).normal(0, 6, picture.shape), 0, 255).astype(np.uint8)
    poses = np.array([[[SIDE, 0, x + 3.0], [0, SIDE, y + 3.0], [0, 0, 1]] for x, y in corners])
    scene = set_scene(layers_of(seen, SIDE), poses, [lab_of(print_) for print_ in prints], light(0.7, 0.85, 1.0))
    figures = find_figures(scene, paints_of())
    assert [one.colour for one in figures if one.confidence > 0.5] == [colour]


def test_paint_of_the_cloth_s_colour_is_a_piece_where_the_cloth_beside_its_tile_seems_to_be_on_it():
    print_ = cv2.resize(tile_picture("D", 160, 0), (FACE, FACE), interpolation=cv2.INTER_AREA)
    picture = np.full((SIDE + 60, SIDE + 60, 3), (130, 70, 34), np.uint8)
    picture[30 : 30 + SIDE, 30 : 30 + SIDE] = print_
    cv2.rectangle(picture, (50, 26), (62, 46), PAINT["blue"], -1)
    noisy = np.clip(picture + np.random.default_rng(3).normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    pose = np.array([[SIDE + 6, 0, 27.0], [0, SIDE + 6, 27.0], [0, 0, 1]])
    scene = set_scene(layers_of(noisy, SIDE), pose[None], [lab_of(print_)], light(1.0, 1.0, 1.0))
    figures = find_figures(scene, paints_of())
    assert [one.colour for one in figures if one.confidence > 0.5] == ["blue"]


def row_of_tiles(shades, size=3 * SIDE + 40):
    """Three tiles beside each other, each in light of its own brightness, and their poses and prints."""
    prints = [cv2.resize(tile_picture(key, 160, 0), (FACE, FACE), interpolation=cv2.INTER_AREA) for key in TILES[:3]]
    picture = np.full((SIDE + 40, size, 3), (40, 45, 50), np.float32)
    poses = np.array([[[SIDE, 0, 20.0 + SIDE * place], [0, SIDE, 20.0], [0, 0, 1]] for place in range(3)])
    for place, (print_, shade) in enumerate(zip(prints, shades, strict=True)):
        left = 20 + SIDE * place
        picture[20 : 20 + SIDE, left : left + SIDE] = print_ * np.float32(shade)
    return picture, poses, [lab_of(print_) for print_ in prints]


def seen_on(picture, poses, faces, lit):
    grainy = np.clip(picture + np.random.default_rng(2).normal(0, 6, picture.shape), 0, 255).astype(np.uint8)
    figures = find_figures(set_scene(layers_of(grainy, SIDE), poses, faces, lit), paints_of())
    return [(one.colour, round(one.centre[0] / SIDE)) for one in figures if one.confidence > 0.5]


def test_a_white_piece_in_the_bluer_light_of_a_window_is_white():
    near_the_window, far = np.array([0.9, 0.75, 0.5]), np.array([0.5, 0.75, 0.9])
    picture, poses, faces = row_of_tiles((near_the_window, 0.5 * (near_the_window + far), far))
    cv2.circle(picture, (50, 52), 11, tuple(near_the_window * (218, 226, 228)), -1)
    beyond = near_the_window + 0.2 * (near_the_window - far) * 2
    assert seen_on(picture, poses, faces, light(*beyond, (far - near_the_window) / 2)) == [("white", 1)]


def test_a_lamp_mirrored_in_dim_light_is_no_white_piece():
    picture, poses, faces = row_of_tiles((0.6, 0.6, 0.6))
    cv2.circle(picture, (52, 52), 11, (215, 220, 222), -1)
    assert seen_on(picture, poses, faces, light(0.6, 0.6, 0.6)) == []


def test_a_chip_far_smaller_than_the_pieces_around_it_is_none():
    picture, poses, faces = row_of_tiles((0.9, 0.9, 0.9))
    for x in (52, 116):
        cv2.circle(picture, (x, 52), 12, PAINT["red"], -1)
    alone = picture.copy()
    cv2.circle(picture, (180, 52), 6, PAINT["blue"], -1)
    assert seen_on(picture, poses, faces, light(0.9, 0.9, 0.9)) == seen_on(alone, poses, faces, light(0.9, 0.9, 0.9))


def test_a_small_piece_among_small_ones_is_one():
    picture, poses, faces = row_of_tiles((0.9, 0.9, 0.9))
    for x in (52, 116, 180):
        cv2.circle(picture, (x, 52), 6, PAINT["blue"], -1)
    assert len(seen_on(picture, poses, faces, light(0.9, 0.9, 0.9))) == 3


def test_a_piece_far_away_is_one_beside_those_that_are_near():
    """Seen aslant, a far tile is less than half as wide as a near one, and so is what stands on it."""
    print_ = cv2.resize(tile_picture("D", 160, 0), (FACE, FACE), interpolation=cv2.INTER_AREA)
    picture, poses = np.full((240, 240, 3), (40, 45, 50), np.uint8), []
    for x, y, side in ((20, 20, 40), (20, 100, 96), (120, 100, 96)):
        picture[y : y + side, x : x + side] = cv2.resize(print_, (side, side), interpolation=cv2.INTER_AREA)
        cv2.circle(picture, (x + side // 2, y + side // 2), round(0.18 * side), PAINT["red"], -1)
        poses.append([[side, 0, x], [0, side, y], [0, 0, 1]])
    noisy = np.clip(picture + np.random.default_rng(5).normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    scene = set_scene(layers_of(noisy, 64), np.array(poses, float), [lab_of(print_)] * 3, light(1.0, 1.0, 1.0))
    figures = find_figures(scene, paints_of())
    assert [one.colour for one in figures if one.confidence > 0.5] == ["red"] * 3


def test_a_piece_that_mostly_lies_in_its_own_shade_is_one():
    picture, poses, faces = row_of_tiles((0.9, 0.9, 0.9))
    cv2.circle(picture, (52, 52), 12, PAINT["red"], -1)
    cv2.circle(picture, (180, 52), 12, (6, 30, 4), -1)
    cv2.ellipse(picture, (180, 47), (8, 5), 0, 0, 360, (44, 120, 32), -1)
    assert sorted(seen_on(picture, poses, faces, light(0.9, 0.9, 0.9))) == [("green", 3), ("red", 1)]


def field_with_roads():
    """A print of grass with a white road every few steps, and the dark line beside it: yellow lies between all of these
    in every channel."""
    print_ = np.full((FACE, FACE, 3), (30, 190, 140), np.uint8)
    print_[4::10] = print_[5::10] = (235, 240, 240)
    print_[6::10] = (40, 60, 70)
    return print_


@pytest.mark.parametrize("shows", ["yellow", None])
def test_yellow_is_no_mixture_of_grass_and_road(shows):
    face = field_with_roads()
    picture = np.full((SIDE + 40, SIDE + 40, 3), (96, 118, 140), np.uint8)
    picture[20 : 20 + SIDE, 20 : 20 + SIDE] = face
    if shows:
        cv2.circle(picture, (52, 50), 10, (10, 165, 180), -1)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    pose = np.array([[SIDE, 0, 20.0], [0, SIDE, 20.0], [0, 0, 1]])
    scene = set_scene(layers_of(soft, SIDE), pose[None], [lab_of(face)], light(1.0, 1.0, 1.0))
    found = [figure.colour for figure in find_figures(scene, paints_of()) if figure.confidence > 0.5]
    assert found == ([shows] if shows else [])
