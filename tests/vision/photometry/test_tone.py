"""What the light on a table does to the colours of a print."""

from __future__ import annotations

import numpy as np

from vision.photometry.tone import NEUTRAL, fit_tone

AT = np.array([[100.0, 100.0], [160.0, 100.0]])


def test_where_nothing_of_the_tiles_is_in_view_the_light_is_taken_for_neutral():
    patches = np.zeros((2, 8, 8, 3), np.float32)
    assert fit_tone(patches, patches, np.zeros((2, 8, 8), bool), AT) is NEUTRAL


def test_plain_tiles_of_one_colour_tell_their_light():
    seen, shown = np.full((2, 8, 8, 3), 120.0, np.float32), np.full((2, 8, 8, 3), 150.0, np.float32)
    tone = fit_tone(seen, shown, np.ones((2, 8, 8), bool), AT)
    assert np.allclose(tone.apply(seen, AT), shown, atol=2.0)
