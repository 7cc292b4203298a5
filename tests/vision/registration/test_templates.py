"""Slopes of templates: how a patch changes as it moves, worked out for those that are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from vision.registration.templates import Templates

N, RISE = 16, 40.0  # px a side; Lab units that lightness rises by across a tile


@pytest.fixture
def templates() -> Templates:
    """One that grows brighter to the right, one that does so downwards, and many that show grain."""
    patches = np.random.default_rng(1).normal(0, 10, (40, N, N, 3)).astype(np.float32)
    patches[:2] = 0
    ramp = np.linspace(0, RISE, N, endpoint=False, dtype=np.float32)
    patches[0, :, :, 0], patches[1, :, :, 0] = ramp, ramp[:, None]
    return Templates(patches)


def test_a_slope_is_what_a_value_changes_by_a_tile_width(templates: Templates) -> None:
    slopes, _ = templates.slopes_of(np.array([0, 1]))
    inner = slopes.reshape(2, N, N, 3, 6)[:, 4:-4, 4:-4, 0]
    assert inner[0, ..., 0] == pytest.approx(RISE, rel=1e-4)
    assert inner[0, ..., 1] == pytest.approx(0, abs=1e-3)
    assert inner[1, ..., 0] == pytest.approx(0, abs=1e-3)
    assert inner[1, ..., 1] == pytest.approx(RISE, rel=1e-4)


def test_slopes_are_the_same_whichever_were_asked_for_before(templates: Templates) -> None:
    anew = Templates(templates.patches)
    whole, firm = anew.slopes_of(np.arange(len(templates.patches)))
    templates.slopes_of(np.array([7, 3, 7]))
    some = np.array([3, 30, 7, 30])
    slopes, firmness = templates.slopes_of(some)
    assert np.array_equal(slopes, whole[some])
    assert np.array_equal(firmness, firm[some])


def test_how_firm_an_entry_is_comes_from_its_own_slopes(templates: Templates) -> None:
    slopes, firmness = templates.slopes_of(np.array([5]))
    assert firmness[0] == pytest.approx(slopes[0].T @ slopes[0], rel=1e-4, abs=1e-2)
