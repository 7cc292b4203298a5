"""Pictures that are kept in half of the memory, where they are looked at at all, show what they showed."""

import cv2
import numpy as np
import pytest

from vision.imaging.made_in_parts import MadeInParts
from vision.imaging.packed_strip import PACKED_UNITS
from vision.imaging.patches import layers_of, packed_lab_of

PICTURE = np.random.default_rng(29).integers(0, 256, (232, 312, 3), np.uint8)  # grain all over, and every colour
POSES = np.array(
    [[[60.0, 8.0, 120.0], [-6.0, 64.0, 90.0], [0.0, 0.0, 1.0]], [[24.0, 0.0, 8.0], [0.0, 24.0, 6.0], [0.0, 0.0, 1.0]]]
)


def test_patches_of_a_packed_picture_are_those_of_the_picture_to_a_hundredth_of_what_a_camera_tells_apart():
    for tile_px in (60.0, 144.0):  # at full size, and shrunk
        plain, packed = (layers_of(PICTURE, tile_px, packed=packed) for packed in (False, True))
        for n in (8, 16, 32):
            (seen, inside), (kept, kept_inside) = (layers.cut(POSES, n, margin=4) for layers in (plain, packed))
            assert (inside == kept_inside).all()
            assert kept.dtype == np.float32
            assert np.abs(seen - kept).max() <= 3 * 0.5 / PACKED_UNITS  # each of three levels is rounded once
        assert np.abs(plain.finest - packed.finest).max() <= 0.5 / PACKED_UNITS


def test_a_packed_picture_is_made_where_it_is_looked_at():
    """Few tiles lie on a large table, and memory that nobody writes to is none."""
    picture = np.tile(PICTURE, (4, 4, 1))
    layers = layers_of(picture, 60.0, packed=True)
    assert isinstance(layers.levels, MadeInParts)
    assert layers.levels.share_made(2) == 0.0
    layers.cut(POSES, 32, margin=4)
    assert 0.0 < layers.levels.share_made(2) < 0.15


def test_what_is_compared_at_half_its_size_is_not_made_at_its_whole_one():
    """Four fifths of the memory is the finest level, and hardly anything looks at it."""
    parts = MadeInParts(PICTURE, packed_lab_of)
    parts.part(1, slice(9, 30), slice(50, 77))
    assert [parts.share_made(level) > 0 for level in range(3)] == [False, True, True]


@pytest.mark.parametrize("picture", [PICTURE, PICTURE[:229, :310]])
def test_parts_of_a_packed_picture_are_those_of_all_of_it(picture):
    parts, whole = MadeInParts(picture, packed_lab_of), MadeInParts(picture, packed_lab_of)
    for level in range(3):
        everything = whole.part(level, slice(None), slice(None))
        assert everything.shape[:2] == whole.size(level)
        for rows, columns in [
            (slice(9, 30), slice(50, 77)),
            (slice(40, None), slice(0, 20)),
            (slice(3, 4), slice(60, 400)),
        ]:
            assert (parts.part(level, rows, columns) == everything[rows, columns]).all()


def test_a_camera_may_write_its_next_picture_where_it_wrote_this_one():
    written = PICTURE.copy()
    layers, seen = layers_of(written, 60.0, packed=True), layers_of(PICTURE, 60.0, packed=True).cut(POSES, 32)[0]
    written[:] = 0
    assert (layers.cut(POSES, 32)[0] == seen).all()


def test_a_picture_that_nobody_can_write_to_is_kept_once():
    """As every source hands them out: six megabytes of a camera's picture lie there anyway."""
    camera = PICTURE.copy()
    camera.setflags(write=False)
    layers = layers_of(camera, 60.0, packed=True)
    assert isinstance(layers.levels, MadeInParts)
    assert np.shares_memory(layers.levels.picture, camera)


def test_what_was_let_go_is_seen_again_as_it_was():
    layers = layers_of(PICTURE, 60.0, packed=True)
    assert isinstance(layers.levels, MadeInParts)
    seen = layers.cut(POSES, 32)[0]
    layers.let_go()
    assert layers.levels.share_made(2) == 0.0
    assert (layers.cut(POSES, 32)[0] == seen).all()


def test_a_picture_of_odd_sides_is_cut_where_it_shows_the_same():
    odd = np.ascontiguousarray(PICTURE[:231, :309])
    for n in (8, 16, 32):
        seen, kept = (layers_of(picture, 60.0, packed=True).cut(POSES, n)[0] for picture in (PICTURE, odd))
        assert np.abs(seen - kept).max() < 0.05


def test_of_an_earlier_picture_the_map_is_kept_as_it_was_and_the_table_beyond_it_softly():
    table = np.asarray(cv2.GaussianBlur(np.tile(PICTURE, (4, 4, 1)), (0, 0), 6.0), np.uint8)
    whole, kept = (layers_of(table, 60.0, packed=True) for _ in range(2))
    kept.let_go_beyond(np.array([40.0, -30.0]), np.array([300.0, 250.0]))
    assert isinstance(kept.levels, MadeInParts)
    assert kept.levels.picture.nbytes < table.nbytes / 10
    assert (kept.cut(POSES[:1], 32, margin=4)[0] == whole.cut(POSES[:1], 32, margin=4)[0]).all()
    far = np.array([[[60.0, 0.0, 700.0], [0.0, 60.0, 600.0], [0.0, 0.0, 1.0]]])
    across = np.array([[[60.0, 0.0, 270.0], [0.0, 60.0, 220.0], [0.0, 0.0, 1.0]]])  # half within
    for pose in (far, across):
        seen, soft = (layers.cut(pose, 32)[0] for layers in (whole, kept))
        assert np.abs(seen - soft).max() < 2.0  # of 50 levels of light and 100 of colour
    assert kept.size == whole.size
