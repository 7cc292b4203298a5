"""Pictures that are kept in half of the memory show what they showed."""

import numpy as np

from vision.imaging.patches import PACKED_UNITS, layers_of

PICTURE = np.random.default_rng(29).integers(0, 256, (230, 310, 3), np.uint8)  # grain all over, and every colour
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


def test_a_packed_picture_takes_half_of_the_memory():
    plain, packed = (
        sum(level.nbytes for level in layers_of(PICTURE, 60.0, packed=one).levels) for one in (False, True)
    )
    assert packed == plain / 2
