"""The light on a map, told by tiles that are known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.photometry.illumination import learn_light

N = 16  # px a side
AT = np.array([[x, y] for x in (100.0, 300.0, 500.0) for y in (100.0, 250.0, 400.0)])


def prints() -> NDArray[np.float32]:
    return np.random.default_rng(5).uniform(40, 220, (len(AT), N, N, 3)).astype(np.float32)


def gains_at(at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bluer to the right, brighter downwards."""
    x, y = at.T / 500
    return np.stack([0.5 + 0.2 * x, 0.6 + 0.2 * y, 0.9 - 0.1 * x], axis=1)


def test_light_that_changes_across_the_map_is_told_between_tiles() -> None:
    printed = prints()
    seen = printed * gains_at(AT)[:, None, None].astype(np.float32)
    light = learn_light(seen, printed, AT, np.ones(len(AT)))
    between = np.array([[200.0, 175.0], [420.0, 330.0]])
    assert np.abs(light.gains(between) - gains_at(between)).max() < 0.03


def test_what_stands_on_tiles_says_nothing_of_the_light() -> None:
    printed = prints()
    seen = printed * np.float32(0.7)
    seen[::2, : N // 2, : N // 2] = (30, 30, 220)
    light = learn_light(seen, printed, AT, np.ones(len(AT)))
    assert np.abs(light.gains(AT) - 0.7).max() < 0.03


def test_a_tile_that_is_hardly_believed_says_little() -> None:
    printed = prints()
    seen = printed * np.float32(0.7)
    seen[4] = printed[4, ::-1] * np.float32(2.0)
    trust = np.ones(len(AT))
    trust[4] = 0.01
    assert np.abs(learn_light(seen, printed, AT, trust).gains(AT) - 0.7).max() < 0.03


def test_no_light_is_foretold_far_beyond_the_tiles() -> None:
    printed = prints()
    light = learn_light(printed * gains_at(AT)[:, None, None].astype(np.float32), printed, AT, np.ones(len(AT)))
    far = light.gains(np.array([[5000.0, 250.0], [9000.0, 250.0]]))
    assert np.allclose(far[0], far[1])
