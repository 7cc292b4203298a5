"""A large picture is looked over band by band, and no die is found elsewhere for it."""

from __future__ import annotations

from dataclasses import astuple

import cv2
import numpy as np
import pytest

from vision.networks.dice import finder
from vision.simulator.dice.still import still_dice


def test_bands_find_what_the_whole_picture_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.asarray(cv2.resize(still_dice(9_177, "ordinary").picture, (640, 480)), np.uint8)
    whole = finder.find(picture)
    monkeypatch.setattr(finder, "BAND_PX", 640 * 72)
    in_bands = finder.find(picture)
    assert whole
    assert len(in_bands) == len(whole)
    for one, other in zip(in_bands, whole, strict=True):
        assert np.allclose(astuple(one), astuple(other), atol=1e-3)
