"""Simulated tables of the default copy, read without being told where the board lies."""

import cv2
import numpy as np

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.registration.board_camera import fitted, view_from_homography
from vision.simulator.camera import SimulatedCamera
from vision.simulator.cronberg.table import still_board


def true_rhombi(photograph):
    lattice = photograph.state.lattice
    return {
        (key, tuple(lattice.triangle_names[t] for t in site.triangles), lattice.crossing_names[site.head])
        for key, site in photograph.rhombi
    }


def true_tokens(photograph):
    names = photograph.state.lattice.crossing_names
    return {(names[crossing], colour) for crossing, colour in photograph.tokens.items()}


def test_a_board_is_read_from_any_side(reader):
    photograph = still_board("ordinary", 402)
    seen = reader.read(photograph.image)
    assert {(r.kind, r.triangles, r.head) for r in seen.rhombi} == true_rhombi(photograph)
    assert {(t.crossing, t.colour) for t in seen.tokens} == true_tokens(photograph)


def test_a_picture_without_a_board_says_what_to_do(reader):
    seen = reader.read(np.full((540, 960, 3), 128, np.uint8))
    assert seen.view is None
    assert seen.trouble.key == "cronberg.trouble.no_board"
    assert seen.rhombi == ()


def test_a_small_board_on_a_chequered_cloth_is_found_part_by_part(reader):
    photograph = still_board("hard", 53009)
    found = reader.finder.find_by_parts(photograph.image)
    middle = photograph.camera.project(np.zeros((1, 3)))
    assert np.linalg.norm(found.view.project(np.zeros((1, 2))) - middle) < 1.0


def test_a_small_board_on_a_plain_table_is_found_by_its_outline(reader):
    photograph = still_board("hard", 47004)
    found = reader.finder.find_by_outline(photograph.image)
    middle = photograph.camera.project(np.zeros((1, 3)))
    assert np.linalg.norm(found.view.project(np.zeros((1, 2))) - middle) < 2.0


def test_the_camera_is_found_from_points_of_the_board():
    prints = drawn_set()
    camera = SimulatedCamera.looking_at(
        (5.0, -8.0), scale_px_mm=1.2, tilt_deg=30, rotation_deg=110, focal_px=1500, k1=-0.05
    )
    pixels = camera.project(prints.crossings_mm)
    homography, _ = cv2.findHomography(prints.crossings_mm, pixels)
    view = fitted(view_from_homography(homography, 1920, 1080), prints.crossings_mm, pixels, 2.0)
    assert np.abs(view.project(prints.crossings_mm) - pixels).max() < 0.1
    high = camera.project(np.column_stack([prints.crossings_mm, np.full(37, 9.0)]))
    assert np.abs(view.project(prints.crossings_mm, 9.0) - high).max() < 0.5
