"""Whether the light at a place is that of the tiles around it."""

from __future__ import annotations

import numpy as np

from vision.photometry import local_light
from vision.photometry.local_light import LightSoFar

WARM = np.array([-0.3, 0.1, 0.2])
CLOTH = WARM + np.array([0.6, 0.3, -0.6])
ALIKE, FAINT = local_light.PARAMETERS.plain + 0.3, local_light.PARAMETERS.plain - 0.2


def map_in_warm_light() -> LightSoFar:
    """Three by three tiles that plainly show their prints."""
    light = LightSoFar()
    for cell in np.ndindex(3, 3):
        light.keep((cell[0], cell[1]), WARM, ALIKE)
    return light


def test_nothing_speaks_against_a_covered_tile_in_the_map_s_light() -> None:
    assert map_in_warm_light().odds((0, 3), WARM + 0.05, FAINT) >= 0


def test_a_print_that_is_plainly_shown_in_the_map_s_light_speaks_for_a_tile() -> None:
    assert map_in_warm_light().odds((0, 3), WARM + 0.05, ALIKE) > 0


def test_a_cloth_that_would_need_a_light_of_its_own_is_no_tile() -> None:
    assert map_in_warm_light().odds((0, 3), CLOTH, FAINT) < -3


def test_what_shows_no_print_needs_one_beside_it_that_does() -> None:
    light = map_in_warm_light()
    assert light.odds((0, 5), WARM, FAINT) < 0 < light.odds((0, 5), WARM, ALIKE)


def test_what_a_cloth_was_taken_for_is_no_witness_of_more_cloth() -> None:
    light = map_in_warm_light()
    light.keep((0, 3), CLOTH, FAINT)
    light.keep((0, 4), CLOTH, FAINT)
    assert light.odds((0, 5), CLOTH, FAINT) < -3


def test_the_first_tile_is_believed_in_any_light() -> None:
    assert LightSoFar().odds((0, 0), WARM, ALIKE) > 0


def test_a_tile_that_was_given_up_says_nothing_any_more() -> None:
    light = map_in_warm_light()
    light.drop((1, 1))
    assert light.is_plain((0, 0))
    assert not light.is_plain((1, 1))
