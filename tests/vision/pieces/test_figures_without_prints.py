"""Painted wood on print that nobody has seen before, in a light that falls unevenly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.colours import paints_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.imaging.patches import layers_of
from vision.pieces.figures import find_figures, trace_of, white_balanced
from vision.pieces.figures_without_prints import in_broad_strokes, scene_without_faces
from vision.registration.lattice import shifted

SIDE = 64
KEYS = ("BA/Rr", "BA/RFr", "BA/C", "BA/LR", "BA/L", "BA/RCr", "BA/Rr", "BA/CFC.2", "BA/RFr", "BA/Rr", "BA/RFr", "BA/L")
EVEN, UNEVEN = np.ones(len(KEYS) * SIDE), np.geomspace(0.2, 1.0, len(KEYS) * SIDE)


def row_of_tiles(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Tiles from left to right, on whose columns this light (width,) falls."""
    row = np.hstack([cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)) for key in KEYS])
    return np.asarray(np.clip(row * light[None, :, None], 0, 255), np.uint8)


def doubted(picture: NDArray[np.uint8]) -> float:
    """Share of the map that looks like no print."""
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    return float((scene.doubt[scene.owner >= 0] > 8).mean())


def test_print_in_half_a_shadow_is_hardly_more_doubted_than_in_full_light() -> None:
    assert doubted(row_of_tiles(UNEVEN)) < doubted(row_of_tiles(EVEN)) + 0.02


def followers_on(picture: NDArray[np.uint8]) -> list[str]:
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    return [figure.colour for figure in find_figures(scene, paints_of()) if figure.confidence > 0.5]


def painted(colour: tuple[float, float, float], blur: float = 0.8) -> NDArray[np.uint8]:
    """The row of tiles with a spot of a colour on the grass of its second tile."""
    spot = cv2.circle(np.zeros((SIDE, len(KEYS) * SIDE), np.float32), (SIDE + 46, 45), 12, 1.0, -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(spot, (0, 0), blur)[..., None]
    return np.asarray(np.clip(row_of_tiles(EVEN) * (1 - share) + np.array(colour) * share, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("colour", "name"), [((38, 36, 196), "red"), ((42, 196, 236), "yellow"), ((178, 92, 30), "blue")]
)
def test_painted_wood_stands_out_from_print(colour: tuple[int, int, int], name: str) -> None:
    assert followers_on(painted(colour)) == [name]


@pytest.mark.parametrize(("colour", "name"), [((38, 36, 196), "red"), ((178, 92, 30), "blue")])
def test_a_small_one_on_a_cloister_is_no_part_of_it_where_others_lie_on_the_map(
    colour: tuple[int, int, int], name: str
) -> None:
    middle = (KEYS.index("BA/L", 5) * SIDE + SIDE // 2, SIDE // 2)
    assert followers_on(cv2.circle(row_of_tiles(EVEN), middle, 8, colour, -1, cv2.LINE_AA)) == [name]


def test_a_bare_map_has_no_followers() -> None:
    assert followers_on(row_of_tiles(EVEN)) == []


def test_ground_that_is_like_paint_and_fades_into_its_kind_is_nobody() -> None:
    assert followers_on(painted((42, 196, 236), blur=16.0)) == []


@pytest.mark.parametrize("in_shade", [False, True])
def test_a_shadow_on_grass_is_no_green_piece_where_shade_is_thought_of(in_shade: bool) -> None:
    """Given a shadow of a piece's size, as one falls beside whoever stands in a lamp's light, then it is nobody."""
    spot = cv2.circle(np.zeros((SIDE, len(KEYS) * SIDE), np.float32), (SIDE + 46, 45), 12, 0.6, -1, cv2.LINE_AA)
    picture = np.asarray(row_of_tiles(EVEN) * (1 - spot[..., None]), np.uint8)
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses, in_shade=in_shade)
    seen = [one.colour for one in find_figures(scene, paints_of()) if one.confidence > 0.5]
    assert seen == ([] if in_shade else ["green"])


@pytest.mark.parametrize(("colour", "names"), [((30, 30, 30), ["black"]), ((38, 36, 196), ["red"]), (None, [])])
def test_a_black_one_is_made_out_on_print_that_has_thin_lines_as_dark(
    colour: tuple[int, int, int] | None, names: list[str]
) -> None:
    """Given a print with a dark line across every tile, when somebody stands there, then lines explain no piece."""
    picture = row_of_tiles(EVEN)
    for column in range(len(KEYS)):
        cv2.line(picture, (column * SIDE + 4, 0), (column * SIDE + 4, SIDE), (25, 25, 25), 2)
    if colour is not None:
        cv2.circle(picture, (SIDE + 46, 45), 12, colour, -1, cv2.LINE_AA)
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    (black,) = paints_of(("black",))
    scene = in_broad_strokes(scene_without_faces(layers_of(picture, SIDE), poses), black)
    assert [one.colour for one in find_figures(scene, paints_of()) if one.confidence > 0.5] == names


def test_paint_on_many_tiles_is_no_print_where_its_owner_is_known_to_stand() -> None:
    """Given a small map with red followers on half of its tiles, when one more is put down, then all are seen."""
    few = 4
    picture = row_of_tiles(EVEN)[:, : few * SIDE].copy()
    for column in (1, 3):
        cv2.circle(picture, (column * SIDE + 46, 45), 12, (38, 36, 196), -1, cv2.LINE_AA)
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(few)])

    def seen(on_tiles: list[set[str]]) -> list[str]:
        scene = scene_without_faces(layers_of(picture, SIDE), poses, on_tiles)
        return [figure.colour for figure in find_figures(scene, paints_of()) if figure.confidence > 0.5]

    assert seen([]) == []
    assert seen([set(), {"red"}, set(), {"red"}]) == ["red", "red"]


def test_whoever_stands_on_a_tile_leaves_a_patch_of_his_paint_there_even_where_he_is_not_told_from_print() -> None:
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(painted((178, 92, 30)), SIDE), poses)
    (blue,) = paints_of(("blue",))
    assert trace_of(scene, 1, blue) > 0.05  # of a spot of 0.11
    assert all(trace_of(scene, tile, blue) < 0.02 for tile in (0, 2, 3, 4))


def test_a_lamps_streaks_on_somebody_do_not_part_his_patch() -> None:
    """Given a piece with two streaks of glare, when its paint is looked for, then its three bands are one patch."""
    picture = painted((38, 36, 196))
    for row in (40, 50):
        cv2.rectangle(picture, (SIDE + 33, row), (SIDE + 59, row + 3), (225, 225, 245), -1)
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    (red,) = paints_of(("red",))
    assert trace_of(scene, 1, red) > 0.04  # each band alone: 0.02


def on_snow(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same tiles as an edition would print them whose grass is snow and whose roads are grey."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.int16)
    grass = lab[..., 1] < 118
    road = ~grass & (lab[..., 0] > 190) & (abs(lab[..., 1] - 128) < 8)
    snowy = picture.copy()
    snowy[grass], snowy[road] = (232, 236, 234), (112, 118, 120)
    return snowy


def test_grey_roads_on_snow_do_not_make_its_light_brighter_than_paper() -> None:
    """Given roads that are printed darker than usual, then snow is no whiter than paper for that."""
    picture = on_snow(row_of_tiles(EVEN))
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    snow = white_balanced(scene.raw[scene.owner >= 0], scene.gain)
    assert np.percentile(snow[:, 0], 97) < 96
