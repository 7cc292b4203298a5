"""Somebody among others on a plain place."""

from __future__ import annotations

import numpy as np

from vision.istanbul.mosaic import Mosaic
from vision.istanbul.paints import surfaces
from vision.istanbul.shapes import Shape, assistants, merchant
from vision.istanbul.stamps import stamp_of
from vision.istanbul.surroundings import Surroundings
from vision.istanbul.trying import Tried, surface_of

WIDE, HIGH = 130, 70
GREEN = (30.0, -18.0, 12.0)  # Lab, L halved: a place without any drawing
SIGMA = np.array([3.0, 4.0, 5.0])
EYE = np.array([800.0, 35.0, 1500.0])  # px: the camera is far to the right, so that things lean to the left


def pinks_assistant() -> tuple[Mosaic, Tried]:
    """A place with an assistant of pink's, and that assistant."""
    expected = np.tile(np.array(GREEN, np.float32), (HIGH, WIDE, 1))
    known, cell = np.ones((HIGH, WIDE), np.float32), np.zeros((HIGH, WIDE), np.int16)
    mosaic = Mosaic(expected.copy(), expected, known, cell, SIGMA, np.array([[WIDE / 2, HIGH / 2]]), EYE)
    piece = standing(mosaic, assistants(1), "pink", 60)
    stamp = piece.stamp
    window = (
        slice(piece.y - stamp.reach, piece.y + stamp.reach + 1),
        slice(piece.x - stamp.reach, piece.x + stamp.reach + 1),
    )
    for shows, mask in zip(stamp.shows, stamp.masks, strict=True):
        tones = surfaces()[surface_of(shows, "pink")]
        mosaic.lab[window] += mask[..., None] * (tones[len(tones) // 4] - mosaic.lab[window])
    return mosaic, piece


def standing(mosaic: Mosaic, shape: Shape, colour: str, x: int) -> Tried:
    return Tried(colour, stamp_of(shape, mosaic.lean(x, 35)), x, 35)


def test_who_hides_another_answers_for_what_that_one_explained():
    mosaic, assistant = pinks_assistant()
    before = standing(mosaic, merchant(5), "white", 72)
    explained = Surroundings.of(mosaic, assistant, []).explained(assistant)
    assert explained > 100
    assert Surroundings.of(mosaic, before, [assistant]).explained(before) < -0.5 * explained


def test_who_is_hidden_neither_gains_nor_loses_by_what_is_not_in_view():
    mosaic, assistant = pinks_assistant()
    before = standing(mosaic, merchant(5), "white", 72)
    hidden = Surroundings.of(mosaic, assistant, [before])
    in_view, _ = hidden.looks(assistant)
    assert in_view < 0.5
    assert 0 <= hidden.explained(assistant) < 0.5 * Surroundings.of(mosaic, assistant, []).explained(assistant)
