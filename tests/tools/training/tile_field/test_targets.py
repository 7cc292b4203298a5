"""What is taught of a tile must not depend on which of its corners is named first, and must follow the picture."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tools.training.tile_field.targets import centres, describe, field_of, mirrored, transposed
from vision.networks.tile_field.field import decoded

SIDE = 96


@st.composite
def tiles(draw: st.DrawFn) -> np.ndarray:
    """A tile as perspective and a slip show it: corners (1, 4, 2) px, clockwise, on a picture of 96 x 96."""
    half, turn = draw(st.floats(9, 26)), draw(st.floats(-np.pi, np.pi))
    square = np.exp(1j * (turn + np.pi / 4 + np.pi / 2 * np.arange(4))) * half * np.sqrt(2)
    points = np.column_stack([square.real, square.imag * draw(st.floats(0.6, 1.0))])
    slips = np.array([[draw(st.floats(-1.5, 1.5)) for _ in range(2)] for _ in range(4)])
    return (points + slips + [draw(st.floats(30, 66)), draw(st.floats(30, 66))])[None]


@given(tiles(), st.integers(1, 3))
def test_any_corner_may_be_named_first(corners: np.ndarray, later: int) -> None:
    other = np.roll(corners, later, axis=1)
    assert np.allclose(describe(corners), describe(other), atol=1e-9)
    assert np.allclose(centres(corners), centres(other), atol=1e-6)
    assert np.allclose(field_of(corners, (SIDE, SIDE))[0], field_of(other, (SIDE, SIDE))[0], atol=1e-5)


@given(tiles())
def test_a_mirrored_picture_has_the_mirrored_field(corners: np.ndarray) -> None:
    field = field_of(corners, (SIDE, SIDE))[0]
    signs = np.array([1, -1, 1, 1, 1, -1, 1, -1], np.float32)[:, None, None]  # dx, sines and what turns with them
    assert np.allclose(field_of(mirrored(corners, SIDE), (SIDE, SIDE))[0], field[:, :, ::-1] * signs, atol=1e-4)


@given(tiles())
def test_a_transposed_picture_has_its_mask_transposed(corners: np.ndarray) -> None:
    field = field_of(corners, (SIDE, SIDE))[0]
    other = field_of(transposed(corners), (SIDE, SIDE))[0]
    assert np.array_equal(other[0], field[0].T)
    assert np.allclose(other[1], field[2].T, atol=1e-4)
    assert np.allclose(other[3], field[3].T, atol=1e-4)


@given(tiles())
def test_the_edges_come_back_whichever_side_is_called_the_upper_one(corners: np.ndarray) -> None:
    channels = field_of(corners, (SIDE, SIDE))[0]
    row, column = np.argwhere(channels[0] > 0)[0]
    field = decoded(channels)
    points = corners[0, :, 0] + 1j * corners[0, :, 1]
    edges = [(points[(k + 1) % 4] - points[k] + points[(k + 2) % 4] - points[(k + 3) % 4]) / 4 for k in range(4)]
    assert min(abs(field.right[row, column] - edge) for edge in edges) < 0.02
    assert min(abs(field.down[row, column] - edge) for edge in edges) < 0.02
